// The characters around what people type, one at a time.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/base/utf8.hpp>

namespace uniform::text {

// Unicode's property White_Space.
constexpr bool is_white_space(char32_t c) noexcept {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// Zero-width spaces, the word joiner, the byte order mark, marks of direction and soft hyphens: what comes with a text
// that is copied. RFC 3987 4.1: an IRI has no marks of direction.
constexpr bool is_invisible(char32_t c) noexcept {
    return c == 0xAD || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           c == 0x2060 || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

// , ; : ! ? their full-width forms, the ideographic comma, the ellipsis.
constexpr bool is_punctuation(char32_t c) noexcept {
    return c == ',' || c == ';' || c == ':' || c == '!' || c == '?' || c == 0x2026 || c == 0x3001 || c == 0xFF01 ||
           c == 0xFF0C || c == 0xFF1A || c == 0xFF1B || c == 0xFF1F;
}
constexpr bool is_full_stop(char32_t c) noexcept { return c == '.' || c == 0x3002 || c == 0xFF0E; }

struct character {
    char32_t code = 0;
    std::size_t size = 0; // 0: none, or not UTF-8
};

inline character first_of(std::string_view t) noexcept {
    if (t.empty()) return {};
    const base::utf8_sequence s = base::utf8_sequence_at(t);
    return s.valid ? character{base::character_of(t.substr(0, s.size)), s.size} : character{};
}

inline character last_of(std::string_view t) noexcept {
    for (std::size_t n = 1; n <= 4 && n <= t.size(); ++n) {
        const character c = first_of(t.substr(t.size() - n));
        if (c.size == n) return c;
    }
    return {};
}

template <class Is>
std::size_t size_at_end(std::string_view t, Is is) noexcept {
    std::size_t n = 0;
    for (character c = last_of(t); c.size != 0 && is(c.code); c = last_of(t.substr(0, t.size() - n))) n += c.size;
    return n;
}

} // namespace uniform::text
