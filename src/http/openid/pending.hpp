// A sign-in that was begun and is not finished: what the browser keeps while its user is at the provider. It is all in
// a cookie of the browser, so that nobody can fill the memory of the service, each node can finish it, and a restart
// ends none. state, nonce and the code verifier are digests of it: whoever changes the cookie, or has another one, has
// another state than the one that the provider returns. docs/decisions/0032-openid-connect.md has the reasons.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/engine/engine.hpp"

namespace uniform::http {

struct settings;

namespace openid {

/// After this time it has to be started again.
inline constexpr std::chrono::minutes longest_pending{10};
/// The most that one browser keeps; another one ends the others, so that the request stays small.
inline constexpr std::size_t most_pending = 5;
/// The longest path to which one leads; a longer one is not kept.
inline constexpr std::size_t longest_to = 1000;

class pending {
public:
    /// Begins one that leads to `to`, a path of this service. Throws std::runtime_error without random numbers.
    [[nodiscard]] static pending begin(std::string_view to, resolver::timestamp now);
    /// The one with this state, from the request's cookies, if it was begun in the last ten minutes. Compares in
    /// constant time.
    [[nodiscard]] static std::optional<pending> find(const request &r, const settings *s, std::string_view state,
                                                     resolver::timestamp now);

    [[nodiscard]] const std::string &to() const noexcept UNIFORM_LIFETIMEBOUND { return to_; }
    [[nodiscard]] std::string state() const;     ///< OpenID Connect Core 3.1.2.1; RFC 6749 10.12
    [[nodiscard]] std::string nonce() const;     ///< OpenID Connect Core 15.5.2
    [[nodiscard]] std::string verifier() const;  ///< RFC 7636 4.1: 43 characters
    [[nodiscard]] std::string challenge() const; ///< RFC 7636 4.2: S256

    /// The value of Set-Cookie: HttpOnly, SameSite=Lax, Secure with https.
    [[nodiscard]] std::string cookie(const settings *s) const;
    /// The value of Set-Cookie that removes it.
    [[nodiscard]] std::string no_cookie(const settings *s) const;

private:
    [[nodiscard]] std::string digest(std::string_view purpose) const;
    [[nodiscard]] std::string name(const settings *s) const;
    std::string text_ = {}; // "SECRET.SECONDS.PATH" in base64url, as in the cookie
    std::string to_ = {};
};

/// The values of Set-Cookie that remove all of them from this browser, if it has most_pending or more.
[[nodiscard]] std::vector<std::string> without_others(const request &r, const settings *s);

} // namespace openid
} // namespace uniform::http
