// The extent of a URI without delimiters.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/syntax/edition.hpp>

#include "text/classes.hpp"

namespace uniform::text {

struct extent {
    std::size_t end = 0;     // of the URI, punctuation at its end omitted
    std::size_t scanned = 0; // the end of the examined text
    bool need_more = false;  // the text ends before it is decided
    bool too_long = false;
    bool delimited = false; // of an IRI: it ends before punctuation or white space beyond US-ASCII
    bool cut_host = false;  // a letter beyond US-ASCII follows in the middle of a host name
};

// The surroundings of a URI that determine its end.
struct surroundings {
    char before = 0;           // the byte before it, 0 when there is none
    std::string_view entity{}; // "&gt;" when "&lt;" stands before it: text that was escaped for HTML
};

// The URI whose scheme ends before the ":" at `colon`: RFC 3986 3, read as far as its characters can stand where they
// do. It ends before
// - a byte that no URI has;
// - a second "#", a "%" without two HEXDIG, a "[" or "]" that is not of an IP-literal, and what else the authority
//   cannot have;
// - a closing bracket whose opening one is not in the URI;
// - a "'" that closes what a "'" before the URI opened.
// An IRI also has characters beyond US-ASCII, to where iri_characters.hpp says.
// Of the rest, . , ; : ! ? at the end are omitted, "(" and "'" without partners too. `last`: nothing follows the
// text. Linear in `scanned`.
[[nodiscard]] extent extent_of(std::string_view text, std::size_t begin, std::size_t colon, const surroundings &around,
                               std::size_t max_length, uniform::edition e, bool last);

// Leaves out what extent_of() omits at the end of text.substr(begin, end - begin); where it ends then.
[[nodiscard]] std::size_t trimmed(std::string_view text, std::size_t begin, std::size_t end, char before,
                                  uniform::edition e);

} // namespace uniform::text
