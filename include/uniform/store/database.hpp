// One interface to the two databases: what the store says in SQL, SQLite and PostgreSQL both understand.
//
// The SQL is the subset that both have. Parameters are $1, $2, ...; INSERT ... ON CONFLICT and RETURNING are there. A
// schema is written with INTEGER, TEXT, BLOB; PostgreSQL gets BIGINT, TEXT COLLATE "C", BYTEA, so that text compares by
// bytes in both. What a database cannot do (gone, full, locked too long, damaged) is thrown as `failure`; what a user
// did wrong never is.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace uniform::store {

/// What went wrong in the database.
enum class failure_kind : std::uint8_t {
    unavailable, ///< cannot be reached, or was lost: the transaction is not there; may be tried again
    busy,        ///< locked by another process for too long, or a deadlock: may be tried again
    full,        ///< no space, or not to be written
    damaged,     ///< not a database, or a damaged one
    version,     ///< a schema of another version
    other,       ///< an error of ours (the SQL, a constraint nobody handles)
};
class failure : public std::runtime_error {
public:
    failure(failure_kind kind, const std::string &says) : std::runtime_error(says), kind_(kind) {}
    [[nodiscard]] failure_kind kind() const noexcept { return kind_; }

private:
    failure_kind kind_;
};

// A text is UTF-8 without NUL: PostgreSQL refuses others, SQLite does not look.

/// Bytes that are not text.
struct blob {
    std::string_view bytes;
};
using parameter = std::variant<std::monostate, std::int64_t, std::string_view, blob>;
using parameters = std::span<const parameter>;

/// One row of an answer; what it returns is valid until the next row.
class row {
public:
    [[nodiscard]] virtual bool null(int column) const = 0;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual std::string_view text(int column) const = 0;  ///< empty for NULL
    [[nodiscard]] virtual std::string_view bytes(int column) const = 0; ///< of a BLOB; empty for NULL

protected:
    ~row() = default;
};

enum class dialect : std::uint8_t { sqlite, postgresql };
enum class access : std::uint8_t { read_only, read_write };

/// A statement that only reads, and who gets its rows (until it returns false; it does not use the connection).
struct question {
    std::string_view sql;
    std::vector<parameter> with = {};
    std::function<bool(const row &)> each = nullptr;
};

/// One connection, used by one thread at a time. Statements are prepared once per text and kept.
class connection {
public:
    connection() = default;
    connection(const connection &) = delete;
    connection &operator=(const connection &) = delete;
    virtual ~connection() = default;

    [[nodiscard]] virtual uniform::store::dialect dialect() const noexcept = 0;

    /// Runs one statement and hands each row to `each`, until it returns false.
    /// @return how many rows were inserted, updated or deleted
    virtual std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) = 0;
    std::int64_t run(std::string_view sql, parameters p = {}) { return run(sql, p, nullptr); }
    std::int64_t run(std::string_view sql, std::initializer_list<parameter> p,
                     const std::function<bool(const row &)> &each = nullptr) {
        return run(sql, parameters{p.begin(), p.size()}, each);
    }

    /// Runs one statement (no answer) once for each row of `width` parameters in `rows`; with PostgreSQL in one round
    /// trip.
    /// @return for each, how many rows it changed
    virtual std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) = 0;

    /// Asks several questions one after another; with PostgreSQL in one round trip.
    virtual void ask(std::span<const question> all) {
        for (const auto &q : all) run(q.sql, q.with, q.each);
    }

    /// run_each() for a plain INSERT. In a transaction PostgreSQL is told of it together with the next statement or the
    /// commit, which fails when this does.
    virtual void post(std::string_view sql, std::size_t width, parameters rows) { run_each(sql, width, rows); }

    /// Several statements, separated by semicolons, without parameters: schemas.
    virtual void script(std::string_view sql) = 0;

    /// A transaction; one that writes takes its lock at once. `snapshot` for reading: all reads see the same state.
    virtual void begin(access a) = 0;
    /// One that writes, and whose first statement takes the lock itself (pending.cpp has the only one that does).
    virtual void begin_unlocked() { begin(access::read_write); }
    virtual void commit() = 0; ///< returns when it is on disk (for read_write)
    virtual void rollback() noexcept = 0;
    /// Nested. Either end takes it away: release() keeps what came since, back_to_savepoint() undoes it; the
    /// transaction goes on.
    virtual void savepoint() = 0;
    virtual void release() = 0;
    virtual void back_to_savepoint() = 0;

    /// Is another number when another connection may have changed something, as far as this one would see it. SQLite:
    /// of this machine (PRAGMA data_version). PostgreSQL: a question without a table; any transaction of the server
    /// counts, also one that has only begun.
    [[nodiscard]] virtual std::uint64_t changes_by_others() = 0;
};

struct database_options {
    /// Of pages, for a connection that writes; the readers share as much again among them (SQLite).
    std::size_t cache_bytes = std::size_t{64} << 20U;
    std::chrono::milliseconds busy_timeout{5000};
    std::size_t pool_size = 16; ///< the most connections for reading, and for writing 1
    bool replicas_may_be_stale =
        false; ///< reading connections may go to a replica (target_session_attrs=prefer-standby)
    std::chrono::milliseconds reconnect_for{10000}; ///< how long a lost connection is tried anew, backing off
    bool create = true;                             ///< make the SQLite file (and its folder) when there is none
};

/// A place where a store is: opens connections and lends them.
class database {
public:
    database() = default;
    database(const database &) = delete;
    database &operator=(const database &) = delete;
    virtual ~database() = default;

    /// @param location a path of a file, "sqlite:PATH", or a connection URI "postgresql://..." (libpq's; several hosts
    /// allowed)
    [[nodiscard]] static std::unique_ptr<database> open(std::string_view location, const database_options &o = {});

    [[nodiscard]] virtual uniform::store::dialect dialect() const noexcept = 0;
    /// The location without password, for messages.
    [[nodiscard]] virtual const std::string &location() const noexcept = 0;
    /// Readers may be asked for what was committed and not have it yet (database_options::replicas_may_be_stale).
    [[nodiscard]] virtual bool readers_may_be_stale() const noexcept { return false; }

    /// A new connection.
    [[nodiscard]] virtual std::unique_ptr<connection> connect(access a) = 0;

    /// A connection for reading, from the pool and back to it; waits for one when all are lent.
    using lent = std::unique_ptr<connection, std::function<void(connection *)>>;
    [[nodiscard]] virtual lent reader() = 0;

    /// A copy of everything as it is now, while others go on (SQLite: the online backup interface, a file that is whole
    /// or not there). PostgreSQL: copies table by table in one snapshot into an SQLite file.
    virtual void backup(const std::string &path,
                        const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) = 0;
};

} // namespace uniform::store
