// Problems as responses: problem details (RFC 9457), or a page for people.
#pragma once

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>

#include "http/engine/engine.hpp"

namespace uniform::http {

struct settings;

/// The problem as application/problem+json, or as text/html if the request prefers a page.
/// @param s for the frame of the page; may be null
/// @param more further data of the page, as web/templates/problem.html reads it
[[nodiscard]] response to_response(const resolver::problem &p, const request &r, const settings *s = nullptr,
                                   const json::value &more = {});

/// Whether to_response() makes a page.
[[nodiscard]] bool prefers_page(const request &r);

} // namespace uniform::http
