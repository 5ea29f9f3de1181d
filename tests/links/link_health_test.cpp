// The dead locators, in memory: read again when the table has changed, also by another process.

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "base/soon.hpp"
#include "http/resolve/resolve_support.hpp"
#include "http/resolve/response_cache.hpp"
#include "links/link_checker_store.hpp"
#include "links/link_health.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::links {

using namespace uniform::http;
namespace {

using std::chrono::milliseconds;

using uniform::test::soon;

resolver::name_record of_urls(const std::vector<std::string> &urls) {
    resolver::name_record r;
    for (const std::string &u : urls) r.locators.push_back({.url = u});
    return r;
}
link_row row_of(std::string url, link_state state) {
    return {std::move(url), {.state = state, .since = 1, .checked = 1, .failures = 3, .status = 404}};
}

class link_health_of_a_store : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location());
    }
    void TearDown() override {
        if (s) s->close();
        s.reset();
        on_both_stores::TearDown();
    }
    void note(const std::vector<link_row> &rows) {
        put_links(*s->sql_database().connect(store::access::read_write), rows, true);
    }
    std::unique_ptr<store::store> s;
};
INSTANTIATE_ON_BOTH_STORES(link_health_of_a_store);

TEST_P(link_health_of_a_store, reports_dead_locators) {
    using enum resolver::health;
    const auto three = of_urls({"http://a.example/1", "http://a.example/2", "http://a.example/3"});
    note({row_of("http://a.example/2", link_state::dead), row_of("http://a.example/3", link_state::failing)});
    link_health known(*s, {.poll = milliseconds{10}});
    EXPECT_TRUE(known.of(three).empty()); // nothing was read yet
    std::atomic<int> changes = 0;
    known.start([&] { ++changes; });
    ASSERT_TRUE(soon([&] { return !known.of(three).empty(); }));
    EXPECT_EQ(known.of(three), (std::vector{unknown, dead, unknown}));
    EXPECT_TRUE(known.of(of_urls({"http://a.example/2"})).empty()); // there is no choice
    EXPECT_TRUE(known.of(of_urls({"http://a.example/1", "http://a.example/4"})).empty());
    EXPECT_TRUE(soon([&] { return changes == 1; }));

    // It comes back, another dies: written by whoever it may be.
    note({row_of("http://a.example/2", link_state::alive), row_of("http://a.example/3", link_state::dead)});
    ASSERT_TRUE(soon([&] { return known.of(three) == std::vector{unknown, unknown, dead}; }));
    EXPECT_TRUE(soon([&] { return changes == 2; }));

    // A write without a change is not read; nor is the callback called when the same are dead as before.
    note({row_of("http://a.example/1", link_state::alive)});
    const auto before = known.looks();
    ASSERT_TRUE(soon([&] { return known.looks() > before + 2; }));
    EXPECT_EQ(changes, 2);

    forget_links(*s->sql_database().connect(store::access::read_write), 2);
    EXPECT_TRUE(soon([&] { return known.of(three).empty(); }));
    EXPECT_TRUE(soon([&] { return changes == 3; }));
    // And other threads see it.
    std::thread{[&] { EXPECT_TRUE(known.of(three).empty()); }}.join();
    known.stop();
}

TEST_P(link_health_of_a_store, keeps_as_many_as_it_may) {
    std::vector<link_row> rows;
    std::vector<std::string> urls;
    for (int i = 0; i < 200; ++i) urls.push_back("http://a.example/" + std::to_string(1000 + i));
    for (const std::string &u : urls) rows.push_back(row_of(u, link_state::dead));
    note(rows);
    link_health known(*s, {.poll = milliseconds{10}, .links = 50});
    known.start();
    ASSERT_TRUE(soon([&] { return known.looks() > 0; }));
    const auto all = known.of(of_urls(urls));
    EXPECT_EQ(std::ranges::count(all, resolver::health::dead), 50);
    EXPECT_EQ(all.front(), resolver::health::dead);
    EXPECT_EQ(all.back(), resolver::health::unknown);
}

