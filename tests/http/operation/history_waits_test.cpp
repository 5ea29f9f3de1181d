// Requests that wait for the next event: who has a place, who gives it up, and that no event is missed.

#include "http/operation/history_waits.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "base/condition_variable.hpp"
#include "base/soon.hpp"

namespace uniform::http {
namespace {

constexpr std::chrono::minutes long_time{1};

// An exchange that rests, as that of an engine does.
class resting final : public exchange {
public:
    [[nodiscard]] const http::request &request() const noexcept override { return request_; }
    std::string_view read() override { return {}; }
    void send(response) override {}
    void begin(response) override {}
    void write(std::string_view) override {}
    void finish() override {}
    [[nodiscard]] bool rest_until(std::chrono::steady_clock::time_point end) override {
        base::unique_lock lock(mutex_);
        changed_.wait_until(lock, end, [this]() UNIFORM_REQUIRES(mutex_) { return roused_ || given_up_; });
        return std::exchange(roused_, false) && !given_up_;
    }
    void rouse() noexcept override {
        const base::scoped_lock lock(mutex_);
        roused_ = true;
        changed_.notify_all();
    }
    void give_up() {
        const base::scoped_lock lock(mutex_);
        given_up_ = true;
        changed_.notify_all();
    }

private:
    http::request request_ = {};
    base::mutex mutex_;
    base::condition_variable changed_;
    bool roused_ UNIFORM_GUARDED_BY(mutex_) = false;
    bool given_up_ UNIFORM_GUARDED_BY(mutex_) = false;
};

// A request of a client that waits on a thread of its own until `event` is there.
class waiter {
public:
    waiter(history_waits &w, std::string client, const std::atomic<int> &event, int wanted)
        : client_(std::move(client)), thread_([this, &w, &event, wanted] {
              w.wait(on, client_, std::chrono::steady_clock::now() + long_time, [&] { return event >= wanted; });
              done = true;
          }) {}

    resting on = {};
    std::atomic<bool> done = false;

private:
    std::string client_;
    std::jthread thread_;
};

class history_waiting : public testing::Test {
protected:
    std::unique_ptr<waiter> ask(std::string client, int wanted = 1) {
        return std::make_unique<waiter>(waits, std::move(client), event, wanted);
    }
    static bool ends(const waiter &w) {
        return test::soon([&] { return w.done.load(); });
    }
    bool waits_for(std::size_t n) {
        return test::soon([&] { return waits.waiting() == n; });
    }

    std::atomic<int> event = 0;
    history_waits waits{2};
};

TEST_F(history_waiting, ends_with_the_event_that_it_waits_for) {
    const auto first = ask("a"), second = ask("b", 2);
    ASSERT_TRUE(waits_for(2));
    event = 1;
    waits.news();
    EXPECT_TRUE(ends(*first));
    EXPECT_TRUE(waits_for(1)) << "the other one goes on waiting";
    EXPECT_FALSE(second->done);
    event = 2;
    waits.news();
    EXPECT_TRUE(ends(*second));
    EXPECT_EQ(waits.waiting(), 0U);
}

TEST_F(history_waiting, does_not_begin_if_the_event_is_there) {
    event = 1;
    EXPECT_TRUE(ends(*ask("a")));
}

// An event between the question and the waiting is not missed.
TEST_F(history_waiting, misses_nothing) {
    for (int n = 1; n <= 300; ++n) {
        const auto w = ask("a", n);
        event = n;
        waits.news();
        ASSERT_TRUE(ends(*w)) << n;
    }
}

TEST_F(history_waiting, has_places_by_client) {
    const auto a1 = ask("a");
    ASSERT_TRUE(waits_for(1));
    const auto a2 = ask("a");
    ASSERT_TRUE(waits_for(2));
    EXPECT_TRUE(ends(*ask("a"))) << "without a place it is answered at once";
    EXPECT_FALSE(a1->done || a2->done);
    const auto b = ask("b");
    EXPECT_TRUE(ends(*a1)) << "the one that has waited longest gives way to a client with fewer";
    ASSERT_TRUE(waits_for(2));
    EXPECT_TRUE(ends(*ask("c"))) << "nobody has more than c would have";
    EXPECT_TRUE(ends(*ask("a")));
    EXPECT_FALSE(a2->done || b->done);
    waits.stop();
    EXPECT_TRUE(ends(*a2) && ends(*b));
    EXPECT_TRUE(ends(*ask("d"))) << "nobody waits any more";
}

TEST_F(history_waiting, gives_its_place_back) {
    const auto a = ask("a");
    ASSERT_TRUE(waits_for(1));
    a->on.give_up(); // the client has left, or another stream needs the thread
    EXPECT_TRUE(ends(*a));
    EXPECT_EQ(waits.waiting(), 0U);
    resting e;
    EXPECT_THROW(waits.wait(e, "a", std::chrono::steady_clock::now() + long_time,
                            []() -> bool { throw std::runtime_error("the store is away"); }),
                 std::runtime_error);
    EXPECT_EQ(waits.waiting(), 0U);
    waits.wait(e, "a", std::chrono::steady_clock::now(), [] { return false; });
    EXPECT_EQ(waits.waiting(), 0U) << "its time is over";
}

TEST(history_waits, without_places_nobody_waits) {
    history_waits none{0};
    resting e;
    none.wait(e, "a", std::chrono::steady_clock::now() + long_time, [] { return false; });
    EXPECT_EQ(none.waiting(), 0U);
}

} // namespace
} // namespace uniform::http
