#include "links/link_hosts.hpp"

#include "links/link_checker_request.hpp"

namespace uniform::links {

namespace {

constexpr std::string_view columns =
    "SELECT c.host, c.links, c.failing, c.dead, coalesce(r.rule, ''), coalesce(r.until, 0), coalesce(r.asked, 0), "
    "coalesce(r.who, ''), coalesce(r.at, 0) FROM link_host_counts c LEFT JOIN link_host_rules r ON r.host = c.host ";

host_decision decision_in(const store::row &row, int first) {
    return {.rule = host_rule_names.find(row.text(first)).value_or(host_rule::none),
            .until = row.integer(first + 1),
            .asked = row.integer(first + 2),
            .who = std::string{row.text(first + 3)},
            .at = row.integer(first + 4)};
}

host_row host_in(const store::row &row) {
    return {.host = std::string{row.text(0)},
            .links = row.integer(1),
            .failing = row.integer(2),
            .dead = row.integer(3),
            .decided = decision_in(row, 4)};
}

} // namespace

std::vector<host_row> list_hosts(store::connection &c, const std::optional<host_row> &after, std::size_t limit) {
    std::vector<host_row> out;
    const auto each = [&](const store::row &row) {
        out.push_back(host_in(row));
        return true;
    };
    const std::string order = "ORDER BY c.dead DESC, c.failing DESC, c.host DESC LIMIT ";
    const auto most = static_cast<std::int64_t>(limit);
    if (after) {
        c.run(std::string{columns} + "WHERE (c.dead, c.failing, c.host) < ($1, $2, $3) " + order + "$4",
              {after->dead, after->failing, std::string_view{after->host}, most}, each);
    } else {
        c.run(std::string{columns} + order + "$1", {most}, each);
    }
    return out;
}

std::optional<host_row> find_host(store::connection &c, std::string_view host) {
    std::optional<host_row> out;
    c.run(std::string{columns} + "WHERE c.host = $1", {host}, [&](const store::row &row) {
        out = host_in(row);
        return false;
    });
    return out;
}

std::vector<link_row> links_of_host(store::connection &c, std::string_view host, bool only_failing,
                                    std::string_view after, std::size_t limit) {
    std::vector<link_row> out;
    c.run(std::string{select_links} + "WHERE host = $1 AND url > $2" +
              (only_failing ? " AND state <> 'alive'" : std::string{}) + " ORDER BY url LIMIT $3",
          {host, after, static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
              out.push_back(link_in(row));
              return true;
          });
    return out;
}

void decide(store::connection &c, std::string_view host, const host_decision &d) {
    // A host may have been decided about before anything of it was checked.
    c.run("INSERT INTO link_host_counts (host, links, failing, dead) VALUES ($1, 0, 0, 0) ON CONFLICT (host) DO "
          "NOTHING",
          {host});
    c.run("INSERT INTO link_host_rules (host, rule, until, asked, who, at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT "
          "(host) DO UPDATE SET rule = excluded.rule, until = excluded.until, asked = excluded.asked, who = "
          "excluded.who, at = excluded.at",
          {host, d.rule == host_rule::none ? std::string_view{} : to_string(d.rule), d.until, d.asked,
           std::string_view{d.who}, d.at});
}

void note_checked(store::connection &c, std::string_view host, std::int64_t asked) {
    c.run("UPDATE link_host_rules SET asked = 0 WHERE host = $1 AND asked = $2", {host, asked});
}

std::map<std::string, host_decision, std::less<>> decisions_about_hosts(store::connection &c, std::int64_t now,
                                                                        std::size_t limit) {
    std::map<std::string, host_decision, std::less<>> out;
    c.run(
        "SELECT host, rule, until, asked, who, at FROM link_host_rules WHERE rule = 'ignored' OR until > $1 OR asked > "
        "0 ORDER BY at DESC, host LIMIT $2",
        {now, static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
            out.emplace(row.text(0), decision_in(row, 1));
            return true;
        });
    return out;
}

bool forget_host(store::connection &c, std::string_view host, std::size_t limit) {
    const auto rows = links_of_host(c, host, false, {}, limit);
    if (rows.empty()) return false;
    in_transaction(c, [&] {
        host_changes changes;
        bool died = false;
        for (const link_row &r : rows) {
            if (c.run("DELETE FROM health WHERE url = $1 AND host = $2 AND state = $3",
                      {std::string_view{r.url}, host, to_string(r.found.state)}) == 0)
                continue; // it has changed in the meantime
            changes.add(host, r.found.state, -1);
            died = died || r.found.state == link_state::dead;
        }
        changes.write(c);
        if (died) count_change(c);
    });
    return rows.size() == limit;
}

bool note_hosts(store::connection &c, std::size_t limit) {
    std::vector<std::pair<std::string, link_state>> rows;
    c.run("SELECT url, state FROM health WHERE host IS NULL ORDER BY url LIMIT $1", {static_cast<std::int64_t>(limit)},
          [&](const store::row &row) {
              rows.emplace_back(row.text(0), link_state_names.find(row.text(1)).value_or(link_state::alive));
              return true;
          });
    if (rows.empty()) return false;
    in_transaction(c, [&] {
        host_changes changes;
        for (const auto &[url, state] : rows) {
            const auto place = link_place_of(url);
            const std::string host = place ? place->host : std::string{};
            if (c.run("UPDATE health SET host = $1 WHERE url = $2 AND host IS NULL AND state = $3",
                      {std::string_view{host}, std::string_view{url}, to_string(state)}) > 0)
                changes.add(host, state, 1);
        }
        changes.write(c);
    });
    return rows.size() == limit;
}

void host_changes::add(std::string_view host, link_state s, std::int64_t by) {
    if (host.empty()) return;
    auto it = by_host_.find(host);
    if (it == by_host_.end()) it = by_host_.emplace(host, counts{}).first;
    it->second.links += by;
    if (s == link_state::failing) it->second.failing += by;
    if (s == link_state::dead) it->second.dead += by;
}

void host_changes::write(store::connection &c) const {
    std::vector<store::parameter> p;
    for (const auto &[host, n] : by_host_) {
        if (n.links == 0 && n.failing == 0 && n.dead == 0) continue;
        p.insert(p.end(), {std::string_view{host}, n.links, n.failing, n.dead});
    }
    if (p.empty()) return;
    c.run_each(
        "INSERT INTO link_host_counts (host, links, failing, dead) VALUES ($1, $2, $3, $4) ON CONFLICT (host) DO "
        "UPDATE SET links = link_host_counts.links + excluded.links, failing = link_host_counts.failing + "
        "excluded.failing, dead = link_host_counts.dead + excluded.dead",
        4, p);
}

} // namespace uniform::links
