// Resolving many names with one request: POST /api/v1/resolve.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string_view>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/store/store.hpp>

#include "http/api/router.hpp"
#include "http/operation/statistics.hpp"
#include "http/resolve/look_up.hpp"

namespace uniform::http {

/// The largest body of a batch: as many of the longest names as one may have.
inline constexpr std::size_t batch_limit = std::size_t{8} << 20U;

/// The handler: a JSON array of URNs, an object with the members names and service, or one URN a line (text/plain,
/// text/uri-list, NDJSON). All are resolved in one read transaction, and each has a result or a problem of its own.
[[nodiscard]] handler_result resolve_batch(request_context &c);

/// The service that a parameter or member names; I2L if there is none. Errors: invalid.
[[nodiscard]] std::expected<resolver::named_service, resolver::problem>
service_named(std::optional<std::string_view> name);

/// One URI of GET /api/v1/resolve/{urn} and of a batch, as JSON; counted. Returns the corrections of the URI.
/// @param other the second operand of I=I
[[nodiscard]] std::expected<std::vector<resolver::correction>, resolver::problem>
write_resolved(json::writer &w, request_context &c, store::reading &r, resolver::named_service s, std::string_view uri,
               std::optional<std::string_view> other);

/// Counts the outcome of one resolution, for a request that states this country.
void count(const request_context &c, const name_lookup &n, outcome o, country_code stated);
/// Counts a problem of a request whose name is not known.
void count(const server_context &s, const resolver::problem &p);

/// RFC 2483 section 4: no such service.
[[nodiscard]] resolver::problem unknown_service(std::string_view name);

} // namespace uniform::http
