// The tables of routes for administrators: a function for each file routes_AREA.cpp. Each has the operations of the API
// and the pages that show the same.
#pragma once

#include <span>

#include "http/api/route.hpp"

namespace uniform::http {

[[nodiscard]] std::span<const route> overview_routes() noexcept;      // the first page
[[nodiscard]] std::span<const route> figures_routes() noexcept;       // resolutions, latency, unknown names
[[nodiscard]] std::span<const route> link_hosts_routes() noexcept;    // findings of the link checker by host
[[nodiscard]] std::span<const route> findings_routes() noexcept;      // for every token: of the names that it covers
[[nodiscard]] std::span<const route> imports_routes() noexcept;       // imports that run, lists of everybody
[[nodiscard]] std::span<const route> verification_routes() noexcept;  // of the history
[[nodiscard]] std::span<const route> store_routes() noexcept;         // the store and its replicas, settings
[[nodiscard]] std::span<const route> decisions_routes() noexcept;     // the log of decisions
[[nodiscard]] std::span<const route> webhooks_routes() noexcept;      // webhooks and their deliveries: the API
[[nodiscard]] std::span<const route> webhook_pages_routes() noexcept; // their pages
[[nodiscard]] std::span<const route> iana_list_routes() noexcept;     // IANA's list of namespaces: pages alone

} // namespace uniform::http
