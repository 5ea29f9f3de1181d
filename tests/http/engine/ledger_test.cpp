// The places of connections: who gets one, and who gives one up.

#include "http/engine/ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "http/engine/client_limits.hpp"
#include "http/engine/engine_fixture.hpp"
#include "http/engine/one_worker.hpp"

namespace uniform::http {
namespace {

using places = std::vector<std::shared_ptr<seat>>;

moment at(int second) { return moment{} + std::chrono::hours{1} + std::chrono::seconds{second}; }

// So many connections of one address, of which the first has waited longest.
void enter(ledger &l, places &to, const std::string &address, int number, int since) {
    for (int n = 0; n < number; ++n) {
        auto [place, closes, is_crowded] = l.enter(address, at(since));
        ASSERT_NE(place, nullptr) << address << " " << n;
        ASSERT_EQ(closes.lock(), nullptr);
        place->waits(at(since + n));
        to.push_back(std::move(place));
    }
}

TEST(ledger, one_address_has_all_places_until_another_comes) {
    ledger l{100, 0};
    places a;
    enter(l, a, "192.0.2.1", 100, 0);
    a[0]->waits(at(500)); // the second has waited longest now
    auto [place, closes, is_crowded] = l.enter("192.0.2.2", at(600));
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(closes.lock(), a[1]);
    EXPECT_EQ(l.displaced, 1U);
    EXPECT_EQ(l.open, 101U) << "until its worker has closed it";
    a.erase(a.begin() + 1);
    EXPECT_EQ(l.open, 100U);
}

TEST(ledger, who_has_most_gives_up_its_own_for_another_one) {
    ledger l{10, 0};
    places a;
    places b;
    enter(l, b, "192.0.2.2", 2, 0); // they have waited longer
    enter(l, a, "192.0.2.1", 8, 10);
    EXPECT_EQ(l.enter("192.0.2.1", at(100)).closes.lock(), a[0]);
}

TEST(ledger, nobody_gives_up_a_place_to_somebody_who_has_as_many) {
    ledger l{10, 0};
    places a;
    places b;
    enter(l, a, "192.0.2.1", 5, 0);
    enter(l, b, "192.0.2.2", 5, 10);
    EXPECT_EQ(l.enter("192.0.2.2", at(100)).closes.lock(), b[0]) << "although those of the first have waited longer";
}

TEST(ledger, what_works_for_its_client_leaves_if_none_waits) {
    ledger l{4, 0};
    places a;
    enter(l, a, "192.0.2.1", 4, 0);
    for (const auto &s : a) s->works();
    a[3]->waits(at(20));
    places others;
    for (const std::size_t n : {3U, 0U, 1U}) {
        auto [place, closes, is_crowded] = l.enter("192.0.2." + std::to_string(n + 2), at(20));
        ASSERT_NE(place, nullptr);
        EXPECT_EQ(closes.lock(), a[n]) << "each gives up one place";
        place->works();
        others.push_back(std::move(place));
    }
    EXPECT_EQ(l.enter("192.0.2.9", at(20)).place, nullptr) << "all have as many as it would have";
    EXPECT_EQ(l.enter("192.0.2.1", at(20)).place, nullptr);
    EXPECT_EQ(l.refused, 2U);
    EXPECT_EQ(l.displaced, 3U);
    // Its worker could not be told.
    a[3]->works();
    a[3]->stay();
    a.erase(a.begin());
    EXPECT_EQ(l.enter("192.0.2.1", at(30)).place, nullptr) << "five of four stay";
    others.clear();
    EXPECT_NE(l.enter("192.0.2.9", at(30)).place, nullptr);
}

// Whoever has fewer than others waits until those that are leaving have left; whoever has the most does not.
TEST(ledger, a_newcomer_for_whom_too_many_are_leaving_comes_later) {
    ledger l{40, 0};
    places a;
    enter(l, a, "192.0.2.1", 40, 0);
    for (const auto &s : a) s->works();
    places others;
    std::vector<std::shared_ptr<seat>> leaving;
    for (int n = 0; n < 5; ++n) {
        auto made = l.enter("192.0.2." + std::to_string(n + 2), at(20));
        ASSERT_NE(made.place, nullptr);
        leaving.push_back(made.closes.lock());
        others.push_back(std::move(made.place));
        others.back()->works();
    }
    const auto later = l.enter("192.0.2.9", at(20));
    EXPECT_EQ(later.place, nullptr);
    EXPECT_TRUE(later.is_crowded) << "it would have a place if one of five had left";
    EXPECT_EQ(l.refused, 0U);
    const auto own = l.enter("192.0.2.1", at(20));
    EXPECT_EQ(own.place, nullptr);
    EXPECT_FALSE(own.is_crowded);
    EXPECT_EQ(l.refused, 1U);
    std::erase(a, leaving.front());
    leaving.erase(leaving.begin());
    EXPECT_NE(l.enter("192.0.2.9", at(30)).place, nullptr);
}

// Nobody is refused because newcomers arrive faster than workers begin with them.
TEST(ledger, a_newcomer_waits_until_its_worker_works_for_it) {
    ledger l{4, 0};
    places a;
    for (int n = 0; n < 60; ++n) {
        auto [place, closes, is_crowded] = l.enter("192.0.2.1", at(n));
        ASSERT_NE(place, nullptr) << n;
        if (n >= 4) {
            ASSERT_EQ(closes.lock(), a[static_cast<std::size_t>(n) - 4]);
        }
        ASSERT_EQ(is_crowded, n >= 7) << "four are leaving then: accept no more until they have";
        a.push_back(std::move(place)); // those that leave have not closed their sockets
    }
    const auto other = l.enter("192.0.2.2", at(60));
    ASSERT_NE(other.place, nullptr);
    EXPECT_EQ(other.closes.lock(), a[56]);
    EXPECT_EQ(l.refused, 0U);
}

TEST(ledger, what_works_does_not_leave_for_an_address_that_would_have_as_many) {
    ledger l{4, 0};
    places a;
    places b;
    enter(l, a, "192.0.2.1", 2, 0);
    enter(l, b, "192.0.2.2", 2, 0);
    const auto third = l.enter("192.0.2.3", at(10));
    EXPECT_NE(third.place, nullptr);
    EXPECT_NE(third.closes.lock(), nullptr);
    for (const places *all : {&a, &b}) {
        for (const auto &s : *all) s->works();
    }
    EXPECT_EQ(l.enter("192.0.2.3", at(10)).place, nullptr);
}

TEST(ledger, few_connections_that_work_leave_at_a_time) {
    for (const auto &[limit, most] : std::initializer_list<std::pair<std::size_t, std::size_t>>{
             {8, 4}, {32, 4}, {40, 5}, {92, 11}, {256, 32}, {10'000, 32}}) {
        ledger l{limit, 0};
        places a;
        enter(l, a, "192.0.2.1", static_cast<int>(limit), 0);
        for (const auto &s : a) s->works();
        std::vector<ledger::admission> others;
        const auto enter_another = [&] {
            others.push_back(l.enter("198.51.100." + std::to_string(others.size()), at(10)));
            if (others.back().place != nullptr) others.back().place->works();
            return others.back().place != nullptr;
        };
        for (std::size_t n = 0; n < most; ++n) ASSERT_TRUE(enter_another()) << limit << " " << n;
        EXPECT_FALSE(enter_another()) << limit;
        EXPECT_EQ(l.open, limit + most);
        std::shared_ptr<seat> left = others.front().closes.lock();
        std::erase(a, left);
        EXPECT_FALSE(enter_another()) << "it has not closed its socket";
        left.reset();
        EXPECT_TRUE(enter_another()) << limit;
    }
}

// RFC 4291 2.5.5.2: an IPv4-mapped address is the IPv4 address.
TEST(client_group, is_an_ipv4_address_or_a_64_of_ipv6) {
    const struct {
        const char *address, *group;
    } rows[]{
        {"192.0.2.1", "192.0.2.1"},
        {"::ffff:192.0.2.1", "192.0.2.1"},
        {"::FFFF:c000:0201", "192.0.2.1"},
        {"::ffff:192.0.2.77", "192.0.2.77"},
        {"2001:db8::1", "net:20010db800000000"},
        {"2001:db8::ffff:192.0.2.1", "net:20010db800000000"},
        {"2001:db8:0:1::", "net:20010db800000001"},
        {"::1", "net:0000000000000000"},
        {"token token:7f3a9c", "token token:7f3a9c"},
        {"command line", "command line"},
        {"", ""},
    };
    for (const auto &row : rows) EXPECT_EQ(client_group(row.address), row.group) << row.address;
}

TEST(ledger, a_64_of_ipv6_is_one_address) {
    ledger l{4, 0};
    places a;
    for (const char *const own : {"2001:db8::1", "2001:db8::2", "2001:db8::3"}) {
        enter(l, a, own, 1, static_cast<int>(a.size()));
    }
    enter(l, a, "2001:db8:0:1::1", 1, -10);
    EXPECT_EQ(l.enter("2001:db8:0:1::2", at(10)).closes.lock(), a[0]);
    ledger two{4, 2};
    places b;
    enter(two, b, "2001:db8::1", 1, 0);
    enter(two, b, "2001:db8::2", 1, 0);
    EXPECT_EQ(two.enter("2001:db8::3", at(0)).place, nullptr);
}

TEST(ledger, descriptors_that_lack_are_fewer_places_for_a_minute) {
    ledger l{1000, 0};
    places a;
    enter(l, a, "192.0.2.1", 100, 0);
    const auto closes = l.lack_descriptors(at(200));
    ASSERT_EQ(closes.size(), 16U);
    for (std::size_t n = 0; n < closes.size(); ++n) EXPECT_EQ(closes[n].lock(), a[n]);
    a.erase(a.begin(), a.begin() + 16);
    EXPECT_EQ(l.enter("192.0.2.2", at(201)).closes.lock(), a[0]) << "84 must do";
    a.erase(a.begin());
    const auto later = l.enter("192.0.2.2", at(261));
    EXPECT_NE(later.place, nullptr);
    EXPECT_EQ(later.closes.lock(), nullptr);
    ledger small{1000, 0};
    places b;
    enter(small, b, "192.0.2.1", 3, 0);
    EXPECT_EQ(small.lack_descriptors(at(10)).size(), 1U) << "or nobody could connect any more";
}

// Against a model that sorts everything: whoever comes gets a place, and the one that is closed is of an address with
// the most places, but for a sixty-fourth, and the longest waiting one of all such at some time since the last search.
TEST(ledger, random_connections) {
    std::mt19937 random{8141};
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random); };
    for (int round = 0; round < 20; ++round) {
        const std::size_t limit = 1 + below(200);
        ledger l{limit, 0};
        std::map<std::string, places> open;
        std::size_t number = 0;
        const auto drop = [&](const std::shared_ptr<seat> &s) {
            for (auto &[address, all] : open) number -= std::erase(all, s);
        };
        for (int step = 0; step < 2000; ++step) {
            const std::string address = "192.0.2." + std::to_string(below(below(4) == 0 ? 100 : 3));
            auto &own = open[address];
            if (below(4) == 0 && !own.empty()) {
                drop(own[below(own.size())]);
            } else if (below(3) == 0 && !own.empty()) {
                own[below(own.size())]->waits(at(step));
            } else {
                auto [place, closes, is_crowded] = l.enter(address, at(step));
                ASSERT_NE(place, nullptr);
                place->waits(at(step));
                if (const auto gone = closes.lock()) {
                    ASSERT_EQ(number, limit);
                    std::size_t most = 0;
                    for (const auto &[other, all] : open) most = std::max(most, all.size());
                    const auto holder = std::ranges::find_if(
                        open, [&](const auto &one) { return std::ranges::find(one.second, gone) != one.second.end(); });
                    ASSERT_NE(holder, open.end());
                    EXPECT_GE(holder->second.size() + most / 64, most);
                    EXPECT_TRUE(holder->first == address || holder->second.size() > own.size());
                    drop(gone);
                }
                own.push_back(std::move(place));
                ++number;
            }
            ASSERT_LE(number, limit);
            ASSERT_EQ(l.open, number);
        }
    }
}

// docs/security.md: resolution goes on for everybody else. bench/many_connections.py does it with 20,000 connections.
TEST_F(engine_over_sockets, connections_of_three_addresses_take_no_place_of_others) {
    engine_options o = small();
    o.connections = 60;
    start(o);
    client before{engine_->port(), 0, "127.0.0.9"};
    before.send(get("/quick"));
    ASSERT_EQ(status(before.one()), 302);
    std::vector<std::unique_ptr<client>> attackers;
    for (int n = 0; n < 300; ++n) {
        const char *const from[]{"127.0.0.2", "127.0.0.3", "127.0.0.4"};
        attackers.push_back(std::make_unique<client>(engine_->port(), 0, from[n % 3]));
        // Idle ones, and some that have begun a request.
        if (n % 2 == 0) attackers.back()->send("GET /quick HT");
        if (n % 10 != 0) continue;
        client other{engine_->port(), 0, "127.0.0.10"};
        other.send(get("/quick"));
        ASSERT_EQ(status(other.one()), 302) << n;
    }
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().open_connections <= 60; }));
    EXPECT_GE(engine_->count().displaced, 200U);
    EXPECT_EQ(engine_->count().refused, 0U);
    before.send(get("/quick"));
    EXPECT_EQ(status(before.one()), 302) << "it has waited longest, but its address has only this one";
}

