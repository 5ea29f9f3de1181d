// The characters outside US-ASCII that RFC 3987 allows in IRIs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/utf8.hpp>

namespace uniform UNIFORM_API {

/// ucschar of RFC 3987 2.2: the characters that may stand wherever an unreserved character may. Constant time.
/// `is_ucschar(0xE9)` is true, `is_ucschar(0xFFFE)` is false.
[[nodiscard]] constexpr bool is_ucschar(char32_t c) noexcept {
    if (c < 0x10000) return (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF);
    // the last two of each plane are noncharacters; E0000-E0FFF are tags
    return c < 0xF0000 && (c & 0xFFFF) <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000);
}

/// iprivate of RFC 3987 2.2: private-use characters, which only a query may have. Constant time.
[[nodiscard]] constexpr bool is_iprivate(char32_t c) noexcept {
    return (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && c <= 0x10FFFF && (c & 0xFFFF) <= 0xFFFD);
}

/// The bidirectional formatting characters, which "IRIs MUST NOT contain" (RFC 3987 4.1: LRM, RLM, LRE, RLE, LRO, RLO,
/// PDF), and those that Unicode 6.1 and 6.3 added (ALM, LRI, RLI, FSI, PDI). The grammar of 2.2 allows them. Constant
/// time.
[[nodiscard]] constexpr bool is_bidi_formatting(char32_t c) noexcept {
    return c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x61C;
}

namespace detail {

// The size of the character at the beginning of `text`, which begins with a byte above 0x7F, when it is ucschar, or
// iprivate where that is allowed; 0 for others and for what is not UTF-8.
[[nodiscard]] constexpr std::uint32_t iri_character(std::string_view text, bool iprivate) noexcept {
    const base::utf8_sequence s = base::utf8_sequence_at(text);
    if (!s.valid) return 0;
    const char32_t c = base::character_of(text.substr(0, s.size));
    return is_ucschar(c) || (iprivate && is_iprivate(c)) ? static_cast<std::uint32_t>(s.size) : 0;
}

} // namespace detail

} // namespace uniform
