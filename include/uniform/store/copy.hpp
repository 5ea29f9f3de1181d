// Stores moved as a whole: copied from one database to the other, and put back from a backup.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <uniform/store/database.hpp>

namespace uniform::store {

/// How far it is: rows (copy) or pages (restore) done, and how many there are.
using copy_progress = std::function<void(std::uint64_t done, std::uint64_t of)>;

/// Copies everything in `from`, as it is at one moment, into `to`, all or nothing; others may go on with `from`. `to`
/// has no rows yet, and gets its tables when it has none. Constant memory.
/// @return how many rows
/// Throws failure: of kind version when `from` is not of this program's version, other when `to` is not empty.
std::uint64_t copy(database &from, database &to, const copy_progress &progress = nullptr);

struct restore_options {
    bool replace = false; ///< a store that is there already goes; nobody may be using it
    database_options database = {};
};

/// Makes the store at `location` anew from a backup (a file that `database::backup` wrote). The backup is checked
/// before anything is replaced, and until the end nothing is. On PostgreSQL, the database must be empty. Throws
/// failure: busy when somebody uses the store, damaged when the backup is, other when there is a store already.
/// The file keeps owner, group and mode of the one it replaces.
/// @return what somebody should see to (these could not be kept); empty when nothing
std::string restore(const std::string &backup, const std::string &location, const restore_options &o = {},
                    const copy_progress &progress = nullptr);

/// Makes a backup as `database::backup` does, in a file that is not there yet, or with `replace` in place of one that
/// is. Never in place of a file of the store itself. Throws failure (other) when it would be.
void backup(database &from, const std::string &to, bool replace, const copy_progress &progress = nullptr);

} // namespace uniform::store
