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

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/database.hpp>

namespace uniform UNIFORM_API {
namespace store {

using resolver::problem;
using resolver::timestamp;

/// Who makes a change, and from where: "token:7f3a", "127.0.0.1"; "local:alice", "command line".
struct origin {
    std::string who = {};
    std::string from = {};
};

/// A SHA-256 hash.
using digest = std::array<std::byte, 32>;

/// One change.
struct event {
    std::uint64_t number = 0; ///< 1, 2, 3, ...
    timestamp at = {};
    std::string who = {};
    std::string from = {};
    std::string action = {};  ///< "assign", "withdraw", "submit", ...
    std::string kind = {};    ///< "name", or a document's kind
    std::string id = {};      ///< a name's key, or a document's id
    std::uint64_t before = 0; ///< the subject's event before this one; 0: this one made the subject
    std::string body = {};    ///< the state after it: an encoded name record, or a document's body
    digest previous = {};     ///< the hash of the event before this one in the history
    digest hash = {};
};

/// An event without its contents.
struct event_subject {
    std::uint64_t number = 0;
    std::string kind = {};
    std::string id = {};
    digest previous = {};
    digest hash = {};
};

/// A commit of this process. Its events have consecutive numbers.
struct commit {
    std::uint64_t before = 0; ///< the number of the last event before it; 0: there is none
    digest hash_before = {};  ///< the hash of that event
    std::uint64_t last = 0;   ///< the number of its last event; `before`, if it has none
    digest hash = {};
    /// The kind and id of the subject of each event, in their order.
    std::span<const std::pair<std::string, std::string>> subjects = {};
};

/// A stored document: JSON under an id.
struct document {
    std::string id = {};
    std::string body = {};
    std::uint64_t event = 0;   ///< the number of its last event
    std::uint64_t version = 1; ///< how many versions it has had, this one included: for ETag and If-Match
};

/// The document as it was after an event.
[[nodiscard]] document document_after(const event &e);

/// What a write made of a document.
struct revision {
    std::uint64_t event = 0;   ///< the number of the event
    std::uint64_t version = 1; ///< how many versions the document has had
};

/// A stored name.
struct name_row {
    std::string key = {};
    std::string record = {}; ///< encoded (resolver::decode)
    std::uint64_t event = 0;
};

namespace detail {
class write_buffer;
} // namespace detail

/// A consistent view of the store. For one thread, and for a short time.
class reading {
public:
    explicit reading(connection &c, detail::write_buffer *b = nullptr) noexcept : connection_(&c), buffer_(b) {}

    [[nodiscard]] std::optional<name_row> name(std::string_view key);
    /// The names whose keys begin with `prefix` and come after `after`, in the order of bytes; at most `limit`.
    [[nodiscard]] std::vector<name_row> names(std::string_view prefix, std::string_view after, std::size_t limit);
    /// The same of the names in one state: by an index, whatever the other names are.
    [[nodiscard]] std::vector<name_row> names(std::string_view prefix, std::string_view after, std::size_t limit,
                                              resolver::name_state state);

    [[nodiscard]] std::optional<document> find(std::string_view kind, std::string_view id);
    [[nodiscard]] std::vector<document> list(std::string_view kind, std::string_view prefix, std::string_view after,
                                             std::size_t limit);
    /// Of the documents of a kind whose id is a prefix of `text`, the one with the longest id that `accept` accepts. A
    /// few index look-ups, however many documents there are.
    [[nodiscard]] std::optional<document> longest_prefix(std::string_view kind, std::string_view text,
                                                         const std::function<bool(const document &)> &accept = nullptr);

