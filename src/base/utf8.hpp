// Characters written as UTF-8 (RFC 3629 3).
#pragma once

#include <string>

namespace uniform::detail {

// Appends the character, which is no surrogate and at most U+10FFFF.
inline void append_utf8(std::string &out, char32_t c) {
    const auto add = [&out](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
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

} // namespace uniform::detail
