// One interface to both databases, SQLite and PostgreSQL.
//
// The SQL of the store is the subset that both understand, with parameters $1, $2, ... and INSERT ... ON CONFLICT. Each
// has its own schema (src/store/schema/), and both compare text by bytes. Failures of the database (gone, full, locked
// for too long, damaged) are thrown as `failure`; mistakes of users never are.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The kinds of failures of a database.
enum class failure_kind : std::uint8_t {
    unavailable, ///< cannot be reached, or the connection was lost; nothing was done, and it may be retried
    uncertain,   ///< the connection was lost during a commit: nobody knows whether it was done
    busy,        ///< locked by another process for too long, or a deadlock; may be retried
    full,        ///< no space, or no permission to write
    damaged,     ///< not a database, or a damaged one
    version,     ///< a schema of another version
    history,     ///< the history lacks an event that this process knows (known_history), and is not written to
    clock,       ///< the system's clock is too far from the time of the store (store_options::tolerance)
    follows,     ///< the store follows another one, and only that one's events are added (store::repeat())
    other,       ///< a programming error (the SQL, a constraint), or an argument of a call
};
/// Thrown by everything that uses the database.
class failure : public std::runtime_error {
public:
    failure(failure_kind kind, const std::string &message) : std::runtime_error(message), kind_(kind) {}
    [[nodiscard]] failure_kind kind() const noexcept { return kind_; }

private:
    failure_kind kind_;
};

// A text is UTF-8 without U+0000: PostgreSQL refuses others, SQLite does not check.

/// Bytes that are not text.
struct blob {
    std::string_view bytes;
};
/// The value of one placeholder of a statement.
using parameter = std::variant<std::monostate, std::int64_t, std::string_view, blob>;
/// The values of a statement's placeholders, in order.
using parameters = std::span<const parameter>;

/// One row of a result. Its values are valid until the next row.
class row {
public:
    [[nodiscard]] virtual bool null(int column) const = 0;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual std::string_view text(int column) const UNIFORM_LIFETIMEBOUND = 0; ///< empty for NULL
    [[nodiscard]] virtual std::string_view bytes(int column) const
        UNIFORM_LIFETIMEBOUND = 0; ///< of a BLOB; empty for NULL

protected:
    ~row() = default;
};

/// The kinds of databases.
enum class dialect : std::uint8_t { sqlite, postgresql };
/// Whether a transaction may write.
enum class access : std::uint8_t { read_only, read_write };

/// A statement that only reads, and the function that gets its rows until it returns false; the function does not use
/// the connection.
struct query {
    std::string_view sql;
    std::vector<parameter> parameters = {};
    std::function<bool(const row &)> each = nullptr;
};

/// Thrown by a connection of database::connect_resident() instead of waiting.
struct not_resident {};

/// One connection, used by one thread at a time. Statements are prepared once per text and kept.
class connection {
public:
    connection() = default;
    connection(const connection &) = delete;
    connection &operator=(const connection &) = delete;
    virtual ~connection() = default;

    [[nodiscard]] virtual uniform::store::dialect dialect() const noexcept = 0;

