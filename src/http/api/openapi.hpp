// The OpenAPI 3.1 document of the service, generated from the tables of routes. Only the schemas of JSON bodies and the
// introduction are written by hand: src/http/api/openapi/*.json.
#pragma once

#include <span>
#include <string>

#include "http/api/route.hpp"

namespace uniform::http {

/// The document as JSON. Every operation gets the responses that follow from its row: 401, 429, 500 and 503 always, 403
/// with roles, 400 for the API and for parameters, 413 and 415 for bodies, 422 for parameters and JSON bodies, 304 and
/// 412 for conditional requests. Throws std::logic_error that names the mistake when a row or a schema refers to a
/// schema that does not exist, a path and its parameters differ, or two operations have one id. Cost: some
/// milliseconds.
[[nodiscard]] std::string openapi_document(std::span<const route *const> routes);

} // namespace uniform::http
