// Requests that wait for a thread, by client.

#include "http/engine/fair_queue.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

using jobs = fair_queue<int>;

std::vector<int> all_of(jobs &q) {
    std::vector<int> all;
    while (!q.empty()) all.push_back(q.pop());
    return all;
}

TEST(fair_queue, clients_take_turns) {
    jobs q{10};
    for (const int n : {1, 2, 3, 4}) EXPECT_EQ(q.push("a", n), std::nullopt);
    for (const int n : {11, 12}) EXPECT_EQ(q.push("b", n), std::nullopt);
    EXPECT_EQ(q.push("c", 21), std::nullopt);
    EXPECT_EQ(q.size(), 7U);
    EXPECT_EQ(all_of(q), (std::vector<int>{1, 11, 21, 2, 12, 3, 4}));
    EXPECT_EQ(q.push("a", 5), std::nullopt);
    EXPECT_EQ(all_of(q), (std::vector<int>{5}));
}

TEST(fair_queue, who_has_fewest_threads_is_the_next) {
    jobs q{10};
    std::map<std::string, int, std::less<>> threads{{"a", 1}};
    const auto has = [&](std::string_view client) { return threads[std::string{client}]; };
    for (const int n : {1, 2}) EXPECT_EQ(q.push("a", n), std::nullopt);
    for (const int n : {11, 12}) EXPECT_EQ(q.push("b", n), std::nullopt);
    EXPECT_EQ(q.push("c", 21), std::nullopt);
    EXPECT_EQ(q.lines(), (std::vector<std::pair<std::string, std::size_t>>{{"a", 2}, {"b", 2}, {"c", 1}}));
    EXPECT_EQ(q.pop(has), 11);
    EXPECT_EQ(q.pop(has), 21) << "the turn of those that have as few";
    threads["b"] = 2;
    EXPECT_EQ(q.pop(has), 1);
    EXPECT_EQ(q.pop(has), 2);
    EXPECT_EQ(q.pop(has), 12);
    EXPECT_TRUE(q.empty());
}

TEST(fair_queue, who_has_most_gives_up_the_last_one) {
    jobs q{4};
    for (const int n : {1, 2, 3, 4}) EXPECT_EQ(q.push("a", n), std::nullopt);
    EXPECT_EQ(q.push("a", 5), 5) << "its own";
    EXPECT_EQ(q.push("b", 11), 4);
    EXPECT_EQ(q.push("b", 12), 3);
    EXPECT_EQ(q.push("b", 13), 13) << "both have two";
    EXPECT_EQ(q.push("c", 21), 2) << "of those with two, the one whose turn is first";
    EXPECT_EQ(q.push("d", 31), 12);
    EXPECT_EQ(q.push("e", 41), 41) << "each has one";
    EXPECT_EQ(all_of(q), (std::vector<int>{1, 11, 21, 31}));
    EXPECT_EQ(jobs{0}.push("a", 1), 1);
}

// One client has filled the queue of the threads; another gets its turn nevertheless, and the one that gave up its
// place knows.
TEST_F(engine_over_sockets, a_client_that_fills_the_queue_takes_no_turn_of_others) {
    engine_options o = small();
    o.pool = 1;
    o.pool_queue = 6;
    start(o);
    service_.held = true;
    client first{engine_->port(), 0, "127.0.0.2"};
    first.send(get("/slow"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.slow == 1; }));
    std::vector<std::unique_ptr<client>> many;
    for (int n = 0; n < 6; ++n) {
        many.push_back(std::make_unique<client>(engine_->port(), 0, "127.0.0.2"));
        many.back()->send(get("/slow"));
        ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().queued == many.size(); }));
    }
    client other{engine_->port(), 0, "127.0.0.3"};
    other.send(post("/echo", "abc"));
    EXPECT_EQ(status(many.back()->rest()), 503);
    EXPECT_EQ(engine_->count().refused, 1U);
    EXPECT_EQ(engine_->count().queued, 6U);
    service_.release();
    EXPECT_EQ(body(other.one()), "abc");
    many.pop_back();
    for (const auto &c : many) EXPECT_EQ(body(c->one()), "slow");
}

// Tokens that were never verified wait for threads of their own: neither a request without a token nor one with a token
// that is known waits behind them; of two addresses, the one with fewer has its turn first.
TEST_F(engine_over_sockets, tokens_are_verified_by_threads_of_their_own) {
    engine_options o = small();
    o.pool = 1;
    o.readers = 1;
    o.hashing = 1;
    o.hashing_queue = 8;
    start(o);
    service_.hashing = true;
    const auto first = clients(1, get("/token", "X-Client: a\r\n"));
    ASSERT_TRUE(uniform::test::soon([&] { return service_.hashes == 1; }));
    const auto invalid = clients(8, get("/token", "X-Client: a\r\n"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().queued == 8; }));
    EXPECT_EQ(body(ask(post("/echo", "abc"))), "abc");
    expect_alive();
    client other{engine_->port()};
    other.send(get("/token", "X-Client: b\r\n"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().refused == 1; })) << "a has the most waiting";
    client form{engine_->port()};
    form.send(get("/sign-in"));
    ASSERT_TRUE(uniform::test::soon([&] { return engine_->count().refused == 2; }));
    EXPECT_EQ(service_.hashes, 1) << "one thread";
    service_.release();
    EXPECT_EQ(body(other.one()), "verified");
    EXPECT_EQ(body(form.one()), "signed in");
    int verified = 0;
    for (const auto &c : invalid) verified += status(c->one()) == 200 ? 1 : 0;
    EXPECT_EQ(verified, 6) << "a gave up two";
    EXPECT_EQ(status(first[0]->one()), 200);
    EXPECT_EQ(service_.hashes, 8);
}

} // namespace
} // namespace uniform::http
