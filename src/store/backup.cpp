#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "store/file_access.hpp"
#include "store/migrations.hpp"
#include "store/no_store.hpp"
#include "store/sqlite/sqlite.hpp"
#include "store/sqlite/sqlite_connection.hpp"

namespace uniform::store {

namespace {

void sync_or_throw(const std::string &path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
    const bool done = fd >= 0 && ::fsync(fd) == 0;
    const int error = errno;
    if (fd >= 0) ::close(fd);
    if (!done) {
        throw failure(failure_kind::unavailable,
                      path + " cannot be synced to disk: " + std::generic_category().message(error));
    }
}

[[noreturn]] void throw_not_writable(std::string_view file, int error) {
    throw failure(failure_kind::unavailable,
                  "cannot write " + std::string(file) + ": " + std::generic_category().message(error));
}

struct end_of_backup {
    void operator()(sqlite3_backup *b) const noexcept { sqlite3_backup_finish(b); }
};

bool same_file(const std::filesystem::path &a, const std::filesystem::path &b) {
    std::error_code ignored;
    if (std::filesystem::equivalent(a, b, ignored)) return true; // the device and the inode
    const auto first = std::filesystem::weakly_canonical(a, ignored);
    return !ignored && first == std::filesystem::weakly_canonical(b, ignored) && !ignored;
}

// Neither the backup nor its temporary file may be one of the files of the store.
void check_not_the_store(const std::string &from, const std::string &to) {
    for (const char *beside : {"", "-journal", "-wal", "-shm"}) {
        for (const char *end : {"", ".part"}) {
            if (same_file(from + beside, to + end)) {
                throw failure(failure_kind::other, "a backup to " + to + " would overwrite the store " + from);
            }
        }
    }
}

} // namespace

void remove_beside(const std::string &path, std::initializer_list<std::string_view> ends) noexcept {
    std::array<char, PATH_MAX> name{}; // nothing is allocated: a file may be removed for want of memory
    for (const auto end : ends) {
        if (path.size() + end.size() >= name.size()) continue;
        *std::ranges::copy(end, std::ranges::copy(path, name.begin()).out).out = '\0';
        static_cast<void>(std::remove(name.data()));
    }
}

void remove_file(const std::string &path) noexcept { remove_beside(path, {"", "-journal", "-wal", "-shm"}); }

void sync_folder_of(const std::string &path) {
    const auto folder = std::filesystem::path(path).parent_path();
    sync_or_throw(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
}

void sync_and_rename(const std::string &part, const std::string &to) {
    sync_or_throw(part, O_RDWR);
    std::error_code error;
    std::filesystem::rename(part, to, error);
    if (error) throw failure(failure_kind::unavailable, part + " cannot be renamed to " + to + ": " + error.message());
    sync_folder_of(to);
}

void copy_file(const std::string &from, const std::string &part, const database_options &o,
               const copy_progress &progress) {
    sqlite_connection source(from, {.may = access::read_only,
                                    .cache_bytes = std::size_t{1} << 20U,
                                    .busy_milliseconds = static_cast<int>(o.busy_timeout.count())});
    // One snapshot for all pages: without it, each write by another process would restart the copy.
    source.begin(access::read_only);
    source.run("SELECT count(*) FROM sqlite_schema");

    remove_file(part);
    // The mode of the store itself: not for everybody to read.
    if (const int fd = ::open(part.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0640); fd >= 0) {
        ::close(fd);
    } else {
        throw_not_writable(std::string_view(part).substr(0, part.rfind(".part")), errno);
    }
    sqlite3 *db = nullptr;
    int code = sqlite3_open_v2(part.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    const sqlite_handle copy(db);
    if (code != SQLITE_OK) throw_sqlite(db, code, part, "the copy");
    // It is synced once, before it is renamed.
    sqlite3_exec(db, "PRAGMA synchronous=OFF;PRAGMA journal_mode=OFF", nullptr, nullptr, nullptr);
    std::unique_ptr<sqlite3_backup, end_of_backup> backup(sqlite3_backup_init(db, "main", source.handle(), "main"));
    if (!backup) throw_sqlite(db, sqlite3_errcode(db), part, "the copy");
    do {
        code = sqlite3_backup_step(backup.get(), 1024);
        if (progress) {
            const auto of = static_cast<std::uint64_t>(sqlite3_backup_pagecount(backup.get()));
            progress(of - static_cast<std::uint64_t>(sqlite3_backup_remaining(backup.get())), of);
        }
    } while (code == SQLITE_OK);
    const int finished = sqlite3_backup_finish(backup.release());
    if (code != SQLITE_DONE || finished != SQLITE_OK) {
        throw_sqlite(db, code != SQLITE_DONE ? code : finished, part, "the copy");
    }
}

void backup(database &from, const std::string &to, bool replace, const copy_progress &progress) {
    std::error_code ignored;
    if (from.dialect() == dialect::sqlite) check_not_the_store(from.location(), to);
    if (std::filesystem::exists(std::filesystem::symlink_status(to, ignored))) {
        if (!replace) throw failure(failure_kind::other, to + " already exists. Use --replace to replace it");
        // SQLite removes the log when the last connection is closed.
        if (std::filesystem::exists(to + "-wal", ignored)) {
            throw failure(failure_kind::busy, to + " is a store in use (" + to + "-wal exists), not a backup");
        }
    }
    if (version_of(from) == 0) throw no_store(from.location(), "the database has no tables");
    from.backup(to, progress);
}

void backup_sqlite(const std::string &from, const std::string &to, const database_options &o,
                   const copy_progress &progress) {
    const std::string part = to + ".part";
    check_not_the_store(from, to);
    try {
        copy_file(from, part, o, progress);
        sync_and_rename(part, to);
    } catch (...) {
        remove_file(part);
        throw;
    }
}

void backup_by_copy(database &from, const std::string &to, const copy_progress &progress) {
    const std::string part = to + ".part";
    // A store creates its folder; a backup to a folder that does not exist is more likely a typing error.
    std::error_code ignored;
    const auto folder = std::filesystem::path(to).parent_path();
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) throw_not_writable(to, ENOENT);
    remove_file(part);
    try {
        {
            const auto file = database::open("sqlite:" + part);
            copy(from, *file, progress);
        } // the last connection copies the log to the file, and removes it
        sync_and_rename(part, to);
    } catch (...) {
        remove_file(part);
        throw;
    }
}

} // namespace uniform::store
