#include "links/link_checker_store.hpp"

#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/delegated_url.hpp>

#include "links/link_checker_request.hpp"
#include "links/link_hosts.hpp"

namespace uniform::links {

namespace {

// PostgreSQL takes UTF-8 alone, and what a host sends may be anything.
std::string plain(std::string_view text, std::size_t most) {
    std::string out{text.substr(0, most)};
    for (char &c : out) {
        if (c < ' ' || c > '~') c = '?';
    }
    return out;
}

} // namespace

std::string loop_key(std::string_view resolver, std::string_view prefix) {
    return resolver::delegated_url(resolver, "urn:" + std::string{prefix});
}

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
    // The word stands in the text: with a parameter in its place the index of the dead ones would not be used.
    const std::string sql = std::string{select_links} + "WHERE state = '" + std::string{to_string(s)} +
                            "' AND url > $1 ORDER BY url LIMIT $2";
    c.run(sql, {after, static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
        out.push_back(link_in(row));
        return true;
    });
    return out;
}

visible_links links_of(store::connection &c, const resolver::principal &who, link_state s, std::string_view after,
                       std::size_t limit) {
    constexpr std::size_t most_read = 10000;
    visible_links out;
    const bool sees_all = who.reads({});
    auto found = list_links(c, s, after, sees_all ? limit + 1 : most_read);
    const bool is_last = !sees_all && found.size() < most_read;
    std::string last;
    for (link_row &l : found) {
        if (out.rows.size() == limit) {
            out.next = std::move(last);
            return out;
        }
        last = l.url;
        if (sees_all || (!l.name.empty() && who.reads(l.name))) out.rows.push_back(std::move(l));
    }
    if (!sees_all && !is_last) out.next = std::move(last);
    return out;
}

void put_links(store::connection &c, std::span<const link_row> rows, bool changed) {
    if (rows.empty()) return;
    std::vector<link_row> safe{rows.begin(), rows.end()};
    std::vector<std::string> hosts;
    hosts.reserve(safe.size());
    std::vector<store::parameter> p;
    for (link_row &r : safe) {
        r.found.media_type = plain(r.found.media_type, 127);
        r.found.target = plain(r.found.target, 8192);
        r.found.says = plain(r.found.says, 500);
        const auto place = r.is_locator ? link_place_of(r.url) : std::nullopt;
        hosts.push_back(place ? place->host : std::string{});
        p.insert(p.end(),
                 {std::string_view{r.url}, to_string(r.found.state), r.found.since, r.found.checked, r.found.failures,
                  r.found.status, std::string_view{r.found.media_type}, std::string_view{r.found.target},
                  std::string_view{r.found.says}, std::string_view{hosts.back()}, std::string_view{r.name}});
    }
    in_transaction(c, [&] {
        host_changes changes;
        for (std::size_t i = 0; i < safe.size(); ++i) {
            c.run("SELECT host, state FROM health WHERE url = $1", {std::string_view{safe[i].url}},
                  [&](const store::row &row) {
                      if (row.null(0)) return false; // not counted yet
                      changes.add(row.text(0), link_state_names.find(row.text(1)).value_or(link_state::alive), -1);
                      return false;
                  });
            changes.add(hosts[i], safe[i].found.state, 1);
        }
        c.run_each(
            "INSERT INTO health (url, state, since, checked, failures, status, media_type, target, says, host, name) "
            "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (url) DO UPDATE SET state = "
            "excluded.state, since = excluded.since, checked = excluded.checked, failures = excluded.failures, status "
            "= "
            "excluded.status, media_type = excluded.media_type, target = excluded.target, says = excluded.says, host = "
            "excluded.host, name = CASE WHEN excluded.name = '' THEN health.name ELSE excluded.name END",
            11, p);
        changes.write(c);
        if (changed) count_change(c);
    });
}

void forget_links(store::connection &c, std::int64_t before) {
    in_transaction(c, [&] {
        host_changes changes;
        c.run("SELECT host, state, CAST(count(*) AS BIGINT) FROM health WHERE checked < $1 AND host IS NOT NULL GROUP "
              "BY host, state",
              {before}, [&](const store::row &row) {
                  const auto state = link_state_names.find(row.text(1)).value_or(link_state::alive);
                  changes.add(row.text(0), state, -row.integer(2));
                  return true;
              });
        if (c.run("DELETE FROM health WHERE checked < $1", {before}) > 0) {
            changes.write(c);
            c.run("DELETE FROM link_host_counts WHERE links = 0 AND host NOT IN (SELECT host FROM link_host_rules)");
            count_change(c);
        }
    });
}

std::int64_t link_changes(store::connection &c) {
    std::int64_t n = 0;
    c.run("SELECT count FROM link_changes WHERE one = 1", {}, [&](const store::row &row) {
        n = row.integer(0);
        return false;
    });
    return n;
}

void each_dead_link(store::connection &c, std::size_t limit, const std::function<void(std::string_view)> &f) {
    c.run("SELECT url FROM health WHERE state = 'dead' ORDER BY url LIMIT $1", {static_cast<std::int64_t>(limit)},
          [&](const store::row &row) {
              f(row.text(0));
              return true;
          });
}

bool claim_host(store::connection &c, std::string_view host, std::string_view holder, std::int64_t now,
                std::int64_t until) {
    return c.run("INSERT INTO link_hosts (host, holder, until) VALUES ($1, $2, $3) ON CONFLICT (host) DO UPDATE SET "
                 "holder = excluded.holder, until = excluded.until WHERE link_hosts.holder = excluded.holder OR "
                 "link_hosts.until <= $4 OR link_hosts.until > $5",
                 {host, holder, until, now, now + longest_lease}) > 0;
}

void keep_hosts(store::connection &c, std::string_view holder, std::int64_t until) {
    c.run("UPDATE link_hosts SET until = $1 WHERE holder = $2 AND until < $1", {until, holder});
}

void leave_hosts(store::connection &c, std::string_view holder,
                 std::span<const std::pair<std::string, std::int64_t>> hosts) {
    if (hosts.empty()) return;
    std::vector<store::parameter> p;
    for (const auto &[host, from] : hosts) p.insert(p.end(), {from, std::string_view{host}, holder});
    in_transaction(
        c, [&] { c.run_each("UPDATE link_hosts SET holder = '', until = $1 WHERE host = $2 AND holder = $3", 3, p); });
}

void forget_hosts(store::connection &c, std::int64_t now) {
    c.run("DELETE FROM link_hosts WHERE until < $1 OR until > $2", {now - 86400, now + longest_lease});
}

} // namespace uniform::links
