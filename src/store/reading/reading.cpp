#include <uniform/base/assertion.hpp>
#include <uniform/store/reading.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "store/history/history_reader.hpp"
#include "store/history/record_version.hpp"
#include "store/reading/row_limit.hpp"
#include "store/writing/write_buffer.hpp"

namespace uniform::store {

namespace {

using detail::table;

name_row name_of(const row &r) {
    return {.key = std::string(r.text(0)),
            .record = std::string(r.bytes(2)),
            .event = static_cast<std::uint64_t>(r.integer(1))};
}
document document_of(const row &r) {
    document d{.id = std::string(r.text(0)), .event = static_cast<std::uint64_t>(r.integer(1))};
    d.body = detail::without_version(r.text(2), d.version);
    return d;
}

const std::string &id_of_row(const name_row &r) noexcept { return r.key; }
const std::string &id_of_row(const document &d) noexcept { return d.id; }

[[noreturn]] void throw_disordered() {
    throw failure(failure_kind::damaged,
                  "the rows of the store are not in the order of their keys. Run `uniform store verify` for details");
}

// The rows in the database with ids that begin with `prefix` and come after `after`. The end of the prefix is found by
// comparing each id: the next prefix in the order of bytes may not be UTF-8. Rows of a damaged database that are in
// another order are an error, so that a caller who reads page after page comes to an end. The first row that does not
// belong to the range ends it.
template <class Row, class Make, class Belongs = decltype([](const row &) { return true; })>
std::vector<Row> range(connection &c, std::string_view from_prefix, std::string_view from_after,
                       std::optional<parameter> kind, std::string_view prefix, std::string_view after,
                       std::size_t limit, Make make, Belongs belongs = {}) {
    std::vector<Row> rows;
    if (limit == 0) return rows;
    const bool by_prefix = after < prefix;
    const auto text = by_prefix ? prefix : after;
    const auto each = [&](const row &r) {
        if (!belongs(r)) return false;
        const auto id = r.text(0);
        if (rows.empty() ? !by_prefix && id <= after : id <= id_of_row(rows.back())) throw_disordered();
        if (!id.starts_with(prefix)) return false;
        rows.push_back(make(r));
        return true;
    };
    if (kind) {
        c.run(by_prefix ? from_prefix : from_after, {*kind, text, detail::row_limit(limit)}, each);
    } else {
        c.run(by_prefix ? from_prefix : from_after, {text, detail::row_limit(limit)}, each);
    }
    UNIFORM_ASSERT(rows.size() <= limit);
    return rows;
}

template <class Row, class Make>
void merge(std::vector<Row> &rows, const detail::write_buffer *p, table t, std::string_view kind,
           std::string_view prefix, std::string_view after, std::size_t limit, std::string Row::*id, Make make) {
    if (p == nullptr || p->all().empty() || limit == 0) return;
    const auto id_of = [t](const detail::slot_key &k) -> const std::string & {
        return t == table::names ? k.first : k.second;
    };
    const auto start = std::max(prefix, after);
    auto at = p->all().lower_bound(t == table::names ? detail::slot_key_view{t, start, {}}
                                                     : detail::slot_key_view{t, kind, start});
    std::map<std::string, Row> all;
    for (; at != p->all().end() && at->first.table == t && (t == table::names || at->first.first == kind); ++at) {
        const auto &its = id_of(at->first);
        if (!its.starts_with(prefix)) break;
        if (its <= after && !after.empty()) continue;
        all.emplace(its, make(its, at->second));
        if (all.size() == limit) break;
    }
    if (all.empty()) return;
    for (auto &r : rows) {
        auto key = r.*id;
        all.emplace(std::move(key), std::move(r));
    }
    rows.clear();
    for (auto &[key, r] : all) {
        if (rows.size() == limit) break;
        rows.push_back(std::move(r));
    }
    UNIFORM_ASSERT(rows.size() <= limit && std::ranges::is_sorted(rows, {}, id));
}

name_row unwritten_name(const std::string &key, const detail::slot &s) {
    return {.key = key, .record = s.text, .event = s.event};
}

constexpr std::string_view not_after =
    "SELECT id, event, body FROM documents WHERE kind = $1 AND id <= $2 ORDER BY id DESC LIMIT 1";

// The document with the greatest id not after `text`, of those in the database.
std::optional<document> in_front(connection &c, const detail::write_buffer *p, std::string_view kind,
                                 std::string_view text) {
    auto *cache = p == nullptr ? nullptr : p->cache();
    std::optional<document> found;
    const auto take = [&](const row &r) {
        found = document_of(r);
        // Otherwise the search for the longest prefix would not end.
        if (found->id > text) throw_disordered();
        return false;
    };
    if (cache == nullptr) {
        c.run(not_after, {kind, text}, take);
        return found;
    }
    if (const auto *d = cache->before(kind, text)) return *d;
    // Together with the next id, the answer holds for all texts between the two.
    std::optional<std::string> behind;
    const std::array<query, 2> both{query{not_after, {kind, text}, take},
                                    query{"SELECT id FROM documents WHERE kind = $1 AND id > $2 ORDER BY id LIMIT 1",
                                          {kind, text},
                                          [&](const row &r) {
                                              behind = std::string(r.text(0));
                                              return false;
                                          }}};
    c.run_queries(both);
    cache->put_gap(kind, found, behind);
    return found;
}

// Reads events by their numbers, and keeps the segment that was read last.
class event_source {
public:
    event_source(connection &c, const detail::write_buffer *p) noexcept : connection_(c), buffer_(p) {}

