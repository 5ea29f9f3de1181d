// The fields of every response of the service that tell a browser what it must not do with it.
#pragma once

#include <string>

namespace uniform::http {

struct settings;

/// Whole lines for the head of a response. Added to every response in one place, the engine (engine_options::fields),
/// and to what the response cache has stored for it:
///
/// - "X-Content-Type-Options: nosniff": the type of a response is the one that it states
/// - "Content-Security-Policy: frame-ancestors 'none'": no page of another service shows a page of this one. A page's
/// own
///   policy stays: a browser enforces both.
/// - "Strict-Transport-Security", for server.hsts, if the service itself uses TLS (RFC 6797 section 7.2: never without)
[[nodiscard]] std::string security_fields(const settings &s);

} // namespace uniform::http
