// Operations on the files of stores.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <uniform/store/copy.hpp>
#include <uniform/store/database.hpp>

namespace uniform::store {

/// Copies the SQLite file `from`, as it is at one moment, to the file `part`, which is not synced to disk yet.
void copy_file(const std::string &from, const std::string &part, const database_options &o,
               const copy_progress &progress);

/// Syncs `part` to disk and renames it to `to`, in one step.
void sync_and_rename(const std::string &part, const std::string &to);

/// Syncs the folder of a file: what was renamed or removed in it stays so.
void sync_folder_of(const std::string &path);

/// Removes an SQLite file and the files beside it.
void remove_file(const std::string &path) noexcept;
/// Removes the files whose names are `path` and one of `ends`.
void remove_beside(const std::string &path, std::initializer_list<std::string_view> ends) noexcept;

} // namespace uniform::store
