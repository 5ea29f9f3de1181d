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
#include <array>
#include <new>
#include <numeric>

#include "store/writing/rehearsed_names.hpp"
#include "store/writing/speculative_connection.hpp"
#include "store/writing/whole_write.hpp"

namespace uniform::store::detail {

namespace {

constexpr std::string_view insert_name = "INSERT INTO names (key, event, record) VALUES ($1, $2, $3)";
constexpr std::string_view insert_new_name =
    "INSERT INTO names (key, event, record) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING";
constexpr std::string_view update_name = "UPDATE names SET event = $2, record = $3 WHERE key = $1";
constexpr std::string_view insert_document = "INSERT INTO documents (kind, id, event, body) VALUES ($1, $2, $3, $4)";
constexpr std::string_view update_document = "UPDATE documents SET event = $3, body = $4 WHERE kind = $1 AND id = $2";
constexpr std::string_view insert_answer =
    "INSERT INTO answers (client, key, request, answer, at) VALUES ($1, $2, $3, $4, $5) "
    "ON CONFLICT (client, key) DO NOTHING";
constexpr std::string_view insert_segment = "INSERT INTO history (first, count, head, events) VALUES ($1, $2, $3, $4)";

/// In one statement.
constexpr std::size_t rows_at_once = 512;

std::int64_t integer(std::uint64_t v) noexcept { return static_cast<std::int64_t>(v); }

} // namespace

void write_buffer::begin_job(const origin &by) {
    by_ = &by;
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
        for (auto u = undo_.rbegin(); u != undo_.rend(); ++u) {
            if (u->was)
                u->at->second = std::move(*u->was);
            else
                slots_.erase(u->at);
        }
        events_.resize(job_events_);
    }
    undo_.clear();
    counters_.clear();
    end_ = job_end_;
    at_.known = job_known_;
    search_ = job_search_;
    changed_.resize(job_changed_);
}

const slot *write_buffer::find(table t, std::string_view first, std::string_view second) const {
    const auto at = slots_.find(slot_key_view{t, first, second});
    return at == slots_.end() ? nullptr : &at->second;
}

void write_buffer::set(table t, std::string_view first, std::string_view second, slot s) {
    // Room for the undoing first: when an allocation fails, nothing has changed that cannot be undone.
    if (undo_.size() == undo_.capacity()) undo_.reserve(2 * undo_.size() + 8);
    auto at = slots_.lower_bound(slot_key_view{t, first, second});
    if (at != slots_.end() && slot_order::view(at->first) == slot_key_view{t, first, second}) {
        s.fresh = at->second.fresh;
        undo_.push_back({at, std::exchange(at->second, std::move(s))});
        return;
    }
    at = slots_.emplace_hint(at, slot_key{t, std::string(first), std::string(second)}, std::move(s));
    undo_.push_back({at, std::nullopt});
}

void write_buffer::append(event_view e, bool keep) {
    e.number = end_.number + 1;
    // The times of events never decrease, whatever the clock does.
    e.at = std::max(now_.time_since_epoch().count(), end_.at);
    e.who = by_->who;
    e.from = by_->from;
    const auto hash = hash_of(end_.hash, e);
    if (keep) events_.push_back(event_of(e, end_.hash, hash));
    end_ = {e.number, hash, e.at};
    changed_.emplace_back(e.kind, e.id);
}

