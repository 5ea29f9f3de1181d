// Several references in one attribute.
#pragma once

#include <string_view>
#include <vector>

#include <uniform/html/attributes.hpp>

#include "html/source_text.hpp"

namespace uniform::html {

// The positions of references in a text.
struct span_of_text {
    std::size_t first = 0;
    std::size_t last = 0;
};

// The references of an attribute of that form (not style). Linear.
[[nodiscard]] std::vector<span_of_text> references_of(std::string_view value, form f);

// The references of a style sheet or of a style attribute: url(...) and the string after @import (CSS Syntax 3, 4.3;
// CSS Cascade 2). Escapes are decoded; what is in comments is omitted. Linear.
[[nodiscard]] std::vector<source_text> references_of_style(const source_text &css);

} // namespace uniform::html
