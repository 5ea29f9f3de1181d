// The position of the error in a text, for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "http/pages/model.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http::pages {

/// A text in three parts, of which the middle one is where the error is.
struct position {
    std::string before = {};
    std::string at = {}; ///< one character; a space, if it is the end
    std::string after = {};
    std::string label = {}; ///< a sentence with the number of the character

    static constexpr std::tuple members{member{"before", &position::before}, member{"at", &position::at},
                                        member{"after", &position::after}, member{"label", &position::label}};
};

/// The text with its byte at `offset`, and the bytes that belong to the same character, apart. Linear.
[[nodiscard]] position position_in(std::string_view text, std::size_t offset, language l);

} // namespace uniform::http::pages
