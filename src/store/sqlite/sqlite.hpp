// A database in one file: SQLite.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <uniform/store/database.hpp>

namespace uniform::store {

/// Opens the file; creates it if missing and `o.create` is true. Throws failure.
[[nodiscard]] std::unique_ptr<database> open_sqlite(std::string path, const database_options &o);

/// Copies the file `from` to the file `to`, which is complete or does not exist afterwards.
void backup_sqlite(const std::string &from, const std::string &to, const database_options &o,
                   const std::function<void(std::uint64_t done, std::uint64_t of)> &progress);

/// The same, from any database.
void backup_by_copy(database &from, const std::string &to,
                    const std::function<void(std::uint64_t done, std::uint64_t of)> &progress);

} // namespace uniform::store
