// The documents of access tokens.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/json/members.hpp>
#include <uniform/service/token.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::token_documents {

inline constexpr std::string_view token_kind = "token";

/// Whether this is an id that a token can have: 12 hexadecimal digits.
[[nodiscard]] bool is_token_id(std::string_view id) noexcept;

[[nodiscard]] token_state state_of(const token &t, resolver::timestamp now) noexcept;
/// Without state and version, as the store has it, but for the hash.
[[nodiscard]] json::value content_of(const token &t);
/// Throws store::failure (damaged).
[[nodiscard]] token read_token(const store::document &d);
/// Writes the token as an event with this action, and returns it with its new version.
[[nodiscard]] token put(store::writing &w, token t, std::string_view action);

/// Reads a member with a date or a date-time.
json::members &time(json::members &m, std::string_view name, std::optional<resolver::timestamp> &out);

} // namespace uniform::service::token_documents
