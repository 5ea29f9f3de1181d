// Access tokens (RFC 6750). The holder of a token acts with its role, under its prefixes, for its registrar.
//
//     uniform_7f3a9c01d2e4_Yk3...                 "uniform_", the token's id, and a secret of 256 random bits
//
// The secret is shown once; only its Argon2id hash (RFC 9106) is stored. Stored as documents of kind "token", which are
// never removed: a token is "revoked".
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/token.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace json {
class writer;
} // namespace json
} // namespace uniform

namespace uniform UNIFORM_API {
namespace service {

/// Writes an object, without the hash; "state" is "active", "expired" (at `now`) or "revoked".
void write(json::writer &w, const token &t, resolver::timestamp now);
/// The same as a value.
[[nodiscard]] json::value value_of(const token &t, resolver::timestamp now);

/// For how long tokens are issued.
struct token_limits {
    std::chrono::hours standard{365 * 24}; ///< if the request has no end
    std::chrono::hours longest{5 * 365 * 24};
};

/// Reads "role", "registrar", "prefixes", "label", "expires". Problems: malformed, invalid.
[[nodiscard]] std::expected<token_request, resolver::problem> token_request_from_json(const json::value &value);

/// A new secret with its hash. Made before the transaction, because hashing takes long on purpose and the function of a
/// write may be called twice.
struct token_secret {
    std::string id = {};
    std::string text = {}; ///< the whole token, to be shown once
    std::string hash = {};
};
/// A secret of random bits; or of `seed`, which must have 256 bits that nobody else can know: the same for the same
/// seed, but for the salt of the hash. Throws std::runtime_error if the random number generator failed.
[[nodiscard]] token_secret make_token_secret(std::string_view seed = {});

/// Creates a token. An administrator without prefixes can create any. An administrator with prefixes, and a manager for
/// the roles registrar and reader, can create tokens whose prefixes its own token covers, which expire no later than
/// its own token; for a registrar if may_let_act(), with prefixes that are delegated to it, if any are. Problems:
/// forbidden, invalid, not_found (the registrar, or a namespace that is not managed here; with the requests for it).
[[nodiscard]] std::expected<token, resolver::problem> create_token(store::writing &w, const resolver::principal &who,
                                                                   const token_request &t, const token_secret &s,
                                                                   const token_limits &limits = {});

/// A revoked token, and the valid tokens that were created with it, directly or indirectly, and are revoked with it.
struct revocation {
    service::token token = {};
    std::vector<std::string> also_revoked = {}; ///< their ids, in order
};
/// Writes the token as an object, with "also_revoked".
void write(json::writer &w, const revocation &r, resolver::timestamp now);

/// Revokes a token, with immediate effect: for its holder, an administrator who covers all its prefixes, and such a
/// manager if its role is registrar or reader. The tokens that were created with it are revoked in the same
/// transaction, unless an administrator sets `keep_created_tokens`; another revocation revokes those that are still
/// valid. Reads all tokens if the role is manager or administrator. Problems: not_found (also if `who` may not see the
/// token), forbidden.
[[nodiscard]] std::expected<revocation, resolver::problem>
revoke_token(store::writing &w, const resolver::principal &who, std::string_view id, bool keep_created_tokens = false);

/// Whether `who` may see the token: its holder, an administrator, a manager of all its prefixes.
[[nodiscard]] bool may_see(store::reading &r, const resolver::principal &who, const token &t);
/// Problems: not_found.
[[nodiscard]] std::expected<token, resolver::problem> token_of(store::reading &r, const resolver::principal &who,
                                                               std::string_view id);
/// The tokens that `who` may see, in order of their ids, after `after`. The second value is the id to continue after,
/// empty at the end: a page may have fewer than `limit` before it.
[[nodiscard]] std::pair<std::vector<token>, std::string> list_tokens(store::reading &r, const resolver::principal &who,
                                                                     std::string_view after, std::size_t limit);

/// A new token and its text.
struct issued_token {
    service::token token = {};
    std::string text = {}; ///< shown only once
};
/// An administrator's token, if the store has no token yet; else nullopt.
[[nodiscard]] std::optional<issued_token> create_first_administrator(store::store &s, const store::origin &by,
                                                                     const token_limits &limits = {});

/// The id in the text of a token; std::nullopt if it does not have the form of a token.
[[nodiscard]] std::optional<std::string_view> token_id_of(std::string_view text UNIFORM_LIFETIMEBOUND) noexcept;
void token_id_of(temporary_owner auto &&) = delete;

/// Whether this is the secret of the token. For an unknown id (null) the same work is done, so that the time does not
/// reveal which ids exist. About 20 ms and 19 MiB.
[[nodiscard]] bool verify_token(std::string_view text, const token *t);

/// The holder of this token at time `now`. A token without prefixes has those that are delegated to its registrar.
/// Problems: unauthenticated (revoked, expired, or its registrar has ended), with the member "reason".
[[nodiscard]] std::expected<resolver::principal, resolver::problem> principal_of(store::reading &r, const token &t,
                                                                                 resolver::timestamp now);

/// The user of the command on the local store: an administrator, "local:NAME".
[[nodiscard]] resolver::principal local_user(std::string_view name);

} // namespace service
} // namespace uniform
