// draft-ietf-uri-url-06 3.5, 5; RFC 1738 3.5, 5; RFC 6068.

#include <uniform/url/mailto.hpp>

#include "url/address.hpp"
#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// RFC 6068 2: qchar = unreserved / pct-encoded / some-delims
constexpr char_set qchar = unreserved(edition::rfc3986) | char_set{"!$'()*+,;:@"};
// "Of the characters in sub-delims, at least the following also have to be percent-encoded: "&", ";", and "="."
constexpr char_set in_addresses = qchar - char_set{";"};

// to = addr-spec *("," addr-spec). Calls f(addr-spec) for each. The "," that separates is one as written, and no
// address has one outside of quotes and brackets.
template <class F>
detail::address_verdict for_each_address(std::string_view to, F f) {
    std::size_t begin = 0;
    for (;;) {
        detail::decoded_bytes in{to.substr(begin)};
        auto wrong = detail::read_addr_spec(in);
        if (!wrong && !in.at_end() && (in.is_escaped() || in.peek() != ',')) wrong.emplace().offset = in.offset();
        if (wrong) {
            wrong->offset += begin;
            return wrong;
        }
        f(to.substr(begin, in.offset()));
        begin += in.offset();
        if (begin == to.size()) return std::nullopt;
        ++begin;
    }
}

// [ to ] [ hfields ]
void read_of_6068(detail::url_reader &read, mailtourl_view &url) noexcept {
    const std::size_t begin = read.offset();
    url.to = read.run(in_addresses);
    if (!url.to.empty()) {
        if (const auto wrong = for_each_address(url.to, [](std::string_view) {})) {
            // If an address ends early, the error is at the next character.
            if (wrong->offset == url.to.size() && read.peek() != '?') read.end(rule::addr_spec);
            read.fail(begin + wrong->offset, wrong->code, rule::addr_spec);
        }
    }
    // hfields = "?" hfield *( "&" hfield ); hfield = hfname "=" hfvalue
    if (!read.accept('?')) {
        read.end(rule::addr_spec);
        return;
    }
    const std::size_t fields = read.offset();
    do {
        read.run(qchar);
        if (!read.accept('=') && read.good()) {
            read.fail(read.offset(), read.at_end() ? error_code::missing_part : error_code::invalid_character,
                      rule::hfname);
        }
        read.run(qchar);
    } while (read.accept('&'));
    if (read.end(rule::hfvalue)) url.hfields = read.text().substr(fields);
}

void append_address(std::string &out, std::string_view address) {
    // The characters that stay unencoded, in every edition; the "@" between the two parts is written apart.
    const char_set kept = detail::made_characters(rule::encoded822addr) - char_set{";/?:@&=,()"};
    const auto at = address.rfind('@');
    encode_append(out, address.substr(0, at), kept);
    if (at == std::string_view::npos) return;
    out += '@';
    encode_append(out, address.substr(at + 1), kept | char_set{":"});
}

} // namespace

std::expected<mailtourl_view, error> parse_mailtourl(std::string_view text, url_options o) noexcept {
    detail::url_reader read{text, detail::url_edition(o, "mailto"), o.max_length};
    mailtourl_view url{text, read.edition()};
    read.scheme("mailto");
    if (!read.is_of_1994()) {
        read_of_6068(read, url);
    } else { // mailtourl = "mailto:" encoded822addr; encoded822addr = 1*xchar
        url.to = read.run(rule::encoded822addr);
        if (read.end(rule::encoded822addr) && url.to.empty()) {
            read.fail(read.offset(), error_code::empty_component, rule::encoded822addr);
        }
    }
    if (!read.good()) return read.why();
    return url;
}

mailtourl_parts parts_of(const mailtourl_view &url) {
    mailtourl_parts parts;
    if (url.edition != edition::rfc6068) {
        parts.to.push_back(detail::decoded_part(url.to));
        return parts;
    }
    if (!url.to.empty()) {
        (void)for_each_address(url.to,
                               [&](std::string_view address) { parts.to.push_back(detail::decoded_part(address)); });
    }
    for (std::string_view rest = url.hfields.value_or(std::string_view{}); !rest.empty();) {
        const std::string_view field = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(rest.size(), field.size() + 1));
        const auto equals = field.find('=');
        parts.hfields.emplace_back(detail::decoded_part(field.substr(0, equals)),
                                   detail::decoded_part(field.substr(equals + 1)));
    }
    return parts;
}

std::expected<std::string, error> make_mailtourl(const mailtourl_parts &parts, url_options o) {
    std::string url = "mailto:";
    for (std::size_t i = 0; i < parts.to.size(); ++i) {
        if (i != 0) url += ',';
        append_address(url, parts.to[i]);
    }
    char between = '?';
    for (const auto &[name, value] : parts.hfields) {
        url += between;
        encode_append(url, name, qchar - char_set{";"});
        url += '=';
        encode_append(url, value, qchar - char_set{";"});
        between = '&';
    }
    return detail::as_made<mailtourl_view>(std::move(url), parts, parse_mailtourl, o, rule::mailtourl);
}

} // namespace uniform
