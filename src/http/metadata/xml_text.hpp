// Text for XML documents, which pugixml escapes but does not check.
#pragma once

#include <string>
#include <string_view>

#include <pugixml.hpp>

namespace uniform::http {

/// The text with U+FFFD in place of everything that XML 1.0 2.2 does not allow: control characters, U+FFFE and U+FFFF,
/// and bytes that are not UTF-8 (RFC 3629 4). Linear.
[[nodiscard]] std::string xml_text(std::string_view text);

/// Appends the element `name` with a text, and returns it.
pugi::xml_node add_element(pugi::xml_node parent, const char *name, std::string_view text);

/// The document as UTF-8, indented.
[[nodiscard]] std::string text_of(const pugi::xml_document &document);

} // namespace uniform::http
