// The tables of routes of the API: a function for each file routes_AREA.cpp.
#pragma once

#include <span>

#include "http/api/route.hpp"

namespace uniform::http {

[[nodiscard]] std::span<const route> names_routes() noexcept;        // names, batches, import, export
[[nodiscard]] std::span<const route> registration_routes() noexcept; // requests, comments, decisions
[[nodiscard]] std::span<const route> namespaces_routes() noexcept;   // namespaces and their settings
[[nodiscard]] std::span<const route> registrars_routes() noexcept;   // registrars, delegations, transfers
[[nodiscard]] std::span<const route> tokens_routes() noexcept;
[[nodiscard]] std::span<const route> webhooks_routes() noexcept;     // webhooks and their deliveries
[[nodiscard]] std::span<const route> history_routes() noexcept;      // of documents
[[nodiscard]] std::span<const route> operation_routes() noexcept;    // health, metrics, statistics, head of the history
[[nodiscard]] std::span<const route> description_routes() noexcept;  // the OpenAPI document, the problem types
[[nodiscard]] std::span<const route> pages_routes() noexcept;        // front page, workbench, assets
[[nodiscard]] std::span<const route> docs_routes() noexcept;         // documentation, reference of the API
[[nodiscard]] std::span<const route> search_routes() noexcept;       // the search page
[[nodiscard]] std::span<const route> manage_routes() noexcept;       // pages: search of names, mint, reserve, download
[[nodiscard]] std::span<const route> manage_names_routes() noexcept; // pages for one name
[[nodiscard]] std::span<const route> manage_several_routes() noexcept;   // pages for several names at once
[[nodiscard]] std::span<const route> manage_prefixes_routes() noexcept;  // pages: delegations
[[nodiscard]] std::span<const route> manage_transfers_routes() noexcept; // pages: transfers
[[nodiscard]] std::span<const route> manage_lists_routes() noexcept;     // pages: upload of lists

[[nodiscard]] std::span<const route> session_routes() noexcept;              // pages: sign-in, account, tokens
[[nodiscard]] std::span<const route> openid_routes() noexcept;               // pages: sign-in by OpenID Connect
[[nodiscard]] std::span<const route> registration_pages_routes() noexcept;   // pages: requests, their form
[[nodiscard]] std::span<const route> registration_request_routes() noexcept; // pages: one request

} // namespace uniform::http
