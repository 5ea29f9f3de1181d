// The basic idea: a thin layer over SQLite that keeps what is costly (prepared statements, by their text) and copies
// nothing: parameters are bound where the caller has them, rows are read where SQLite has them. The state of the
// transaction is SQLite's own (sqlite3_get_autocommit()).
//
// There are three kinds of connections:
// - The writer: write-ahead log, synced at each commit (synchronous=FULL). It makes the checkpoints, after a commit.
// - A reader: refuses to write, waits for locks and for the disk.
// - A resident reader: never waits. A page that is not in memory, or a lock, makes its statement throw not_resident
//   instead of a failure, and another connection answers (resident_reads.hpp).
//
// INVARIANT: a prepared statement is used by one run at a time: the reader of a row that runs the same text gets a
// statement of its own. It is reset when the run ends, however it ends.
// INVARIANT: after begin(), rollback() needs no memory: its statement was prepared before.
// INVARIANT: a checkpoint decides nothing. When it fails, the log stays and is longer.
//
// Each error becomes a failure whose kind tells the caller what to do: busy and unavailable may be retried, full needs
// an administrator, damaged needs `uniform store verify`. SQLite rolls back by itself after some of them, so rollback()
// asks first.
#include "store/sqlite/sqlite_connection.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <uniform/base/assertion.hpp>
#include <uniform/base/hex.hpp>

#include "store/sqlite/resident_reads.hpp"

namespace uniform::store {

namespace {

// The statements of this library are literals; this bounds the memory when a caller generates statements.
constexpr std::size_t most_prepared = 512;

constexpr const char *rollback_sql = "ROLLBACK";

failure_kind kind_of(int code, int system_error) noexcept {
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return failure_kind::busy;
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return failure_kind::full;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return failure_kind::damaged;
    case SQLITE_IOERR:
        // SQLite reports only ENOSPC as full. A limit of the process or of the user has the same effect.
        if (system_error == EFBIG || system_error == EDQUOT || system_error == ENOSPC) return failure_kind::full;
        return code == SQLITE_IOERR_CORRUPTFS ? failure_kind::damaged : failure_kind::unavailable;
    case SQLITE_CANTOPEN:
        if (system_error == EACCES || system_error == EROFS || system_error == EPERM) return failure_kind::full;
        return failure_kind::unavailable;
    default:
        return failure_kind::other;
    }
}

class sqlite_row final : public row {
public:
    explicit sqlite_row(sqlite3_stmt *s) noexcept : s_(s) {}
    [[nodiscard]] bool null(int column) const override {
        UNIFORM_ASSERT(has(column));
        return sqlite3_column_type(s_, column) == SQLITE_NULL;
    }
    [[nodiscard]] std::int64_t integer(int column) const override {
        UNIFORM_ASSERT(has(column));
        return sqlite3_column_int64(s_, column);
    }
    [[nodiscard]] std::string_view text(int column) const override {
        UNIFORM_ASSERT(has(column));
        const auto *text = sqlite3_column_text(s_, column);
        return view(text, column);
    }
    [[nodiscard]] std::string_view bytes(int column) const override {
        UNIFORM_ASSERT(has(column));
        const void *bytes = sqlite3_column_blob(s_, column);
        return view(bytes, column);
    }

private:
    // For assertions: the row has the column.
    [[nodiscard]] bool has(int column) const noexcept { return column >= 0 && column < sqlite3_data_count(s_); }
    [[nodiscard]] std::string_view view(const void *bytes, int column) const {
        // NULL, an empty value, or an allocation failed ("Result Values From A Query").
        if (bytes == nullptr && sqlite3_errcode(sqlite3_db_handle(s_)) == SQLITE_NOMEM) throw std::bad_alloc();
        if (bytes == nullptr) return {};
        return {static_cast<const char *>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(s_, column))};
    }
    sqlite3_stmt *s_;
};

// To read a write-ahead log, SQLite creates files beside the store. This user may not be able to create them, or the
// owner of the store could not write them. So a file without a log is opened as immutable:
// https://sqlite.org/uri.html
std::string immutable(std::string_view path) {
    std::string uri = path.starts_with('/') ? "file://" : "file:";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '%' || c == '?' || c == '#' || byte <= ' ' || byte >= 0x7f) {
            base::append_percent_encoded(uri, c);
        } else {
            uri += c;
        }
    }
    return uri + "?immutable=1";
}

