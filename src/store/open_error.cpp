#include <uniform/store/open_error.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include <uniform/store/location.hpp>

#include "store/migrations.hpp"
#include "store/sqlite/sqlite_connection.hpp"
#include "store/verify/schema_check.hpp"

namespace uniform::store {

namespace {

// A person waits for the result.
constexpr std::chrono::milliseconds longest_wait{2000};

// Why no file can be created at a path; empty when it can.
std::string creation_error(const std::filesystem::path &path) {
    std::error_code error;
    // The store creates missing folders in the nearest one that exists.
    auto folder = path.parent_path();
    while (folder.has_relative_path() && !std::filesystem::exists(std::filesystem::symlink_status(folder, error))) {
        folder = folder.parent_path();
    }
    if (::access((folder / ".").c_str(), W_OK | X_OK) == 0) return {};
    const std::string why = std::generic_category().message(errno);
    if (folder == path.parent_path()) return "no store can be created in the folder " + folder.string() + ": " + why;
    return "the folder " + path.parent_path().string() + " does not exist, and cannot be created in " +
           folder.string() + ": " + why;
}

} // namespace

std::string open_error(std::string_view location, const store_options &o) {
    if (!is_postgresql(location)) {
        const std::string path{path_of(location)};
        std::error_code error;
        const auto whole = std::filesystem::absolute(path, error);
        if (!std::filesystem::exists(whole, error)) return creation_error(whole);
        if (access_to(path) != file_access::read_write) {
            return "the store " + path +
                   " cannot be written by this user: change the owner or mode of the file and of its "
                   "folder";
        }
        // An empty file becomes a store.
        if (std::filesystem::is_regular_file(whole, error) && std::filesystem::file_size(whole, error) == 0) return {};
    }
    try {
        auto options = o.database;
        options.create = false;
        options.reconnect_for = std::min(options.reconnect_for, longest_wait);
        const auto where = database::open(location, options);
        const int version = version_of(*where);
        // An older store is migrated, if the options say so.
        if (version != 0 && (version > schema_version() || !o.migrate)) migrate(*where, false);
        if (version == schema_version()) check_schema(*where);
        return {};
    } catch (const failure &f) {
        return f.what();
    }
}

} // namespace uniform::store
