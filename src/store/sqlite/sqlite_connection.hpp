// One connection to an SQLite file, with its prepared statements.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <sqlite3.h>

#include <uniform/store/database.hpp>

namespace uniform::store {

struct sqlite_close {
    void operator()(sqlite3 *db) const noexcept { sqlite3_close_v2(db); }
};
struct sqlite_finalize {
    void operator()(sqlite3_stmt *s) const noexcept { sqlite3_finalize(s); }
};
using sqlite_handle = std::unique_ptr<sqlite3, sqlite_close>;
using sqlite_statement = std::unique_ptr<sqlite3_stmt, sqlite_finalize>;

/// Throws SQLite's error as a failure that names the file.
[[noreturn]] void throw_sqlite(sqlite3 *db, int code, std::string_view file, std::string_view doing);

/// A row of PRAGMA integrity_check reports also a page that could not be read, as if it were damaged. Throws failure
/// (unavailable; other for want of memory) for such a row. `called` is the file for the message: "the store
/// /srv/store.db".
void throw_if_unreadable(const std::string &called, std::string_view row);

/// The access of this user to the file of a store.
enum class file_access : std::uint8_t {
    read_write, ///< the file and the files beside it
    read_only,  ///< the same, for reading
    immutable,  ///< the file for reading; it has no files beside it, so nobody has it open
};
[[nodiscard]] file_access access_to(const std::string &path);

/// The settings with which a connection is opened.
struct sqlite_settings {
    access may = access::read_write;
    std::size_t cache_bytes = 0;
    int busy_milliseconds = 5000;
    std::size_t log_bytes = 0; ///< of the write-ahead log, before a checkpoint
    bool resident = false;     ///< statements throw not_resident instead of waiting (resident_reads.hpp)
};

class sqlite_connection final : public connection {
public:
    /// The file must be there. Throws failure.
    sqlite_connection(const std::string &path, const sqlite_settings &s);

    using connection::run;
    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::sqlite; }
    std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) override;
    std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) override;
    void script(std::string_view sql) override;
    void begin(access a) override;
    void commit() override;
    void rollback() noexcept override;
    void savepoint() override;
    void release() override;
    void back_to_savepoint() override;
    [[nodiscard]] std::uint64_t changes_by_others() override;

    [[nodiscard]] sqlite3 *handle() const noexcept { return db_.get(); }
    [[nodiscard]] bool in_transaction() const noexcept { return sqlite3_get_autocommit(db_.get()) == 0; }
    /// Whether the file system can tell what is in memory. For a connection with sqlite_settings::resident.
    [[nodiscard]] bool reads_resident() const noexcept { return reads_resident_; }

private:
    // SQLite numbers parameters in the order of their first use; here $3 is the third, even if it comes before $1.
    struct prepared {
        sqlite_statement statement;
        std::vector<std::uint16_t> numbers; // of each parameter in SQLite's order
        std::size_t wants = 0;              // the highest number
        bool reads = false;
        bool in_use = false;
    };
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };
    class use;
    [[nodiscard]] std::int64_t run_now(std::string_view sql, parameters p,
                                       const std::function<bool(const row &)> &each);

    [[nodiscard]] prepared prepare(std::string_view sql);
    void bind(prepared &p, parameters values);
    [[noreturn]] void fail(int code, std::string_view doing) const;
    void prepare_keyword(sqlite_statement &kept, const char *sql) const;
    void keyword(sqlite_statement &kept, const char *sql);
    static int log_grew(void *self, sqlite3 *db, const char *schema, int pages);

    std::string path_;
    sqlite_handle db_;
    std::unordered_map<std::string, prepared, hash, std::equal_to<>> prepared_;
    sqlite_statement begin_, begin_writing_, commit_, rollback_, savepoint_, release_, back_, data_version_;
    bool reads_resident_ = false;
    int log_pages_ = 0; // a checkpoint is made from this size on
    int log_waits_ = 0; // a checkpoint waits for readers from this size on
};

} // namespace uniform::store
