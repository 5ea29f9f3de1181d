// The location of a store, as a text.
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// Whether it is a connection URI of PostgreSQL (RFC 3986 3.1: in any case).
[[nodiscard]] bool is_postgresql(std::string_view location) noexcept;

/// The path of a location that is not one of PostgreSQL's.
[[nodiscard]] std::string_view path_of(std::string_view location UNIFORM_LIFETIMEBOUND) noexcept;
void path_of(temporary_owner auto &&) = delete;

/// The reason why a location is invalid, a sentence without anything that may be a password; empty when it is valid.
[[nodiscard]] std::string location_error(std::string_view location);

/// The location without anything that may be a password, for messages, also of an invalid location.
[[nodiscard]] std::string without_password(std::string_view location);

} // namespace store
} // namespace uniform
