// The page at "/": what this service is, with links to try.
#pragma once

#include <string>

#include "http/api/server_context.hpp"

namespace uniform::http {

/// HTML, no scripts. Reads a few rows of the store.
[[nodiscard]] std::string start_page(const server_context &s);

} // namespace uniform::http