// The same with connections for which the service works, each with a second request in its pipeline.
TEST_F(engine_over_sockets, working_connections_of_an_address_take_no_place_of_others) {
    engine_options o = small();
    o.connections = 20;
    start(o);
    service_.held = true;
    std::vector<std::unique_ptr<client>> attackers;
    for (int n = 0; n < 20; ++n) {
        attackers.push_back(std::make_unique<client>(engine_->port(), 0, "127.0.0.2"));
        attackers.back()->send(get("/slow") + get("/slow"));
    }
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 3 && engine_->count().queued == 17; }));
    std::vector<std::unique_ptr<client>> others;
    for (const char *const from : {"127.0.0.10", "127.0.0.11", "127.0.0.12", "127.0.0.13", "127.0.0.14"}) {
        others.push_back(std::make_unique<client>(engine_->port(), 0, from));
        others.back()->send(get("/quick"));
        EXPECT_EQ(status(others.back()->one()), others.size() <= 4 ? 302 : 503) << from;
    }
    EXPECT_EQ(engine_->count().displaced, 4U);
    service_.release();
    int ended = 0;
    for (const auto &c : attackers) {
        const std::string first = c->one();
        EXPECT_EQ(body(first), "slow");
        if (first.contains("\r\nConnection: close\r\n")) {
            ++ended;
            EXPECT_EQ(c->rest(), "");
            EXPECT_TRUE(c->closed());
        } else {
            EXPECT_EQ(body(c->one()), "slow");
        }
    }
    EXPECT_EQ(ended, 4);
    EXPECT_EQ(service_.slow, 36) << "the second requests of these four were not begun";
    attackers.clear();
    EXPECT_TRUE(uniform::test::soon([&] { return engine_->count().open_connections == 4; }));
}