// While the table is changed all the time, several threads ask.
TEST_P(link_health_of_a_store, many_ask_while_it_changes) {
    const auto two = of_urls({"http://a.example/1", "http://a.example/2"});
    link_health known(*s, {.poll = milliseconds{1}});
    known.start();
    std::atomic<bool> done = false;
    std::atomic<std::uint64_t> dead = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            while (!done) {
                const auto h = known.of(two);
                if (h.empty()) continue;
                EXPECT_EQ(h[1], resolver::health::unknown);
                dead.fetch_add(h[0] == resolver::health::dead ? 1U : 0U);
            }
        });
    }
    for (int i = 0; i < 40; ++i) {
        note({row_of("http://a.example/1", i % 2 == 0 ? link_state::dead : link_state::alive)});
        const auto looks = known.looks();
        known.look();
        EXPECT_TRUE(soon([&] { return known.looks() > looks; }));
    }
    done = true;
    threads.clear();
    EXPECT_GT(dead.load(), 0U);
}

class resolving_with_dead_links : public resolving {};

// A cached redirect is dropped when its locator dies, and comes back when it does.
TEST_F(resolving_with_dead_links, redirects_to_another_locator) {
    engine->links.start([&] { cache->invalidate(); });
    put_name("urn:example:a", of_urls({"http://a.example/1", "http://b.example/1"}));
    const auto location = [&](bool ready) -> std::string {
        if (!ready) {
            const response r = ask("/urn:example:a");
            for (const auto &[name, value] : r.fields) {
                if (name == "Location") return value;
            }
            return {};
        }
        const auto sent = cached("/urn:example:a");
        if (!sent) return {};
        const std::size_t at = sent->find("Location: ") + 10;
        return sent->substr(at, sent->find("\r\n", at) - at);
    };
    ASSERT_TRUE(soon([&] { return location(true) == "http://a.example/1"; }));
    EXPECT_EQ(location(false), "http://a.example/1");
    const auto c = s->sql_database().connect(store::access::read_write);
    put_links(*c, std::vector{row_of("http://a.example/1", link_state::dead)}, true);
    EXPECT_TRUE(soon([&] { return location(true) == "http://b.example/1"; }));
    EXPECT_EQ(location(false), "http://b.example/1");
    put_links(*c, std::vector{row_of("http://b.example/1", link_state::dead)}, true);
    EXPECT_TRUE(soon([&] { return location(true) == "http://a.example/1"; })); // dead ones alone are still given
}

// A batch of names with very many locators reads the names, and nothing else.
TEST_F(resolving_with_dead_links, a_batch_of_many_locators) {
    std::vector<std::string> urls;
    for (int i = 0; i < 100; ++i) urls.push_back("http://a.example/a/path/as/long/as/others/" + std::to_string(i));
    put_name("urn:example:many", of_urls(urls));
    const auto c = s->sql_database().connect(store::access::read_write);
    put_links(*c, std::vector{row_of(urls[0], link_state::dead), row_of(urls[7], link_state::dead)}, true);
    std::string body;
    for (int i = 0; i < 500; ++i) body += "urn:example:many\n";
    const auto answer = [&] {
        const response r = ask("/api/v1/resolve", {{"Content-Type", "text/plain"}}, "POST", body);
        EXPECT_EQ(r.status, 200);
        EXPECT_TRUE(r.body.contains("others/1\"")) << r.body.substr(0, 300);
        return r.body;
    };
    serve_locally();
    const std::string from_the_store = answer();
    begin({});
    engine->links.start();
    ASSERT_TRUE(soon([&] { return engine->links.looks() > 0; }));
    EXPECT_EQ(answer(), from_the_store);
}

} // namespace
} // namespace uniform::links
