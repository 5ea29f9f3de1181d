// Users who sign in with an OpenID provider. A user is an access token without a secret (tokens.hpp): it has the role,
// the registrar and the prefixes that the provider's claims gave at the last sign-in, it is the author of what the user
// does, administrators see it among the tokens, and revoking it locks the user out.
//
// The id of the token is derived from the issuer and the subject identifier, which OpenID Connect Core 1.0 section 2
// promises are never reassigned: so the same person has the same id for ever, on each node.
#pragma once

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// A user at a provider.
struct account_name {
    std::string_view issuer;
    std::string_view subject;
};

/// The token of this user. One look-up.
[[nodiscard]] std::optional<token> find_account(store::reading &r, const account_name &name);

/// The id that the user's token has, or would get. One look-up.
[[nodiscard]] std::string account_id(store::reading &r, const account_name &name);

/// Makes the user's token, or gives it what the claims permit now; it expires after `keep`. Writes nothing if nothing
/// has changed and more than half of `keep` is left. `rights.expires` is ignored. The author is the user. Problems:
/// forbidden (it is revoked, with the member "reason"); malformed, invalid, not_found (the rights are not possible
/// here).
[[nodiscard]] std::expected<token, resolver::problem>
sign_in_account(store::writing &w, const account_name &name, token_request rights, std::chrono::milliseconds keep);

/// Ends what the user's token permits, because the provider's claims permit nothing any more. Nothing without a token.
void end_account(store::writing &w, const account_name &name);

/// Lets a user sign in again whose token was revoked: for administrators without prefixes. Problems: not_found (also a
/// token with a secret, which stays revoked for ever), forbidden, wrong_state (it is not revoked).
[[nodiscard]] std::expected<token, resolver::problem> readmit_account(store::writing &w, const resolver::principal &who,
                                                                      std::string_view id);

} // namespace service
} // namespace uniform
