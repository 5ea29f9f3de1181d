// The basic idea: the writer holds the only lock for writing, so what a job has read cannot change before the commit,
// and nothing has to be written earlier. (A speculative run has no lock; commit_at_once() finds out whether anything
// has changed.) A change is a slot (the row as it is to be, by table and key) and an event. Reads of the same
// transaction look into the slots first (reading.cpp), and at the end all slots of one table are written many rows at a
// time.
//
// A job is between begin_job() and either keep_job() or undo_job(), and in one of two modes:
// - In memory, as nearly all are: each change notes what it replaces in undo_, and undo_job() puts that back.
// - Behind a savepoint, after write_through(): for jobs that run their own SQL, or add many names. What earlier jobs
//   changed is written before the savepoint, what this one changed behind it; undo_job() rolls back to it.
//
// INVARIANT: end_ is the end of the history with everything pending, written_ that of what the database has; events_
// has the events between the two. Only append() numbers and hashes an event.
// INVARIANT: a slot is `fresh` when the database has no such row: it is inserted, and any other one must change exactly
// one row, or the store is damaged.
// INVARIANT: undo_ has room before a slot changes, so that a failed allocation leaves nothing that cannot be undone.
// Only while write_through() moves a job's changes (moving_) that does not hold; then the whole transaction fails.
// INVARIANT: from write_through() on, cache_ and rows_ are null: what they know of the database is out of date.
//
// The buffer lives for one transaction. Connection, cache and looked-up rows belong to the writer (group_commit.cpp),
// which begins, commits and rolls back; the buffer sets savepoints and throws what the connection throws. Only
// commit_at_once() commits by itself. A rehearsal (rehearsal.cpp) has a buffer that never writes.
#include "store/writing/write_buffer.hpp"

#include <algorithm>
#include <new>
#include <string_view>

#include <uniform/base/assertion.hpp>
#include <uniform/store/other_history.hpp>

#include "store/writing/rehearsed_names.hpp"
#include "store/writing/speculative_connection.hpp"