    /// Runs one statement and hands each row to `each`, until it returns false.
    /// @return the number of rows inserted, updated or deleted
    virtual std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) = 0;
    std::int64_t run(std::string_view sql, parameters p = {}) { return run(sql, p, nullptr); }
    std::int64_t run(std::string_view sql, std::initializer_list<parameter> p,
                     const std::function<bool(const row &)> &each = nullptr) {
        return run(sql, parameters{p.begin(), p.size()}, each);
    }

    /// Runs one statement without a result once for each row of `width` parameters in `rows`; with PostgreSQL in one
    /// round trip.
    /// @return for each, the number of rows it changed
    virtual std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) = 0;

    /// Runs several queries, one after another; with PostgreSQL in one round trip.
    virtual void run_queries(std::span<const query> all) {
        for (const auto &q : all) run(q.sql, q.parameters, q.each);
    }

    /// run_each() for a plain INSERT. In a transaction of PostgreSQL it is sent together with the next statement or the
    /// commit, which fails when the INSERT does.
    virtual void post(std::string_view sql, std::size_t width, parameters rows) { run_each(sql, width, rows); }

    /// Runs several statements, separated by semicolons, without parameters.
    virtual void script(std::string_view sql) = 0;

    /// Begins a transaction. One that writes takes the lock at once; in one that reads, all reads see the same state.
    virtual void begin(access a) = 0;
    /// Looks, without waiting, whether the server has ended the connection; then the next statement makes another one.
    /// For a statement of which nobody can tell, once it is sent and the connection is lost, whether it was executed.
    virtual void look_for_end() {}
    virtual void commit() = 0; ///< returns when it is on disk (for read_write)
    virtual void rollback() noexcept = 0;
    /// A savepoint ends with release(), which keeps the changes since, or with back_to_savepoint(), which undoes them.
    virtual void savepoint() = 0;
    virtual void release() = 0;
    virtual void back_to_savepoint() = 0;

    /// Returns another number when another connection may have changed something that this one would see. SQLite: a
    /// connection on this machine (PRAGMA data_version). PostgreSQL: any transaction of the server, also one that has
    /// only begun.
    [[nodiscard]] virtual std::uint64_t changes_by_others() = 0;

    /// Whether the statements of the current transaction, or the last one, were run by a replica, which may lack the
    /// latest commits.
    [[nodiscard]] virtual bool on_replica() const noexcept { return false; }

    /// run_each() for an INSERT with ON CONFLICT DO NOTHING, "INSERT INTO TABLE (KEY, ...) VALUES ($1, ...) ON CONFLICT
    /// (KEY) DO NOTHING"; no key is twice in `rows`. With PostgreSQL, thousands of rows are one statement.
    /// @param meanwhile is run once on this thread if all rows are inserted, and perhaps if not: while PostgreSQL
    /// inserts the last ones, with SQLite after that. It must not use the connection. What it throws is thrown at the
    /// end.
    /// @return for each row, 1 if it was inserted, 0 if its key is there
    virtual std::vector<std::int64_t> insert_absent(std::string_view sql, std::size_t width, parameters rows,
                                                    const std::function<void()> &meanwhile = nullptr) {
        auto inserted = run_each(sql, width, rows);
        if (meanwhile && std::ranges::find(inserted, 0) == inserted.end()) meanwhile();
        return inserted;
    }
};

/// Sizes and times of a database's connections.
struct database_options {
    /// The page cache of the connection that writes; the connections for reading share as much again, and so do those
    /// of connect_resident() (SQLite).
    std::size_t cache_bytes = std::size_t{64} << 20U;
    std::chrono::milliseconds busy_timeout{5000};
    std::size_t pool_size = 16; ///< the most connections for reading, and for writing 1
    /// Reading connections go to a replica of PostgreSQL if there is one, unless the read_scope says otherwise. Without
    /// this only while the primary cannot be reached.
    bool replicas_may_be_stale = false;
    /// The most by which such a replica may lag behind the primary while that can be reached, as far as know_head()
    /// tells how far the primary is.
    std::chrono::milliseconds replica_lag{5000};
    /// For how long replicas serve readers while the primary cannot be reached; 0: not at all.
    std::chrono::milliseconds stale_for = std::chrono::hours{24};
    /// The time for which opening the database, a writer and connect() try to connect to PostgreSQL, backing off.
    std::chrono::milliseconds reconnect_for{10000};
    /// The time that the server may take to answer one statement of a reader(), and that a reader may take to connect;
    /// 0: no limit, and a reader tries to connect for `reconnect_for`.
    std::chrono::milliseconds read_timeout{0};
    /// The time that the server may take to answer one statement of a writer of the store; 0: no limit.
    std::chrono::milliseconds write_timeout{0};
    /// A file that keeps the last event that this process has seen, so that the next one knows it; empty: none.
    std::string head_file = {};
    bool create = true; ///< create the SQLite file and its folder if missing
};

