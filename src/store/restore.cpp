#include <uniform/store/copy.hpp>
#include <uniform/store/location.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uniform/store/store.hpp>

#include "store/file_access.hpp"
#include "store/migrations.hpp"
#include "store/sqlite/sqlite_connection.hpp"
#include "store/verify/schema_check.hpp"
#include "store/verify/verify.hpp"

namespace uniform::store {

namespace {

// Throws unless the file is a complete store of a version that this program supports.
void check_store(const std::string &path, const std::string &called) {
    const auto db = database::open("sqlite:" + path, {.create = false});
    const int version = version_of(*db);
    if (version == 0) throw failure(failure_kind::damaged, called + " is empty, not a backup");
    if (version > schema_version()) {
        throw failure(failure_kind::version, called + " has schema version " + std::to_string(version) +
                                                 "; this program supports versions up to " +
                                                 std::to_string(schema_version()) +
                                                 ". Use the newer program that wrote it");
    }
    std::string first;
    db->reader()->run("PRAGMA integrity_check(1)", {}, [&](const row &r) {
        first = r.text(0);
        return true;
    });
    throw_if_unreadable(called, first);
    if (first != "ok") throw failure(failure_kind::damaged, called + " is damaged: " + first);
    check_schema(*db->reader(), called, version);
    auto found = detail::verify(*db, std::nullopt, {}).found;
    if (version != schema_version()) { // its schema is that of its version
        std::erase_if(found, [](const damage &d) {
            constexpr std::string_view it = "it ";
            return d.message.starts_with(it) && schema_fault_names.find(std::string_view{d.message}.substr(it.size()));
        });
    }
    if (!found.empty()) {
        throw failure(failure_kind::damaged, called + " does not agree with its history: " + found.front().subject +
                                                 ": " + found.front().message +
                                                 ". `uniform store verify` names all damage");
    }
}

// Locks the store until the connection it returns is closed. Throws failure (busy) when another process has the store
// open. A damaged store is not locked (null): the damage may be why it is replaced.
std::unique_ptr<sqlite_connection> lock_exclusively(const std::string &path) {
    std::string mode;
    try {
        auto c = std::make_unique<sqlite_connection>(path, sqlite_settings{.busy_milliseconds = 1000});
        // The log cannot be removed while another connection is open.
        c->script("PRAGMA locking_mode=EXCLUSIVE");
        c->run("PRAGMA journal_mode=DELETE", {}, [&](const row &r) {
            mode = r.text(0);
            return true;
        });
        if (mode == "delete") return c;
    } catch (const failure &f) {
        if (f.kind() == failure_kind::damaged) return nullptr;
        if (f.kind() != failure_kind::busy) throw;
    }
    throw failure(failure_kind::busy, "the store " + path + " is in use. Stop the service that uses it, then restore");
}

// Gives `part` the owner, group and mode of the store that it replaces, so that the service can still read it.
// @return a warning when that failed; else empty
std::string copy_owner(const std::string &part, const std::string &path) {
    struct stat is = {};
    bool done = false;
    if (const int fd = ::open(part.c_str(), O_RDWR | O_CLOEXEC); fd >= 0) {
        // The owner first: changing it may clear bits of the mode.
        done = ::stat(path.c_str(), &is) == 0 && ::fchown(fd, is.st_uid, is.st_gid) == 0 &&
               ::fchmod(fd, is.st_mode & 07777U) == 0;
        ::close(fd);
    }
    if (done) return {};
    return path + " could not be given the owner and mode of the store that it replaces (user " +
           std::to_string(is.st_uid) + ", group " + std::to_string(is.st_gid) + "). Run chown and chmod";
}

// The log of the store that is replaced. SQLite would write it into the file that gets the store's name, also when the
// machine loses its power between the two. So it has another name before that, until the store is replaced.
class log_set_aside {
public:
    explicit log_set_aside(const std::string &path) : path_(path) {
        for (std::size_t i = 0; i < logs_.size(); ++i) {
            logs_[i] = path + (i == 0 ? "-wal" : "-journal");
            aside_[i] = logs_[i] + ".replaced";
        }
        for (std::size_t i = 0; i < logs_.size(); ++i) {
            static_cast<void>(std::rename(logs_[i].c_str(), aside_[i].c_str())); // if it is there
        }
        sync_folder_of(path);
    }
    log_set_aside(const log_set_aside &) = delete;
    log_set_aside &operator=(const log_set_aside &) = delete;
    ~log_set_aside() {
        if (replaced_) return;
        for (std::size_t i = 0; i < logs_.size(); ++i) {
            static_cast<void>(std::rename(aside_[i].c_str(), logs_[i].c_str()));
        }
    }
    void replaced() noexcept {
        replaced_ = true;
        remove_beside(path_, {"-wal.replaced", "-journal.replaced", "-wal", "-journal", "-shm"});
    }

private:
    std::string path_;
    std::array<std::string, 2> logs_, aside_;
    bool replaced_ = false;
};

} // namespace

std::string restore(const std::string &backup, const std::string &location, const restore_options &o,
                    const copy_progress &progress) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(backup, ignored)) {
        throw failure(failure_kind::unavailable,
                      "there is no backup at " + backup + ". `uniform store backup FILE` makes one");
    }
    if (const auto wrong = location_error(location); !wrong.empty()) throw failure(failure_kind::other, wrong);
    if (is_postgresql(location)) {
        if (o.replace) {
            throw failure(
                failure_kind::other,
                "a PostgreSQL database cannot be replaced: empty the database, then restore without --replace");
        }
        check_store(backup, backup);
        const auto from = database::open("sqlite:" + backup, {.create = false});
        const auto to = database::open(location, o.database);
        copy(*from, *to, progress);
        return {};
    }
    const std::string path{path_of(location)};
    const bool there = std::filesystem::exists(path, ignored);
    if (there && !o.replace) {
        throw failure(failure_kind::other, "the store " + path + " already exists. Use --replace to replace it");
    }
    if (there && std::filesystem::equivalent(backup, path, ignored)) {
        throw failure(failure_kind::other, backup + " is the store itself, not a backup of it");
    }
    const std::string part = path + ".part";
    std::string warning;
    try {
        copy_file(backup, part, o.database, progress);
        check_store(part, backup);
        std::unique_ptr<sqlite_connection> locked;
        if (there) locked = lock_exclusively(path);
        if (there) warning = copy_owner(part, path);
        log_set_aside old_log(path);
        sync_and_rename(part, path);
        old_log.replaced();
    } catch (...) {
        remove_file(part);
        throw;
    }
    return warning;
}

} // namespace uniform::store
