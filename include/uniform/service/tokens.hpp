// Access tokens: who holds one acts with its role, within its prefixes, for its registrar. RFC 6750.
//
//     uniform_7f3a9c01d2e4_Yk3...                 "uniform_", the token's id, and a secret of 256 random bits
//
// The secret is shown once and kept as an Argon2id hash (RFC 9106) only. Documents of kind "token"; none is removed:
// one that is no longer wanted is "revoked".
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

struct token {
    std::string id = {}; ///< 12 hexadecimal digits
    resolver::role role = resolver::role::reader;
    std::string registrar = {};
    std::vector<std::string> prefixes = {};
    std::string label = {};      ///< what it is for
    std::string created_by = {}; ///< the id of a principal: "token:7f3a9c01d2e4", "local:alice"
    resolver::timestamp created = {};
    resolver::timestamp expires = {}; ///< the first moment at which it is no longer valid
    std::optional<resolver::timestamp> revoked = {};
    std::string hash = {}; ///< Argon2id, as it prints it; never shown
    std::uint64_t event = 0;
};
/// An object of JSON, without the hash; "state" is "active", "expired" (at `now`) or "revoked".
[[nodiscard]] std::string to_json(const token &t, resolver::timestamp now);

struct token_limits {
    std::chrono::hours standard{365 * 24}; ///< when no end is asked for
    std::chrono::hours longest{5 * 365 * 24};
};

/// What is asked for. Of an administrator or expert the prefixes may be empty: everything. Of a registrar or a reader
/// that acts for one they may be empty as well: whatever is delegated to that registrar at the time. A manager has at
/// least one.
struct token_request {
    resolver::role role = resolver::role::reader;
    std::string registrar = {};
    std::vector<std::string> prefixes = {};
    std::string label = {};
    std::optional<resolver::timestamp> expires = {};
};
/// Reads "role", "registrar", "prefixes", "label", "expires". Problems: malformed, invalid.
[[nodiscard]] std::expected<token_request, resolver::problem> token_request_from_json(std::string_view json);

/// A new secret with its hash. Made before the store is written, because hashing takes long on purpose and a change may
/// be run twice.
struct token_secret {
    std::string id = {};
    std::string text = {}; ///< the whole token, to be shown once
    std::string hash = {};
};
/// Throws std::runtime_error when the system gives no random bits.
[[nodiscard]] token_secret make_token_secret();

/// Makes a token. An administrator without prefixes may make any. One that is bound to prefixes makes those with
/// prefixes that lie within its own and within what is delegated to the registrar, if anything is, that end no later
/// than its own token, for registrars that may_let_act() says; and so does a manager for registrars and readers.
/// Problems: forbidden, invalid, not_found (the registrar, or a namespace that is not kept here; with the requests that
/// ask for it).
[[nodiscard]] std::expected<token, resolver::problem> create_token(store::writing &w, const resolver::principal &who,
                                                                   const token_request &t, const token_secret &s,
                                                                   const token_limits &limits = {});

/// A token that was revoked, and those that were valid until then, which it made, or one that it made, and so on.
struct revocation {
    service::token token = {};
    std::vector<std::string> made = {}; ///< their ids, in order
};
/// The token as an object of JSON, with "revoked_with_it".
[[nodiscard]] std::string to_json(const revocation &r, resolver::timestamp now);

/// Revokes one, at once: its holder may, an administrator of all its prefixes, and a manager of all if it is a
/// registrar's or reader's. What it made is revoked in the same write, unless an administrator says `keep_made`.
/// Revoking it again revokes what it made and is still valid. Of a manager's or administrator's all tokens are read.
/// Problems: not_found (also when `who` may not know of it), forbidden.
[[nodiscard]] std::expected<revocation, resolver::problem>
revoke_token(store::writing &w, const resolver::principal &who, std::string_view id, bool keep_made = false);

/// Whether `who` may see the token: its holder, an administrator, a manager of all its prefixes.
[[nodiscard]] bool may_see(store::reading &r, const resolver::principal &who, const token &t);
/// Problems: not_found.
[[nodiscard]] std::expected<token, resolver::problem> token_of(store::reading &r, const resolver::principal &who,
                                                               std::string_view id);
/// Those that `who` may see, in order of their ids, after `after`. The second value is the id to go on after, empty at
/// the end: fewer than `limit` may be given before it.
[[nodiscard]] std::pair<std::vector<token>, std::string> list_tokens(store::reading &r, const resolver::principal &who,
                                                                     std::string_view after, std::size_t limit);

/// The first token of an empty store: an administrator's. Nothing when there has ever been a token.
struct issued_token {
    service::token token = {};
    std::string text = {}; ///< to be shown once
};
[[nodiscard]] std::optional<issued_token> create_first_administrator(store::store &s, const store::origin &by,
                                                                     const token_limits &limits = {});

/// The id within a token's text; nothing when it has not the form of one.
[[nodiscard]] std::optional<std::string_view> token_id_of(std::string_view text) noexcept;

/// Whether this is the secret of the token; without one (an unknown id) the same work is done for nothing, so that the
/// time tells no one which ids there are. About 20 ms and 19 MiB.
[[nodiscard]] bool verify_token(std::string_view text, const token *t);

/// Who the holder of this token is at time `now`. `prefixes` are filled in for a token that follows its registrar's
/// delegations. Problems: unauthenticated (revoked, expired, or its registrar has ended), with the member "reason".
[[nodiscard]] std::expected<resolver::principal, resolver::problem> principal_of(store::reading &r, const token &t,
                                                                                 resolver::timestamp now);
/// The token with this id, hash and all: for authentication only.
[[nodiscard]] std::optional<token> find_token(store::reading &r, std::string_view id);

/// The user of the command on the local store: an administrator, "local:NAME".
[[nodiscard]] resolver::principal local_user(std::string_view name);

} // namespace uniform::service
