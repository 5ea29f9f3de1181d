// The sets of code points of the URL Standard, as tables of the octets of UTF-8.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/whatwg/percent_encode_set.hpp>

namespace uniform::whatwg {

constexpr std::uint8_t bit_of(percent_encode_set set) noexcept {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(set));
}

// "Percent-encoded bytes": for each octet, the sets that contain it.
inline constexpr auto encode_sets = [] {
    using enum percent_encode_set;
    std::array<std::uint8_t, 256> sets{};
    const auto add = [&sets](std::string_view octets, auto... to) {
        for (const char c : octets)
            ((sets[static_cast<unsigned char>(c)] =
                  static_cast<std::uint8_t>(sets[static_cast<unsigned char>(c)] | bit_of(to))),
             ...);
    };
    // "C0 controls and all code points greater than U+007E (~)"; every other set includes them.
    for (std::size_t c = 0; c < 256; ++c)
        if (c < 0x20 || c > 0x7E) sets[c] = 0xFF;
    add(" \"<>`", fragment);
    add(" \"#<>", query, special_query, path, userinfo, component, form_urlencoded);
    add("'", special_query);
    add("?^`{}", path, userinfo, component, form_urlencoded);
    add("/:;=@[\\]|", userinfo, component, form_urlencoded);
    add("$%&+,", component, form_urlencoded);
    add("!'()~", form_urlencoded);
    return sets;
}();

enum octet_class : std::uint8_t {
    forbidden_host = 1,
    forbidden_domain = 2,
    url_code_point = 4, // of ASCII
    scheme_octet = 8,
    solidus = 16,
    reverse_solidus = 32,
    question_mark = 64,
    number_sign = 128,
};

inline constexpr auto octet_classes = [] {
    std::array<std::uint8_t, 256> classes{};
    const auto add = [&classes](std::string_view octets, unsigned as) {
        for (const char c : octets)
            classes[static_cast<unsigned char>(c)] =
                static_cast<std::uint8_t>(classes[static_cast<unsigned char>(c)] | as);
    };
    // "Host miscellaneous": U+0000, TAB, LF, CR, space and "#/:<>?@[\]^|".
    add(std::string_view{"\0\t\n\r #/:<>?@[\\]^|", 17}, forbidden_host | forbidden_domain);
    // "... a C0 control, U+0025 (%), or U+007F DELETE."
    for (std::size_t c = 0; c < 0x20; ++c) classes[c] |= forbidden_domain;
    add("%\x7F", forbidden_domain);
    // "URL writing"
    add("!$&'()*+,-./:;=?@_~", url_code_point);
    add("+-.", scheme_octet);
    add("/", solidus);
    add("\\", reverse_solidus);
    add("?", question_mark);
    add("#", number_sign);
    for (char c = 'a'; c <= 'z'; ++c) add({&c, 1}, url_code_point | scheme_octet);
    for (char c = 'A'; c <= 'Z'; ++c) add({&c, 1}, url_code_point | scheme_octet);
    for (char c = '0'; c <= '9'; ++c) add({&c, 1}, url_code_point | scheme_octet);
    return classes;
}();

constexpr bool is_octet(char c, octet_class of) noexcept {
    return (octet_classes[static_cast<unsigned char>(c)] & of) != 0;
}

// The first octet at or after `from` that is of one of the classes; the size when there is none.
constexpr std::size_t find_octet(std::string_view text, std::size_t from, unsigned classes) noexcept {
    while (from < text.size() && (octet_classes[static_cast<unsigned char>(text[from])] & classes) == 0) ++from;
    return from;
}

// "URL writing": "... and code points in the range U+00A0 to U+10FFFD, inclusive, excluding surrogates and
// noncharacters."
constexpr bool is_url_code_point(char32_t c) noexcept {
    if (c < 0x80) return is_octet(static_cast<char>(c), url_code_point);
    return c >= 0xA0 && c <= 0x10FFFD && (c & 0xFFFE) != 0xFFFE && !(c >= 0xFDD0 && c <= 0xFDEF);
}

constexpr bool is_percent_encoded_byte(std::string_view text) noexcept {
    return text.size() >= 3 && text[0] == '%' && ascii::is_hexdig(text[1]) && ascii::is_hexdig(text[2]);
}

constexpr bool is_c0_control_or_space(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }
constexpr bool is_tab_or_newline(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

} // namespace uniform::whatwg
