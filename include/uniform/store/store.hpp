// The store: names, documents, and the append-only history of both.
//
// A *document* is anything that is not a name and that has a history: a namespace, a request, a registrar, a
// delegation, a token. It has a kind, an id that is unique in its kind for ever, and a body (JSON). A *name* has a key
// and a record. Every change of either is an event, and the history is the chain of all events: each carries the hash
// of the one before, so that no event can be changed, removed or put in between unseen, and the current state of
// everything can be checked against its last event. Nothing is deleted: a document ends with a state in its body.
//
// Writing is serial: one thread at a time runs what is asked for, everything that waits in one transaction (group
// commit); what a write changes is kept in memory until the end of the transaction, so that one that fails is just
// forgotten. A write has returned when it is on disk. Reading is parallel. Several processes may write to one store.
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

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/database.hpp>

namespace uniform::store {

using resolver::problem;
using resolver::timestamp;

/// Who does it, and from where: "token:7f3a", "127.0.0.1"; "local:alice", "command line".
struct origin {
    std::string who = {};
    std::string from = {};
};

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
    std::uint64_t before = 0; ///< the event before of the same subject; 0: this one made it
    std::string body = {};    ///< the state after it: an encoded record, or a document's body
    digest previous = {};     ///< the hash of the event before this one in the history
    digest hash = {};
};

struct document {
    std::string id = {};
    std::string body = {};
    std::uint64_t event = 0; ///< the last one; a version, for ETag and If-Match
};

struct name_row {
    std::string key = {};
    std::string record = {}; ///< encoded (resolver::decode)
    std::uint64_t event = 0;
};

namespace detail {
class pending;
}

/// A consistent view of everything. Of one thread; short-lived.
class reading {
public:
    explicit reading(connection &c, detail::pending *p = nullptr) noexcept : connection_(&c), pending_(p) {}

    [[nodiscard]] std::optional<name_row> name(std::string_view key);
    /// Keys that begin with `prefix` and come after `after`, in order of their bytes; at most `limit`.
    [[nodiscard]] std::vector<name_row> names(std::string_view prefix, std::string_view after, std::size_t limit);

    [[nodiscard]] std::optional<document> find(std::string_view kind, std::string_view id);
    [[nodiscard]] std::vector<document> list(std::string_view kind, std::string_view prefix, std::string_view after,
                                             std::size_t limit);
    /// Of the documents of a kind whose id is a prefix of `text`, the one with the longest id. Ordered-key seeks: a few
    /// look-ups, however many documents there are. `accept` may refuse one (it has ended); then the next shorter is
    /// tried.
    [[nodiscard]] std::optional<document> longest_prefix(std::string_view kind, std::string_view text,
                                                         const std::function<bool(const document &)> &accept = nullptr);

    /// The history of one subject, newest first; at most `limit`, those before event `before` (0: from the newest).
    [[nodiscard]] std::vector<event> history(std::string_view kind, std::string_view id, std::uint64_t before = 0,
                                             std::size_t limit = 100);
    /// The event that made the subject what it was at `t`; nothing when it was not there yet.
    [[nodiscard]] std::optional<event> as_of(std::string_view kind, std::string_view id, timestamp t);
    /// Events after number `after`, oldest first; at most `limit`.
    [[nodiscard]] std::vector<event> events(std::uint64_t after, std::size_t limit);
    [[nodiscard]] std::optional<event> event_at(std::uint64_t number);
    /// The number and hash of the last event: note it somewhere else, and verify() can prove that nothing before it
    /// changed.
    [[nodiscard]] std::pair<std::uint64_t, digest> head();

    /// Statistics, health, jobs: tables without history have their own SQL. In a writing, everything changed so far is
    /// in the database then, and the write gets a savepoint: a few more statements, so not where every microsecond
    /// counts.
    [[nodiscard]] connection &sql();

protected:
    connection *connection_;
    detail::pending *pending_; ///< what a writing has not written yet
};

/// A change in the making. Reads see what was written before in it.
class writing : public reading {
public:
    [[nodiscard]] const origin &by() const noexcept;
    [[nodiscard]] timestamp now() const noexcept; ///< the same for all of one change; never before the last event

    /// Puts a document (new, or in place of what it was) with an event. Kind, id (not empty) and body are UTF-8, the
    /// body at most 16 MiB; the kinds "name" and "counter" are taken.
    /// @return the event's number
    std::uint64_t put(std::string_view kind, std::string_view id, std::string_view body, std::string_view action);
    /// Puts a new name. Nothing when it was; the row that is there when the key was given before, and nothing was
    /// changed.
    [[nodiscard]] std::optional<name_row> add_name(std::string_view key, const resolver::name_record &r,
                                                   std::string_view action);
    /// Puts another record in place of `was`, which must be what this writing reads now.
    /// @return the event's number
    std::uint64_t change_name(const name_row &was, const resolver::name_record &r, std::string_view action);
    /// Many new names in one go, for imports: keys in any order. For each, whether it is new; the others are left as
    /// they are.
    [[nodiscard]] std::vector<bool> add_names(std::span<const std::pair<std::string, std::string>> keys_and_records,
                                              std::string_view action);

