// Fields of HTTP that are lists: "a;q=0.5, b" (RFC 9110 5.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver::detail {

// RFC 9110 5.6.2
[[nodiscard]] constexpr bool is_token_character(char c) noexcept {
    return ascii::is_alnum(c) || std::string_view{"!#$%&'*+-.^_`|~"}.contains(c);
}
[[nodiscard]] constexpr bool is_token(std::string_view text) noexcept {
    for (const char c : text) {
        if (!is_token_character(c)) return false;
    }
    return !text.empty();
}

// The end of the text up to the next `delimiter` that is not in a quoted-string (RFC 9110 5.6.4).
[[nodiscard]] constexpr std::size_t end_of_part(std::string_view text, char delimiter) noexcept {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quoted && text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && text[i] == delimiter) {
            return i;
        }
    }
    return text.size();
}

// Takes the part before the delimiter off `rest`, without the white space around it.
[[nodiscard]] constexpr std::string_view take_part(std::string_view &rest, char delimiter) noexcept {
    const std::size_t end = end_of_part(rest, delimiter);
    const std::string_view part = ascii::trim(rest.substr(0, end));
    rest.remove_prefix(end < rest.size() ? end + 1 : end);
    return part;
}

// RFC 9110 12.4.2: weight, in thousandths.
[[nodiscard]] constexpr std::optional<std::uint16_t> quality(std::string_view text) noexcept {
    if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return std::nullopt;
    unsigned value = static_cast<unsigned>(text[0] - '0') * 1000;
    if (text.size() > 1 && text[1] != '.') return std::nullopt;
    unsigned unit = 100;
    for (std::size_t i = 2; i < text.size(); ++i, unit /= 10) {
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        value += unit * static_cast<unsigned>(text[i] - '0');
    }
    if (value > 1000) return std::nullopt;
    return static_cast<std::uint16_t>(value);
}

} // namespace uniform::resolver::detail