int open_file(const std::string &path, access may, sqlite3 **db) {
    constexpr int common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    switch (may == access::read_only ? access_to(path) : file_access::read_write) {
    case file_access::immutable:
        return sqlite3_open_v2(immutable(path).c_str(), db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | common, nullptr);
    case file_access::read_only:
        return sqlite3_open_v2(path.c_str(), db, SQLITE_OPEN_READONLY | common, nullptr);
    default:
        return sqlite3_open_v2(path.c_str(), db, SQLITE_OPEN_READWRITE | common, nullptr);
    }
}

// Whether the file has a log whose index is not there and cannot be made: nobody has closed the store.
// https://sqlite.org/wal.html, "Read-Only Databases"
bool has_unreadable_log(const std::string &path) {
    std::error_code error;
    return access_to(path) == file_access::read_only && std::filesystem::exists(path + "-wal", error) &&
           !std::filesystem::exists(path + "-shm", error);
}

} // namespace

void throw_sqlite(sqlite3 *db, int code, std::string_view file, std::string_view doing) {
    const int system_error = db == nullptr ? 0 : sqlite3_system_errno(db);
    const int extended = db == nullptr || sqlite3_errcode(db) != (code & 0xff) ? code : sqlite3_extended_errcode(db);
    const auto kind = kind_of(extended, system_error);
    std::string message = "the store ";
    message += file;
    // SQLite writes beside the file also to read it.
    if ((code & 0xff) == SQLITE_READONLY && ::access(std::string{file}.c_str(), W_OK) != 0) {
        throw failure(kind, message + " cannot be written by this user");
    }
    if ((code & 0xff) == SQLITE_CANTOPEN && has_unreadable_log(std::string{file})) {
        throw failure(kind, message + " was not closed: its log, " + std::string{file} +
                                "-wal, cannot be read where no file can be created beside it. Open the store once "
                                "where it can be written, or copy both files to such a folder");
    }
    if ((code & 0xff) == SQLITE_NOTADB) {
        throw failure(kind, std::string{file} + " is not a store: the file is not an SQLite database");
    }
    message += ": ";
    message += db == nullptr || (code & 0xff) == SQLITE_NOMEM ? sqlite3_errstr(code) : sqlite3_errmsg(db);
    const bool by_system = (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
    if (by_system && system_error != 0) {
        message += " (";
        message += std::generic_category().message(system_error);
        message += ')';
    }
    if (kind == failure_kind::busy) message += ": another process holds the lock";
    // A damaged file is not read, whatever is asked for.
    if (!doing.empty() && (code & 0xff) != SQLITE_CORRUPT) {
        message += "; the statement was: ";
        message += doing.substr(0, 200);
    }
    throw failure(kind, message);
}

// The words of sqlite3BtreeIntegrityCheck() for a page that the file system did not give: of a tree, with the code of
// the error; and of a list of overflow or free pages.
void throw_if_unreadable(const std::string &called, std::string_view row) {
    constexpr std::string_view of_tree = "unable to get the page. error code=";
    const bool coded = !row.contains("failed to get page");
    int why = coded ? SQLITE_OK : SQLITE_IOERR;
    for (auto at = row.find(of_tree); why == SQLITE_OK && at != std::string_view::npos;
         at = row.find(of_tree, at + 1)) {
        int code = SQLITE_OK;
        std::from_chars(row.data() + at + of_tree.size(), row.data() + row.size(), code);
        if ((code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_NOMEM) why = code & 0xff;
    }
    if (why == SQLITE_OK) return;
    // "failed to get page" has no code.
    throw failure(why == SQLITE_NOMEM ? failure_kind::other : failure_kind::unavailable,
                  called + " cannot be read: " + sqlite3_errstr(why) + (coded ? "" : ", or out of memory") + ": " +
                      std::string(row));
}

file_access access_to(const std::string &path) {
    const auto may_write = [](const std::string &file, int how) { return ::access(file.c_str(), how) == 0; };
    const bool file = may_write(path, W_OK);
    const auto folder = std::filesystem::path(path).parent_path();
    if (file && may_write(folder.empty() ? "." : folder.string(), W_OK | X_OK)) return file_access::read_write;
    std::error_code error;
    const auto there = [&](const char *end) { return std::filesystem::exists(path + end, error); };
    const bool log = there("-wal");
    if (file && log && may_write(path + "-wal", W_OK) && may_write(path + "-shm", W_OK)) return file_access::read_write;
    const bool no_log = !log || (!there("-shm") && std::filesystem::file_size(path + "-wal", error) == 0);
    return no_log && !there("-journal") ? file_access::immutable : file_access::read_only;
}

// Resets a statement, also when a row's reader throws.
class sqlite_connection::use {
public:
    explicit use(prepared &p) noexcept : p_(p) {
        UNIFORM_ASSERT(!p_.in_use);
        p_.in_use = true;
    }
    use(const use &) = delete;
    use &operator=(const use &) = delete;
    ~use() {
        sqlite3_reset(p_.statement.get());
        p_.in_use = false;
    }

private:
    prepared &p_;
};

sqlite_connection::sqlite_connection(const std::string &path, const sqlite_settings &s) : path_(path) {
    // Reads the first page of the file and the schema, which each statement needs.
    const detail::read_scope reads(s.resident ? detail::read_mode::probing : detail::read_mode::waiting);
    sqlite3 *db = nullptr;
    const int code = open_file(path, s.may, &db);
    db_.reset(db);
    if (code != SQLITE_OK) fail(code, {});
    sqlite3_busy_timeout(db, s.busy_milliseconds);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    const auto kibibytes = std::to_string(std::max<std::size_t>(s.cache_bytes >> 10U, 256));
    // Memory-mapping the file was measured: a look-up took as long as with a page cache (2.1 us among a million names),
    // and the mapped pages count as memory of the process.
    script("PRAGMA cache_size=-" + kibibytes + ";PRAGMA mmap_size=0;PRAGMA temp_store=MEMORY");
    // The check of each page that is read takes a tenth of a look-up. A connection that finds names in memory leaves
    // what it does not find, and what it cannot read, to another connection, which checks.
    if (!s.resident) script("PRAGMA cell_size_check=ON");
    if (s.may == access::read_only) {
        script("PRAGMA query_only=ON");
        if (s.resident) {
            run("SELECT count(*) FROM sqlite_schema");
            reads_resident_ = reads.works();
            sqlite3_busy_timeout(db, 0);
        }
        return;
    }
    // An acknowledged commit is on disk: the log is synced at each commit.
    script("PRAGMA synchronous=FULL;PRAGMA journal_size_limit=" + std::to_string(s.log_bytes));
    std::int64_t page = 4096;
    run("PRAGMA page_size", {}, [&](const row &r) {
        page = r.integer(0);
        return true;
    });
    log_pages_ = static_cast<int>(std::max<std::int64_t>(static_cast<std::int64_t>(s.log_bytes) / page, 1));
    log_waits_ = 4 * log_pages_;
    sqlite3_wal_hook(db, &sqlite_connection::log_grew, this);
}

void sqlite_connection::fail(int code, std::string_view doing) const {
    const bool waits = (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_PROTOCOL;
    if (reads_resident_ && (waits || detail::was_not_resident())) throw not_resident{};
    throw_sqlite(db_.get(), code, path_, doing);
}

// A checkpoint copies the log to the file as far as readers allow, and the log starts again at its beginning when all
// of it was copied. Readers that overlap can prevent that for ever, so a log of four times the wanted size makes new
// readers wait for a moment. A long reader (an export) is not waited for at each commit, but once each time the log has
// grown by that much again.
int sqlite_connection::log_grew(void *self, sqlite3 *db, const char *schema, int pages) {
    auto *c = static_cast<sqlite_connection *>(self);
    UNIFORM_ASSERT(c->db_.get() == db && c->log_pages_ > 0 && c->log_waits_ >= c->log_pages_);
    if (pages < c->log_pages_) {
        c->log_waits_ = 4 * c->log_pages_;
        return SQLITE_OK;
    }
    const bool waits = pages >= c->log_waits_;
    if (waits) c->log_waits_ = pages + 4 * c->log_pages_;
    // If the checkpoint fails, nothing committed is lost: the log remains.
    static_cast<void>(sqlite3_wal_checkpoint_v2(
        db, schema, waits ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr));
    return SQLITE_OK;
}

sqlite_connection::prepared sqlite_connection::prepare(std::string_view sql) {
    sqlite3_stmt *s = nullptr;
    const int code =
        sqlite3_prepare_v3(db_.get(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT, &s, nullptr);
    prepared p;
    p.statement.reset(s);
    if (code != SQLITE_OK) fail(code, sql);
    if (s == nullptr) throw failure(failure_kind::other, "the store " + path_ + ": an empty statement");
    p.reads = sqlite3_stmt_readonly(s) != 0;
    const int count = sqlite3_bind_parameter_count(s);
    for (int i = 1; i <= count; ++i) {
        const char *name = sqlite3_bind_parameter_name(s, i);
        std::uint16_t number = 0;
        if (name != nullptr && *name == '$') std::from_chars(name + 1, name + std::strlen(name), number);
        if (number == 0) {
            throw failure(failure_kind::other, "parameters must be written $1, $2, ...: " + std::string(sql));
        }
        p.numbers.push_back(number);
        p.wants = std::max<std::size_t>(p.wants, number);
    }
    return p;
}

void sqlite_connection::bind(prepared &p, parameters values) {
    if (values.size() < p.wants) {
        throw failure(failure_kind::other, "too few parameters: " + std::string(sqlite3_sql(p.statement.get())));
    }
    // The caller's texts outlive the run of the statement, so nothing is copied. An empty view may have a null address,
    // which SQLite would bind as NULL.
    const auto address = [](std::string_view v) { return v.data() == nullptr ? "" : v.data(); };
    sqlite3_stmt *s = p.statement.get();
    int place = 0;
    for (const auto number : p.numbers) {
        ++place;
        UNIFORM_ASSERT(number >= 1 && number <= values.size());
        const auto &value = values[number - std::size_t{1}];
        int code = SQLITE_OK;
        if (const auto *text = std::get_if<std::string_view>(&value)) {
            code = sqlite3_bind_text64(s, place, address(*text), text->size(), SQLITE_STATIC, SQLITE_UTF8);
        } else if (const auto *integer = std::get_if<std::int64_t>(&value)) {
            code = sqlite3_bind_int64(s, place, *integer);
        } else if (const auto *bytes = std::get_if<blob>(&value)) {
            code = sqlite3_bind_blob64(s, place, address(bytes->bytes), bytes->bytes.size(), SQLITE_STATIC);
        } else {
            code = sqlite3_bind_null(s, place);
        }
        if (code != SQLITE_OK) fail(code, sqlite3_sql(s));
    }
}

std::int64_t sqlite_connection::run(std::string_view sql, parameters values,
                                    const std::function<bool(const row &)> &each) {
    if (!reads_resident_) return run_now(sql, values, each);
    const detail::read_scope resident(detail::read_mode::resident);
    const auto changed = run_now(sql, values, each);
    if (detail::was_not_resident()) throw not_resident{}; // whatever SQLite made of it
    return changed;
}

std::int64_t sqlite_connection::run_now(std::string_view sql, parameters values,
                                        const std::function<bool(const row &)> &each) {
    prepared own;
    prepared *p = &own;
    if (const auto found = prepared_.find(sql); found != prepared_.end() && !found->second.in_use) {
        p = &found->second;
    } else if (own = prepare(sql); found == prepared_.end() && prepared_.size() < most_prepared) {
        p = &prepared_.emplace(std::string(sql), std::move(own)).first->second;
    }

    UNIFORM_ASSERT(prepared_.size() <= most_prepared);
    const use until_the_end(*p);
    bind(*p, values);
    sqlite3_stmt *s = p->statement.get();
    const sqlite_row current(s);
    bool wanted = static_cast<bool>(each);
    for (;;) {
        const int code = sqlite3_step(s);
        if (code == SQLITE_DONE) break;
        if (code != SQLITE_ROW) fail(code, sql);
        if (wanted) wanted = each(current);
        if (!wanted && p->reads) return 0;
    }
    return p->reads ? 0 : sqlite3_changes64(db_.get());
}

std::vector<std::int64_t> sqlite_connection::run_each(std::string_view sql, std::size_t width, parameters rows) {
    std::vector<std::int64_t> changed;
    if (width == 0 || rows.size() % width != 0) {
        throw failure(failure_kind::other, "the number of parameters is not a multiple of " + std::to_string(width) +
                                               ": " + std::string(sql));
    }
    changed.reserve(rows.size() / width);
    for (; !rows.empty(); rows = rows.subspan(width)) changed.push_back(run(sql, rows.first(width), nullptr));
    return changed;
}

void sqlite_connection::script(std::string_view sql) {
    while (!sql.empty()) {
        sqlite3_stmt *s = nullptr;
        const char *rest = nullptr;
        int code = sqlite3_prepare_v2(db_.get(), sql.data(), static_cast<int>(sql.size()), &s, &rest);
        const sqlite_statement statement(s);
        if (code != SQLITE_OK) fail(code, sql);
        if (s != nullptr) {
            do code = sqlite3_step(s);
            while (code == SQLITE_ROW);
            if (code != SQLITE_DONE) fail(code, sqlite3_sql(s));
        }
        UNIFORM_ASSERT(rest > sql.data() && rest <= sql.data() + sql.size());
        sql.remove_prefix(static_cast<std::size_t>(rest - sql.data()));
    }
}

void sqlite_connection::prepare_keyword(sqlite_statement &kept, const char *sql) const {
    if (kept) return;
    sqlite3_stmt *s = nullptr;
    const int code = sqlite3_prepare_v3(db_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &s, nullptr);
    kept.reset(s);
    if (code != SQLITE_OK) fail(code, sql);
}

void sqlite_connection::keyword(sqlite_statement &kept, const char *sql) {
    prepare_keyword(kept, sql);
    const int code = sqlite3_step(kept.get());
    if (code != SQLITE_DONE) {
        // The reset clears the error message.
        try {
            fail(code, sql);
        } catch (...) {
            sqlite3_reset(kept.get());
            throw;
        }
    }
    sqlite3_reset(kept.get());
}

void sqlite_connection::begin(access a) {
    // A rollback that cannot be prepared for want of memory would leave the transaction open.
    prepare_keyword(rollback_, rollback_sql);
    if (a == access::read_write) {
        keyword(begin_writing_, "BEGIN IMMEDIATE");
    } else {
        keyword(begin_, "BEGIN");
    }
}

void sqlite_connection::commit() { keyword(commit_, "COMMIT"); }

void sqlite_connection::rollback() noexcept {
    // SQLite rolls back by itself after some errors (a full disk).
    if (!in_transaction()) return;
    try {
        keyword(rollback_, rollback_sql);
    } catch (...) {
        // ROLLBACK fails only when there is nothing to roll back.
        static_cast<void>(0);
    }
}

void sqlite_connection::savepoint() { keyword(savepoint_, "SAVEPOINT s"); }
void sqlite_connection::release() { keyword(release_, "RELEASE s"); }
void sqlite_connection::back_to_savepoint() {
    keyword(back_, "ROLLBACK TO s");
    keyword(release_, "RELEASE s");
}

std::uint64_t sqlite_connection::changes_by_others() {
    if (!data_version_) {
        sqlite3_stmt *s = nullptr;
        const int code =
            sqlite3_prepare_v3(db_.get(), "PRAGMA data_version", -1, SQLITE_PREPARE_PERSISTENT, &s, nullptr);
        data_version_.reset(s);
        if (code != SQLITE_OK) fail(code, "PRAGMA data_version");
    }
    sqlite3_stmt *s = data_version_.get();
    const int code = sqlite3_step(s);
    const auto version = static_cast<std::uint64_t>(sqlite3_column_int64(s, 0));
    if (code != SQLITE_ROW) {
        const std::string sql = sqlite3_sql(s);
        data_version_.reset();
        fail(code, sql);
    }
    sqlite3_reset(s);
    return version;
}

} // namespace uniform::store
