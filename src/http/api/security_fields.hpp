// The fields of every response of the service: what a browser must not do with it, and where it comes from.
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

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
/// - "Uniform-Follows: URL", if the service follows the one at the URL (store.follow), which is the one to write to
[[nodiscard]] std::string security_fields(const settings &s);
/// The URL of the service that this one follows; empty: it follows none, a file, or segments.
[[nodiscard]] std::string_view followed_url(const settings &s UNIFORM_LIFETIMEBOUND) noexcept;

} // namespace uniform::http
