// The tables of routes of the pages: a function for each file routes_AREA.cpp.
#pragma once

#include <span>

#include "http/api/route.hpp"

namespace uniform::http {

[[nodiscard]] std::span<const route> pages_routes() noexcept;                // front page, workbench, assets
[[nodiscard]] std::span<const route> docs_routes() noexcept;                 // documentation, reference of the API
[[nodiscard]] std::span<const route> search_routes() noexcept;               // the search page
[[nodiscard]] std::span<const route> manage_routes() noexcept;               // search of names, download
[[nodiscard]] std::span<const route> manage_making_routes() noexcept;        // mint, reserve
[[nodiscard]] std::span<const route> manage_names_routes() noexcept;         // for one name
[[nodiscard]] std::span<const route> manage_several_routes() noexcept;       // for several names at once
[[nodiscard]] std::span<const route> manage_namespaces_routes() noexcept;    // namespaces and their settings
[[nodiscard]] std::span<const route> manage_prefixes_routes() noexcept;      // the tree of prefixes
[[nodiscard]] std::span<const route> manage_delegation_routes() noexcept;    // one delegation
[[nodiscard]] std::span<const route> manage_registrars_routes() noexcept;    // registrars
[[nodiscard]] std::span<const route> manage_transfers_routes() noexcept;     // transfers
[[nodiscard]] std::span<const route> manage_lists_routes() noexcept;         // upload of lists
[[nodiscard]] std::span<const route> session_routes() noexcept;              // sign-in, account, sessions
[[nodiscard]] std::span<const route> account_tokens_routes() noexcept;       // access tokens
[[nodiscard]] std::span<const route> openid_routes() noexcept;               // sign-in by OpenID Connect
[[nodiscard]] std::span<const route> registration_pages_routes() noexcept;   // requests, their form
[[nodiscard]] std::span<const route> registration_request_routes() noexcept; // one request

} // namespace uniform::http
