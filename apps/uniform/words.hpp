// Words of messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace uniform::command {

// The text for a person's screen: what would steer it, control characters and bytes that are no text, is escaped as the
// library does under an error.
[[nodiscard]] std::string printable(std::string_view text);

// The printable text between double quotes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) { return '"' + printable(text) + '"'; }

// The nearest of the candidates to a misspelt word; "" when none is near.
[[nodiscard]] std::string_view did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

} // namespace uniform::command
