// Checks of UTF-8 text that comes from outside, and concatenation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/utf8.hpp>

namespace uniform::base {

/// All parts, one after the other. `concat({"request ", "12"})`.
[[nodiscard]] inline std::string concat(std::initializer_list<std::string_view> parts) {
    std::size_t size = 0;
    for (const std::string_view part : parts) size += part.size();
    std::string out;
    out.reserve(size);
    for (const std::string_view part : parts) out += part;
    return out;
}

/// All texts, with `between` between them, but not after empty ones at the beginning.
/// `joined(std::vector<std::string>{"a", "b"}, ", ")`: "a, b".
template <class Texts>
[[nodiscard]] std::string joined(const Texts &texts, std::string_view between) {
    std::string out;
    for (const std::string_view one : texts) {
        if (!out.empty()) out += between;
        out += one;
    }
    return out;
}

/// The beginning of UTF-8 text, at most `most` octets of it and no part of a character.
[[nodiscard]] constexpr std::string_view beginning_of(std::string_view text, std::size_t most) noexcept {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    return text.substr(0, most);
}

/// The offset of the first control character (C0 except tab, form feed and line ends; DEL; C1) of UTF-8 text;
/// std::nullopt if there is none. A carriage return counts unless it ends a line. Linear.
[[nodiscard]] inline std::optional<std::size_t> find_control_character(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return i; // C1
        if (c == '\r') {
            const auto next = text.find_first_not_of("\r \t\f", i);
            if (next != std::string_view::npos && text[next] != '\n') return i;
            i = std::min(next, text.size()) - 1; // the first of several decides about all of them
            continue;
        }
        if ((c < 0x20 && c != '\t' && c != '\n' && c != '\f') || c == 0x7F) return i;
    }
    return std::nullopt;
}

} // namespace uniform::base
