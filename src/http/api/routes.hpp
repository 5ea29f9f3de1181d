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
[[nodiscard]] std::span<const route> history_routes() noexcept;     // of documents
[[nodiscard]] std::span<const route> follower_routes() noexcept;    // the history, for followers, and proofs
[[nodiscard]] std::span<const route> operation_routes() noexcept;   // health, metrics, statistics, head of the history
[[nodiscard]] std::span<const route> description_routes() noexcept; // the OpenAPI document, the problem types

} // namespace uniform::http
