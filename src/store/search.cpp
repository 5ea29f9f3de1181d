#include <uniform/store/search.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <uniform/resolver/search_terms.hpp>
#include <uniform/store/pages.hpp>

#include "store/history_reader.hpp"
#include "store/search_hash.hpp"
#include "store/search_index.hpp"

namespace uniform::store {

namespace {

using detail::search_progress;

const origin searcher{.who = "search", .from = "index"};

std::int64_t most_of(std::size_t limit) noexcept {
    return static_cast<std::int64_t>(std::min<std::size_t>(limit, std::numeric_limits<std::int32_t>::max()));
}

// Words have letters and digits only: nothing in a query of FTS5 or tsquery is an operator.
std::string query_of_words(dialect d, std::span<const std::string> words) {
    const bool sqlite = d == dialect::sqlite;
    std::string out;
    for (const std::string &w : words) {
        if (!out.empty()) out += sqlite ? " AND " : " & ";
        const char quote = sqlite ? '"' : '\'';
        out += quote;
        out += w;
        out += quote;
    }
    return out;
}

// Collects a page of names that `matches` accepts.
class found_page {
public:
    explicit found_page(std::size_t limit) noexcept : limit_{limit} {}
    /// @return false: the page is full, and there is more after it
    bool add(name_row n) {
        if (out.names.size() == limit_ || bytes_ > page_size{}.bytes) {
            out.next = out.names.back().event;
            return false;
        }
        bytes_ += n.record.size();
        out.names.push_back(std::move(n));
        return true;
    }
    found_names out = {};

private:
    std::size_t limit_;
    std::size_t bytes_ = 0;
};

// The subjects of these events: a key, or "" if it is no name. An event that this transaction has made is not in the
// history yet.
std::vector<std::string> keys_of_events(reading &r, std::span<const std::uint64_t> events) {
    std::vector<std::string> keys;
    const auto key_of = [](std::string_view kind, std::string_view id) {
        return std::string{kind == "name" ? id : std::string_view{}};
    };
    detail::for_each_event(r.sql(), events, [&](const detail::event_view &e) { keys.push_back(key_of(e.kind, e.id)); });
    while (keys.size() < events.size()) {
        const auto e = r.event_at(events[keys.size()]);
        keys.push_back(e ? key_of(e->kind, e->id) : std::string{});
    }
    return keys;
}

// Those that a query selects, by windows of the numbers of events: PostgreSQL would otherwise either sort all matches
// of a frequent word, or read the names one after another to find those with a rare one. In a window that is small it
// may do either. Which of them is better depends on the words, so that each query is planned for its own: a plan for
// any words reads the names one after another (12 s for one of 3,000,000 names).
template <class Match>
found_names in_windows(reading &r, std::string_view sql, parameter what, std::uint64_t after, std::size_t limit,
                       Match matches) {
    constexpr std::int64_t first_window = 1 << 14;
    constexpr std::int64_t growth = 8;
    found_page page{limit};
    r.sql().run("SET LOCAL plan_cache_mode = force_custom_plan", {}, [](const row &) { return true; });
    const auto end = static_cast<std::int64_t>(r.head().first);
    auto from =
        static_cast<std::int64_t>(std::min<std::uint64_t>(after, std::numeric_limits<std::int32_t>::max() * 1000ULL));
    bool full = false;
    for (std::int64_t window = first_window; from < end && !full; window *= growth) {
        const std::int64_t to = window > end - from ? end : from + window;
        r.sql().run(sql, {what, from, to, most_of(limit - page.out.names.size()) + 1}, [&](const row &found) {
            name_row n{.key = std::string(found.text(0)),
                       .record = std::string(found.bytes(2)),
                       .event = static_cast<std::uint64_t>(found.integer(1))};
            if (!matches(n)) return true;
            full = !page.add(std::move(n));
            return !full;
        });
        from = to;
    }
    return std::move(page.out);
}

template <class Match>
found_names in_sqlite(reading &r, std::string_view sql, parameter what, std::uint64_t after, std::size_t limit,
                      Match matches) {
    std::vector<std::uint64_t> events;
    found_page page{limit};
    auto from = static_cast<std::int64_t>(std::min<std::uint64_t>(after, std::numeric_limits<std::int64_t>::max()));
    const std::size_t at_once = limit + 1;
    for (;;) {
        events.clear();
        r.sql().run(sql, {what, from, most_of(at_once)}, [&](const row &found) {
            events.push_back(static_cast<std::uint64_t>(found.integer(0)));
            return true;
        });
        const auto keys = keys_of_events(r, events);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i].empty()) continue;
            auto n = r.name(keys[i]);
            // A row of the index whose name has changed is no match: that cannot occur within one transaction.
            if (!n || n->event != events[i] || !matches(*n)) continue;
            if (!page.add(std::move(*n))) return std::move(page.out);
        }
        if (events.size() < at_once) return std::move(page.out);
        from = static_cast<std::int64_t>(events.back());
    }
}

