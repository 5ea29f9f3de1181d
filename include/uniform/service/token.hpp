// A stored token, and what is asked for when one is made (tokens.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The state of a token at a time.
enum class token_state : std::uint8_t { active, expired, revoked };
/// Their names.
inline constexpr auto token_state_names = enum_table<token_state>(
    {{token_state::active, "active"}, {token_state::expired, "expired"}, {token_state::revoked, "revoked"}});
/// The name of a token state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(token_state s) noexcept { return token_state_names.name(s); }

/// A token, without its secret.
struct token {
    std::string id = {}; ///< 12 hexadecimal digits
    resolver::role role = resolver::role::reader;
    std::string registrar = {};
    std::vector<std::string> prefixes = {};
    std::string label = {};      ///< its purpose, for people
    std::string created_by = {}; ///< the id of a principal: "token:7f3a9c01d2e4", "local:alice"
    resolver::timestamp created = {};
    resolver::timestamp expires = {}; ///< the first moment at which it is no longer valid
    std::optional<resolver::timestamp> revoked = {};
    std::string hash = {};     ///< Argon2id, as it prints it; never shown; empty: nobody has a secret of it
    std::string issuer = {};   ///< of a user of OpenID Connect, who has no secret but signs in (accounts.hpp)
    std::string subject = {};  ///< the user's identifier at the issuer
    std::uint64_t event = 0;   ///< of the last change
    std::uint64_t version = 1; ///< the number of its versions
};
/// The members of a new token. Without prefixes, an administrator or expert is unrestricted, and a registrar, or a
/// reader with a registrar, has the prefixes that are delegated to that registrar at the time. A manager must have at
/// least one.
struct token_request {
    resolver::role role = resolver::role::reader;
    std::string registrar = {};
    std::vector<std::string> prefixes = {};
    std::string label = {};
    std::optional<resolver::timestamp> expires = {};
};
/// The token with this id, with its hash: for authentication only.
[[nodiscard]] std::optional<token> find_token(store::reading &r, std::string_view id);

} // namespace service
} // namespace uniform
