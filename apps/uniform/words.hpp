// Words of messages.
#pragma once

#include <span>
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

// The nearest of the candidates to a misspelt word; "" when none is near.
[[nodiscard]] std::string_view did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace uniform::command
