// Copies, backups and restores of whole stores.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <uniform/base/api.hpp>
#include <uniform/store/database.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// Reports progress: rows (copy) or pages (restore) done, and their total.
using copy_progress = std::function<void(std::uint64_t done, std::uint64_t of)>;

/// Copies `from`, as it is at one moment, into `to`, all or nothing; others may go on using `from`. `to` must be empty;
/// its tables are made if missing. Constant memory.
/// @return the number of rows
/// Throws failure: unavailable when `from` has no store, version when it does not have this program's schema version,
/// other when `to` is not empty; follows when `from` has the mark of a follower and `to` is in PostgreSQL. Another copy
/// has it, too.
std::uint64_t copy(database &from, database &to, const copy_progress &progress = nullptr);

/// Options of restoring a backup.
struct restore_options {
    bool replace = false; ///< replace an existing store, which nobody may be using
    database_options database = {};
};

/// Restores a backup (a file that `database::backup` wrote) to the store at `location`. The backup is checked before
/// anything is replaced, and the store is replaced in one step. A PostgreSQL database must be empty. The file keeps the
/// owner, group and mode of the one it replaces.
/// @return a warning when these could not be kept; else empty
/// Throws failure: busy when the store is in use, damaged when the backup is, other when the store exists.
std::string restore(const std::string &backup, const std::string &location, const restore_options &o = {},
                    const copy_progress &progress = nullptr);

/// Makes a backup as `database::backup` does, in a file that does not exist, or with `replace` in place of one that
/// does. Throws failure (other) when the file exists, or is a file of the store itself.
void backup(database &from, const std::string &to, bool replace, const copy_progress &progress = nullptr);

} // namespace store
} // namespace uniform
