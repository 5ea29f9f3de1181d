#include <uniform/html/attributes.hpp>

#include <algorithm>
#include <array>

namespace uniform::html {

namespace {

// From the index of attributes of HTML 4.01 (type %URI;, and archive, which is a list of them in CDATA), the index of
// attributes of the HTML Living Standard (types URL and srcset; "HTML" and a section below; 16 is about obsolete ones),
// SVG 1.1 and 2, and MathML 2 and 3. applet's `code` and `object` name classes and serialized objects: they are no
// URIs.
constexpr std::array<url_attribute, 87> table{{
    {"*", "itemid", form::one, relative_to::document, "HTML 5.2.2"},
    {"*", "itemtype", form::spaces, relative_to::document, "HTML 5.2.2"},
    {"*", "style", form::style, relative_to::document, "CSS Style Attributes 3"},
    {"*", "xml:base", form::one, relative_to::document, "XML Base 3"},
    {"*", "xmlns:*", form::one, relative_to::document, "Namespaces in XML 3"},
    {"a", "href", form::one, relative_to::document, "HTML 4.01 12.2, 13.6"},
    {"a", "ping", form::spaces, relative_to::document, "HTML 4.6.2"},
    {"applet", "archive", form::commas, relative_to::codebase, "HTML 4.01 13.4"},
    {"applet", "codebase", form::one, relative_to::document, "HTML 4.01 13.4"},
    {"area", "href", form::one, relative_to::document, "HTML 4.01 12.2, 13.6"},
    {"area", "ping", form::spaces, relative_to::document, "HTML 4.6.2"},
    {"audio", "src", form::one, relative_to::document, "HTML 4.8.9"},
    {"base", "href", form::one, relative_to::document, "HTML 4.01 12.4"},
    {"bgsound", "src", form::one, relative_to::document, "HTML 16.1"},
    {"blockquote", "cite", form::one, relative_to::document, "HTML 4.01 9.2.2"},
    {"body", "background", form::one, relative_to::document, "HTML 4.01 7.5.1"},
    {"button", "formaction", form::one, relative_to::document, "HTML 4.10.18.6"},
    {"command", "icon", form::one, relative_to::document, "HTML 16.1"},
    {"del", "cite", form::one, relative_to::document, "HTML 4.01 9.4"},
    {"embed", "src", form::one, relative_to::document, "HTML 4.8.6"},
    {"form", "action", form::one, relative_to::document, "HTML 4.01 17.3"},
    {"frame", "longdesc", form::one, relative_to::document, "HTML 4.01 16.2.2"},
    {"frame", "src", form::one, relative_to::document, "HTML 4.01 16.2.2, 16.5"},
    {"head", "profile", form::spaces, relative_to::document, "HTML 4.01 7.4.1"},
    {"html", "manifest", form::one, relative_to::document, "HTML 16.2"},
    {"iframe", "longdesc", form::one, relative_to::document, "HTML 4.01 16.2.2"},
    {"iframe", "src", form::one, relative_to::document, "HTML 4.01 16.2.2, 16.5"},
    {"img", "dynsrc", form::one, relative_to::document, "Internet Explorer 2"},
    {"img", "longdesc", form::one, relative_to::document, "HTML 4.01 13.2"},
    {"img", "lowsrc", form::one, relative_to::document, "HTML 16.2"},
    {"img", "src", form::one, relative_to::document, "HTML 4.01 13.2"},
    {"img", "srcset", form::srcset, relative_to::document, "HTML 4.8.3"},
    {"img", "usemap", form::one, relative_to::document, "HTML 4.01 13.6"},
    {"input", "formaction", form::one, relative_to::document, "HTML 4.10.18.6"},
    {"input", "src", form::one, relative_to::document, "HTML 4.01 17.4.1"},
    {"input", "usemap", form::one, relative_to::document, "HTML 4.01 13.6"},
    {"ins", "cite", form::one, relative_to::document, "HTML 4.01 9.4"},
    {"link", "href", form::one, relative_to::document, "HTML 4.01 12.3"},
    {"link", "imagesrcset", form::srcset, relative_to::document, "HTML 4.2.4"},
    {"math:*", "href", form::one, relative_to::document, "MathML 3 2.1.6"},
    {"math:*", "style", form::style, relative_to::document, "MathML 3 2.1.6"},
    {"math:*", "xlink:href", form::one, relative_to::document, "MathML 2 2.4.3"},
    {"math:*", "xml:base", form::one, relative_to::document, "XML Base 3"},
    {"math:*", "xmlns:*", form::one, relative_to::document, "Namespaces in XML 3"},
    {"math:annotation", "definitionurl", form::one, relative_to::document, "MathML 3 4.2.3, 5.2.1"},
    {"math:annotation", "src", form::one, relative_to::document, "MathML 3 5.2.1"},
    {"math:annotation-xml", "definitionurl", form::one, relative_to::document, "MathML 3 4.2.3, 5.2.1"},
    {"math:annotation-xml", "src", form::one, relative_to::document, "MathML 3 5.2.1"},
    {"math:csymbol", "definitionurl", form::one, relative_to::document, "MathML 3 4.2.3, 5.2.1"},
    {"math:math", "altimg", form::one, relative_to::document, "MathML 3 2.2.1"},
    {"math:mglyph", "src", form::one, relative_to::document, "MathML 3 3.2.1.2"},
    {"math:semantics", "definitionurl", form::one, relative_to::document, "MathML 3 4.2.3, 5.2.1"},
    {"menuitem", "icon", form::one, relative_to::document, "HTML 16.1"},
    {"object", "archive", form::spaces, relative_to::codebase, "HTML 4.01 13.3"},
    {"object", "classid", form::one, relative_to::codebase, "HTML 4.01 13.3"},
    {"object", "codebase", form::one, relative_to::document, "HTML 4.01 13.3"},
    {"object", "data", form::one, relative_to::codebase, "HTML 4.01 13.3"},
    {"object", "usemap", form::one, relative_to::document, "HTML 4.01 13.6"},
    {"q", "cite", form::one, relative_to::document, "HTML 4.01 9.2.2"},
    {"script", "src", form::one, relative_to::document, "HTML 4.01 18.2.1"},
    {"source", "src", form::one, relative_to::document, "HTML 4.8.2"},
    {"source", "srcset", form::srcset, relative_to::document, "HTML 4.8.2"},
    {"svg:*", "clip-path", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "cursor", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "fill", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "filter", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "href", form::one, relative_to::document, "SVG 2 16.1"},
    {"svg:*", "marker", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "marker-end", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "marker-mid", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "marker-start", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "mask", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "stroke", form::style, relative_to::document, "SVG 2 6.6"},
    {"svg:*", "style", form::style, relative_to::document, "SVG 2 6.5"},
    {"svg:*", "xlink:href", form::one, relative_to::document, "SVG 1.1 17.1"},
    {"svg:*", "xml:base", form::one, relative_to::document, "XML Base 3"},
    {"svg:*", "xmlns:*", form::one, relative_to::document, "Namespaces in XML 3"},
    {"table", "background", form::one, relative_to::document, "HTML 16.2"},
    {"tbody", "background", form::one, relative_to::document, "HTML 16.2"},
    {"td", "background", form::one, relative_to::document, "HTML 16.2"},
    {"tfoot", "background", form::one, relative_to::document, "HTML 16.2"},
    {"th", "background", form::one, relative_to::document, "HTML 16.2"},
    {"thead", "background", form::one, relative_to::document, "HTML 16.2"},
    {"tr", "background", form::one, relative_to::document, "HTML 16.2"},
    {"track", "src", form::one, relative_to::document, "HTML 4.8.11"},
    {"video", "poster", form::one, relative_to::document, "HTML 4.8.8"},
    {"video", "src", form::one, relative_to::document, "HTML 4.8.8"},
}};

constexpr bool before(std::string_view e, std::string_view a, std::string_view f, std::string_view b) noexcept {
    return e != f ? e < f : a < b;
}

static_assert(std::is_sorted(table.begin(), table.end(), [](const url_attribute &x, const url_attribute &y) {
    return before(x.element, x.attribute, y.element, y.attribute);
}));

const url_attribute *row_of(std::string_view element, std::string_view attribute) noexcept {
    const auto *const at = std::lower_bound(table.begin(), table.end(), 0, [&](const url_attribute &row, int) {
        return before(row.element, row.attribute, element, attribute);
    });
    return at != table.end() && at->element == element && at->attribute == attribute ? at : nullptr;
}

} // namespace

std::span<const url_attribute> url_attributes() noexcept { return table; }

const url_attribute *find_url_attribute(std::string_view element, std::string_view attribute) noexcept {
    if (attribute.starts_with("xmlns:")) attribute = "xmlns:*";
    if (const url_attribute *row = row_of(element, attribute)) return row;
    const auto colon = element.find(':');
    if (colon == std::string_view::npos) return row_of("*", attribute);
    return row_of(element.substr(0, colon) == "svg" ? "svg:*" : "math:*", attribute);
}

} // namespace uniform::html
