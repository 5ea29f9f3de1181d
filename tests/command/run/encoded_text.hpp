// Texts in UTF-16 and UTF-32 with a byte order mark.
#pragma once

#include <string>
#include <string_view>

namespace uniform::test {

template <class Character>
std::string with_mark(std::basic_string_view<Character> text, bool big_endian) {
    std::string all;
    const auto add = [&](char32_t unit) {
        for (unsigned i = 0; i < sizeof(Character); ++i) {
            const unsigned shift = 8 * (big_endian ? static_cast<unsigned>(sizeof(Character)) - 1 - i : i);
            all += static_cast<char>(unit >> shift & 0xFF);
        }
    };
    add(0xFEFF);
    for (const Character c : text) add(c);
    return all;
}

inline std::string in_utf16(std::u16string_view text, bool big_endian) { return with_mark(text, big_endian); }
inline std::string in_utf32(std::u32string_view text, bool big_endian) { return with_mark(text, big_endian); }

} // namespace uniform::test
