// The fields that a browser sends beside a form, and the cookie of a session (RFC 6265).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/engine/engine.hpp"
#include "http/pages/form.hpp"

namespace uniform::http {

struct settings;

namespace session {

/// Whether the service's own URL is https.
[[nodiscard]] bool is_https(const settings *s) noexcept;
/// "__Host-session" if the service's own URL is https, so that no other host and no http page can set it; "session"
/// over http, where browsers refuse that prefix.
[[nodiscard]] std::string_view cookie_name(const settings *s) noexcept;
/// The secret in the request's cookie. std::nullopt: there is none, or there are several, of which one is somebody
/// else's.
[[nodiscard]] std::optional<std::string_view> secret_in(const request &r, const settings *s) noexcept;
/// The value of Set-Cookie: HttpOnly, SameSite=Strict, Path=/, and Secure if the service's own URL is https. It ends
/// with the browser; the store ends it sooner.
[[nodiscard]] std::string cookie_with(std::string_view secret, const settings *s);
/// The value of Set-Cookie that removes it.
[[nodiscard]] std::string no_cookie(const settings *s);

/// Whether a request may come from a page of this service: Sec-Fetch-Site (Fetch Metadata), if it is sent, is
/// "same-origin" or "none"; else Origin (RFC 6454 section 7), if it is sent, is that of the service or of Host.
[[nodiscard]] bool is_from_here(const request &r, const settings *s);

/// Whether the request has the session's token against cross-site request forgery: in the field X-CSRF-Token, or as the
/// field "csrf" of a form (urlencoded, or the first 1,000 bytes of multipart/form-data). Compares in constant time.
[[nodiscard]] bool has_csrf(const request &r, std::string_view csrf);

/// A path of this service, to which a form may lead: "//host" and "/\host" are other hosts.
[[nodiscard]] bool is_own_path(std::string_view to) noexcept;

/// The data that the page that asks for a token needs.
struct sign_in {
    std::string to = "/";       ///< where it leads
    std::string again = {};     ///< the body of a form that has not been carried out, to be sent again
    std::string_view says = {}; ///< the key of a text: why; empty: nothing has happened
};
/// The name of the OpenID provider on pages: openid.name, or the host of the issuer.
[[nodiscard]] std::string openid_name(const settings &s);
/// The page, with the fields against caches.
[[nodiscard]] response sign_in_page(const settings *s, const request &r, const sign_in &what, int status = 200);

} // namespace session
} // namespace uniform::http
