// The labels of encodings, as documents and messages write them (Encoding Standard 4.2).
#pragma once

#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace html {

/// The name that the Encoding Standard (4.2) gives the encoding of that label, white space and case ignored:
/// `encoding_of_label("latin1")` is "windows-1252". std::nullopt for an unknown label; "replacement" for those that are
/// never decoded.
[[nodiscard]] std::optional<std::string_view> encoding_of_label(std::string_view label);

} // namespace html
} // namespace uniform
