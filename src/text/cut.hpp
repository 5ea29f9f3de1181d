// Signs that a URI in a text may have been cut: the characters directly after it.
//
// No URI of the edition may contain the character, and it does not delimit the URI. These delimit it: white space, the
// end of the text; a quotation mark, a back quote, "|" or a bracket that closes one before the URI; the "<" of an end
// tag, and one after a ">" directly before the URI; "\" with a letter of an escape inside of quotation marks.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/edition.hpp>

namespace uniform::text {

// The distance before the URI in which its opening marks are looked for.
inline constexpr std::size_t marks_before = 512;

// A URI in a text.
struct uri_place {
    std::size_t outside; // where it begins, with the "URL:" before it
    std::size_t end;
    std::size_t scanned; // that of its extent: how far the text was examined
    uniform::edition edition = uniform::edition::rfc3986;
};

// The character before which the URI was cut although the text goes on (found::cut_before): after the punctuation that
// was left out, and after closing brackets without a partner. A ")" without a partner if a letter or digit follows it.
// A space if the URI begins directly after a quotation mark that is closed in the same line. "" if there is none.
// Examines at most `marks_before` bytes before the URI and 160 behind it.
[[nodiscard]] std::string_view cut_before(std::string_view text UNIFORM_LIFETIMEBOUND, const uri_place &uri);

// Whether cut_before() needs no text behind this one.
[[nodiscard]] bool knows_cut(std::string_view text, std::size_t outside, std::size_t scanned);

} // namespace uniform::text