    /// The history of one subject, newest first; at most `limit` events, before event `before` (0: from the newest).
    [[nodiscard]] std::vector<event> history(std::string_view kind, std::string_view id, std::uint64_t before = 0,
                                             std::size_t limit = 100);
    /// The last event of the subject at `t`; nothing when it did not exist yet.
    [[nodiscard]] std::optional<event> as_of(std::string_view kind, std::string_view id, timestamp t);
    /// The events after number `after`, oldest first; at most `limit`.
    [[nodiscard]] std::vector<event> events(std::uint64_t after, std::size_t limit);
    /// The same without their contents: the memory of one of them at a time.
    [[nodiscard]] std::vector<event_subject> subjects(std::uint64_t after, std::size_t limit);
    /// The same, each handed to `f`: the memory of one of them at a time.
    void each_event(std::uint64_t after, std::size_t limit, const std::function<void(const event &)> &f);
    [[nodiscard]] std::optional<event> event_at(std::uint64_t number);
    /// The number and hash of the last event. Keep them elsewhere: then verify() proves that nothing before changed.
    [[nodiscard]] std::pair<std::uint64_t, digest> head();

    /// Whether this is read from a replica, which may lack the latest commits: known after the first statement.
    [[nodiscard]] bool on_replica() const noexcept { return connection_->on_replica(); }

    /// For tables without history (statistics, link health). In a write, everything changed so far is written to the
    /// database first, and the write gets a savepoint: a few more statements.
    [[nodiscard]] connection &sql() UNIFORM_LIFETIMEBOUND;

protected:
    connection *connection_;
    detail::write_buffer *buffer_; ///< what a writing has not written yet
};

/// What store::confirm_clock() found and did.
struct clock_confirmation {
    timestamp system = {};                    ///< the time of the system
    std::optional<timestamp> last_event = {}; ///< that of the last event before
    std::uint64_t event = 0;                  ///< of the confirmation; 0: nothing had to be confirmed
};

/// One write. Its reads see its own changes.
class writing : public reading {
public:
    [[nodiscard]] const origin &by() const noexcept UNIFORM_LIFETIMEBOUND;
    /// Makes `who` the author of the events that follow in this change: known only after reading the store.
    void set_author(std::string who);
    /// The time of the store (store::now), the same throughout the write.
    [[nodiscard]] timestamp now() const noexcept;
    /// Notes, without an event, that the time of the store has passed, so that a clock that is set back is noticed also
    /// when nothing else is written.
    void note_time();
    /// For store::confirm_clock().
    [[nodiscard]] clock_confirmation confirm_clock();

    /// Makes or replaces a document, with an event. Kind, id (not empty) and body are UTF-8, the body at most 16 MiB;
    /// the kinds "name", "counter" and "clock" are reserved.
    /// @return the number of the event, and of the version
    /// Throws failure (other) for any other argument.
    revision put(std::string_view kind, std::string_view id, std::string_view body, std::string_view action);
    /// Makes a new name.
    /// @return the existing row when the key exists, and nothing was changed; else nothing, also when the name is
    /// assumed absent (store::write)
    [[nodiscard]] std::optional<name_row> add_name(std::string_view key, const resolver::name_record &r,
                                                   std::string_view action);
    /// Replaces the name record of `was`, which must be what this write reads now. The store counts its version,
    /// whatever `r` says.
    /// @return the number of the event
    std::uint64_t change_name(const name_row &was, const resolver::name_record &r, std::string_view action);
    /// Makes many new names, with keys in any order, for imports.
    /// @return for each, whether it is new; existing names are not changed
    [[nodiscard]] std::vector<bool> add_names(std::span<const std::pair<std::string, std::string>> keys_and_records,
                                              std::string_view action);

    /// The next number of a counter (1, 2, 3, ...), or the first of `count` numbers; no number is returned twice.
    /// Counters are documents of kind "counter" whose body is the last number; one event for each transaction.
    [[nodiscard]] std::uint64_t next(std::string_view counter, std::uint64_t count = 1);

    /// The answer to the first request with this client's Idempotency-Key; nothing for a new key. `request` is a digest
    /// of the request. Error: key_reused, the first request was another one.
    [[nodiscard]] std::expected<std::optional<std::string>, problem>
    answered(std::string_view client, std::string_view key, std::string_view request);
    void remember(std::string_view client, std::string_view key, std::string_view request, std::string_view answer);
    /// Deletes the idempotency keys kept before `t`.
    /// @return how many
    std::int64_t expire_answers(timestamp t);

