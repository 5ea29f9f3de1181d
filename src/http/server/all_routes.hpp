// The routes of the whole service.
#pragma once

#include <span>

#include "http/api/router.hpp"

namespace uniform::http {

/// The tables of all areas. A new area is one line here.
[[nodiscard]] std::span<const router::table> all_routes();

} // namespace uniform::http
