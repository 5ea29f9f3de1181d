// One layer of percent-encoding taken off a text (RFC 3986 2.1). Text that is no pct-encoded stays.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver::detail {

[[nodiscard]] inline std::string without_percent_layer(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && ascii::is_hexdig(text[i + 1]) && ascii::is_hexdig(text[i + 2])) {
            out += static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace uniform::resolver::detail
