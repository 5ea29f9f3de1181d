// Texts of settings in quotation marks.
#pragma once

#include <string>
#include <string_view>

namespace uniform::http {

/// As JSON and TOML have a text.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace uniform::http
