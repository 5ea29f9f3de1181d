// The documents of access tokens, and the conditions on what a token permits, whoever makes it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/json/members.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::token_documents {

inline constexpr std::string_view token_kind = "token";

[[nodiscard]] token_state state_of(const token &t, resolver::timestamp now) noexcept;
/// Without state and version, as the store has it, but for the hash.
[[nodiscard]] json::value content_of(const token &t);
/// Throws store::failure (damaged).
[[nodiscard]] token read_token(const store::document &d);
/// Writes the token as an event with this action, and returns it with its new version.
[[nodiscard]] token put(store::writing &w, token t, std::string_view action);

/// Reads a member with a date or a date-time.
json::members &time(json::members &m, std::string_view name, std::optional<resolver::timestamp> &out);

/// The JSON pointer to one of the prefixes in the request.
[[nodiscard]] std::string pointer_to(const token_request &t, const std::string &prefix);
/// Whether the request has what its role requires. Problem: invalid.
[[nodiscard]] std::expected<void, resolver::problem> check_role(const token_request &t);
/// Makes the prefixes those of keys. Problems: malformed, invalid.
[[nodiscard]] std::expected<void, resolver::problem> normalize_prefixes(store::reading &r, token_request &t);
/// Whether the namespaces of the prefixes are managed here, and the registrar exists and has not ended. Problems:
/// not_found, invalid.
[[nodiscard]] std::expected<void, resolver::problem> check_scope(store::reading &r, const token_request &t);

} // namespace uniform::service::token_documents
