#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "history.hpp"
#include "pending.hpp"

namespace uniform::store {

namespace {

using detail::table;

name_row name_of(const row &r) {
    return {.key = std::string(r.text(0)),
            .record = std::string(r.bytes(2)),
            .event = static_cast<std::uint64_t>(r.integer(1))};
}
document document_of(const row &r) {
    return {.id = std::string(r.text(0)),
            .body = std::string(r.text(2)),
            .event = static_cast<std::uint64_t>(r.integer(1))};
}

const std::string &id_of_row(const name_row &r) noexcept { return r.key; }
const std::string &id_of_row(const document &d) noexcept { return d.id; }

[[noreturn]] void disordered() {
    throw failure(failure_kind::damaged,
                  "the rows of the store are not in the order of their keys: `uniform store verify` says more");
}

std::int64_t limited(std::size_t limit) noexcept {
    return static_cast<std::int64_t>(std::min<std::size_t>(limit, std::numeric_limits<std::int32_t>::max()));
}

// Rows with ids that begin with `prefix` and come after `after`; the database's, and over them what is pending. The end
// of the prefix is found by looking, as the next text in the order of bytes may not be a text. Who asks for the rows
// after the last one, again and again, comes to an end: a damaged database whose rows are in another order is refused.
template <class Row, class Make>
std::vector<Row> range(connection &c, std::string_view from_prefix, std::string_view from_after,
                       std::optional<std::string_view> kind, std::string_view prefix, std::string_view after,
                       std::size_t limit, Make make) {
    std::vector<Row> rows;
    if (limit == 0) return rows;
    const bool by_prefix = after < prefix;
    const auto text = by_prefix ? prefix : after;
    const auto each = [&](const row &r) {
        const auto id = r.text(0);
        if (rows.empty() ? !by_prefix && id <= after : id <= id_of_row(rows.back())) disordered();
        if (!id.starts_with(prefix)) return false;
        rows.push_back(make(r));
        return true;
    };
    if (kind)
        c.run(by_prefix ? from_prefix : from_after, {*kind, text, limited(limit)}, each);
    else
        c.run(by_prefix ? from_prefix : from_after, {text, limited(limit)}, each);
    return rows;
}

template <class Row, class Make>
void merge(std::vector<Row> &rows, const detail::pending *p, table t, std::string_view kind, std::string_view prefix,
           std::string_view after, std::size_t limit, std::string Row::*id, Make make) {
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
}

name_row pending_name(const std::string &key, const detail::slot &s) {
    return {.key = key, .record = s.text, .event = s.event};
}
document pending_document(const std::string &id, const detail::slot &s) {
    return {.id = id, .body = s.text, .event = s.event};
}

} // namespace

std::optional<name_row> reading::name(std::string_view key) {
    if (pending_ != nullptr)
        if (const auto *s = pending_->find(table::names, key, {}))
            return name_row{.key = std::string(key), .record = s->text, .event = s->event};
    if (pending_ != nullptr && pending_->asked() != nullptr)
        if (const auto at = pending_->asked()->names.find(key); at != pending_->asked()->names.end()) return at->second;
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
    auto rows =
        range<name_row>(*connection_, "SELECT key, event, record FROM names WHERE key >= $1 ORDER BY key LIMIT $2",
                        "SELECT key, event, record FROM names WHERE key > $1 ORDER BY key LIMIT $2", std::nullopt,
                        prefix, after, limit, name_of);
    merge(rows, pending_, table::names, {}, prefix, after, limit, &name_row::key, pending_name);
    return rows;
}

std::optional<document> reading::find(std::string_view kind, std::string_view id) {
    if (pending_ != nullptr)
        if (const auto *s = pending_->find(table::documents, kind, id)) return pending_document(std::string(id), *s);
    auto *known = pending_ == nullptr ? nullptr : pending_->known();
    if (known != nullptr)
        if (const auto *d = known->find(kind, id)) return *d;
    std::optional<document> found;
    connection_->run("SELECT id, event, body FROM documents WHERE kind = $1 AND id = $2", {kind, id},
                     [&](const row &r) {
                         found = document_of(r);
                         return false;
                     });
    if (known != nullptr) known->put(kind, id, found);
    return found;
}

std::vector<document> reading::list(std::string_view kind, std::string_view prefix, std::string_view after,
                                    std::size_t limit) {
    auto rows = range<document>(
        *connection_, "SELECT id, event, body FROM documents WHERE kind = $1 AND id >= $2 ORDER BY id LIMIT $3",
        "SELECT id, event, body FROM documents WHERE kind = $1 AND id > $2 ORDER BY id LIMIT $3", kind, prefix, after,
        limit, document_of);
    merge(rows, pending_, table::documents, kind, prefix, after, limit, &document::id, pending_document);
    return rows;
}

namespace {

constexpr std::string_view not_after =
    "SELECT id, event, body FROM documents WHERE kind = $1 AND id <= $2 ORDER BY id DESC LIMIT 1";

/// The document with the greatest id not after `text`, of those in the database.
std::optional<document> in_front(connection &c, const detail::pending *p, std::string_view kind,
                                 std::string_view text) {
    auto *known = p == nullptr ? nullptr : p->known();
    std::optional<document> found;
    const auto take = [&](const row &r) {
        found = document_of(r);
        // The search for the longest prefix would not get on.
        if (found->id > text) disordered();
        return false;
    };
    if (known == nullptr) {
        c.run(not_after, {kind, text}, take);
        return found;
    }
    if (const auto *d = known->before(kind, text)) return *d;
    // With the one behind it the answer is one for all between the two.
    std::optional<std::string> behind;
    const std::array<question, 2> both{
        question{not_after, {kind, text}, take},
        question{"SELECT id FROM documents WHERE kind = $1 AND id > $2 ORDER BY id LIMIT 1",
                 {kind, text},
                 [&](const row &r) {
                     behind = std::string(r.text(0));
                     return false;
                 }}};
    c.ask(both);
    known->put_gap(kind, found, behind);
    return found;
}

} // namespace

// The greatest id that is not after `candidate` either is a prefix of it, or the prefixes that are still possible are
// those that both have in common: a longer one would stand between the two.
std::optional<document> reading::longest_prefix(std::string_view kind, std::string_view text,
                                                const std::function<bool(const document &)> &accept) {
    auto candidate = text;
    for (;;) {
        auto found = in_front(*connection_, pending_, kind, candidate);
        if (pending_ != nullptr && !pending_->all().empty()) {
            auto at = pending_->all().upper_bound(detail::slot_key_view{table::documents, kind, candidate});
            if (at != pending_->all().begin()) {
                --at;
                if (at->first.table == table::documents && at->first.first == kind &&
                    (!found || at->first.second >= found->id))
                    found = pending_document(at->first.second, at->second);
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

namespace {

/// Events by number, one after another: the segment read last is kept.
class event_source {
public:
    event_source(connection &c, const detail::pending *p) noexcept : connection_(c), pending_(p) {}

    std::optional<event> at(std::uint64_t number) {
        if (number == 0) return std::nullopt;
        if (pending_ != nullptr && !pending_->events().empty()) {
            const auto first = pending_->events().front().number;
            if (number >= first) {
                if (number - first >= pending_->events().size()) return std::nullopt;
                return pending_->events()[static_cast<std::size_t>(number - first)];
            }
        }
        if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
        if (!segment_ || !segment_->holds(number)) segment_ = detail::segment_of(connection_, number);
        if (!segment_) return std::nullopt;
        return segment_->at(number);
    }

private:
    connection &connection_;
    const detail::pending *pending_;
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

std::vector<event> reading::history(std::string_view kind, std::string_view id, std::uint64_t before,
                                    std::size_t limit) {
    std::vector<event> events;
    event_source source(*connection_, pending_);
    std::uint64_t number = 0;
    // A page goes on from the last event of the page before, which leads to its own.
    if (before != 0)
        if (const auto last = source.at(before); last && last->kind == kind && last->id == id) number = last->before;
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
    event_source source(*connection_, pending_);
    auto e = source.at(last_event(*this, kind, id));
    while (e && e->at > t) e = source.at(e->before < e->number ? e->before : 0);
    return e;
}

std::vector<event> reading::events(std::uint64_t after, std::size_t limit) {
    std::vector<event> all;
    event_source source(*connection_, pending_);
    while (all.size() < limit && after < std::numeric_limits<std::uint64_t>::max()) {
        auto e = source.at(++after);
        if (!e) break;
        all.push_back(std::move(*e));
    }
    return all;
}

std::optional<event> reading::event_at(std::uint64_t number) { return event_source(*connection_, pending_).at(number); }

std::pair<std::uint64_t, digest> reading::head() {
    if (pending_ != nullptr) return {pending_->end().number, pending_->end().hash};
    return detail::head_of(*connection_);
}

connection &reading::sql() {
    if (pending_ != nullptr) pending_->write_through();
    return *connection_;
}

} // namespace uniform::store
