// The store: names, documents, and the append-only history of both.
//
// A *document* is anything other than a name that has a history: a namespace, a request, a registrar, a delegation, a
// token. It has a kind, an id that is unique in its kind for ever, and a body (JSON). A *name* has a key and a name
// record.
// Every change of either is an event, and the history is the chain of all events: each event has the hash of the one
// before it. So any event that is changed, removed or inserted is detected, and the current state of every subject can
// be verified against its last event. Nothing is deleted: the end of a document is a state in its body.
//
// Writes are serial: one thread at a time runs them, all that wait in one transaction (group commit). The changes of a
// write stay in memory until the end of the transaction, so a failed write needs no rollback. A write returns when it
// is on disk. Reads are parallel. Several processes may write to one store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/clock_limits.hpp>
#include <uniform/store/damage.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/history_head.hpp>
#include <uniform/store/other_history.hpp>
#include <uniform/store/reading.hpp>
#include <uniform/store/records.hpp>
#include <uniform/store/rehearsal.hpp>
#include <uniform/store/schema_version.hpp>
#include <uniform/store/write_kind.hpp>
#include <uniform/store/writing.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// Options of opening a store.
struct store_options {
    database_options database = {};
    bool migrate = true; ///< migrate an older schema when opening; else failure_kind::version
    /// Refuse a store whose schema is not what this version makes (failure_kind::damaged): a trigger was removed, or
    /// added. verify() reports the differences also when the store was opened without this check.
    bool check_schema = true;
    std::size_t group = 512; ///< the most writes in one transaction
    /// The time of the system. The times of events never decrease, even if the clock does. Called by all threads.
    std::function<resolver::timestamp()> clock = resolver::now;
    /// A write at another time throws failure (clock).
    clock_limits tolerance = {};
};

/// Names, documents and their history in one database.
class store {
public:
    /// Opens a store; makes or migrates its schema, and compares it with what this version makes. Throws failure.
    [[nodiscard]] static std::unique_ptr<store> open(std::string_view location, const store_options &o = {});
    virtual ~store() = default;

    /// Runs `f` on this thread with a consistent view of the store.
    template <class F>
    auto read(F &&f) {
        auto lent = lend();
        reading r(*lent);
        return std::forward<F>(f)(r);
    }

    /// The same for a single query: without a transaction, in one round trip to PostgreSQL.
    template <class F>
    auto look_up(F &&f) {
        auto lent = sql_database().reader();
        reading r(*lent);
        return std::forward<F>(f)(r);
    }

    /// Runs `f` on the writing thread (on this one, when nobody else writes), and returns its result when that is on
    /// disk. `f` returns a std::expected<T, problem>; when that is a problem, or `f` throws, nothing of it is written.
    /// `f` may be run several times: speculatively at first, on the assumption that the names it adds do not exist, and
    /// again when a transaction is repeated. So it must not change anything but the store and its own result, nor call
    /// `write`, nor catch exceptions of `writing` that it does not know. Only the last run counts. Throws failure when
    /// it is not certain that the write was committed.
    template <class F>
    auto write(const origin &by, F &&f) -> decltype(f(std::declval<writing &>())) {
        return detail::result_of_write(f, [&](const auto &run) { write_erased(by, run); });
    }

    /// Begins to find out what writes would do. Reads nothing yet.
    [[nodiscard]] virtual std::unique_ptr<rehearsal> rehearse() = 0;

    /// Verifies the whole store: the schema, the chain of hashes, and every name and document against its last event;
    /// finds missing and duplicate ones. `known` is an earlier head (number and hash) that must still be in the chain.
    /// @param ends asked again and again, on this thread: true ends it early (verification::ended)
    [[nodiscard]] virtual verification verify(const std::optional<std::pair<std::uint64_t, digest>> &known,
                                              const std::function<void(std::uint64_t done, std::uint64_t of)> &progress,
                                              const std::function<bool()> &ends = nullptr) = 0;

    /// The time of the store: that of the system, but never before the last event, nor before what a service noted, as
    /// far as this process has seen them. Tokens expire by it.
    [[nodiscard]] virtual timestamp now() const = 0;
    /// The time in the history that a question about `t` means: `t` itself; but the time of the last event when that is
    /// in the future by the clock of the system, and `t` is now or later (or not before a confirmation of the clock).
    /// One look-up.
    [[nodiscard]] virtual timestamp as_of_time(timestamp t) = 0;
    /// An administrator says that the clock of the system is right: writes are no longer refused because of it.
    /// Recorded as an event of the document "confirmed" of kind "clock". Events keep the time of the last one until the
    /// clock has reached it. Throws failure.
    [[nodiscard]] virtual clock_confirmation confirm_clock(const origin &by) = 0;

