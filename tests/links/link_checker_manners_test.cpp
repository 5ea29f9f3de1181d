// The link checker where hosts, clocks and other checkers are not as they should be.

#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "links/link_checker_support.hpp"

namespace uniform::links {

using namespace uniform::http;
namespace {

class link_manners : public link_checking {};
INSTANTIATE_ON_BOTH_STORES(link_manners);

// A host that gives no finding is not asked again at once: neither one that limits requests, nor one without
// robots.txt.
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

// The queue is dropped, and with it the request: its response is not that of the locator that is queued first then.
TEST_P(link_manners, no_memory_while_a_host_answers) {
    std::atomic<int> fails = 0;
    host.pages["/b"] = [&](const request &) {
        if (host.count("HEAD /b") == 1) {
            put("example:a", {"/a"}); // before "/b" in the next round
            fails = 1;
            EXPECT_TRUE(soon([&] { return host.count("HEAD /a") > 0; }));
        }
        return response{.status = 200, .fields = {{"Content-Type", "application/pdf"}}, .body = "%PDF"};
    };
    host.pages["/a"] = [&](const request &) {
        // The response to the first request for "/b" could arrive meanwhile.
        std::this_thread::sleep_for(std::chrono::milliseconds{200});
        return response{.status = 404};
    };
    put("example:b", {"/b"});
    link_checker c(*s, failing(fails, [] { throw std::bad_alloc{}; }));
    ASSERT_TRUE(soon([&] { return found("/a") && found("/b"); }));
    EXPECT_EQ(found("/a")->state, link_state::dead);
    EXPECT_EQ(found("/b")->state, link_state::alive);
}

// A store that was away for longer than a lease: another checker may have the host by now.
TEST_P(link_manners, a_lease_that_ended_while_the_store_was_away) {
    std::atomic<int> fails = 0;
    std::atomic<int> failures = 0;
    host.pages["/b"] = [&](const request &) {
        if (host.count("HEAD /b") == 1) {
            fails = 1;
            EXPECT_TRUE(soon([&] { return failures > 0; }));
            clock.advance(std::chrono::seconds{lease + 1});
            const auto c = s->sql_database().connect(store::access::read_write);
            const std::int64_t now = clock.source().seconds();
            EXPECT_TRUE(claim_host(*c, "127.0.0.1", "another", now, now + lease));
        }
        return response{.status = 405}; // a GET follows
    };
    put("example:b", {"/b"});
    auto o = failing(fails, [] { throw store::failure{store::failure_kind::unavailable, "away"}; });
    o.count = [&](link_event e, std::uint64_t) { failures += e == link_event::store_failed ? 1 : 0; };
    round(o);
    EXPECT_EQ(host.count("HEAD /b"), 1U);
    EXPECT_EQ(host.count("GET /b"), 0U);
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
    ASSERT_TRUE(found("/good")); // the findings are written
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

// RFC 9309: the target of a redirect is a URL as any other, and so is its host.
TEST_P(link_manners, a_redirect_to_what_robots_txt_disallows) {
    where->stop();
    where = engine::start({.address = "0.0.0.0", .port = 0}, host);
    const std::string port = ":" + std::to_string(where->port());
    const auto to = [&](const std::string &url) {
        return [url](const request &) { return response{.status = 302, .fields = {{"Location", url}}}; };
    };
    host.pages["/to-forbidden"] = to("http://127.0.0.2" + port + "/forbidden");
    host.pages["/to-good"] = to("http://127.0.0.2" + port + "/good");
    base = "http://127.0.0.1" + port;
    put("example:a", {"/to-forbidden", "/to-good"});
    round(fast());
    EXPECT_EQ(host.count("HEAD /to-forbidden"), 1U);
    EXPECT_EQ(host.count("HEAD /forbidden") + host.count("GET /forbidden"), 0U);
    EXPECT_EQ(host.count("GET /robots.txt"), 2U); // of both hosts
    EXPECT_FALSE(found("/to-forbidden"));
    ASSERT_TRUE(found("/to-good"));
    EXPECT_EQ(found("/to-good")->state, link_state::alive);
    EXPECT_EQ(found("/to-good")->target, "http://127.0.0.2" + port + "/good");
    // Both hosts are free.
    const auto c = s->sql_database().connect(store::access::read_write);
    const std::int64_t now = clock.source().seconds() + 1;
    EXPECT_TRUE(claim_host(*c, "127.0.0.1", "another", now, now + lease));
    EXPECT_TRUE(claim_host(*c, "127.0.0.2", "another", now, now + lease));
}

TEST_P(link_manners, a_redirect_to_a_host_of_another_checker) {
    where->stop();
    where = engine::start({.address = "0.0.0.0", .port = 0}, host);
    const std::string port = ":" + std::to_string(where->port());
    host.pages["/to-other"] = [&](const request &) {
        return response{.status = 302, .fields = {{"Location", "http://127.0.0.2" + port + "/no-head"}}};
    };
    base = "http://127.0.0.1" + port;
    put("example:a", {"/to-other"});
    const auto c = s->sql_database().connect(store::access::read_write);
    const std::int64_t now = clock.source().seconds();
    ASSERT_TRUE(claim_host(*c, "127.0.0.2", "another", now, now + 86400));
    link_checker checker(*s, fast());
    ASSERT_TRUE(soon([&] { return checker.rounds() >= 2; }));
    EXPECT_GE(host.count("HEAD /to-other"), 1U);
    EXPECT_EQ(host.count("HEAD /no-head"), 0U);
    EXPECT_FALSE(found("/to-other"));
    leave_hosts(*c, "another", std::vector<std::pair<std::string, std::int64_t>>{{"127.0.0.2", now}});
    EXPECT_TRUE(soon([&] { return found("/to-other").has_value(); }));
    EXPECT_EQ(found("/to-other")->state, link_state::alive);
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
