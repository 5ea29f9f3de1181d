// UTF-8 (RFC 3629): sequences in text that may hold any octets, and characters appended.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace base {

/// The octets at the beginning of a text that belong together.
struct utf8_sequence {
    std::size_t size; ///< in octets, at least 1
    bool valid;       ///< a character of RFC 3629 section 4: not overlong, no surrogate, at most U+10FFFF
};

/// The sequence at the beginning of `text`, which is not empty; when it is not valid, the maximal subpart of one
/// (Unicode section 3.9, table 3-7), which a decoder replaces by one U+FFFD. `utf8_sequence_at("\xC3\xA9")` is
/// `{2, true}`.
[[nodiscard]] constexpr utf8_sequence utf8_sequence_at(std::string_view text) noexcept {
    const auto octet = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = octet(0);
    if (first < 0x80) return {1, true};
    if (first < 0xC2 || first > 0xF4) return {1, false};
    const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    for (std::size_t i = 1; i < size; ++i) {
        if (i == text.size() || octet(i) < low || octet(i) > high) return {i, false};
        low = 0x80;
        high = 0xBF;
    }
    return {size, true};
}

/// The offset of the first octet that does not begin a UTF-8 sequence (RFC 3629 section 4: no overlong forms, no
/// surrogates, nothing above U+10FFFF); std::nullopt if there is none. `find_invalid_utf8("a\xC3(")` is 1. Linear.
[[nodiscard]] constexpr std::optional<std::size_t> find_invalid_utf8(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        const utf8_sequence s = utf8_sequence_at(text.substr(i));
        if (!s.valid) return i;
        i += s.size;
    }
    return std::nullopt;
}

/// The character of a valid sequence.
[[nodiscard]] constexpr char32_t character_of(std::string_view sequence) noexcept {
    const auto octet = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    if (sequence.size() == 1) return octet(0);
    char32_t c = octet(0) & (0xFFU >> (sequence.size() + 1));
    for (std::size_t i = 1; i < sequence.size(); ++i) c = c << 6 | (octet(i) & 0x3FU);
    return c;
}

/// Appends the character, which is no surrogate and at most U+10FFFF.
inline void append_utf8(std::string &out, char32_t c) {
    const auto add = [&out](char32_t octet) { out += static_cast<char>(static_cast<unsigned char>(octet)); };
    if (c < 0x80) return add(c);
    if (c < 0x800) {
        add(0xC0 | c >> 6);
    } else if (c < 0x10000) {
        add(0xE0 | c >> 12);
        add(0x80 | (c >> 6 & 0x3F));
    } else {
        add(0xF0 | c >> 18);
        add(0x80 | (c >> 12 & 0x3F));
        add(0x80 | (c >> 6 & 0x3F));
    }
    add(0x80 | (c & 0x3F));
}

} // namespace base
} // namespace uniform
