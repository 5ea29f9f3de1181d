#include "http/harvest/xml_text.hpp"

#include <algorithm>

namespace uniform::http {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// The length of the character of several bytes at the beginning; 0 if it is not UTF-8, or not a character of XML.
std::size_t length_of_character(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned first = byte(0);
    if (first >= 0xC2 && first <= 0xDF) return tail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool good = tail(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && tail(2);
        const bool none = first == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE; // U+FFFE, U+FFFF
        return good && !none ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool good = tail(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && tail(2) && tail(3);
        return good ? 4 : 0;
    }
    return 0;
}

bool is_plain(char c) noexcept { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n' || c == '\r' || c == '\x7f'; }

} // namespace

std::string xml_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto *const rest = text.begin() + i;
        const auto plain = static_cast<std::size_t>(std::find_if_not(rest, text.end(), is_plain) - rest);
        out += text.substr(i, plain);
        i += plain;
        if (i == text.size()) break;
        if (const std::size_t n = length_of_character(text.substr(i)); n > 0) {
            out += text.substr(i, n);
            i += n;
            continue;
        }
        out += replacement;
        i += text.substr(i, 2) == "\xEF\xBF" && i + 2 < text.size() ? 3 : 1; // U+FFFE and U+FFFF are one character
    }
    return out;
}

pugi::xml_node add_element(pugi::xml_node parent, const char *name, std::string_view text) {
    pugi::xml_node element = parent.append_child(name);
    element.text().set(xml_text(text).c_str());
    return element;
}

} // namespace uniform::http
