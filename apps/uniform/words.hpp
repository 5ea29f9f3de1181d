// Words of messages.
#pragma once

#include <string>
#include <string_view>

namespace uniform::command {

// The text between double quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
    std::string out;
    out.reserve(text.size() + 2);
    out += '"';
    out += text;
    out += '"';
    return out;
}

} // namespace uniform::command
