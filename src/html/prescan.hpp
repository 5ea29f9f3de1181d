// The encoding that a document declares.
#pragma once

#include <optional>
#include <string_view>

namespace uniform::html {

// HTML 13.2.3.2, "prescan a byte stream to determine its encoding", of the octets given; also for XHTML, whose XML
// declaration comes first. The name is that of encoding_of_label().
[[nodiscard]] std::optional<std::string_view> declared_encoding(std::string_view beginning);

} // namespace uniform::html
