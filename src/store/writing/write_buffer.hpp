// The changes of a transaction that are not written yet.
//
// The writing thread has the only lock for writing, so nobody else changes anything in the meantime: the changes of
// each job stay in memory, later jobs read them there, and they are written at the end of the transaction, many rows at
// a time. A failed job is undone by restoring what it replaced, without a savepoint and without a round trip. Only a
// job that runs its own SQL, or adds thousands of names, gets a savepoint, and everything before it is written first.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/records.hpp>
#include <uniform/store/write_kind.hpp>

#include "store/history/event_encoding.hpp"
#include "store/history/history_reader.hpp"
#include "store/reading/looked_up_rows.hpp"
#include "store/search/search_index.hpp"
#include "store/writing/document_cache.hpp"
#include "store/writing/store_clock.hpp"

namespace uniform::store::detail {

/// RFC 3629 section 4, without U+0000: the texts that both databases store.
[[nodiscard]] bool is_text(std::string_view text) noexcept;

enum class table : std::uint8_t { names, documents, answers };

/// The key of a changed row: names (key, ""), documents (kind, id), answers (client, key).
struct slot_key {
    detail::table table = table::names;
    std::string first = {};
    std::string second = {};
};
struct slot_key_view {
    detail::table table = table::names;
    std::string_view first = {};
    std::string_view second = {};
    auto operator<=>(const slot_key_view &) const = default;
};
struct slot_order {
    using is_transparent = void;
    static slot_key_view view(const slot_key &k) noexcept { return {k.table, k.first, k.second}; }
    static slot_key_view view(slot_key_view k) noexcept { return k; }
    bool operator()(const auto &a, const auto &b) const noexcept { return view(a) < view(b); }
};
struct slot {
    std::string text = {};   ///< record, body, or answer
    std::string digest = {}; ///< of the request (answers)
    std::uint64_t event = 0;
    bool fresh = false; ///< not in the database yet: will be inserted
};

/// The document that a slot holds.
[[nodiscard]] document document_of(const std::string &id, const slot &s);

/// When the jobs of a transaction run.
struct job_time {
    timestamp system = {};
    detail::known_time known = {};
    std::string refusal = {}; ///< why only a confirmation of the clock may be written; or empty
};

class rehearsed_names;

class [[gnu::visibility("hidden")]] write_buffer { // a public header only names it
public:
    using slots = std::map<slot_key, slot, slot_order>;
    using changes = std::vector<std::pair<std::string, std::string>>;

    /// @param c a transaction that writes has begun on it
    /// @param end the end of the history
    write_buffer(connection &c, const history_end &end, document_cache &cache, looked_up_rows &rows) noexcept
        : connection_(&c), end_(end), written_(end), cache_(&cache), rows_(&rows) {}

    /// Before the first job.
    void set_time(job_time at) { at_ = std::move(at); }
    /// Before the first job: the store has the mark of a follower.
    /// @param part whether it follows a part only
    void set_follows(bool follows, bool part) noexcept {
        follows_ = follows;
        follows_part_ = part;
    }
    /// Before the first job, and when a job has changed it: what the index of search has; nothing if there is none.
    void set_search(std::optional<search_progress> at) { search_ = std::move(at); }
    /// Before the only job, of a rehearsal: nothing is written to the database, and the names that earlier writes of
    /// the rehearsal made or changed are there.
    void rehearse(rehearsed_names &earlier) noexcept { earlier_ = &earlier; }
    void begin_job(const origin &by, write_kind kind = write_kind::change);
    void keep_job();
    void undo_job();
    /// Writes everything; the caller then commits.
    void write_out();
    /// Whether commit_at_once() may write everything: it is small, and no name changes.
    [[nodiscard]] bool fits_one_statement() const;
    /// PostgreSQL, instead of write_out(): writes and commits everything in one round trip on a connection that is in
    /// no transaction. False: nothing was done, because the history does not end where it is assumed to, or because a
    /// name or an idempotency record that is made here exists.
    [[nodiscard]] bool commit_at_once(connection &c);
    /// Whether every name and idempotency record that was assumed absent is made here: commit_at_once() finds out when
    /// it exists.
    [[nodiscard]] bool makes_all_looked_up() const;
    [[nodiscard]] bool changed() const noexcept { return wrote_ || !slots_.empty() || !events_.empty(); }

    [[nodiscard]] const origin &by() const noexcept { return *by_; }
    void set_author(std::string who) {
        author_ = {.who = std::move(who), .from = by_->from};
        by_ = &author_;
    }
    [[nodiscard]] timestamp now() const noexcept { return now_; }
    [[nodiscard]] const job_time &at() const noexcept UNIFORM_LIFETIMEBOUND { return at_; }
    /// The times that the store knows after these writes.
    [[nodiscard]] detail::known_time known_time() const;
    void note_time(timestamp seen);
    /// After the last job, instead of note_time().
    void put_seen(timestamp seen);
    /// The clock of the system is right, whatever the time of the last event.
    std::uint64_t confirm_clock(std::uint64_t before);
    [[nodiscard]] const history_end &end() const noexcept UNIFORM_LIFETIMEBOUND { return end_; }
    [[nodiscard]] changes &changed_subjects() noexcept { return changed_; }