    /// The next number of a counter (1, 2, 3, ...), never given twice. `count` at once: the first of them. Counters are
    /// documents of kind "counter" with the last number given as body; one event for each transaction.
    [[nodiscard]] std::uint64_t next(std::string_view counter, std::uint64_t count = 1);

    /// A client's key (Idempotency-Key): the answer that the first request with this key got; a problem (key_reused)
    /// when the request was another one. `request` is a digest of the request.
    [[nodiscard]] std::expected<std::optional<std::string>, problem>
    answered(std::string_view client, std::string_view key, std::string_view request);
    void remember(std::string_view client, std::string_view key, std::string_view request, std::string_view answer);
    /// Forgets the answers remembered before `t`.
    /// @return how many
    std::int64_t forget_answers(timestamp t);

    writing(connection &c, detail::pending &p) noexcept : reading(c, &p) {}
};

/// What a write is going to ask for. PostgreSQL is then asked by one round trip for all writes of a transaction, where
/// each question would take one. No more than a hint: what was not foreseen is asked when it is wanted.
struct foresight {
    std::vector<std::string> names = {};                              ///< keys
    std::optional<std::pair<std::string, std::string>> answered = {}; ///< a client, and its idempotency key
};

struct store_options {
    database_options database = {};
    bool migrate = true;     ///< bring an older schema up to date when opening; else failure_kind::version
    std::size_t group = 512; ///< the most writes in one transaction
};

/// What is wrong with a store, as verify() finds it.
struct damage {
    std::uint64_t event = 0; ///< near which event; 0: none in particular
    std::string subject = {};
    std::string says = {};
};
struct verification {
    std::uint64_t events = 0;
    std::uint64_t names = 0;
    std::uint64_t documents = 0;
    digest head = {};
    std::vector<damage> found = {}; ///< at most 1000
};

class store {
public:
    /// Opens a store, making or migrating its schema. The writing thread starts with the first write. Throws failure.
    [[nodiscard]] static std::unique_ptr<store> open(std::string_view location, const store_options &o = {});
    virtual ~store() = default;

    /// Runs `f` with a view of everything, on this thread.
    template <class F>
    auto read(F &&f) {
        auto lent = lend();
        reading r(*lent);
        return std::forward<F>(f)(r);
    }

    /// The same for a single question: without a transaction, so that PostgreSQL is asked once.
    template <class F>
    auto look_up(F &&f) {
        auto lent = where().reader();
        reading r(*lent);
        return std::forward<F>(f)(r);
    }

    /// Runs `f` on the writing thread (this one, when nobody else writes) and returns what it returned when that is on
    /// disk. `f` returns a std::expected<T, problem>; when that is a problem, or `f` throws, nothing of it remains. `f`
    /// may be run again when a transaction had to be repeated, so it must not change anything but the store and its own
    /// result; nor may it write to the store by another `write`. Throws failure when the commit is not sure.
    template <class F>
    auto write(const origin &by, F &&f, const foresight &asks = {}) -> decltype(f(std::declval<writing &>())) {
        std::optional<decltype(f(std::declval<writing &>()))> result;
        write_erased(
            by,
            [&](writing &w) {
                result.emplace(f(w));
                return result->has_value();
            },
            asks);
        return std::move(*result);
    }

    /// Checks everything: the chain of hashes, every name and document against its last event, what is there twice or
    /// not at all. `known` is a head noted earlier (number and hash) that must still be in the chain.
    [[nodiscard]] virtual verification
    verify(const std::optional<std::pair<std::uint64_t, digest>> &known,
           const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) = 0;

    /// Counts changes by this process; changes_by_others() of a reading connection tells of the others.
    [[nodiscard]] virtual std::uint64_t generation() const noexcept = 0;
    /// Called on the writing thread after each commit, with the keys and documents (kind, id) that changed.
    virtual void on_change(std::function<void(std::span<const std::pair<std::string, std::string>>)> f) = 0;

    [[nodiscard]] virtual database &where() noexcept = 0;

    /// Finishes what was accepted; a write after that throws.
    virtual void close() = 0;

protected:
    [[nodiscard]] virtual database::lent lend() = 0;
    virtual void write_erased(const origin &by, const std::function<bool(writing &)> &f, const foresight &asks) = 0;
};

/// The version of the schema that this library writes.
[[nodiscard]] int schema_version() noexcept;

} // namespace uniform::store