namespace uniform::store::detail {

namespace {

constexpr std::string_view follows_text =
    "this store follows another one, and is only read here: write to its primary. `uniform store promote` makes it one";

} // namespace

void write_buffer::begin_job(const origin &by, write_kind kind) {
    UNIFORM_ASSERT(undo_.empty() && counters_.empty() && !savepoint_ && !moving_); // the job before is kept or undone
    UNIFORM_ASSERT(is_consistent());
    by_ = &by;
    kind_ = kind;
    job_known_ = at_.known;
    job_search_ = search_;
    now_ = store_clock::now(at_.system, at_.known);
    job_end_ = end_;
    job_events_ = events_.size();
    job_changed_ = changed_.size();
    undo_.clear();
    counters_.clear();
    savepoint_ = false;
}

void write_buffer::keep_job() {
    settle_counters();
    if (savepoint_) connection_->release();
    savepoint_ = false;
    undo_.clear();
    UNIFORM_ASSERT(is_consistent());
}

void write_buffer::undo_job() {
    // An allocation failed while the job's changes were set aside: all writes of the transaction fail.
    if (moving_) throw std::bad_alloc();
    if (savepoint_) {
        // Everything before the job was written when the job got its savepoint.
        connection_->back_to_savepoint();
        savepoint_ = false;
        slots_.clear();
        events_.clear();
        written_ = job_end_;
    } else {
        UNIFORM_ASSERT(events_.size() >= job_events_);
        for (auto u = undo_.rbegin(); u != undo_.rend(); ++u) {
            if (u->was) {
                u->at->second = std::move(*u->was);
            } else {
                slots_.erase(u->at);
            }
        }
        events_.resize(job_events_);
    }
    undo_.clear();
    counters_.clear();
    end_ = job_end_;
    at_.known = job_known_;
    search_ = job_search_;
    UNIFORM_ASSERT(changed_.size() >= job_changed_);
    changed_.resize(job_changed_);
    UNIFORM_ASSERT(is_consistent());
}

const slot *write_buffer::find(table t, std::string_view first, std::string_view second) const {
    const auto at = slots_.find(slot_key_view{t, first, second});
    return at == slots_.end() ? nullptr : &at->second;
}

void write_buffer::set(table t, std::string_view first, std::string_view second, slot s) {
    // Room for the undoing first: when an allocation fails, nothing has changed that cannot be undone.
    if (undo_.size() == undo_.capacity()) undo_.reserve(2 * undo_.size() + 8);
    UNIFORM_ASSERT(undo_.size() < undo_.capacity());
    auto at = slots_.lower_bound(slot_key_view{t, first, second});
    if (at != slots_.end() && slot_order::view(at->first) == slot_key_view{t, first, second}) {
        s.fresh = at->second.fresh;
        undo_.push_back({at, std::exchange(at->second, std::move(s))});
        return;
    }
    at = slots_.emplace_hint(at, slot_key{t, std::string(first), std::string(second)}, std::move(s));
    undo_.push_back({at, std::nullopt});
}

// Whatever makes an event comes through here, or through repeat().
void write_buffer::append(event_view e, bool keep) {
    UNIFORM_ASSERT(by_ != nullptr && !e.kind.empty() && !e.id.empty());
    if (follows_ && kind_ != write_kind::handover) throw failure(failure_kind::follows, std::string(follows_text));
    e.number = end_.number + 1;
    // The times of events never decrease, whatever the clock does.
    e.at = std::max(now_.time_since_epoch().count(), end_.at);
    e.who = by_->who;
    e.from = by_->from;
    add(e, hash_of(end_.hash, e), keep);
}

void write_buffer::add(const event_view &e, const digest &hash, bool keep) {
    if (keep) events_.push_back(event_of(e, end_.hash, hash));
    end_ = {e.number, hash, e.at};
    changed_.emplace_back(e.kind, e.id);
}

std::uint64_t write_buffer::put(table t, std::string_view kind, std::string_view id, std::string_view text,
                                std::string_view action, std::uint64_t before) {
    append({.action = action, .kind = kind, .id = id, .before = before, .body = text}, true);
    put_row(t, kind, id, text, before == 0);
    return end_.number;
}

void write_buffer::put_row(table t, std::string_view kind, std::string_view id, std::string_view text, bool fresh) {
    slot s{.text = std::string(text), .event = end_.number, .fresh = fresh};
    if (t == table::names) {
        set(t, id, {}, std::move(s));
    } else {
        set(t, kind, id, std::move(s));
    }
}

// It has the time of the event before it, as that of its own is not known.
void write_buffer::repeat_hidden(const event &e, const std::function<void(std::string_view)> &refuse) {
    if (!follows_part_) refuse("is hidden, and this store follows all of the history");
    if (!e.withheld || !e.body.empty() || !e.id.empty()) refuse("is hidden, and has content");
    event own = e;
    own.at = timestamp(timestamp::duration(end_.at));
    add(view_of(own), own.hash, true);
}

void write_buffer::repeat(table t, const event &e, std::uint64_t before) {
    const auto refuse = [&](std::string_view why) {
        throw other_history("event " + std::to_string(e.number) + " of the primary " + std::string(why));
    };
    if (!follows_) throw failure(failure_kind::follows, "this store follows no other one");
    if (e.number != end_.number + 1)
        refuse("does not follow event " + std::to_string(end_.number) + ", the last one here");
    if (e.previous != end_.hash) refuse("does not continue the history here: its hash before is another one");
    if (e.before != before) refuse("does not name the last event of its subject");
    if (e.is_hidden()) return repeat_hidden(e, refuse);
    const auto view = view_of(e);
    if (view.at < end_.at) refuse("is earlier than the event before it");
    if (e.withheld && !may_be_withheld(e.kind)) refuse("is without its body");
    if (hash_of(end_.hash, view) != e.hash) refuse("has another hash than its content");
    add(view, e.hash, true);
    put_row(t, e.kind, e.id, e.body, before == 0);
}

known_time write_buffer::known_time() const {
    auto k = at_.known;
    if (end_.number != 0) k.last_event = timestamp(timestamp::duration(end_.at));
    return k;
}

void write_buffer::note_time(timestamp seen) {
    write_through();
    put_seen(seen);
}

void write_buffer::put_seen(timestamp seen) {
    connection_->run(
        "INSERT INTO clock (one, seen) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET seen = excluded.seen",
        {seen.time_since_epoch().count()});
    at_.known.seen = seen;
}

std::uint64_t write_buffer::confirm_clock(std::uint64_t before) {
    const auto last = at_.known.last_event.value_or(at_.system);
    now_ = at_.system;
    const auto event =
        put(table::documents, clock_kind, clock_id, confirmation_body(at_.system, last), "confirm", before);
    at_.known.confirmed.emplace(at_.system, last);
    note_time(at_.system);
    return event;
}

void write_buffer::remember(std::string_view client, std::string_view key, std::string_view request,
                            std::string_view answer) {
    set(table::answers, client, key,
        {.text = std::string(answer),
         .digest = std::string(request),
         .event = static_cast<std::uint64_t>(now_.time_since_epoch().count()),
         .fresh = true});
}

void write_buffer::count(std::string_view counter, const std::optional<document> &was, std::uint64_t becomes) {
    set(table::documents, "counter", counter,
        {.text = std::to_string(becomes), .event = was ? was->event : 0, .fresh = !was});
    if (std::ranges::find(counters_, counter) == counters_.end()) counters_.emplace_back(counter);
}

void write_buffer::settle_counters() {
    for (const auto &counter : std::exchange(counters_, {})) {
        const auto at = slots_.find(slot_key_view{table::documents, "counter", counter});
        UNIFORM_ASSERT(at != slots_.end());
        auto &s = at->second;
        append({.action = "count", .kind = "counter", .id = counter, .before = s.event, .body = s.text}, true);
        s.event = end_.number;
    }
}

const std::optional<name_row> *write_buffer::looked_up(std::string_view key) const {
    if (rows_ == nullptr || !is_text(key)) return nullptr;
    if (rows_->speculative) {
        rows_->names.try_emplace(std::string(key));
        rows_->missed = true;
        throw needs_database{};
    }
    const auto at = rows_->names.find(key);
    return at == rows_->names.end() ? nullptr : &at->second;
}

bool write_buffer::assumes_absent(std::string_view key) const {
    if (rows_ == nullptr || !rows_->speculative || find(table::names, key, {}) != nullptr) return false;
    rows_->names.try_emplace(std::string(key));
    return true;
}

const std::optional<std::pair<std::string, std::string>> *write_buffer::looked_up(std::string_view client,
                                                                                  std::string_view key) const {
    if (rows_ == nullptr || !is_text(client) || !is_text(key)) return nullptr;
    std::pair<std::string, std::string> both(client, key);
    if (rows_->speculative) return &rows_->answers.try_emplace(std::move(both)).first->second;
    const auto at = rows_->answers.find(both);
    return at == rows_->answers.end() ? nullptr : &at->second;
}

std::optional<name_row> write_buffer::rehearsed(std::string_view key) const {
    UNIFORM_ASSERT(earlier_ != nullptr);
    return earlier_->find(key);
}

void write_buffer::write_through() {
    if (is_rehearsal()) throw failure(failure_kind::other, "a rehearsal runs no SQL");
    connection_->run_queries({}); // a speculative run ends here, before anything is changed
    // From here on the cache and the rows that were looked up are out of date.
    if (cache_ != nullptr) cache_->clear();
    cache_ = nullptr;
    rows_ = nullptr;
    if (!savepoint_) {
        // The job's own changes are set aside until the changes before it are written. They are undone from the last
        // to the first: the first change of a key that is undone is its newest, and the last one tells whether the row
        // existed before the job.
        moving_ = true;
        slots own;
        for (auto u = undo_.rbegin(); u != undo_.rend(); ++u) {
            if (u->was) {
                const auto &key = u->at->first;
                own.try_emplace(key, std::exchange(u->at->second, std::move(*u->was))).first->second.fresh = false;
            } else {
                auto node = slots_.extract(u->at);
                const bool fresh = node.mapped().fresh;
                own.try_emplace(std::move(node.key()), std::move(node.mapped())).first->second.fresh = fresh;
            }
        }
        std::vector<event> own_events(
            std::make_move_iterator(events_.begin() + static_cast<std::ptrdiff_t>(job_events_)),
            std::make_move_iterator(events_.end()));
        events_.resize(job_events_);
        write_slots(false);
        write_events(events_, false);
        events_.clear();
        connection_->savepoint();
        savepoint_ = true;
        slots_ = std::move(own);
        events_ = std::move(own_events);
        undo_.clear();
        job_events_ = 0;
        moving_ = false;
    }
    settle_counters();
    write_slots(false);
    write_events(events_, false);
    events_.clear();
    undo_.clear();
    wrote_ = true; // the job may write anything now
    UNIFORM_ASSERT(savepoint_ && slots_.empty() && is_consistent());
}

bool write_buffer::makes_all_looked_up() const {
    const auto made = [this](table t, std::string_view first, std::string_view second) {
        const auto *s = find(t, first, second);
        return s != nullptr && s->fresh;
    };
    return std::ranges::all_of(rows_->names, [&](const auto &n) { return made(table::names, n.first, {}); }) &&
           std::ranges::all_of(rows_->answers,
                               [&](const auto &a) { return made(table::answers, a.first.first, a.first.second); });
}

} // namespace uniform::store::detail
