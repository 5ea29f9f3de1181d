// The end of a transaction in a write_buffer: its slots and events become rows, many at a time, or one statement.
#include <uniform/base/assertion.hpp>

#include "store/writing/write_buffer.hpp"

#include <algorithm>
#include <array>

#include "store/writing/whole_write.hpp"

namespace uniform::store::detail {

namespace {

constexpr std::string_view insert_name = "INSERT INTO names (key, event, record) VALUES ($1, $2, $3)";
constexpr std::string_view update_name = "UPDATE names SET event = $2, record = $3 WHERE key = $1";
constexpr std::string_view insert_document = "INSERT INTO documents (kind, id, event, body) VALUES ($1, $2, $3, $4)";
constexpr std::string_view update_document = "UPDATE documents SET event = $3, body = $4 WHERE kind = $1 AND id = $2";
constexpr std::string_view insert_answer =
    "INSERT INTO answers (client, key, request, answer, at) VALUES ($1, $2, $3, $4, $5) "
    "ON CONFLICT (client, key) DO NOTHING";
constexpr std::string_view insert_segment = "INSERT INTO history (first, count, head, events) VALUES ($1, $2, $3, $4)";

// In one statement.
constexpr std::size_t rows_at_once = 512;

std::int64_t integer(std::uint64_t v) noexcept { return static_cast<std::int64_t>(v); }

} // namespace

void write_buffer::write_out() {
    UNIFORM_ASSERT(undo_.empty() && !savepoint_ && !is_rehearsal()); // between two jobs
    settle_counters();
    write_slots(true);
    write_events(events_, true);
    events_.clear();
    undo_.clear();
    UNIFORM_ASSERT(slots_.empty() && written_ == end_);
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
    UNIFORM_ASSERT(!events_.empty() && !wrote_ && is_consistent()); // nothing was sent before
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
    for (const auto &[key, s] : slots_) {
        if (key.table == table::documents) cache_->change(key.first, key.second, document_of(key.second, s), s.fresh);
    }
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
        UNIFORM_ASSERT(rows.size() % width == 0);
        wrote_ = true;
        if (last && sql.starts_with("INSERT")) {
            for (parameters rest(rows); !rest.empty();) {
                const auto now = std::min(rest.size(), width * rows_at_once);
                connection_->post(sql, width, rest.first(now));
                rest = rest.subspan(now);
            }
        } else {
            for (const auto changed : connection_->run_each(sql, width, rows)) {
                if (changed != 1) {
                    throw failure(failure_kind::damaged, "a row that was read is missing: " + std::string(sql) +
                                                             "; run `uniform store verify`");
                }
            }
        }
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
    if (last) {
        write(insert_answer, 5, all.answers);
    } else if (!all.answers.empty()) {
        connection_->run_each(insert_answer, 5, all.answers);
    }
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

write_buffer::made_segment write_buffer::take_segment(segment_writer &w, const digest &head) {
    made_segment s{.first = integer(w.first()), .count = integer(w.count()), .head = head};
    UNIFORM_ASSERT(s.first > 0 && s.count > 0);
    s.events = w.take();
    return s;
}

void write_buffer::write_segment(const made_segment &s, bool last) {
    wrote_ = true;
    const std::array<parameter, 4> row{s.first, s.count, blob{bytes_of(s.head)}, blob{s.events}};
    if (last) {
        connection_->post(insert_segment, row.size(), row);
    } else {
        connection_->run(insert_segment, row, nullptr);
    }
}

void write_buffer::write_events(std::span<const event> events, bool last) {
    UNIFORM_ASSERT(events.empty() || events.front().number == written_.number + 1);
    segment_writer w;
    for (const auto &e : events) {
        w.add(view_of(e));
        if (w.full()) write_segment(take_segment(w, e.hash), last);
    }
    if (!w.empty()) write_segment(take_segment(w, events.back().hash), last);
    if (!events.empty()) {
        const auto &end = events.back();
        written_ = {end.number, end.hash, end.at.time_since_epoch().count()};
    }
}

} // namespace uniform::store::detail
