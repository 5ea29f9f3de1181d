// Which attributes of HTML hold URI-references, and in which form.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace uniform::html {

/// How references stand in an attribute.
enum class form : std::uint8_t {
    one,     ///< one reference
    spaces,  ///< a list with white space between (ping, archive of object)
    commas,  ///< a list with commas between (archive of applet)
    srcset,  ///< image candidate strings (HTML 4.8.4.2.1)
    refresh, ///< seconds; URL=reference (HTML 4.2.5.3)
    style,   ///< CSS: url(...)
};

/// What an attribute is resolved against.
enum class relative_to : std::uint8_t { document, codebase };

struct url_attribute {
    std::string_view element;   ///< in lower case, "svg:image" in foreign content; "*", "svg:*": any
    std::string_view attribute; ///< in lower case
    uniform::html::form form = form::one;
    uniform::html::relative_to relative_to = relative_to::document;
    std::string_view source{}; ///< "HTML 4.01 13.2": the document that says so
};

/// All of them, sorted by element and attribute.
[[nodiscard]] std::span<const url_attribute> url_attributes() noexcept;

/// The row of that attribute of that element, both in lower case; nullptr when it holds no reference. meta's content
/// and param's value are not in the table: another attribute says what they hold. Logarithmic.
[[nodiscard]] const url_attribute *find_url_attribute(std::string_view element, std::string_view attribute) noexcept;

} // namespace uniform::html