// Whoever does not read its response, or does not close then, has 200 ms.
TEST(one_connection, that_gives_way_waits_for_its_client_for_a_moment) {
    for (const char *const path : {"/slow", "/whole"}) {
        engine_options o;
        o.connections = 2;
        test::one_worker w{o};
        w.service.held = true;
        test::paired_client &first = w.connect();
        first.say(get(path));
        if (path == "/whole"s) first.appetite = 0;
        test::paired_client &second = w.connect();
        second.say(get("/slow"));
        ASSERT_TRUE(w.until([&] { return w.service.slow == 2; }));
        w.connect(test::layer::plain, "127.0.0.2");
        EXPECT_EQ(w.open(), 3U);
        w.service.release();
        ASSERT_TRUE(w.until([&] { return w.idle() && second.got.ends_with("slow"); }));
        w.settle();
        w.pass(100ms);
        EXPECT_EQ(w.open(), 3U) << path;
        EXPECT_FALSE(second.got.contains("Connection: close"));
        w.pass(200ms);
        EXPECT_EQ(w.open(), 2U) << path;
        if (path == "/slow"s) {
            EXPECT_TRUE(first.ended);
            EXPECT_EQ(status(first.got), 200);
            EXPECT_TRUE(first.got.contains("\r\nConnection: close\r\n"));
        }
    }
}

} // namespace
} // namespace uniform::http
