// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace uniform::http::pages {

/// For elements and quoted attributes; control characters become spaces. Linear.
[[nodiscard]] std::string escaped(std::string_view text);

} // namespace uniform::http::pages
