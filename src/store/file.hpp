// What is done with a store's file as a file.
#pragma once

#include <string>

#include <uniform/store/copy.hpp>
#include <uniform/store/database.hpp>

namespace uniform::store {

/// Makes the file `part`, whole, from the SQLite file `from`, as it is at one moment. Not yet sure to be on disk.
void copy_file(const std::string &from, const std::string &part, const database_options &o,
               const copy_progress &progress);

/// Sees to it that `part` is on disk, and gives it its name in one step.
void give_name(const std::string &part, const std::string &to);

/// Removes a file of SQLite and what lies beside it.
void remove_file(const std::string &path) noexcept;

} // namespace uniform::store
