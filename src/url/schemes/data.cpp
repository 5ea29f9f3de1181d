// RFC 2397.

#include <uniform/url/data.hpp>

#include <array>

#include <uniform/base/ascii.hpp>

#include "url/address.hpp"
#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// RFC 2045 5.1: token = 1*<any CHAR except SPACE, CTLs, or tspecials>
constexpr char_set token = characters::alpha | characters::digit | char_set{"!#$%&'*+-.^_`{|}~"};
// RFC 822 3.3: qtext and quoted-pair of a quoted-string, without control characters
constexpr char_set quotable = token | char_set{" \t()<>@,;:\\/[]?="};

// 3: urlchar, which RFC 2397 takes from the syntax of URLs: everything that a URI may have after the scheme.
constexpr char_set urlchar = allowed(rule::query, edition::rfc3986);

constexpr std::string_view default_type = "text/plain";
constexpr std::string_view default_mediatype = "text/plain;charset=US-ASCII";

bool read_token(detail::decoded_bytes &in) noexcept {
    if (!token.contains(in.peek())) return false;
    while (token.contains(in.peek())) in.next();
    return true;
}

bool read_quoted_string(detail::decoded_bytes &in) noexcept {
    in.next();
    while (!in.accept('"')) {
        const char_set set = in.accept('\\') ? quotable | char_set{"\""} : quotable - char_set{"\\"};
        if (!set.contains(in.peek())) return false;
        in.next();
    }
    return true;
}

// mediatype := [ type "/" subtype ] *( ";" parameter ); parameter := attribute "=" value. The delimiters stand as they
// are. Where it fails.
std::optional<std::size_t> mediatype_fault(std::string_view text) noexcept {
    detail::decoded_bytes in{text};
    const auto delimiter = [&](char c) { return !in.is_escaped() && in.accept(c); };
    if (!in.at_end() && in.peek() != ';') {
        if (!read_token(in) || !delimiter('/') || !read_token(in)) return in.offset();
    }
    while (!in.at_end()) {
        if (!delimiter(';') || !read_token(in) || !delimiter('=')) return in.offset();
        if (in.peek() == '"' ? !read_quoted_string(in) : !read_token(in)) return in.offset();
    }
    return std::nullopt;
}

// RFC 4648 4, table 1
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
// The value of a character of the alphabet, or 64.
constexpr std::uint8_t no_value = 64;
constexpr std::array<std::uint8_t, 128> base64_values = [] {
    std::array<std::uint8_t, 128> values{};
    values.fill(no_value);
    for (std::size_t i = 0; i < alphabet.size(); ++i) {
        values[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
    }
    return values;
}();
constexpr std::uint8_t base64_value(char c) noexcept {
    return (c & 0x80) != 0 ? no_value : base64_values[static_cast<unsigned char>(c)];
}

// Calls f(value) for each character before the padding. Where the text is no base64, and why.
template <class F>
detail::address_verdict for_each_sextet(std::string_view text, F f) {
    detail::decoded_bytes in{text};
    std::size_t count = 0;
    for (; !in.at_end() && in.peek() != '='; in.next(), ++count) {
        const std::uint8_t value = base64_value(in.peek());
        if (value == no_value) return detail::address_fault{in.offset(), error_code::invalid_character};
        f(value);
    }
    // RFC 4648 3.2: "MUST include appropriate pad characters"
    const std::size_t pads = (4 - count % 4) % 4;
    for (std::size_t i = 0; i < pads; ++i) {
        if (pads == 3 || !in.accept('=')) return detail::address_fault{in.offset(), error_code::missing_part};
    }
    if (!in.at_end()) return detail::address_fault{in.offset(), error_code::invalid_character};
    return std::nullopt;
}

std::string base64_decoded(std::string_view text) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    (void)for_each_sextet(text, [&](std::uint8_t value) {
        bits = bits << 6 | value;
        count += 6;
        if (count < 8) return;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 0xFF);
    });
    return bytes;
}

void append_base64(std::string &out, std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        const std::size_t used = std::min<std::size_t>(bytes.size() - i, 3) + 1;
        for (std::size_t k = 0; k < 4; ++k) out += k < used ? alphabet[bits >> (18 - 6 * k) & 63] : '=';
    }
}

} // namespace

std::expected<dataurl_view, error> parse_dataurl(std::string_view text, url_options o) noexcept {
    // dataurl := "data:" [ mediatype ] [ ";base64" ] "," data
    detail::url_reader read{text, detail::url_edition(o, "data"), o.max_length};
    dataurl_view url{text, read.edition()};
    read.scheme("data");
    const std::size_t begin = read.offset();
    url.mediatype = read.run(urlchar - char_set{","});
    if (read.good() && !read.accept(',')) {
        read.fail(read.offset(), read.at_end() ? error_code::missing_part : error_code::invalid_character,
                  read.at_end() ? rule::dataurl : rule::mediatype);
    }
    if (!read.good()) return read.why();
    constexpr std::string_view base64 = ";base64";
    if (url.mediatype.size() >= base64.size()) {
        const std::size_t rest = url.mediatype.size() - base64.size();
        url.base64 = ascii::equal_ignoring_case(url.mediatype.substr(rest), base64);
        if (url.base64) url.mediatype = url.mediatype.substr(0, rest);
    }
    if (const auto wrong = mediatype_fault(url.mediatype)) {
        read.fail(begin + *wrong, error_code::invalid_character, rule::mediatype);
    }
    const std::size_t data = read.offset();
    url.data = read.run(urlchar);
    if (!read.end(rule::data)) return read.why();
    if (url.base64) {
        if (const auto wrong = for_each_sextet(url.data, [](std::uint8_t) {})) {
            read.fail(data + wrong->offset, wrong->code, rule::data);
            return read.why();
        }
    }
    return url;
}

dataurl_parts parts_of(const dataurl_view &url) {
    dataurl_parts parts{detail::decoded_part(url.mediatype), url.base64, {}};
    // 2: "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII. As a shorthand, "text/plain" can be
    // omitted but the charset parameter supplied."
    if (parts.mediatype.empty()) {
        parts.mediatype = default_mediatype;
    } else if (parts.mediatype.front() == ';') {
        parts.mediatype.insert(0, default_type);
    }
    parts.data = url.base64 ? base64_decoded(url.data) : detail::decoded_part(url.data);
    return parts;
}

std::expected<std::string, error> make_dataurl(const dataurl_parts &parts, url_options o) {
    std::string url = "data:";
    dataurl_parts whole = parts;
    if (whole.mediatype.empty()) whole.mediatype = default_mediatype;
    if (whole.mediatype != default_mediatype) {
        encode_append(url, whole.mediatype, (token - (token - urlchar)) | char_set{"/;="});
    }
    if (parts.base64) url += ";base64";
    url += ',';
    if (parts.base64) {
        append_base64(url, parts.data);
    } else {
        encode_append(url, parts.data, detail::made_characters(rule::schemepart));
    }
    return detail::as_made<dataurl_view>(std::move(url), whole, parse_dataurl, o, rule::dataurl);
}

} // namespace uniform
