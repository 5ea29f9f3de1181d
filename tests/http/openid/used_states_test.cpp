// States that are used up: once each, whichever process asks, for as long as a cookie is accepted, and no more of them
// than fit.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "http/openid/pending.hpp"
#include "http/openid/used_states.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http::openid {
namespace {

using enum state_use;
using namespace std::chrono_literals;

class openid_used_states : public uniform::test::on_both_stores {
protected:
    /// Each process has the store open once.
    [[nodiscard]] std::unique_ptr<store::store> process() {
        return store::store::open(location(), {.clock = [this] { return start + passed; }});
    }
    static state_use use(store::store &s, std::string_view state) {
        return use_state(s, {.who = "test", .from = "192.0.2.1"}, state);
    }
    static std::uint64_t events(store::store &s) {
        return s.read([](store::reading &r) { return r.head().first; });
    }

    const resolver::timestamp start = resolver::now();
    std::chrono::seconds passed{0};
};
INSTANTIATE_ON_BOTH_STORES(openid_used_states);

TEST_P(openid_used_states, each_is_used_once) {
    const auto s = process();
    const std::uint64_t before = events(*s);
    EXPECT_FALSE(is_used_state(*s, "a"));
    EXPECT_EQ(use(*s, "a"), first);
    EXPECT_TRUE(is_used_state(*s, "a"));
    EXPECT_TRUE(is_used_state(*process(), "a")) << "another process";
    passed = 1s;
    EXPECT_EQ(use(*s, "b"), first);
    EXPECT_EQ(use(*s, "a"), again);
    passed = longest_pending;
    EXPECT_EQ(use(*s, "a"), again) << "its cookie is still accepted";
    passed = longest_pending + 2min;
    EXPECT_EQ(use(*s, "a"), first) << "it is forgotten";
    EXPECT_EQ(events(*s), before) << "it is not in the history";
}

TEST_P(openid_used_states, several_processes_know_them) {
    const auto one = process();
    const auto other = process();
    EXPECT_EQ(use(*one, "a"), first);
    EXPECT_EQ(use(*other, "a"), again);
    EXPECT_EQ(use(*other, "b"), first);
    EXPECT_EQ(use(*one, "b"), again);
    EXPECT_EQ(use(*process(), "a"), again) << "after a restart";
}

TEST_P(openid_used_states, of_several_at_the_same_time_one_is_the_first) {
    std::vector<std::unique_ptr<store::store>> processes;
    for (int n = 0; n < 3; ++n) processes.push_back(process());
    for (int n = 0; n < 10; ++n) {
        const std::string state = std::to_string(n);
        std::vector<state_use> seen(processes.size(), full);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < processes.size(); ++i) {
                threads.emplace_back([&, i] { seen[i] = use(*processes[i], state); });
            }
        }
        EXPECT_EQ(std::ranges::count(seen, first), 1) << state;
        EXPECT_EQ(std::ranges::count(seen, again), 2) << state;
    }
}

TEST_P(openid_used_states, are_bounded_and_recover) {
    const auto s = process();
    EXPECT_EQ(use(*s, "a"), first);
    s->sql_database()
        .connect(store::access::read_write)
        ->script(
            "INSERT INTO used_states (state, until) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
            "WHERE i < " +
            std::to_string(most_used_states - 1) +
            ") SELECT 'filled-' || CAST(i AS TEXT), (SELECT max(until) FROM used_states) FROM n");
    EXPECT_EQ(use(*s, "one more"), full);
    EXPECT_EQ(use(*s, "a"), again) << "none was forgotten for it";
    passed = longest_pending + 2min;
    EXPECT_EQ(use(*s, "one more"), first);
}

} // namespace
} // namespace uniform::http::openid
