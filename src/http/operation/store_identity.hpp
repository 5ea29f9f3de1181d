// The identity of the store that a history is of, so that a service that follows itself is noticed.
#pragma once

#include <string>
#include <string_view>

#include <uniform/store/database.hpp>

namespace uniform::http {

/// 32 hexadecimal digits. Those of an SQLite file are the same in all processes of the machine, by whatever name they
/// open it, until the machine is started again; no other file has them. A file that cannot be examined, and a database
/// of PostgreSQL, have those of their location. One stat(2).
[[nodiscard]] std::string identity_of(const store::database &d);

/// The header field of a page of the history: the identities of the store that it is from, of the one that this one
/// follows, and so on.
inline constexpr std::string_view stores_field_name = "Uniform-Stores";
/// Its value for a store that gives on what it got from others. A chain that is too long loses its end.
/// @param others the value that the one had that this store follows; empty: it follows none
[[nodiscard]] std::string stores_field(const store::database &d, std::string_view others);
/// Whether the value of the field has the store in it.
[[nodiscard]] bool has_store(std::string_view stores, const store::database &d);

} // namespace uniform::http