    /// What extend_search_index() did.
    struct search_step {
        std::uint64_t names = 0; ///< that were indexed
        bool complete = false;
    };
    /// Makes the index of search, or adds the next names to one that is incomplete; one of another version is dropped
    /// first. For make_search_index() in search.hpp. Without an event.
    [[nodiscard]] search_step extend_search_index(std::size_t names);
    /// Drops the index of search, if there is one. Without an event.
    void drop_search_index();

    writing(connection &c, detail::write_buffer &b) noexcept : reading(c, &b) {}
};

/// How far the clock of the system may be from the time that the store knows has passed: that of its last event, or the
/// last one that a running service noted (writing::note_time).
struct clock_limits {
    std::chrono::microseconds ahead = std::chrono::days{30};
    std::chrono::microseconds behind = std::chrono::minutes{5};
};

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

/// A finding of verify().
struct damage {
    std::uint64_t event = 0;  ///< near this event; 0: no event in particular
    std::string subject = {}; ///< "name example:a", "token 7f3a", "the history", ...
    std::string message = {};
};
/// The result of verifying a store.
struct verification {
    std::uint64_t events = 0;
    std::uint64_t names = 0;
    std::uint64_t documents = 0;
    digest head = {};
    std::vector<damage> found = {}; ///< at most 1000, and why a part of the store was not read to its end
    bool ended = false;             ///< early, because it was asked to: what was not read may be damaged
};

/// Writes that are never committed, for finding out what they would do. Each reads the store as it is when it begins,
/// in a transaction that only reads and is rolled back: others write meanwhile, a store that this user may only read is
/// enough, and nothing remains. What was read and the names of earlier writes are all that it sees.
///
///     const auto trial = s.rehearse();
///     trial->write(by, [&](writing &w) { return assign(w, who, a); }); // what store::write() would return
///
/// For one thread at a time; it ends before its store.
class rehearsal {
public:
    rehearsal() = default;
    rehearsal(const rehearsal &) = delete;
    rehearsal &operator=(const rehearsal &) = delete;
    virtual ~rehearsal() = default;

    /// Runs `f` once, as store::write() would, whatever the clock says. reading::name() finds what earlier writes of
    /// this rehearsal made of a name; other documents than names are forgotten after each. reading::names() and
    /// reading::sql() throw failure (other). Names are kept in a temporary file beyond some megabytes. Throws failure.
    template <class F>
    auto write(const origin &by, F &&f) -> decltype(f(std::declval<writing &>())) {
        std::optional<decltype(f(std::declval<writing &>()))> result;
        write_erased(by, [&](writing &w) {
            result.emplace(f(w));
            return result->has_value();
        });
        return std::move(*result);
    }

protected:
    virtual void write_erased(const origin &by, const std::function<bool(writing &)> &f) = 0;
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
        auto lent = where().reader();
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
        std::optional<decltype(f(std::declval<writing &>()))> result;
        write_erased(by, [&](writing &w) {
            result.emplace(f(w));
            return result->has_value();
        });
        return std::move(*result);
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

    /// The number of commits by this process. For those of other processes see connection::changes_by_others().
    [[nodiscard]] virtual std::uint64_t generation() const noexcept = 0;
    /// Calls `f` on the writing thread after each commit, before it is acknowledged.
    virtual void on_change(std::function<void(const commit &)> f) = 0;

    [[nodiscard]] virtual database &where() noexcept UNIFORM_LIFETIMEBOUND = 0;

    /// Finishes the writes that wait; later writes throw.
    virtual void close() = 0;

protected:
    [[nodiscard]] virtual database::lent lend() = 0;
    /// @param confirms_clock whatever the clock says
    virtual void write_erased(const origin &by, const std::function<bool(writing &)> &f,
                              bool confirms_clock = false) = 0;
};

/// The version of the schema that this library writes.
[[nodiscard]] int schema_version() noexcept;

} // namespace store
} // namespace uniform
