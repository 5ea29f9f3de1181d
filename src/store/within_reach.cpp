#include <uniform/store/within_reach.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>

#include <unistd.h>

#include <uniform/store/location.hpp>

#include "migrations.hpp"
#include "sqlite_connection.hpp"

namespace uniform::store {

namespace {

/// Somebody waits for the answer.
constexpr std::chrono::milliseconds longest{2000};

// Why no file can be made at a path; empty when it can.
std::string why_no_folder(const std::filesystem::path &path) {
    std::error_code error;
    // The store makes the folders that are missing in the first one that is there.
    auto folder = path.parent_path();
    while (folder.has_relative_path() && !std::filesystem::exists(std::filesystem::symlink_status(folder, error)))
        folder = folder.parent_path();
    if (::access((folder / ".").c_str(), W_OK | X_OK) == 0) return {};
    const std::string why = std::generic_category().message(errno);
    if (folder == path.parent_path()) return "no store can be made in the folder " + folder.string() + ": " + why;
    return "there is no folder " + path.parent_path().string() + ", and it cannot be made in " + folder.string() +
           ": " + why;
}

} // namespace

std::string why_out_of_reach(std::string_view location, const store_options &o) {
    if (!is_postgresql(location)) {
        const std::string path{path_of(location)};
        std::error_code error;
        const auto whole = std::filesystem::absolute(path, error);
        if (!std::filesystem::exists(whole, error)) return why_no_folder(whole);
        if (reach_of(path) != reach::writes) return "the store " + path + " cannot be written by this user";
        // A store is made of an empty file, too.
        if (std::filesystem::is_regular_file(whole, error) && std::filesystem::file_size(whole, error) == 0) return {};
    }
    try {
        auto options = o.database;
        options.create = false;
        options.reconnect_for = std::min(options.reconnect_for, longest);
        const auto where = database::open(location, options);
        const int version = version_of(*where);
        // An older one is brought up to date, where that is wanted.
        if (version != 0 && (version > schema_version() || !o.migrate)) migrate(*where, false);
        return {};
    } catch (const failure &f) {
        return f.what();
    }
}

} // namespace uniform::store
