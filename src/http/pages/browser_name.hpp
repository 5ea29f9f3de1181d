// The browser that a User-Agent names, for people.
#pragma once

#include <string>
#include <string_view>

namespace uniform::http::pages {

/// "Firefox 128, Linux"; of a client that is not a browser its first word, "curl/8.5.0"; at most 60 bytes. Linear.
[[nodiscard]] std::string browser_name(std::string_view agent);

} // namespace uniform::http::pages
