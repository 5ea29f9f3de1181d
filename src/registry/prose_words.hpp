// The words of a sentence.
#pragma once

#include <string>
#include <string_view>

#include "registry/check_parts.hpp"

namespace uniform::registry {

// Replaces each `old` by `now`, which may not contain it.
void replace_all(std::string &text, std::string_view old, std::string_view now);

// The words of a sentence in lower case, with one space before and after each; "uppercase" is "upper case", "n't" is
// "not".
[[nodiscard]] std::string words_of(std::string_view sentence);

// Whether each word is one of these.
[[nodiscard]] bool all_words(std::string_view words, some_words known);

} // namespace uniform::registry
