// Where the error in a text is, for people.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/json/value.hpp>

#include "http/pages/texts.hpp"

namespace uniform::http::pages {

/// The text with its byte at `offset`, and the bytes that belong to the same character, apart: "before", "at", "after";
/// and "label", a sentence with the number of the character. Linear.
[[nodiscard]] json::value position_in(std::string_view text, std::size_t offset, language l);

} // namespace uniform::http::pages