class known_history;

/// The database of a store: opens connections, and lends them from a pool.
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
    [[nodiscard]] virtual const std::string &location() const noexcept UNIFORM_LIFETIMEBOUND = 0;
    /// Whether readers may not see the latest commits (database_options::replicas_may_be_stale).
    [[nodiscard]] virtual bool readers_may_be_stale() const noexcept { return false; }

    /// A new connection.
    [[nodiscard]] virtual std::unique_ptr<connection> connect(access a) = 0;
    /// A new connection for writing whose statements take at most `write_timeout`.
    [[nodiscard]] virtual std::unique_ptr<connection> connect_to_write() { return connect(access::read_write); }
    /// A new connection for reading to the server that accepts writes, for one that follows the changes of the store:
    /// connecting and each statement take at most `read_timeout`. Throws failure (unavailable), and does not try again.
    [[nodiscard]] virtual std::unique_ptr<connection> connect_to_follow() { return connect(access::read_only); }

    /// For how long the server that accepts writes has not answered; nothing while it does. Never for SQLite.
    [[nodiscard]] virtual std::optional<std::chrono::milliseconds> primary_away() const noexcept {
        return std::nullopt;
    }
    /// The number of the last event that the primary is known to have now. While the primary answers, replicas that
    /// lack it are not used beyond `replica_lag`; while it does not, not beyond `stale_for` after their last change.
    virtual void know_head(std::uint64_t number) noexcept { static_cast<void>(number); }
    /// The number that know_head() was called with last; 0: none.
    [[nodiscard]] virtual std::uint64_t known_head() const noexcept { return 0; }

    /// The end of the history as this process knows it (known_history.hpp); for the store.
    [[nodiscard]] virtual known_history &known() noexcept UNIFORM_LIFETIMEBOUND = 0;
    /// Why database_options::head_file does not keep what this process knows; empty: it does, or there is none.
    [[nodiscard]] virtual std::string head_file_failed() { return {}; }
    /// Why nothing is written, as far as it is known without asking: no server has the history that this process knows,
    /// or the SQLite file was replaced. Empty: nothing is known that speaks against it.
    [[nodiscard]] virtual std::string refusal_of_history() { return {}; }
    /// Each server of PostgreSQL that accepts writes and must not be written to, with the reason.
    [[nodiscard]] virtual std::vector<std::string> refused_servers() { return {}; }
    /// Asks the servers of PostgreSQL that are not the primary whether one has become it: on a later timeline, with the
    /// history that this process knows. All connections then move there. To be called again and again.
    virtual void look_at_servers() {}

    /// A new connection for reading whose statements never wait: not for a disk, not for a lock, not for a server. A
    /// statement that would have to throws not_resident, which ends the transaction; another connection can run it.
    /// Opening the connection may wait.
    ///
    ///     const auto c = d.connect_resident();
    ///     if (c != nullptr) try { c->run(...); } catch (const not_resident &) { d.reader()->run(...); }
    ///
    /// @param share how many such connections share one page cache's size (database_options::cache_bytes)
    /// @return null if the database cannot tell what is in memory: PostgreSQL, and an SQLite file on a file system
    /// without RWF_NOWAIT (preadv2(2))
    [[nodiscard]] virtual std::unique_ptr<connection> connect_resident(std::size_t share = 1) {
        static_cast<void>(share);
        return nullptr;
    }

    /// A connection for reading from the pool, which gets it back, as fresh as read_scope::current() wants it; waits
    /// when all are lent, with PostgreSQL at most for `read_timeout`. Throws failure (busy).
    using lent = std::unique_ptr<connection, std::function<void(connection *)>>;
    [[nodiscard]] virtual lent reader() = 0;

    /// Writes a copy of the store as it is now to an SQLite file, while others go on using it. The file is complete or
    /// does not exist. SQLite: by its online backup; PostgreSQL: table by table, in one snapshot.
    virtual void backup(const std::string &path,
                        const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) = 0;
};

} // namespace store
} // namespace uniform
