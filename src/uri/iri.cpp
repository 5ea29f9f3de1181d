// IRIs to URIs and back (RFC 3987 3).

#include <uniform/uri/iri.hpp>

#include <algorithm>

#include <uniform/base/hex.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/parse.hpp>

#include "uri/encoded_character.hpp"

namespace uniform {

namespace {

// RFC 3987 3.1, step 2
void append_as_uri(std::string &out, std::string_view text) {
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    const auto high = static_cast<std::size_t>(std::ranges::count_if(text, is_high));
    const std::size_t old = out.size();
    out.resize(old + text.size() + 2 * high);
    char *to = out.data() + old;
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        if (octet < 0x80) {
            *to++ = c;
        } else {
            to[0] = '%';
            to[1] = base::upper_hex[octet >> 4U];
            to[2] = base::upper_hex[octet & 15U];
            to += 3;
        }
    }
}

// RFC 3987 3.2, steps 2 to 4
void append_as_iri(std::string &out, std::string_view text, bool in_query) {
    constexpr char_set plain = unreserved(edition::rfc3986);
    const char *p = text.data();
    const char *const end = p + text.size();
    while (p != end) {
        const char *const percent = std::find(p, end, '%');
        out.append(p, percent);
        p = percent;
        if (p == end) return;
        const auto octet = static_cast<char>(detail::hex_value(p[1]) * 16 + detail::hex_value(p[2]));
        if (static_cast<unsigned char>(octet) < 0x80) {
            if (plain.contains(octet)) {
                out += octet;
            } else {
                out.append(p, 3);
            }
            p += 3;
            continue;
        }
        const detail::encoded_character c{p, end, in_query};
        if (c.size != 0 && !stays_encoded(c.value)) {
            out += c.text();
            p += 3 * c.size;
        } else {
            base::append_percent_encoded(out, octet);
            p += 3;
        }
    }
}

// The range of a host that is no IP-literal.
std::optional<range> name_range(const reference_view &r) {
    const auto host = r.host();
    return host && !host->empty() && host->front() != '[' ? r.where(rule::host) : std::nullopt;
}

std::string to_iri(const reference_view &uri, std::string_view name) {
    const std::string_view text = uri.text();
    const detail::offsets &at = detail::access::where(uri);
    std::string out;
    out.reserve(text.size());
    std::size_t done = 0;
    const auto host = uri.host();
    if (host && host->starts_with('[')) { // RFC 6874: a zone identifier is of US-ASCII
        done = at.host_end;
        append_as_iri(out, text.substr(0, at.host_begin), false);
        out += *host;
    } else if (!name.empty()) {
        done = at.host_end;
        append_as_iri(out, text.substr(0, at.host_begin), false);
        out += name;
    }
    append_as_iri(out, text.substr(done, at.path_end - done), false);
    append_as_iri(out, text.substr(at.path_end, at.query_end - at.path_end), true);
    append_as_iri(out, text.substr(at.query_end), false);
    return out;
}

} // namespace

bool stays_encoded(char32_t c) noexcept {
    // Unicode 16, general category Zs
    const bool space =
        c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
    return space || is_bidi_formatting(c) || base::is_hidden(c);
}

std::string iri_to_uri(const reference_view &iri) {
    std::string out;
    out.reserve(iri.text().size());
    append_as_uri(out, iri.text());
    return out;
}

std::expected<std::string, error> iri_to_uri(const reference_view &iri, const name_to_ascii &to_ascii) {
    const auto where = name_range(iri);
    if (!where) return iri_to_uri(iri);
    const std::string_view text = iri.text();
    auto decoded_name = decode(text.substr(where->begin, where->end - where->begin));
    if (!decoded_name || base::is_us_ascii(*decoded_name)) return iri_to_uri(iri);
    auto name = to_ascii(*decoded_name);
    if (!name) {
        error why = name.error();
        why.offset += where->begin;
        return std::unexpected{why};
    }
    if (!base::is_us_ascii(*name) || !matches(rule::reg_name, *name)) {
        return std::unexpected{error{where->begin, error_code::invalid_character, rule::host, edition::rfc3987}};
    }
    std::string out;
    out.reserve(text.size() + name->size());
    append_as_uri(out, text.substr(0, where->begin));
    out += *name;
    append_as_uri(out, text.substr(where->end));
    return out;
}

std::string uri_to_iri(const reference_view &uri) { return to_iri(uri, {}); }

std::string uri_to_iri(const reference_view &uri, const name_to_unicode &to_unicode) {
    if (!name_range(uri)) return uri_to_iri(uri);
    const auto name = to_unicode(*uri.host());
    if (!name || !matches(rule::reg_name, *name, {.edition = edition::rfc3987})) return uri_to_iri(uri);
    return to_iri(uri, *name);
}

} // namespace uniform
