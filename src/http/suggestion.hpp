// What somebody may have meant by a misspelt name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace uniform::http {

/// "; did you mean NAME?", for the end of a message, or nothing when no candidate is near.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string> candidates);

} // namespace uniform::http
