// The table of routes that resolve names.
#pragma once

#include <span>

#include "http/api/route.hpp"

namespace uniform::http {

[[nodiscard]] std::span<const route> resolution_routes() noexcept; // resolve, services of RFC 2483, explain

} // namespace uniform::http
