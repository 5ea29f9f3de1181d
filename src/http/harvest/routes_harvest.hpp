// The table of routes for harvesters and name servers.
#pragma once

#include <span>

#include "http/api/route.hpp"

namespace uniform::http {

[[nodiscard]] std::span<const route> harvest_routes() noexcept;  // OAI-PMH, zone file, links
[[nodiscard]] std::span<const route> feed_routes() noexcept;     // requests and decisions, as an Atom feed
[[nodiscard]] std::span<const route> registry_routes() noexcept; // the published registry of namespaces, IANA's list

} // namespace uniform::http
