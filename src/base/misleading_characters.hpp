// Characters that nobody sees, or that change the order of others, in texts that people read.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>

namespace uniform::base {

/// Whether the character changes the direction of the text after it: U+202A to U+202E, U+2066 to U+2069, by which a
/// name can be displayed as another one. The marks U+200E, U+200F and U+061C are none of them.
[[nodiscard]] constexpr bool is_bidi_control(char32_t c) noexcept {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/// Whether the UTF-8 text has a letter of a script that is written from right to left. Linear.
[[nodiscard]] constexpr bool has_right_to_left_letter(std::string_view text) noexcept {
    while (!text.empty()) {
        const utf8_sequence s = utf8_sequence_at(text);
        const char32_t c = s.valid ? character_of(text.substr(0, s.size)) : 0;
        // The blocks in which a character without an entry has Bidi_Class R or AL (DerivedBidiClass.txt)
        if ((c >= 0x590 && c <= 0x8FF && c != 0x61C) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c < 0xFEFF) ||
            (c >= 0x10800 && c <= 0x10FFF) || (c >= 0x1E800 && c <= 0x1EFFF))
            return true;
        text.remove_prefix(s.size);
    }
    return false;
}

/// Whether a character that is_default_ignorable() has a use after `before` (0: nothing is before it): scripts need
/// joiners, emoji and variants of letters need selectors, scripts without spaces between words need U+200B, and texts
/// from right to left need marks; U+00AD is a hyphen within a word. All others have none: tags, fillers, U+034F,
/// U+2060, U+FEFF. Constant time.
[[nodiscard]] constexpr bool has_use_after(char32_t before, char32_t c, bool is_right_to_left) noexcept {
    const auto is_selector = [](char32_t x) { return x >= 0xFE00 && x <= 0xFE0F; };
    if (c == 0x200E || c == 0x200F || c == 0x61C) return is_right_to_left;
    const bool is_seen = !is_default_ignorable(before);
    if (is_joiner(c)) return is_shaped_by_joiners(before) && (is_seen || is_selector(before));
    if (!is_seen) return false;
    // A hyphen where a line may end, as catalogues have it, is within a word.
    if (c == 0xAD) return (before >= 'A' && before <= 'Z') || (before >= 'a' && before <= 'z') || before >= 0xC0;
    if (c >= 0x180B && c <= 0x180F) return before >= 0x1820 && before <= 0x18AA; // Mongolian letters
    if (c == 0x200B) {                                                           // Thai, Lao, Myanmar, Khmer
        return (before >= 0xE00 && before <= 0xEFF) || (before >= 0x1000 && before <= 0x109F) ||
               (before >= 0x1780 && before <= 0x17FF);
    }
    // StandardizedVariants.txt, emoji-variation-sequences.txt: digits, "#", "*", U+A9, U+AE, and others beyond U+1000.
    if (is_selector(c)) {
        return (before >= '0' && before <= '9') || before == '#' || before == '*' || before == 0xA9 || before == 0xAE ||
               before >= 0x1000;
    }
    return c >= 0xE0100 && c <= 0xE01EF && before >= 0x2E80; // UTS 37: ideographs
}

/// The offset of the first character of UTF-8 text that changes the direction of others, or that is not shown though it
/// has no use there: is_default_ignorable() without has_use_after(). Linear.
[[nodiscard]] constexpr std::optional<std::size_t> find_misleading_character(std::string_view text) noexcept {
    std::optional<bool> is_right_to_left;
    char32_t before = 0;
    for (std::size_t at = 0; at < text.size();) {
        const utf8_sequence s = utf8_sequence_at(text.substr(at));
        const char32_t c = s.valid ? character_of(text.substr(at, s.size)) : 0;
        if (is_default_ignorable(c)) {
            if (!is_right_to_left) is_right_to_left = has_right_to_left_letter(text);
            if (!has_use_after(before, c, *is_right_to_left)) return at;
        }
        before = c;
        at += s.size;
    }
    return std::nullopt;
}

} // namespace uniform::base
