#include "http/link_checker_store.hpp"

namespace uniform::http {

namespace {

// Columns from `first` on, in the order of `columns`.
link_found found_in(const store::row &row, int first) {
    return {.state = link_state_from(row.text(first)).value_or(link_state::alive),
            .since = row.integer(first + 1),
            .checked = row.integer(first + 2),
            .failures = row.integer(first + 3),
            .status = row.integer(first + 4),
            .media_type = std::string{row.text(first + 5)},
            .target = std::string{row.text(first + 6)},
            .says = std::string{row.text(first + 7)}};
}

// PostgreSQL takes UTF-8 alone, and what a host sends may be anything.
std::string plain(std::string_view text, std::size_t most) {
    std::string out{text.substr(0, most)};
    for (char &c : out) {
        if (c < ' ' || c > '~') c = '?';
    }
    return out;
}

} // namespace

std::optional<link_found> find_link(store::connection &c, std::string_view url) {
    std::optional<link_found> out;
    c.run("SELECT state, since, checked, failures, status, media_type, target, says FROM health WHERE url = $1", {url},
          [&](const store::row &row) {
              out = found_in(row, 0);
              return false;
          });
    return out;
}

std::vector<link_row> list_links(store::connection &c, link_state s, std::string_view after, std::size_t limit) {
    std::vector<link_row> out;
    c.run("SELECT url, state, since, checked, failures, status, media_type, target, says FROM health WHERE state = $1 "
          "AND url > $2 ORDER BY url LIMIT $3",
          {to_string(s), after, static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
              out.push_back({std::string{row.text(0)}, found_in(row, 1)});
              return true;
          });
    return out;
}

void put_links(store::connection &c, std::span<const link_row> rows) {
    if (rows.empty()) return;
    std::vector<link_row> safe{rows.begin(), rows.end()};
    std::vector<store::parameter> p;
    for (link_row &r : safe) {
        r.found.media_type = plain(r.found.media_type, 127);
        r.found.target = plain(r.found.target, 8192);
        r.found.says = plain(r.found.says, 500);
        p.insert(p.end(), {std::string_view{r.url}, to_string(r.found.state), r.found.since, r.found.checked,
                           r.found.failures, r.found.status, std::string_view{r.found.media_type},
                           std::string_view{r.found.target}, std::string_view{r.found.says}});
    }
    c.begin(store::access::read_write);
    try {
        c.run_each("INSERT INTO health (url, state, since, checked, failures, status, media_type, target, says) VALUES "
                   "($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (url) DO UPDATE SET state = excluded.state, since "
                   "= excluded.since, checked = excluded.checked, failures = excluded.failures, status = "
                   "excluded.status, media_type = excluded.media_type, target = excluded.target, says = excluded.says",
                   9, p);
        c.commit();
    } catch (...) {
        c.rollback();
        throw;
    }
}

void forget_links(store::connection &c, std::int64_t before) {
    c.run("DELETE FROM health WHERE checked < $1", {before});
}

} // namespace uniform::http