    // A store that follows another one (docs/decisions/0051) has a mark in its SQLite file: nothing but repeat() and
    // promote() adds events to it, whatever process has it open, and write() throws failure (follows) when it would.

    /// Whether it has the mark.
    [[nodiscard]] virtual bool follows() = 0;
    /// Sets the mark of a store without events; nothing if it has it. Throws failure (follows) for any other store.
    /// @param part what names the part of the history that it follows, the rest of which is hidden (event::is_hidden);
    ///     empty: all of it. A store goes on with the part that it began with, and never becomes a primary.
    virtual void follow(std::string_view part = {}) = 0;
    /// Adds events of the store that it follows, in one transaction: the first one after the last event here. Throws
    /// other_history, and then has added none: also for a hidden event in a store that follows all of the history.
    virtual void repeat(std::span<const event> events) = 0;
    /// Sets the mark, with a last event that says so: the primary hands over to a follower. Throws failure (other) for
    /// a store in PostgreSQL, and if `successor` is no URI.
    /// @param successor the URL of the service that goes on, which the event names (service::retirement_of()); empty:
    /// it is not known
    /// @return the head then
    virtual std::pair<std::uint64_t, digest> retire(const origin &by, std::string_view successor = {}) = 0;
    /// Removes the mark, with an event that says so. With `known`, only if that is the head: nothing of the primary's
    /// is missing. Throws failure (follows) otherwise, and for a store without the mark.
    /// @return the head then
    virtual std::pair<std::uint64_t, digest> promote(const origin &by,
                                                     const std::optional<std::pair<std::uint64_t, digest>> &known) = 0;

    /// The number of commits by this process. For those of other processes see connection::changes_by_others().
    [[nodiscard]] virtual std::uint64_t generation() const noexcept = 0;
    /// Calls `f` on the writing thread after each commit, before it is acknowledged.
    virtual void on_change(std::function<void(const commit &)> f) = 0;

    /// The database that the store is in: for statements of one's own, backups and copies.
    [[nodiscard]] virtual database &sql_database() noexcept UNIFORM_LIFETIMEBOUND = 0;

    /// Finishes the writes that wait; later writes throw.
    virtual void close() = 0;

protected:
    [[nodiscard]] virtual database::lent lend() = 0;
    virtual void write_erased(const origin &by, const std::function<bool(writing &)> &f,
                              write_kind kind = write_kind::change) = 0;

public:
    /// Why the time is not believed now, because the clock of the system is ahead of the store or behind it: nothing is
    /// written, and nothing has expired by it. The sentences of failure_kind::clock. Empty: it is believed. One look-up
    /// when it is not believed. Throws failure.
    [[nodiscard]] virtual std::string refusal_of_time() = 0;
    /// Why nothing is written: the history of the store lacks an event that this process knows. The sentences of
    /// failure_kind::history. Empty: it does not, or the store cannot be asked now. Up to three look-ups. Throws
    /// failure.
    [[nodiscard]] virtual std::string refusal_of_history() = 0;
    /// Compares the history behind a connection with what this process knows, and notes its end; the same result.
    virtual std::string note_head(connection &c) = 0;
    /// An administrator says that the history of this store is the right one, although it lacks an event that was
    /// acknowledged: that event is lost, and processes that know it write to this store again. Recorded as an event of
    /// a document of kind "history", whose id is the event that is lost. Throws failure.
    /// @return the number of the event; 0: the history has the event that is said to be lost, or the same was confirmed
    /// before
    virtual std::uint64_t confirm_history(const origin &by, const history_head &lost) = 0;
    /// Why nothing is written: the schema is newer than this program, because another process has migrated the store.
    /// The sentence of failure_kind::version. Empty: it is not. One look-up. Throws failure.
    [[nodiscard]] virtual std::string refusal_of_schema() = 0;
    /// Whether the store has the mark of a part (follow()): it lacks what other events say. Throws failure.
    [[nodiscard]] virtual bool follows_part() = 0;
};

} // namespace store
} // namespace uniform
