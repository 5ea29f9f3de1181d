// One layer of percent-encoding taken off a text (RFC 3986 2.1). What is no pct-encoded stays.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver::detail {

[[nodiscard]] constexpr int hex_value(char c) noexcept {
    if (ascii::is_digit(c)) return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

[[nodiscard]] inline std::string without_percent_layer(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0 && hex_value(text[i + 2]) >= 0) {
            out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace uniform::resolver::detail
