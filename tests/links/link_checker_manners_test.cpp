// The link checker where hosts, clocks and other checkers are not as they should be.

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "links/link_checker_support.hpp"

namespace uniform::links {

using namespace uniform::http;
namespace {

class link_manners : public link_checking {};
INSTANTIATE_ON_BOTH_STORES(link_manners);

// What gives no finding is not asked again at once: neither a host that has had enough, nor one without robots.txt.
TEST_P(link_manners, what_gives_no_finding_is_left_alone) {
    host.pages["/busy"] = [](const request &) { return response{.status = 429}; };
    put("example:a", {"/busy", "/forbidden"});
    link_checker c(*s, fast());
    ASSERT_TRUE(soon([&] { return c.rounds() >= 4; }));
    EXPECT_EQ(host.count("HEAD /busy"), 3U);
    EXPECT_EQ(host.count("HEAD /forbidden"), 0U);
}

// RFC 9309 2.3.1.4: a server's error says nothing about the locators, but they are not asked for.
TEST_P(link_manners, without_robots_txt_nothing_is_requested) {
    host.pages["/robots.txt"] = [](const request &) { return response{.status = 500}; };
    put("example:a", {"/good", "/none", "/no-head"});
    round(fast());
    EXPECT_FALSE(found("/good"));
    EXPECT_FALSE(found("/none"));
    EXPECT_EQ(host.count("GET /robots.txt"), 1U);
    const std::scoped_lock hold(host.lock);
    EXPECT_EQ(host.asked.size(), 1U);
}

TEST_P(link_manners, a_head_that_is_never_answered) {
    host.pages["/slow-head"] = [this](const request &r) {
        if (r.method == "HEAD") {
            EXPECT_TRUE(soon([this] { return host.count("GET /slow-head") > 0; }));
        }
        return response{.status = 200, .fields = {{"Content-Type", "application/pdf"}}, .body = "%PDF"};
    };
    put("example:a", {"/slow-head"});
    auto o = fast();
    o.timeout = std::chrono::milliseconds{300};
    round(o);
    ASSERT_TRUE(found("/slow-head"));
    EXPECT_EQ(found("/slow-head")->state, link_state::alive);
}

// A key that PostgreSQL's index does not take must not keep the others from being written.
TEST_P(link_manners, a_locator_of_thousands_of_bytes) {
    std::string path = "/";
    for (unsigned i = 0, x = 1; i < 6000; ++i)
        path += static_cast<char>('a' + ((x = x * 1103515245U + 12345U) >> 16U) % 26);
    put("example:a", {path, "/good"});
    round(fast());
    EXPECT_FALSE(found(path));
    ASSERT_TRUE(found("/good"));
    EXPECT_EQ(found("/good")->state, link_state::alive);
}

// The clock was wrong when it was checked, and goes right now.
TEST_P(link_manners, what_was_checked_in_the_future_is_due) {
    put("example:a", {"/none"});
    const auto later = clock.system() + std::chrono::days{4000};
    const std::int64_t at = std::chrono::duration_cast<std::chrono::seconds>(later.time_since_epoch()).count();
    const auto c = s->sql_database().connect(store::access::read_write);
    put_links(*c, std::vector<link_row>{{base + "/none", {.since = at, .checked = at, .status = 200}}}, false);
    // So was it when another took the host.
    EXPECT_TRUE(claim_host(*c, "127.0.0.1", "another", at, at + 300));
    round(fast());
    EXPECT_EQ(found("/none")->state, link_state::dead);
}

// Each of a host's many links is checked, and another host does not wait for all of them.
TEST_P(link_manners, a_host_of_many_links) {
    std::vector<std::string> many;
    for (int i = 0; i < 150; ++i) {
        many.push_back("/many-" + std::to_string(i));
        host.pages[many.back()] = host.pages["/no-head"];
    }
    put("example:a", many);
    put("example:b", {"http://localhost:" + std::to_string(where->port()) + "/good"});
    link_checker c(*s, fast());
    const auto all = [&] {
        return s->read([&](store::reading &r) { return list_links(r.sql(), link_state::alive, {}, 1000); }).size();
    };
    EXPECT_TRUE(soon([&] { return all() == 151; }));
    const std::scoped_lock hold(host.lock);
    std::size_t before = 0;
    for (const auto &[line, at] : host.asked) {
        if (line == "HEAD /good") break;
        if (line.starts_with("HEAD /many")) ++before;
    }
    EXPECT_LE(before, 100U);
}

TEST_P(link_manners, ends_while_a_host_does_not_answer) {
    const auto answer = std::make_shared<std::atomic<bool>>(false); // the host may still read it after the test
    host.pages["/never"] = [answer](const request &) {
        EXPECT_TRUE(soon([&] { return answer->load(); }));
        return response{.status = 200};
    };
    put("example:a", {"/good", "/never"});
    auto o = fast();
    o.flush = std::chrono::milliseconds{60000};
    auto c = std::make_unique<link_checker>(*s, o);
    EXPECT_TRUE(soon([&] { return host.count("HEAD /never") == 1; }));
    c.reset(); // it returns before the host answers
    *answer = true;
    ASSERT_TRUE(found("/good")); // what was found is written
    // And the host is free.
    const std::int64_t now = clock.source().seconds();
    const auto w = s->sql_database().connect(store::access::read_write);
    EXPECT_TRUE(claim_host(*w, "127.0.0.1", "another", now + 1, now + 300));
}

// Two processes on one store: every locator is asked for once, and a host by one of them at a time.
TEST_P(link_manners, two_checkers_share_the_work) {
    where->stop();
    where = engine::start({.address = "0.0.0.0", .port = 0}, host);
    const std::string port = ":" + std::to_string(where->port());
    std::vector<std::string> paths;
    for (int h = 1; h <= 8; ++h) {
        std::vector<std::string> urls;
        for (int i = 0; i < 15; ++i) {
            paths.push_back("/of-" + std::to_string(h) + "-" + std::to_string(i));
            host.pages[paths.back()] = [](const request &) {
                return response{.status = 200, .fields = {{"Content-Type", "application/pdf"}}, .body = "%PDF"};
            };
            urls.push_back("http://127.0.0." + std::to_string(h) + port + paths.back());
        }
        put("example:h" + std::to_string(h), urls);
    }
    auto other = store::store::open(location());
    {
        auto o = fast();
        o.host_delay = std::chrono::milliseconds{5};
        link_checker one(*s, o);
        link_checker two(*other, o);
        const auto all = [&] {
            return s->read([&](store::reading &r) { return list_links(r.sql(), link_state::alive, {}, 1000); }).size();
        };
        EXPECT_TRUE(soon([&] { return all() == paths.size(); }));
        const auto one_more = one.rounds() + two.rounds() + 4;
        EXPECT_TRUE(soon([&] { return one.rounds() + two.rounds() >= one_more; }));
    }
    other->close();
    for (const std::string &p : paths) EXPECT_EQ(host.count("HEAD " + p), 1U) << p;
}

TEST_P(link_manners, a_host_belongs_to_one_holder) {
    const auto c = s->sql_database().connect(store::access::read_write);
    EXPECT_TRUE(claim_host(*c, "a.example", "one", 1000, 1300));
    EXPECT_TRUE(claim_host(*c, "a.example", "one", 1010, 1310)); // still
    EXPECT_FALSE(claim_host(*c, "a.example", "two", 1020, 1320));
    EXPECT_TRUE(claim_host(*c, "b.example", "two", 1020, 1320));
    keep_hosts(*c, "one", 1500);
    EXPECT_FALSE(claim_host(*c, "a.example", "two", 1499, 1800));
    EXPECT_TRUE(claim_host(*c, "a.example", "two", 1500, 1800)); // it has died
    const std::vector<std::pair<std::string, std::int64_t>> from{{"a.example", 1600}};
    leave_hosts(*c, "one", from); // too late: it is another's
    EXPECT_FALSE(claim_host(*c, "a.example", "one", 1700, 2000));
    leave_hosts(*c, "two", from);
    EXPECT_FALSE(claim_host(*c, "a.example", "one", 1599, 1900)); // it wants to be left alone until then
    EXPECT_TRUE(claim_host(*c, "a.example", "one", 1600, 1900));
    // A lease of years was given by a clock that was wrong.
    EXPECT_TRUE(claim_host(*c, "c.example", "one", 900000000, 900000300));
    EXPECT_TRUE(claim_host(*c, "c.example", "two", 1600, 1900));
    forget_hosts(*c, 1900 + 86401);
    EXPECT_TRUE(claim_host(*c, "a.example", "two", 1601, 1900));
}

} // namespace
} // namespace uniform::links
