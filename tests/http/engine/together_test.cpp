// Requests that the handler responds to together: which of them, when, and what becomes of the others.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "http/engine/engine_fixture.hpp"

namespace uniform::http {
namespace {

using uniform::test::soon;

class requests_together : public engine_over_sockets {
protected:
    static engine_options options(std::chrono::microseconds patience, unsigned workers = 2) {
        engine_options o = small();
        o.workers = workers;
        o.readers = 4;
        o.together = 64;
        o.together_patience = patience;
        return o;
    }
    static std::string quick(int n) { return "/cold-quick/" + std::to_string(n); }
    std::vector<std::unique_ptr<client>> clients_of(int from, int to) {
        std::vector<std::unique_ptr<client>> all;
        for (int n = from; n < to; ++n) {
            all.push_back(std::make_unique<client>(engine_->port()));
            all.back()->send(get(quick(n)));
        }
        return all;
    }
    static void expect_own(client &c, int n) {
        const std::string answer = c.one();
        EXPECT_EQ(status(answer), 302) << answer;
        EXPECT_TRUE(answer.contains("\r\nLocation: " + quick(n) + "\r\n")) << answer;
    }
};

TEST_F(requests_together, are_those_that_come_while_others_are_looked_up) {
    start(options(1h));
    service_.looking_up = true;
    const auto first = clients_of(0, 1);
    ASSERT_TRUE(soon([&] { return service_.together().size() == 1; }));
    const auto others = clients_of(1, 21);
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 20; }));
    expect_alive();
    EXPECT_EQ(service_.together().size(), 1U) << "nobody begins before the first look is over";
    service_.release();
    expect_own(*first[0], 0);
    for (int n = 1; n < 21; ++n) expect_own(*others[static_cast<std::size_t>(n - 1)], n);
    EXPECT_EQ(service_.together(), (std::vector<std::size_t>{1, 20}));
}

// No request waits for a second one.
TEST_F(requests_together, one_alone_is_looked_up_at_once) {
    start(options(1h));
    for (int n = 0; n < 10; ++n) EXPECT_EQ(status(ask(get(quick(n)))), 302);
    EXPECT_EQ(service_.together(), std::vector<std::size_t>(10, 1));
}

TEST_F(requests_together, do_not_wait_for_a_look_that_takes_too_long) {
    start(options(1us, 1));
    service_.looking_up = true;
    std::vector<std::unique_ptr<client>> all;
    const auto send_next = [&] {
        all.push_back(std::make_unique<client>(engine_->port()));
        all.back()->send(get(quick(static_cast<int>(all.size()) - 1)));
    };
    for (std::size_t n = 1; n <= 4; ++n) { // as many threads as there are
        send_next();
        ASSERT_TRUE(soon([&] { return service_.together().size() == n; }));
    }
    for (int n = 0; n < 10; ++n) send_next();
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 10; }));
    expect_alive();
    service_.release();
    for (std::size_t n = 0; n < all.size(); ++n) expect_own(*all[n], static_cast<int>(n));
}

TEST_F(requests_together, are_no_more_than_the_options_say) {
    auto o = options(1h);
    o.together = 8;
    start(o);
    service_.looking_up = true;
    const auto first = clients_of(0, 1);
    ASSERT_TRUE(soon([&] { return service_.together().size() == 1; }));
    const auto others = clients_of(1, 21);
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 20; }));
    service_.release();
    expect_own(*first[0], 0);
    for (int n = 1; n < 21; ++n) expect_own(*others[static_cast<std::size_t>(n - 1)], n);
    EXPECT_EQ(std::ranges::max(service_.together()), 8U);
}

TEST_F(requests_together, without_a_response_are_handled_each_by_itself) {
    start(options(1h));
    service_.looking_up = true;
    const auto first = clients_of(0, 1);
    ASSERT_TRUE(soon([&] { return service_.together().size() == 1; }));
    const auto left = clients(3, get("/cold"));
    const auto others = clients_of(1, 4);
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 6; }));
    service_.release();
    expect_own(*first[0], 0);
    for (const auto &c : left) EXPECT_EQ(body(c->one()), "slow");
    for (int n = 1; n < 4; ++n) expect_own(*others[static_cast<std::size_t>(n - 1)], n);
    EXPECT_EQ(service_.slow, 3);
}

TEST_F(requests_together, have_the_responses_that_their_connections_need) {
    start(options(1h));
    client c{engine_->port()};
    c.send("GET /cold-quick/0 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_TRUE(c.one().contains("\r\nConnection: keep-alive\r\n"));
    // A pipeline: the responses come in the order of the requests.
    c.send(get("/quick/1") + get(quick(2)) + get("/quick/3") + get(quick(4), "Connection: close\r\n"));
    const std::string all = c.rest();
    std::vector<std::size_t> places;
    for (const char *target : {"/quick/1", "/cold-quick/2", "/quick/3", "/cold-quick/4"}) {
        places.push_back(all.find("\r\nLocation: "s + target + "\r\n"));
    }
    EXPECT_TRUE(std::ranges::is_sorted(places)) << all;
    EXPECT_NE(places.back(), std::string::npos) << all;
    EXPECT_TRUE(all.ends_with("\r\nConnection: close\r\n\r\n")) << all;
    EXPECT_TRUE(c.closed());
}

TEST_F(requests_together, may_lose_their_clients) {
    start(options(1h));
    service_.looking_up = true;
    const auto first = clients_of(0, 1);
    ASSERT_TRUE(soon([&] { return service_.together().size() == 1; }));
    auto others = clients_of(1, 11);
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 10; }));
    for (std::size_t n = 0; n < others.size(); n += 2) others[n]->reset();
    first[0]->reset();
    ASSERT_TRUE(soon([&] { return service_.by_status()[0] == 6; }));
    service_.release();
    for (int n = 2; n < 11; n += 2) expect_own(*others[static_cast<std::size_t>(n - 1)], n);
    expect_alive();
}

TEST_F(requests_together, are_completed_before_the_engine_stops) {
    start(options(1h));
    service_.looking_up = true;
    const auto first = clients_of(0, 1);
    ASSERT_TRUE(soon([&] { return service_.together().size() == 1; }));
    const auto others = clients_of(1, 6);
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 5; }));
    std::jthread stops([&] { EXPECT_TRUE(engine_->stop()); });
    service_.release();
    expect_own(*first[0], 0);
    for (int n = 1; n < 6; ++n) expect_own(*others[static_cast<std::size_t>(n - 1)], n);
}

TEST_F(requests_together, beyond_the_queue_are_refused) {
    auto o = options(1h);
    o.pool_queue = 3;
    start(o);
    service_.looking_up = true;
    const auto first = clients_of(0, 1);
    ASSERT_TRUE(soon([&] { return service_.together().size() == 1; }));
    const auto others = clients_of(1, 4);
    ASSERT_TRUE(soon([&] { return engine_->count().queued == 3; }));
    EXPECT_EQ(status(ask(get(quick(4)))), 503);
    service_.release();
    for (int n = 1; n < 4; ++n) expect_own(*others[static_cast<std::size_t>(n - 1)], n);
    expect_own(*first[0], 0);
}

} // namespace
} // namespace uniform::http
