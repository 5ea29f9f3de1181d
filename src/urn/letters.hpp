// Letters of ASCII, and texts compared in any case of them.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace uniform::detail {

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }
constexpr char upper(char c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

constexpr bool starts_with(std::string_view text, std::string_view prefix) noexcept {
    if (text.size() < prefix.size()) return false;
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        if (lower(text[i]) != lower(prefix[i])) return false;
    }
    return true;
}

constexpr bool same(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && starts_with(a, b);
}

/// Where `part` is found at or behind `from`; npos when nowhere.
constexpr std::size_t find(std::string_view text, std::string_view part, std::size_t from = 0) noexcept {
    for (std::size_t i = from; i + part.size() <= text.size(); ++i) {
        if (starts_with(text.substr(i), part)) return i;
    }
    return std::string_view::npos;
}

/// The first of `prefixes` with which the text begins; nullptr when it is none of them.
constexpr const std::string_view *prefix_of(std::string_view text,
                                            std::span<const std::string_view> prefixes) noexcept {
    for (const std::string_view &p : prefixes) {
        if (starts_with(text, p)) return &p;
    }
    return nullptr;
}

} // namespace uniform::detail
