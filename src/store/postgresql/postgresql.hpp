// A database on a server: PostgreSQL, by libpq.
#pragma once

#include <memory>
#include <string>

#include <uniform/store/database.hpp>

namespace uniform::store {

/// @param uri a connection URI of libpq; several hosts are allowed
[[nodiscard]] std::unique_ptr<database> open_postgresql(const std::string &uri, const database_options &o);

} // namespace uniform::store
