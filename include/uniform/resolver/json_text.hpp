// JSON as text (RFC 8259): what is written often is written without a tree, and what comes from outside is looked at
// before a tree is made of it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace uniform::resolver {

/// Appends `text` as a JSON string, with its quotation marks; bytes that are no UTF-8 become U+FFFD. Linear.
void append_json_string(std::string &out, std::string_view text);

/// The offset of the bracket or brace that opens a level deeper than `levels`; nothing when there is none. Parsers and
/// printers of trees recurse, so nothing from outside may be nested without bound. Linear, no allocation.
[[nodiscard]] std::optional<std::size_t> nested_deeper(std::string_view json, std::size_t levels = 32) noexcept;

} // namespace uniform::resolver
