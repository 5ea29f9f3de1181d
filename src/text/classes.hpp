// The classes of bytes for finding URIs.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/url/url_characters.hpp>

namespace uniform::text {

enum : std::uint8_t {
    uri_byte = 1,    // RFC 3986 2: reserved, unreserved, "%"
    scheme_byte = 2, // RFC 3986 3.1: after the first
    alpha_byte = 4,
    digit_byte = 8,
    space_byte = 16, // space, TAB, LF, VT, FF, CR
    hex_byte = 32,
    label_byte = 64, // of a host name: ALPHA, DIGIT, "-"
};

inline constexpr std::array<std::uint8_t, 256> class_of = [] {
    std::array<std::uint8_t, 256> table{};
    const auto mark = [&](std::string_view set, unsigned bits) {
        for (const char c : set) {
            auto &place = table[static_cast<unsigned char>(c)];
            place = static_cast<std::uint8_t>(place | bits);
        }
    };
    mark("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", uri_byte | scheme_byte | alpha_byte | label_byte);
    mark("0123456789", uri_byte | scheme_byte | digit_byte | hex_byte | label_byte);
    mark("abcdefABCDEF", hex_byte);
    mark("-", uri_byte | scheme_byte | label_byte);
    mark("+.", uri_byte | scheme_byte);
    mark("_~:/?#[]@!$&'()*,;=%", uri_byte);
    mark(" \t\n\v\f\r", space_byte);
    return table;
}();

constexpr bool is(char c, unsigned classes) noexcept {
    return (class_of[static_cast<unsigned char>(c)] & classes) != 0;
}
constexpr bool is_alnum(char c) noexcept { return is(c, alpha_byte | digit_byte); }
constexpr bool is_high(char c) noexcept { return static_cast<unsigned char>(c) >= 0x80; }
// draft-ietf-uri-url-06 5, RFC 1738 5: xchar, and the "%" of an escape.
inline constexpr char_set draft_byte = url_allowed(rule::schemepart, edition::url_06) | char_set{"%"};
inline constexpr char_set rfc1738_byte = url_allowed(rule::schemepart, edition::rfc1738) | char_set{"%"};

// Whether a URI of that edition may have the byte; of the documents of 1994, a URL.
constexpr bool is_of(char c, uniform::edition e) noexcept {
    if (is_edition_of_1994(e)) return (e == edition::url_06 ? draft_byte : rfc1738_byte).contains(c);
    return is(c, uri_byte) || (is_iri_edition(e) && is_high(c));
}
constexpr bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }

// `known` is lower case.
constexpr bool same(std::string_view known, std::string_view name) noexcept {
    if (known.size() != name.size()) return false;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (known[i] != ascii::to_lower(name[i])) return false;
    }
    return true;
}

// Text that comes in pieces: a decision may depend on text that was not read yet.
enum class answer : std::uint8_t { no, yes, need_more };

} // namespace uniform::text
