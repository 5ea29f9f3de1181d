// The positions of references in a document, and its base element.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gumbo.h>

#include <uniform/base/api.hpp>
#include <uniform/html/attributes.hpp>

#include "html/source_text.hpp"

namespace uniform::html {

// An attribute, or the text of a style element.
struct place {
    const GumboElement *element = nullptr;
    const GumboAttribute *attribute = nullptr; // nullptr: the text of a style element
    uniform::html::form form = form::one;
    uniform::html::relative_to relative_to = relative_to::document;
    std::string_view written; // unchanged in the document, quotes omitted
    std::size_t xml_base = 0; // the innermost xml:base around it: one more than its index in places::xml_bases
};

// An xml:base, and the next one around it.
struct xml_base {
    const GumboAttribute *attribute = nullptr;
    std::size_t outer = 0; // as place::xml_base
};

struct places {
    std::vector<place> all; // in the order of the document
    // The first base element with a href that is in the document's tree (HTML 4.2.3).
    const GumboAttribute *base = nullptr;
    std::vector<xml_base> xml_bases{}; // each after those around it
};

// @param roots the trees of the document's pieces, in their order
[[nodiscard]] places collect(std::string_view document, std::span<const GumboNode *const> roots, bool styles);

// "img", "svg:image".
[[nodiscard]] std::string name_of(const GumboElement &element);
// "href", "xlink:href", "xml:base".
[[nodiscard]] std::string name_of(const GumboAttribute &attribute);
// The attribute with that name, in lower case; nullptr when there is none.
[[nodiscard]] const GumboAttribute *attribute_of(const GumboElement &element, std::string_view name);
// Its value as it is written, quotes omitted; nothing known of one that is not in the document.
[[nodiscard]] std::string_view written_value(std::string_view document UNIFORM_LIFETIMEBOUND,
                                             const GumboAttribute &attribute);
[[nodiscard]] source_text value_of(std::string_view document, const GumboAttribute &attribute);

} // namespace uniform::html
