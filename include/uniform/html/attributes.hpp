// The attributes of HTML that contain URI-references, and their forms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace html {

/// The form of references in an attribute.
enum class form : std::uint8_t {
    one,     ///< one reference
    spaces,  ///< a list with white space between (ping, archive of object)
    commas,  ///< a list with commas between (archive of applet)
    srcset,  ///< image candidate strings (HTML 4.8.4.2.1)
    refresh, ///< seconds; URL=reference (HTML 4.2.5.3)
    style,   ///< CSS: url(...)
};

/// The base that an attribute is resolved against.
enum class relative_to : std::uint8_t { document, codebase };

/// An attribute whose value is a URL or a list of URLs.
struct url_attribute {
    std::string_view element;   ///< in lower case, "svg:image" in foreign content; "*", "svg:*": any
    std::string_view attribute; ///< in lower case; "xmlns:*": with any prefix
    uniform::html::form form = form::one;
    uniform::html::relative_to relative_to = relative_to::document;
    std::string_view source{}; ///< "HTML 4.01 13.2": the document that says so
};

/// All of them, sorted by element and attribute.
[[nodiscard]] std::span<const url_attribute> url_attributes() noexcept;

/// The row of that attribute of that element, both in lower case; nullptr if it contains no reference. meta's content
/// and param's value are not in the table: another attribute determines their content. Logarithmic.
[[nodiscard]] const url_attribute *find_url_attribute(std::string_view element, std::string_view attribute) noexcept;

} // namespace html
} // namespace uniform
