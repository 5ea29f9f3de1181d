// The text of expansions of RFC 6570: octets, percent-encodings and fields.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/ascii.hpp>

#include "uri/templates/template_operators.hpp"

namespace uniform::detail {

inline bool is_upper_hex(char c) noexcept { return ascii::is_hexdig(c) && !(c >= 'a' && c <= 'f'); }

// The octet of the percent-encoding that begins there.
inline char octet_at(std::string_view text, std::size_t at) noexcept {
    return static_cast<char>(ascii::hex_value(text[at + 1]) * 16 + ascii::hex_value(text[at + 2]));
}

// Whether the octet begins a character of UTF-8.
inline bool begins_character(char octet) noexcept { return (static_cast<unsigned char>(octet) & 0xC0) != 0x80; }

// The data of a text whose percent-encodings are all octets.
inline std::string plain_text(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '%' && at + 2 < text.size()) {
            out += octet_at(text, at);
            at += 2;
        } else {
            out += text[at];
        }
    }
    return out;
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> all;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        all.push_back(text.substr(0, end));
        if (end == text.size()) return all;
        text.remove_prefix(end + 1);
    }
}

} // namespace uniform::detail
