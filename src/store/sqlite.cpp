#include "sqlite.hpp"

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "connection_pool.hpp"
#include "sqlite_connection.hpp"

namespace uniform::store {

namespace {

/// Of the write-ahead log, before it is carried over into the file. A longer one saves writes to the file, for many
/// changes of one page are then one; but until the log has grown to its length, each commit also has to make the new
/// length of its file sure, and takes twice as long (measured: 75 durable commits a second, and 137 from then on).
constexpr std::size_t log_bytes = std::size_t{8} << 20U;

[[noreturn]] void cannot(const std::string &path, const char *what, int error) {
    const bool forbidden = error == EACCES || error == EROFS || error == EPERM;
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw failure(forbidden || full ? failure_kind::full : failure_kind::unavailable,
                  "the store " + path + " cannot be " + what + ": " + std::generic_category().message(error));
}

/// The file has hashes of tokens: others than its owner's group need not read it. SQLite gives the files beside it the
/// same mode.
void make_file(const std::string &path) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    if (!folder.empty()) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        if (error) cannot(path, "made", error.value());
    }
    const int fd = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0640);
    if (fd < 0) cannot(path, "made", errno);
    ::close(fd);
}

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
        // Without the counters that nobody reads, threads do not meet at a lock of the allocator's statistics.
        static std::once_flag configured;
        std::call_once(configured, [] { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); });
        std::error_code error;
        if (!std::filesystem::exists(path_, error)) {
            if (!options_.create) throw failure(failure_kind::unavailable, "there is no store at " + path_);
            make_file(path_);
        } else if (std::filesystem::is_directory(path_, error)) {
            throw failure(failure_kind::damaged, path_ + " is a folder, not a store");
        }
        // Who makes no store may want to read one: what is there is not changed before somebody writes.
        if (options_.create)
            static_cast<void>(connect(access::read_write));
        else
            look_at_it();
    }

    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::sqlite; }
    [[nodiscard]] const std::string &location() const noexcept override { return path_; }
    [[nodiscard]] std::unique_ptr<connection> connect(access a) override {
        if (a == access::read_write && !options_.create && reach_of(path_) != reach::writes)
            throw failure(failure_kind::full, "the store " + path_ + " cannot be written by this user");
        auto c = std::make_unique<sqlite_connection>(path_, settings(a));
        if (a == access::read_write) std::call_once(log_ahead_, [&] { log_ahead(*c); });
        return c;
    }
    [[nodiscard]] lent reader() override { return pool_.lend(); }
    void backup(const std::string &to,
                const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) override {
        backup_sqlite(path_, to, options_, progress);
    }

private:
    void look_at_it() {
        std::error_code error;
        const bool log = std::filesystem::exists(path_ + "-wal", error);
        if (!log && std::filesystem::file_size(path_, error) == 0 && !error)
            throw failure(failure_kind::unavailable, "there is no store at " + path_ + ": the file is empty");
        pool_.lend()->run("SELECT count(*) FROM sqlite_schema");
    }

    [[nodiscard]] sqlite_settings settings(access a) const {
        const auto readers = options_.pool_size == 0 ? 1 : options_.pool_size;
        return {.may = a,
                .cache_bytes = a == access::read_write ? options_.cache_bytes : options_.cache_bytes / readers,
                .busy_milliseconds = static_cast<int>(options_.busy_timeout.count()),
                .log_bytes = log_bytes};
    }

    /// Another process that opens the file at the same time hinders the change of the journal, and SQLite does not wait
    /// for it by itself.
    void log_ahead(sqlite_connection &c) const {
        const auto until = std::chrono::steady_clock::now() + options_.busy_timeout;
        for (;;) {
            try {
                std::string mode;
                c.run("PRAGMA journal_mode=WAL", {}, [&](const row &r) {
                    mode = r.text(0);
                    return true;
                });
                // A file that may only be read keeps the mode it has.
                if (mode == "wal" || sqlite3_db_readonly(c.handle(), "main") == 1) return;
                throw failure(failure_kind::unavailable,
                              "the store " + path_ + ": its file system does not allow a write-ahead log");
            } catch (const failure &f) {
                if (f.kind() != failure_kind::busy || std::chrono::steady_clock::now() > until) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

    std::string path_;
    database_options options_;
    connection_pool pool_;
    std::once_flag log_ahead_;
};

} // namespace

std::unique_ptr<database> open_sqlite(std::string path, const database_options &o) {
    return std::make_unique<sqlite_database>(std::move(path), o);
}

} // namespace uniform::store
