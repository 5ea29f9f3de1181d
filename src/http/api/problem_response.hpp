// Problems as responses: problem details (RFC 9457), or a page for people.
#pragma once

#include <uniform/resolver/problem.hpp>

#include "http/engine/engine.hpp"

namespace uniform::http {

/// The problem as application/problem+json, or as text/html if the request prefers a page.
[[nodiscard]] response to_response(const resolver::problem &p, const request &r);

} // namespace uniform::http