    std::optional<event> at(std::uint64_t number) {
        if (number == 0) return std::nullopt;
        if (buffer_ != nullptr && !buffer_->events().empty()) {
            const auto first = buffer_->events().front().number;
            if (number >= first) {
                if (number - first >= buffer_->events().size()) return std::nullopt;
                UNIFORM_ASSERT(buffer_->events()[static_cast<std::size_t>(number - first)].number == number);
                return buffer_->events()[static_cast<std::size_t>(number - first)];
            }
        }
        if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
        if (!segment_ || !segment_->holds(number)) segment_ = detail::segment_of(connection_, number);
        if (!segment_) return std::nullopt;
        return segment_->at(number);
    }

private:
    connection &connection_;
    const detail::write_buffer *buffer_;
    std::optional<detail::hashed_segment> segment_ = {};
};

std::uint64_t last_event(reading &r, std::string_view kind, std::string_view id) {
    if (kind == "name") {
        const auto found = r.name(id);
        return found ? found->event : 0;
    }
    const auto found = r.find(kind, id);
    return found ? found->event : 0;
}

} // namespace

document document_after(const event &e) {
    document d{.id = e.id, .event = e.number};
    d.body = detail::without_version(e.body, d.version);
    return d;
}

document detail::document_of(const std::string &id, const slot &s) {
    document d{.id = id, .event = s.event};
    d.body = without_version(s.text, d.version);
    return d;
}

std::optional<name_row> reading::name(std::string_view key) {
    if (buffer_ != nullptr) {
        if (const auto *s = buffer_->find(table::names, key, {})) {
            return name_row{.key = std::string(key), .record = s->text, .event = s->event};
        }
    }
    if (buffer_ != nullptr && buffer_->is_rehearsal()) {
        if (auto earlier = buffer_->rehearsed(key)) return earlier;
    }
    if (buffer_ != nullptr) {
        if (const auto *row = buffer_->looked_up(key)) return *row;
    }
    std::optional<name_row> found;
    connection_->run("SELECT event, record FROM names WHERE key = $1", {key}, [&](const row &r) {
        found = {.key = std::string(key),
                 .record = std::string(r.bytes(1)),
                 .event = static_cast<std::uint64_t>(r.integer(0))};
        return false;
    });
    return found;
}

std::vector<name_row> reading::names(std::string_view prefix, std::string_view after, std::size_t limit) {
    if (buffer_ != nullptr && buffer_->is_rehearsal()) {
        throw failure(failure_kind::other, "a rehearsal finds names only by their keys");
    }
    auto rows =
        range<name_row>(*connection_, "SELECT key, event, record FROM names WHERE key >= $1 ORDER BY key LIMIT $2",
                        "SELECT key, event, record FROM names WHERE key > $1 ORDER BY key LIMIT $2", std::nullopt,
                        prefix, after, limit, name_of);
    merge(rows, buffer_, table::names, {}, prefix, after, limit, &name_row::key, unwritten_name);
    return rows;
}

// The first byte of a name record is its state. Each statement can only use the index `names_state`, whatever the
// database assumes about the number of names in the state; that of PostgreSQL goes on with the next state.
std::vector<name_row> reading::names(std::string_view prefix, std::string_view after, std::size_t limit,
                                     resolver::name_state state) {
    connection &c = sql(); // changes that a write has not written yet may belong to another state
    const char byte = static_cast<char>(state);
    const bool sqlite = c.dialect() == dialect::sqlite;
    auto rows = range<name_row>(
        c,
        sqlite ? "SELECT key, event, record FROM names INDEXED BY names_state WHERE substr(record, 1, 1) = $1 AND key "
                 ">= $2 ORDER BY key LIMIT $3"
               : "SELECT key, event, record FROM names WHERE (substr(record, 1, 1), key) >= ($1, $2) ORDER BY "
                 "substr(record, 1, 1), key LIMIT $3",
        sqlite ? "SELECT key, event, record FROM names INDEXED BY names_state WHERE substr(record, 1, 1) = $1 AND key "
                 "> $2 ORDER BY key LIMIT $3"
               : "SELECT key, event, record FROM names WHERE (substr(record, 1, 1), key) > ($1, $2) ORDER BY "
                 "substr(record, 1, 1), key LIMIT $3",
        blob{std::string_view(&byte, 1)}, prefix, after, limit, name_of,
        [byte](const row &r) { return r.bytes(2).starts_with(byte); });
    return rows;
}

std::optional<document> reading::find(std::string_view kind, std::string_view id) {
    if (buffer_ != nullptr) {
        if (const auto *s = buffer_->find(table::documents, kind, id)) return detail::document_of(std::string(id), *s);
    }
    auto *cache = buffer_ == nullptr ? nullptr : buffer_->cache();
    if (cache != nullptr) {
        if (const auto *d = cache->find(kind, id)) return *d;
    }
    std::optional<document> found;
    connection_->run("SELECT id, event, body FROM documents WHERE kind = $1 AND id = $2", {kind, id},
                     [&](const row &r) {
                         found = document_of(r);
                         return false;
                     });
    if (cache != nullptr) cache->put(kind, id, found);
    return found;
}

std::vector<document> reading::list(std::string_view kind, std::string_view prefix, std::string_view after,
                                    std::size_t limit) {
    auto rows = range<document>(
        *connection_, "SELECT id, event, body FROM documents WHERE kind = $1 AND id >= $2 ORDER BY id LIMIT $3",
        "SELECT id, event, body FROM documents WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3", kind, prefix, after,
        limit, document_of);
    merge(rows, buffer_, table::documents, kind, prefix, after, limit, &document::id, detail::document_of);
    return rows;
}

// The greatest id that is not after `candidate` either is a prefix of it, or the prefixes that are still possible are
// those that both have in common: a longer one would stand between the two.
std::optional<document> reading::longest_prefix(std::string_view kind, std::string_view text,
                                                const std::function<bool(const document &)> &accept) {
    auto candidate = text;
    for (;;) {
        auto found = in_front(*connection_, buffer_, kind, candidate);
        if (buffer_ != nullptr && !buffer_->all().empty()) {
            auto at = buffer_->all().upper_bound(detail::slot_key_view{table::documents, kind, candidate});
            if (at != buffer_->all().begin()) {
                --at;
                if (at->first.table == table::documents && at->first.first == kind &&
                    (!found || at->first.second >= found->id)) {
                    found = detail::document_of(at->first.second, at->second);
                }
            }
        }
        if (!found) return std::nullopt;
        if (candidate.starts_with(found->id)) {
            if (!accept || accept(*found)) return found;
            if (found->id.empty()) return std::nullopt;
            candidate = candidate.substr(0, found->id.size() - 1);
        } else {
            const auto [in_text, in_id] = std::ranges::mismatch(candidate, found->id);
            candidate = candidate.substr(0, static_cast<std::size_t>(in_text - candidate.begin()));
        }
    }
}

std::vector<event> reading::history(std::string_view kind, std::string_view id, std::uint64_t before,
                                    std::size_t limit) {
    std::vector<event> events;
    event_source source(*connection_, buffer_);
    std::uint64_t number = 0;
    // A page continues from the last event of the page before, which has the number of the subject's event before it.
    if (before != 0) {
        if (const auto last = source.at(before); last && last->kind == kind && last->id == id) number = last->before;
    }
    if (before == 0 || number == 0) {
        number = last_event(*this, kind, id);
        if (before != 0 && number >= before) {
            while (number >= before) {
                const auto e = source.at(number);
                number = e ? e->before : 0;
            }
        }
    }
    while (number != 0 && events.size() < limit) {
        auto e = source.at(number);
        if (!e || e->before >= number) break;
        number = e->before;
        events.push_back(std::move(*e));
    }
    return events;
}

std::optional<event> reading::as_of(std::string_view kind, std::string_view id, timestamp t) {
    event_source source(*connection_, buffer_);
    auto e = source.at(last_event(*this, kind, id));
    while (e && e->at > t) e = source.at(e->before < e->number ? e->before : 0);
    return e;
}

std::vector<event> reading::events(std::uint64_t after, std::size_t limit) {
    std::vector<event> all;
    event_source source(*connection_, buffer_);
    while (all.size() < limit && after < std::numeric_limits<std::uint64_t>::max()) {
        auto e = source.at(++after);
        if (!e) break;
        all.push_back(std::move(*e));
    }
    return all;
}

std::vector<event_subject> reading::subjects(std::uint64_t after, std::size_t limit) {
    std::vector<event_subject> all;
    event_source source(*connection_, buffer_);
    while (all.size() < limit && after < std::numeric_limits<std::uint64_t>::max()) {
        auto e = source.at(++after);
        if (!e) break;
        all.push_back({.number = e->number,
                       .kind = std::move(e->kind),
                       .id = std::move(e->id),
                       .previous = e->previous,
                       .hash = e->hash});
    }
    return all;
}

void reading::each_event(std::uint64_t after, std::size_t limit, const std::function<void(const event &)> &f) {
    event_source source(*connection_, buffer_);
    for (std::size_t n = 0; n < limit && after < std::numeric_limits<std::uint64_t>::max(); ++n) {
        const auto e = source.at(++after);
        if (!e) break;
        f(*e);
    }
}

std::optional<event> reading::event_at(std::uint64_t number) { return event_source(*connection_, buffer_).at(number); }

std::pair<std::uint64_t, digest> reading::head() {
    if (buffer_ != nullptr) return {buffer_->end().number, buffer_->end().hash};
    return detail::head_of(*connection_);
}

connection &reading::sql() {
    if (buffer_ != nullptr) buffer_->write_through();
    return *connection_;
}

} // namespace uniform::store