std::uint64_t write_buffer::put(table t, std::string_view kind, std::string_view id, std::string_view text,
                                std::string_view action, std::uint64_t before) {
    append({.action = action, .kind = kind, .id = id, .before = before, .body = text}, true);
    slot s{.text = std::string(text), .event = end_.number, .fresh = before == 0};
    if (t == table::names)
        set(t, id, {}, std::move(s));
    else
        set(t, kind, id, std::move(s));
    return end_.number;
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

std::optional<name_row> write_buffer::rehearsed(std::string_view key) const { return earlier_->find(key); }

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

void write_buffer::write_out() {
    settle_counters();
    write_slots(true);
    write_events(events_, true);
    events_.clear();
    undo_.clear();
}

bool write_buffer::fits_one_statement() const {
    std::size_t bytes = 0;
    for (const auto &e : events_) bytes += e.body.size();
    for (const auto &[key, s] : slots_) {
        if (key.table == table::names && (!s.fresh || is_searched())) return false;
        bytes += key.first.size() + key.second.size() + s.text.size() + s.digest.size();
    }
    return events_.size() <= segment_events && slots_.size() <= rows_at_once && bytes <= segment_bytes;
}

bool write_buffer::commit_at_once(connection &c) {
    segment_writer w;
    for (const auto &e : events_) w.add(view_of(e));
    const auto events = w.take();
    whole_write all({.first = integer(written_.number + 1),
                     .count = integer(events_.size()),
                     .head = bytes_of(end_.hash),
                     .events = events,
                     .before = bytes_of(written_.hash)});
    const auto rows = rows_of_slots();
    all.make_names(rows.new_names);
    all.make_documents(rows.new_documents);
    all.change_documents(rows.documents);
    all.make_answers(rows.answers);
    if (!all.run(c)) return false;
    note_in_cache();
    written_ = end_;
    slots_.clear();
    events_.clear();
    undo_.clear();
    return true;
}

void write_buffer::note_in_cache() {
    if (cache_ == nullptr) return;
    for (const auto &[key, s] : slots_)
        if (key.table == table::documents) cache_->change(key.first, key.second, document_of(key.second, s), s.fresh);
}

write_buffer::written_rows write_buffer::rows_of_slots() const {
    written_rows all;
    for (const auto &[key, s] : slots_) {
        switch (key.table) {
        case table::names: {
            auto &to = s.fresh ? all.new_names : all.names;
            to.insert(to.end(), {std::string_view(key.first), integer(s.event), blob{s.text}});
            break;
        }
        case table::documents: {
            auto &to = s.fresh ? all.new_documents : all.documents;
            to.insert(to.end(), {std::string_view(key.first), std::string_view(key.second), integer(s.event),
                                 std::string_view(s.text)});
            break;
        }
        case table::answers:
            all.answers.insert(all.answers.end(), {std::string_view(key.first), std::string_view(key.second),
                                                   blob{s.digest}, blob{s.text}, integer(s.event)});
            break;
        }
    }
    return all;
}

void write_buffer::write_slots(bool last) {
    const auto all = rows_of_slots();
    if (last) note_in_cache();
    // The last INSERTs go out with the commit: they either change all rows or fail.
    const auto write = [this, last](std::string_view sql, std::size_t width, const std::vector<parameter> &rows) {
        if (rows.empty()) return;
        wrote_ = true;
        if (last && sql.starts_with("INSERT"))
            for (parameters rest(rows); !rest.empty();) {
                const auto now = std::min(rest.size(), width * rows_at_once);
                connection_->post(sql, width, rest.first(now));
                rest = rest.subspan(now);
            }
        else
            for (const auto changed : connection_->run_each(sql, width, rows))
                if (changed != 1)
                    throw failure(failure_kind::damaged, "a row that was read is missing: " + std::string(sql) +
                                                             "; run `uniform store verify`");
    };
    if (is_searched()) take_from_search(all.names);
    write(insert_document, 4, all.new_documents);
    write(insert_name, 3, all.new_names);
    write(update_document, 4, all.documents);
    write(update_name, 3, all.names);
    if (is_searched()) {
        add_to_search(all.new_names);
        add_to_search(all.names);
    }
    if (last)
        write(insert_answer, 5, all.answers);
    else if (!all.answers.empty())
        connection_->run_each(insert_answer, 5, all.answers);
    wrote_ = wrote_ || !all.answers.empty();
    slots_.clear();
}

// The index knows a name by what it was: the row is read before it changes.
void write_buffer::take_from_search(const std::vector<parameter> &changed) {
    std::vector<name_row> before;
    std::vector<query> all;
    for (std::size_t i = 0; i < changed.size(); i += 3) {
        const auto key = std::get<std::string_view>(changed[i]);
        if (!search_->has(key)) continue;
        all.push_back({.sql = "SELECT key, event, record FROM names WHERE key = $1",
                       .parameters = {key},
                       .each = [&](const row &r) {
                           before.push_back({.key = std::string(r.text(0)),
                                             .record = std::string(r.bytes(2)),
                                             .event = static_cast<std::uint64_t>(r.integer(1))});
                           return false;
                       }});
    }
    connection_->run_queries(all);
    std::vector<indexed_name> names;
    names.reserve(before.size());
    for (const name_row &n : before) names.push_back({n.key, n.record, integer(n.event)});
    remove_from_search(*connection_, names);
}

void write_buffer::add_to_search(const std::vector<parameter> &rows) {
    std::vector<indexed_name> names;
    for (std::size_t i = 0; i < rows.size(); i += 3) {
        const auto key = std::get<std::string_view>(rows[i]);
        if (search_->has(key)) {
            names.push_back({key, std::get<blob>(rows[i + 2]).bytes, std::get<std::int64_t>(rows[i + 1])});
        }
    }
    detail::add_to_search(*connection_, names);
}

void write_buffer::write_segment(segment_writer &w, const digest &head, bool last) {
    const auto first = integer(w.first());
    const auto count = integer(w.count());
    const auto events = w.take();
    wrote_ = true;
    const std::array<parameter, 4> row{first, count, blob{bytes_of(head)}, blob{events}};
    if (last)
        connection_->post(insert_segment, row.size(), row);
    else
        connection_->run(insert_segment, row, nullptr);
}

void write_buffer::write_events(std::span<const event> events, bool last) {
    segment_writer w;
    for (const auto &e : events) {
        w.add(view_of(e));
        if (w.full()) write_segment(w, e.hash, last);
    }
    if (!w.empty()) write_segment(w, events.back().hash, last);
    if (!events.empty()) {
        const auto &end = events.back();
        written_ = {end.number, end.hash, end.at.time_since_epoch().count()};
    }
}

namespace {

/// Inserts names within a savepoint. Its end is undo_job()'s when the database fails, but not when an allocation does.
std::vector<std::int64_t> insert_or_undo(connection &c, parameters rows) {
    try {
        return c.run_each(insert_new_name, 3, rows);
    } catch (const failure &) {
        throw;
    } catch (...) {
        c.back_to_savepoint();
        throw;
    }
}

} // namespace

// Nothing is inserted, so all names are looked up.
std::vector<bool> write_buffer::rehearse_names(std::span<const std::pair<std::string, std::string>> rows,
                                               std::span<const std::uint32_t> order, std::string_view action) {
    std::vector<bool> added(rows.size(), false);
    for (const auto i : order) rows_->names.try_emplace(rows[i].first);
    std::vector<query> all;
    rows_->add_name_queries(all);
    connection_->run_queries(all);
    for (const auto i : order) {
        const auto &[key, record] = rows[i];
        if (find(table::names, key, {}) != nullptr || rehearsed(key) || rows_->names.find(key)->second) continue;
        put(table::names, "name", key, record, action, 0);
        added[i] = true;
    }
    return added;
}

std::vector<bool> write_buffer::add_names(std::span<const std::pair<std::string, std::string>> rows,
                                          std::string_view action) {
    std::vector<bool> added(rows.size(), false);
    if (rows.empty()) return added;

    // In the order of their keys, so that each page of the table is visited once.
    std::vector<std::uint32_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        const int c = rows[a].first.compare(rows[b].first);
        return c != 0 ? c < 0 : a < b;
    });
    const auto repeated =
        std::ranges::unique(order, [&](std::uint32_t a, std::uint32_t b) { return rows[a].first == rows[b].first; });
    order.erase(repeated.begin(), repeated.end());
    if (is_rehearsal()) return rehearse_names(rows, order, action);
    write_through();

    // All names are inserted as if they were new. When some exist, the rest is inserted again, so that the numbers of
    // their events are consecutive.
    for (;;) {
        std::vector<parameter> values;
        values.reserve(order.size() * 3);
        std::uint64_t number = end_.number;
        for (const auto i : order)
            values.insert(values.end(), {std::string_view(rows[i].first), integer(++number), blob{rows[i].second}});
        connection_->savepoint();
        const auto changed = insert_or_undo(*connection_, values);
        const auto is_new = static_cast<std::size_t>(std::ranges::count(changed, 1));
        if (is_new == order.size()) {
            connection_->release();
            if (is_searched()) add_to_search(values);
            break;
        }
        connection_->back_to_savepoint();
        std::size_t count = 0;
        for (std::size_t i = 0; i < order.size(); ++i)
            if (changed[i] == 1) order[count++] = order[i];
        order.resize(count);
        if (order.empty()) return added;
    }

    segment_writer w;
    for (const auto i : order) {
        const auto &[key, record] = rows[i];
        event_view e{.action = action, .kind = "name", .id = key, .body = record};
        append(e, false);
        e.number = end_.number;
        e.at = end_.at;
        e.who = by_->who;
        e.from = by_->from;
        w.add(e);
        if (w.full()) write_segment(w, end_.hash);
        added[i] = true;
    }
    if (!w.empty()) write_segment(w, end_.hash);
    written_ = end_;
    return added;
}

} // namespace uniform::store::detail
