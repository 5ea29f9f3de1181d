#include "store/sqlite/sqlite.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/connection_pool.hpp"
#include "store/history/known_history.hpp"
#include "store/no_store.hpp"
#include "store/sqlite/resident_reads.hpp"
#include "store/sqlite/sqlite_connection.hpp"

namespace uniform::store {

namespace {

// The size of the write-ahead log at which a checkpoint is made. A longer log saves writes to the file, as several
// changes of one page become one; but while the log file grows, each commit also has to sync its length and takes
// twice as long (measured: 75 durable commits a second while it grows, 137 later).
constexpr std::size_t log_bytes = std::size_t{8} << 20U;

[[noreturn]] void cannot(const std::string &path, const char *what, int error) {
    const bool forbidden = error == EACCES || error == EROFS || error == EPERM;
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw failure(forbidden || full ? failure_kind::full : failure_kind::unavailable,
                  "the store " + path + " cannot be " + what + ": " + std::generic_category().message(error));
}

// The file contains hashes of tokens: only its owner and group may read it. SQLite gives the files beside it the same
// mode.
void make_file(const std::string &path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error) cannot(path, "created", error.value());
    }
    const int fd = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0640);
    if (fd < 0) cannot(path, "created", errno);
    ::close(fd);
}

// Whether the file system of the file is read-only: then nothing changes it, and a service of it only reads.
bool is_on_read_only_system(const std::string &path) { return ::access(path.c_str(), W_OK) != 0 && errno == EROFS; }

class sqlite_database final : public database {
public:
    sqlite_database(std::string path, const database_options &o)
        : path_(std::move(path)),
          options_(o),
          pool_(
              o.pool_size, [this] { return connect(access::read_only); },
              [](connection &c) {
                  c.rollback();
                  return true;
              }) {
        // The statistics of SQLite's allocator, which nobody reads, would make threads wait for a lock.
        static std::once_flag configured;
        std::call_once(configured, [] {
            sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
            detail::install_resident_reads();
        });
        std::error_code error;
        if (!std::filesystem::exists(path_, error)) {
            if (!options_.create) throw no_store(path_);
            make_file(path_);
        } else if (std::filesystem::is_directory(path_, error)) {
            throw failure(failure_kind::damaged, path_ + " is a folder, not a store");
        }
        // Without `create`, the store may be opened only to be read: nothing is changed before the first write.
        if (is_on_read_only_system(path_)) options_.create = false;
        if (options_.create) {
            static_cast<void>(connect(access::read_write));
        } else {
            look_at_it();
        }
        file_ = identity();
        known_.keep_in(options_.head_file);
    }

    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::sqlite; }
    [[nodiscard]] const std::string &location() const noexcept override { return path_; }
    [[nodiscard]] std::unique_ptr<connection> connect(access a) override {
        if (a == access::read_write && !options_.create && access_to(path_) != file_access::read_write) {
            throw failure(failure_kind::full,
                          "the store " + path_ +
                              (is_on_read_only_system(path_) ? " cannot be written: its file system is read-only"
                                                             : " cannot be written by this user"));
        }
        auto c = std::make_unique<sqlite_connection>(path_, settings(a));
        if (a == access::read_write) std::call_once(log_once_, [&] { use_write_ahead_log(*c); });
        return c;
    }
    [[nodiscard]] std::unique_ptr<connection> connect_resident(std::size_t share) override {
        sqlite_settings s = settings(access::read_only);
        s.resident = true;
        s.cache_bytes = options_.cache_bytes / std::max<std::size_t>(share, 1);
        auto c = std::make_unique<sqlite_connection>(path_, s);
        return c->reads_resident() ? std::move(c) : nullptr;
    }
    [[nodiscard]] lent reader() override { return pool_.lend(); }
    [[nodiscard]] known_history &known() noexcept override { return known_; }
    [[nodiscard]] std::string head_file_failed() override { return known_.failed(); }
    // Everything that is written to a file without a name is lost with the process.
    [[nodiscard]] std::string refusal_of_history() override {
        const auto now = identity();
        if (!file_ || now == file_ || (!now && errno != ENOENT)) return {};
        return std::string{now ? "the file of the store was replaced by another one"
                               : "the file of the store was removed or renamed"} +
               " while it was open. Nothing is written until the service is started again";
    }
    void backup(const std::string &to,
                const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) override {
        backup_sqlite(path_, to, options_, progress);
    }

private:
    // Device and inode of the file; nothing if it is not there.
    [[nodiscard]] std::optional<std::pair<dev_t, ino_t>> identity() const noexcept {
        struct stat is{};
        if (::stat(path_.c_str(), &is) != 0) return std::nullopt;
        return std::pair(is.st_dev, is.st_ino);
    }

    void look_at_it() {
        std::error_code error;
        const bool log = std::filesystem::exists(path_ + "-wal", error);
        if (!log && std::filesystem::file_size(path_, error) == 0 && !error) throw no_store(path_, "the file is empty");
        pool_.lend()->run("SELECT count(*) FROM sqlite_schema");
    }

    [[nodiscard]] sqlite_settings settings(access a) const {
        const auto readers = options_.pool_size == 0 ? 1 : options_.pool_size;
        return {.may = a,
                .cache_bytes = a == access::read_write ? options_.cache_bytes : options_.cache_bytes / readers,
                .busy_milliseconds = static_cast<int>(options_.busy_timeout.count()),
                .log_bytes = log_bytes};
    }

    // Another process that opens the file at the same time prevents the change of the journal mode, and SQLite does
    // not wait for it by itself.
    void use_write_ahead_log(sqlite_connection &c) const {
        const auto until = std::chrono::steady_clock::now() + options_.busy_timeout;
        for (;;) {
            try {
                std::string mode;
                c.run("PRAGMA journal_mode=WAL", {}, [&](const row &r) {
                    mode = r.text(0);
                    return true;
                });
                // A read-only file keeps its journal mode.
                if (mode == "wal" || sqlite3_db_readonly(c.handle(), "main") == 1) return;
                throw failure(
                    failure_kind::unavailable,
                    "the store " + path_ +
                        ": its file system does not support a write-ahead log. Move the store to a local file system");
            } catch (const failure &f) {
                if (f.kind() != failure_kind::busy || std::chrono::steady_clock::now() > until) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

    std::string path_;
    database_options options_;
    known_history known_;
    connection_pool pool_;
    std::once_flag log_once_;
    std::optional<std::pair<dev_t, ino_t>> file_; // when it was opened
};

} // namespace

std::unique_ptr<database> open_sqlite(std::string path, const database_options &o) {
    return std::make_unique<sqlite_database>(std::move(path), o);
}

} // namespace uniform::store