    [[nodiscard]] const slot *find(table t, std::string_view first, std::string_view second) const;
    [[nodiscard]] const slots &all() const noexcept UNIFORM_LIFETIMEBOUND { return slots_; }
    /// Not yet written: those after number `written().number`.
    [[nodiscard]] const std::vector<event> &events() const noexcept UNIFORM_LIFETIMEBOUND { return events_; }

    /// Adds the event and puts the row. `before` is the subject's last event.
    std::uint64_t put(table t, std::string_view kind, std::string_view id, std::string_view text,
                      std::string_view action, std::uint64_t before);
    /// Adds an event of another store, and puts its row. Throws other_history unless it continues the history here.
    /// @param before the last event here of its subject
    void repeat(table t, const event &e, std::uint64_t before);
    void repeat_hidden(const event &e, const std::function<void(std::string_view)> &refuse);
    void remember(std::string_view client, std::string_view key, std::string_view request, std::string_view answer);
    /// The counter's last number goes from `was` to `becomes`; its event comes at the end of the job.
    void count(std::string_view counter, const std::optional<document> &was, std::uint64_t becomes);

    /// Writes everything so far and makes a savepoint, so that what this job does to the database can be undone.
    void write_through();
    /// The documents in the database; null once something was written in this transaction.
    [[nodiscard]] document_cache *cache() const noexcept { return cache_; }
    [[nodiscard]] bool is_rehearsal() const noexcept { return earlier_ != nullptr; }
    /// A name of an earlier write of the rehearsal.
    [[nodiscard]] std::optional<name_row> rehearsed(std::string_view key) const;
    /// A name in the database, if it was looked up before the jobs ran; else null. Throws needs_database in a
    /// speculative run.
    [[nodiscard]] const std::optional<name_row> *looked_up(std::string_view key) const;
    /// Whether a name that a job makes is assumed absent: in a speculative run, unless an earlier job made it.
    [[nodiscard]] bool assumes_absent(std::string_view key) const;
    /// An idempotency record in the database: digest of the request and answer. Null: it was not looked up.
    [[nodiscard]] const std::optional<std::pair<std::string, std::string>> *looked_up(std::string_view client,
                                                                                      std::string_view key) const;
    /// Many new names: see writing::add_names.
    [[nodiscard]] std::vector<bool> add_names(std::span<const std::pair<std::string, std::string>> rows,
                                              std::string_view action);

private:
    // For assertions: events_ has the events between written_ and end_.
    [[nodiscard]] bool is_consistent() const noexcept {
        return end_.number == written_.number + events_.size() && (events_.empty() || events_.back().hash == end_.hash);
    }
    struct undo {
        slots::iterator at;
        std::optional<slot> was;
    };
    // The contents of the slots, for statements. The texts are those of the slots.
    struct written_rows {
        std::vector<parameter> new_names, names, new_documents, documents, answers;
    };
    [[nodiscard]] written_rows rows_of_slots() const;
    void note_in_cache();
    void set(table t, std::string_view first, std::string_view second, slot s);
    void append(event_view e, bool keep);
    void add(const event_view &e, const digest &hash, bool keep);
    void put_row(table t, std::string_view kind, std::string_view id, std::string_view text, bool fresh);
    void settle_counters();
    void write_events(std::span<const event> events, bool last);
    // A row of the history.
    struct made_segment {
        std::int64_t first = 0;
        std::int64_t count = 0;
        digest head = {};
        std::string events = {};
    };
    [[nodiscard]] static made_segment take_segment(segment_writer &w, const digest &head);
    void write_segment(const made_segment &s, bool last);
    [[nodiscard]] std::vector<made_segment> append_names(std::span<const std::pair<std::string, std::string>> rows,
                                                         std::span<const std::uint32_t> order, std::string_view action);
    void write_slots(bool last);
    [[nodiscard]] bool is_searched() const noexcept { return search_ && search_->current; }
    [[nodiscard]] std::vector<bool> rehearse_names(std::span<const std::pair<std::string, std::string>> rows,
                                                   std::span<const std::uint32_t> order, std::string_view action);
    void take_from_search(const std::vector<parameter> &changed);
    void add_to_search(const std::vector<parameter> &rows);

    connection *connection_;
    history_end end_;     // with everything pending
    history_end written_; // in the database
    slots slots_;
    std::vector<event> events_;
    changes changed_;
    document_cache *cache_;
    looked_up_rows *rows_;
    rehearsed_names *earlier_ = nullptr;
    std::optional<search_progress> search_ = {};
    bool wrote_ = false; // something is in the transaction already
    bool follows_ = false;
    bool follows_part_ = false;

    // The job.
    const origin *by_ = nullptr;
    write_kind kind_ = write_kind::change;
    origin author_ = {}; // of a job that has set it
    job_time at_ = {};
    detail::known_time job_known_ = {}; // at_.known when the job began
    std::optional<search_progress> job_search_ = {};
    timestamp now_ = {};
    history_end job_end_ = {}; // where the history ended when the job began
    std::size_t job_events_ = 0;
    std::size_t job_changed_ = 0;
    std::vector<undo> undo_;
    std::vector<std::string> counters_;
    bool moving_ = false; // write_through() has begun to move the job's changes, and has not finished
    bool savepoint_ = false;
};

} // namespace uniform::store::detail
