// The database in one file: SQLite.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <uniform/store/database.hpp>

namespace uniform::store {

/// Opens the file, making it when there is none and `o.create` says so. Throws failure.
[[nodiscard]] std::unique_ptr<database> open_sqlite(std::string path, const database_options &o);

/// Copies the file `from` into the file `to`, which is whole or not there afterwards.
void backup_sqlite(const std::string &from, const std::string &to, const database_options &o,
                   const std::function<void(std::uint64_t done, std::uint64_t of)> &progress);

/// The same, from any database.
void backup_by_copy(database &from, const std::string &to,
                    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress);

} // namespace uniform::store
