// The page at "/": what this service is, and what can be tried, with links that work.
#pragma once

#include <string>

#include "http/site.hpp"

namespace uniform::http {

/// HTML, no scripts. Reads a few rows of the store.
[[nodiscard]] std::string start_page(const site &s);

} // namespace uniform::http
