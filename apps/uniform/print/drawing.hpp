// The components of a reference or of a URN, drawn under it as RFC 3986 section 3 does.
#pragma once

#include <cstddef>
#include <string>

#include <uniform/uri/reference.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::cli {

struct drawing_style {
    bool colour = false;
    std::size_t width = 100; // a longer reference gets a list of its components instead
};

// Appends the text, brackets and labels under it, and a line end after the last line.
void draw(std::string &out, const reference_view &r, const drawing_style &style);
// Below the URI's components those of the URN that it is.
void draw(std::string &out, const reference_view &r, const urn_view &u, const drawing_style &style);
void draw(std::string &out, const urn_view &u, const drawing_style &style);

} // namespace uniform::cli
