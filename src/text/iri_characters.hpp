// The characters beyond US-ASCII at which an IRI in a text ends.
//
// RFC 3987 7.3: "a non-ASCII character should not be taken as the indication of the end of an IRI". But the punctuation
// of the text around it is, as that of US-ASCII is for URIs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uniform::text {

// The part that a character has in an IRI without delimiters.
enum class iri_part : std::uint8_t {
    inside, // belongs to it
    tail,   // belongs to it, but not at its end: Unicode's Terminal_Punctuation, dashes, joiners
    opens,  // a bracket: not at its end either
    closes, // a bracket: ends it, unless its partner is in the IRI
    quote,  // U+2019: an apostrophe between letters, else it ends the IRI
    ends,   // white space, controls and format characters, quotation marks, the punctuation of scripts without spaces,
            // and what RFC 3987 2.2 does not allow
};
[[nodiscard]] iri_part iri_part_of(char32_t c) noexcept;

// The opening bracket of a closing one; 0 for others.
[[nodiscard]] char32_t opening_of(char32_t c) noexcept;

// The character that ends at text[end - 1], which is above 0x7F, and its size; 0 when it is none.
struct last_character {
    char32_t value = 0;
    std::size_t size = 0;
};
[[nodiscard]] last_character last_character_of(std::string_view text) noexcept;

} // namespace uniform::text
