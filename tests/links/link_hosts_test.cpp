// Counts of failing locators by host, and what the checker does when an administrator has decided about a host.

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "links/link_checker_support.hpp"
#include "links/link_hosts.hpp"

namespace uniform::links {

using namespace uniform::http;
namespace {

class link_hosts : public link_checking {
protected:
    std::unique_ptr<store::connection> writer() { return s->sql_database().connect(store::access::read_write); }
    host_row host_of(std::string_view name) {
        return s->read([&](store::reading &r) { return find_host(r.sql(), name); }).value_or(host_row{});
    }
    // Compares the counts with those of the findings themselves.
    void expect_true_counts() {
        std::map<std::string, std::vector<std::int64_t>> counted;
        s->read([&](store::reading &r) {
            r.sql().run("SELECT host, state FROM health WHERE host IS NOT NULL AND host <> ''", {},
                        [&](const store::row &row) {
                            auto &n = counted[std::string{row.text(0)}];
                            n.resize(3);
                            ++n[0];
                            if (row.text(1) == "failing") ++n[1];
                            if (row.text(1) == "dead") ++n[2];
                            return true;
                        });
            return 0;
        });
        for (const auto &[name, n] : counted) {
            const host_row found = host_of(name);
            EXPECT_EQ((std::vector{found.links, found.failing, found.dead}), n) << name;
        }
    }
    static link_row row(std::string url, link_state state, std::int64_t checked = 1000) {
        return {.url = std::move(url), .found = {.state = state, .since = 1, .checked = checked}, .name = "example:a"};
    }
    void decided(const host_decision &d) { decide(*writer(), "127.0.0.1", d); }
    std::int64_t now() const { return clock.source().seconds(); }
};
INSTANTIATE_ON_BOTH_STORES(link_hosts);

TEST_P(link_hosts, are_counted_whatever_happens_to_their_findings) {
    using enum link_state;
    const auto c = writer();
    put_links(*c,
              std::vector{row("http://a.example/1", dead), row("http://a.example/2", alive),
                          row("http://b.example/", failing)},
              true);
    expect_true_counts();
    EXPECT_EQ(host_of("a.example").dead, 1);
    // The same locator again, in other states.
    put_links(*c,
              std::vector{row("http://a.example/1", alive), row("http://a.example/2", failing),
                          row("http://a.example/3", dead)},
              true);
    expect_true_counts();
    EXPECT_EQ(host_of("a.example").links, 3);
    // A delegation is no locator, whatever it was taken for.
    link_row loop = row("http://a.example/3", dead);
    loop.is_locator = false;
    put_links(*c, std::vector{loop}, false);
    expect_true_counts();
    EXPECT_EQ(host_of("a.example").links, 2);
    // Findings of a version that knew no hosts.
    c->run(
        "INSERT INTO health (url, state, since, checked, failures, status, media_type, target, says) VALUES "
        "('http://c.example/', 'dead', 1, 1000, 3, 404, '', '', ''), ('mailto:a@c.example', 'dead', 1, 1000, 3, 404, "
        "'', '', '')");
    EXPECT_FALSE(note_hosts(*c, 10));
    EXPECT_EQ(host_of("c.example").dead, 1);
    expect_true_counts();
    // Before its host was noted, it is written again.
    c->run("INSERT INTO health (url, state, since, checked, failures, status, media_type, target, says) VALUES "
           "('http://d.example/', 'dead', 1, 1000, 3, 404, '', '', '')");
    put_links(*c, std::vector{row("http://d.example/", alive)}, true);
    EXPECT_EQ(host_of("d.example").links, 1);
    EXPECT_EQ(host_of("d.example").dead, 0);
    EXPECT_FALSE(note_hosts(*c, 10));
    expect_true_counts();
    EXPECT_TRUE(forget_host(*c, "a.example", 1));
    EXPECT_TRUE(forget_host(*c, "a.example", 1));
    EXPECT_FALSE(forget_host(*c, "a.example", 1));
    EXPECT_EQ(host_of("a.example").links, 0);
    forget_links(*c, 2000);
    EXPECT_EQ(host_of("b.example").host, "");
    expect_true_counts();
}

TEST_P(link_hosts, are_checked_now_when_somebody_asks) {
    put("example:a", {"/good", "/gone"});
    round(fast());
    EXPECT_EQ(host_of("127.0.0.1").dead, 1);
    EXPECT_EQ(s->read([&](store::reading &r) { return links_of_host(r.sql(), "127.0.0.1", true, {}, 10); }).at(0).name,
              "example:a");
    // Nothing is due for a week, and what was asked for is what fails.
    const std::size_t good = host.count("HEAD /good");
    const std::size_t gone = host.count("GET /gone");
    link_checker c(*s, fast());
    EXPECT_TRUE(soon([&] { return c.rounds() > 0; }));
    EXPECT_EQ(host.count("GET /gone"), gone);
    decided({.asked = now() + 1, .who = "local:admin", .at = now()});
    EXPECT_TRUE(soon([&] { return host.count("GET /gone") == gone + 1; }));
    EXPECT_TRUE(soon([&] { return host_of("127.0.0.1").decided.asked == 0; }));
    const std::uint64_t rounds = c.rounds();
    EXPECT_TRUE(soon([&] { return c.rounds() > rounds + 1; }));
    EXPECT_EQ(host.count("GET /gone"), gone + 1);
    EXPECT_EQ(host.count("HEAD /good"), good);
}

TEST_P(link_hosts, are_left_alone_while_they_are_paused) {
    put("example:a", {"/gone"});
    round(fast());
    EXPECT_EQ(host_of("127.0.0.1").dead, 1);
    put("example:b", {"/good"});
    decided({.rule = host_rule::paused, .until = now() + 1000});
    round(fast());
    EXPECT_EQ(host.count("HEAD /good"), 0U);
    EXPECT_EQ(host_of("127.0.0.1").dead, 1); // the findings stay
    decided({.rule = host_rule::paused, .until = now() - 1});
    round(fast());
    EXPECT_EQ(host.count("HEAD /good"), 1U);
}

TEST_P(link_hosts, are_forgotten_when_they_are_ignored) {
    put("example:a", {"/gone", "/good"});
    round(fast());
    EXPECT_TRUE(found("/gone"));
    decided({.rule = host_rule::ignored});
    {
        link_checker c(*s, fast());
        EXPECT_TRUE(soon([&] { return !found("/gone") && !found("/good"); }));
    }
    EXPECT_EQ(host_of("127.0.0.1").links, 0);
    EXPECT_EQ(host_of("127.0.0.1").decided.rule, host_rule::ignored);
    const std::size_t asked = host.count("GET /gone");
    round(fast());
    EXPECT_EQ(host.count("GET /gone"), asked);
    decided({});
    round(fast());
    EXPECT_TRUE(found("/gone"));
}

} // namespace
} // namespace uniform::links
