#include <uniform/store/search.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include <uniform/resolver/search_terms.hpp>
#include <uniform/store/pages.hpp>

#include "store/history/history_reader.hpp"
#include "store/reading/row_limit.hpp"
#include "store/search/search_hash.hpp"
#include "store/search/search_index.hpp"

namespace uniform::store {

namespace {

using detail::search_progress;

const origin searcher{.who = "search", .from = "index"};

// Names with all of the words.
std::string query_of_words(dialect d, std::span<const std::string> words) {
    std::string out;
    for (const std::string &w : words) {
        const std::string quoted = detail::quoted_word(d, w);
        if (!out.empty() && !quoted.empty()) out += d == dialect::sqlite ? " AND " : " & ";
        out += quoted;
    }
    return out;
}

// Collects a page of names that `matches` accepts.
class found_page {
public:
    explicit found_page(std::size_t limit) noexcept : limit_{limit} {}
    // @return false: the page is full, and there is more after it
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

// One statement that selects key, event and record of names, in the order of their events.
// @return false: the page is full
template <class Match>
bool add_rows(reading &r, std::string_view sql, std::initializer_list<parameter> values, found_page &page,
              Match matches) {
    bool is_open = true;
    r.sql().run(sql, values, [&](const row &found) {
        name_row n{.key = std::string(found.text(0)),
                   .record = std::string(found.bytes(2)),
                   .event = static_cast<std::uint64_t>(found.integer(1))};
        if (matches(n)) is_open = page.add(std::move(n));
        return is_open;
    });
    return is_open;
}

// PostgreSQL reads either the names in their order, and passes over those without the words, or all matches from the
// index of words, and sorts them. Its planner errs: it takes each word that its statistics do not have for one of 5,000
// names of 10,000,000, and reads millions of names to find a page of a word that one name has. So both are written such
// that the planner has no choice: an index is not used for a function, or for a sum.
constexpr std::string_view words_in_order =
    "SELECT n.key, n.event, n.record FROM (SELECT key, name FROM search_names WHERE ts_match_vq(words, "
    "($1::text)::tsquery) AND name > $2 AND name <= $3 ORDER BY name LIMIT $4) s JOIN names n ON n.key = s.key AND "
    "n.event = s.name ORDER BY s.name";
constexpr std::string_view words_by_index =
    "SELECT n.key, n.event, n.record FROM (SELECT key, name FROM search_names WHERE words @@ ($1::text)::tsquery AND "
    "name + 0 > $2 ORDER BY name + 0 LIMIT $3) s JOIN names n ON n.key = s.key AND n.event = s.name ORDER BY s.name";
// The statistics have the most frequent words (some hundreds): how many of these are among them, among how many names
// one has them all if they are independent, and the number of names.
constexpr std::string_view frequency_of_words =
    "SELECT count(*), COALESCE(least(exp(-sum(ln(u.frequency::float8))), 1e12), 0)::bigint, (SELECT "
    "greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'search_names'::regclass) FROM pg_stats s, "
    "unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) AS u(word, frequency) WHERE s.schemaname = "
    "current_schema() AND s.tablename = 'search_names' AND s.attname = 'words' AND u.frequency > 0 AND u.word = "
    "ANY(string_to_array($1, ' '))";

// The number of names for each one that has all the words, if reading them in order is the cheaper of the two; else
// nothing.
std::optional<std::int64_t> names_for_each_match(reading &r, std::span<const std::string> words, std::size_t limit) {
    const std::set<std::string_view> distinct(words.begin(), words.end());
    std::string all;
    for (const std::string_view w : distinct) (all += all.empty() ? "" : " ") += w;
    std::int64_t known = 0;
    double apart = 0;
    double names = 0;
    r.sql().run(frequency_of_words, {std::string_view{all}}, [&](const row &found) {
        known = found.integer(0);
        apart = static_cast<double>(found.integer(1));
        names = static_cast<double>(found.integer(2));
        return true;
    });
    // A match from the index costs as much as 20 names that are passed over (measured with 10,000,000 names).
    constexpr double cost_of_match = 20;
    const bool is_cheaper = static_cast<double>(limit) * apart < cost_of_match * names / std::max(apart, 1.0);
    if (known < static_cast<std::int64_t>(distinct.size()) || !is_cheaper) return std::nullopt;
    return static_cast<std::int64_t>(std::max(apart, 1.0));
}

found_names words_in_postgresql(reading &r, std::span<const std::string> words, std::string_view query,
                                std::uint64_t after, std::size_t limit) {
    found_page page{limit};
    const auto all = [](const name_row &) { return true; };
    auto from = static_cast<std::int64_t>(std::min<std::uint64_t>(after, std::numeric_limits<std::int64_t>::max()));
    const std::int64_t most = detail::row_limit(limit) + 1;
    if (const auto apart = names_for_each_match(r, words, limit)) {
        // Words that are frequent, and hardly ever together, end in the index.
        const auto end = static_cast<std::int64_t>(r.head().first);
        const std::int64_t reach = 8 * most * *apart;
        const std::int64_t to = end - from > reach ? from + reach : std::max(from, end);
        if (!add_rows(r, words_in_order, {query, from, to, most}, page, all) || to == end) return std::move(page.out);
        from = to;
    }
    add_rows(r, words_by_index, {query, from, most}, page, all);
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
        r.sql().run(sql, {what, from, detail::row_limit(at_once)}, [&](const row &found) {
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
constexpr std::string_view names_with_locator = "SELECT n.key, n.event, n.record FROM (SELECT name FROM "
                                                "search_locators WHERE hash = $1 AND name > $2 "
                                                "ORDER BY name LIMIT $3) s JOIN search_names k ON k.name = s.name "
                                                "JOIN names n ON n.key = k.key AND n.event = s.name "
                                                "ORDER BY s.name";

template <class Match>
found_names locators_in_postgresql(reading &r, std::int64_t hash, std::uint64_t after, std::size_t limit,
                                   Match matches) {
    found_page page{limit};
    const std::int64_t most = detail::row_limit(limit) + 1;
    auto from = static_cast<std::int64_t>(std::min<std::uint64_t>(after, std::numeric_limits<std::int64_t>::max()));
    for (std::int64_t rows = most; rows == most;) { // other locators may have the same hash
        rows = 0;
        const auto seen = [&](const name_row &n) {
            ++rows;
            from = static_cast<std::int64_t>(n.event);
            return matches(n);
        };
        if (!add_rows(r, names_with_locator, {hash, from, most}, page, seen)) break;
    }
    return std::move(page.out);
}

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
    return words_in_postgresql(r, words, query, after, limit);
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
    return locators_in_postgresql(r, hash, after, limit, has_it);
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