constexpr std::string_view words_in_sqlite =
    "SELECT rowid FROM search_words WHERE search_words MATCH $1 AND rowid > $2 ORDER BY rowid LIMIT $3";
constexpr std::string_view locators_in_sqlite =
    "SELECT name FROM search_locators WHERE hash = $1 AND name > $2 ORDER BY name LIMIT $3";
constexpr std::string_view words_in_postgresql =
    "SELECT n.key, n.event, n.record FROM (SELECT key, name FROM search_names WHERE words @@ ($1::text)::tsquery AND "
    "name > $2 AND name <= $3 ORDER BY name LIMIT $4) s JOIN names n ON n.key = s.key AND n.event = s.name ORDER BY "
    "s.name";
constexpr std::string_view locators_in_postgresql = "SELECT n.key, n.event, n.record FROM (SELECT name FROM "
                                                    "search_locators WHERE hash = $1 AND name > $2 AND name <= $3 "
                                                    "ORDER BY name LIMIT $4) s JOIN search_names k ON k.name = s.name "
                                                    "JOIN names n ON n.key = k.key AND n.event = s.name "
                                                    "ORDER BY s.name";

} // namespace

search_state search_state_of(reading &r) {
    const auto p = detail::search_progress_of(r.sql());
    if (!p) return search_state::none;
    if (!p->current) return search_state::outdated;
    return p->complete ? search_state::complete : search_state::incomplete;
}

found_names search_names(reading &r, std::span<const std::string> words, std::uint64_t after, std::size_t limit) {
    if (words.empty() || limit == 0) return {};
    const dialect d = r.sql().dialect();
    const std::string query = query_of_words(d, words);
    const auto all = [](const name_row &) { return true; };
    if (d == dialect::sqlite) return in_sqlite(r, words_in_sqlite, std::string_view{query}, after, limit, all);
    return in_windows(r, words_in_postgresql, std::string_view{query}, after, limit, all);
}

found_names names_of_locator(reading &r, std::string_view url, std::uint64_t after, std::size_t limit) {
    if (limit == 0) return {};
    const std::string normal = resolver::normal_locator(url);
    const auto has_it = [&](const name_row &n) {
        const auto record = resolver::decode(n.record);
        return record && std::ranges::any_of(record->locators, [&](const resolver::locator &l) {
                   return resolver::normal_locator(l.url) == normal;
               });
    };
    const std::int64_t hash = detail::locator_hash(url);
    if (r.sql().dialect() == dialect::sqlite) return in_sqlite(r, locators_in_sqlite, hash, after, limit, has_it);
    return in_windows(r, locators_in_postgresql, hash, after, limit, has_it);
}

std::uint64_t make_search_index(store &s, const std::function<bool(std::uint64_t)> &progress, std::size_t batch) {
    std::uint64_t done = 0;
    for (bool complete = false; !complete;) {
        const auto added = s.write(searcher, [&](writing &w) -> std::expected<writing::search_step, problem> {
            return w.extend_search_index(batch);
        });
        done += added->names;
        complete = added->complete;
        if (progress && !progress(done)) break;
    }
    return done;
}

void drop_search_index(store &s) {
    static_cast<void>(s.write(searcher, [&](writing &w) -> std::expected<int, problem> {
        w.drop_search_index();
        return 0;
    }));
}

} // namespace uniform::store
