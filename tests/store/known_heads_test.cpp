// When the primary had what a replica has.
#include <chrono>
#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include "store/postgresql/known_heads.hpp"

namespace {

using namespace std::chrono_literals;
using uniform::store::known_heads;
using clock = known_heads::clock;

constexpr clock::time_point start{1000h};

std::optional<clock::duration> as_of(const known_heads &h, std::uint64_t number, clock::duration at) {
    const auto t = h.as_of(number, start + at);
    return t ? std::optional{*t - start} : std::nullopt;
}

TEST(known_heads, nothing_is_late_while_nothing_is_known) {
    const known_heads h(5s);
    EXPECT_EQ(as_of(h, 0, 7s), 7s);
    EXPECT_EQ(h.last(), 0U);
}

TEST(known_heads, a_replica_is_as_old_as_the_last_look_that_saw_no_more) {
    known_heads h(5s);
    h.know(10, start);
    h.know(10, start + 1s);
    h.know(12, start + 2s);
    h.know(15, start + 3s);
    h.know(15, start + 4s);
    const struct {
        std::uint64_t number;
        std::optional<clock::duration> as_of;
    } facts[]{{9, std::nullopt}, {10, 1s}, {11, 1s}, {12, 2s}, {14, 2s}, {15, 4s}, {20, 4s}};
    for (const auto &f : facts) EXPECT_EQ(as_of(h, f.number, 4s), f.as_of) << f.number;
    EXPECT_EQ(h.last(), 15U);
}

TEST(known_heads, what_is_older_than_remembered_is_forgotten) {
    known_heads h(5s);
    h.know(1, start);
    h.know(2, start + 1s);
    h.know(3, start + 7s);
    EXPECT_EQ(as_of(h, 2, 7s), std::nullopt);
    EXPECT_EQ(as_of(h, 3, 7s), 7s);
    // The last one is kept.
    EXPECT_EQ(as_of(h, 3, 100s), 7s);
}

TEST(known_heads, many_heads_share_few_marks_and_no_replica_counts_as_newer_than_it_is) {
    known_heads h(128s); // a mark a second
    std::uint64_t number = 0;
    for (auto t = 0ms; t <= 100s; t += 10ms) h.know(++number, start + t);
    for (std::uint64_t n = 200; n <= number; ++n) {
        const auto t = as_of(h, n, 100s);
        ASSERT_TRUE(t) << n;
        const auto exact = std::chrono::milliseconds(10 * static_cast<std::int64_t>(n - 1));
        EXPECT_LE(*t, exact) << n;
        EXPECT_GE(*t, exact - 2s) << n;
    }
}

TEST(known_heads, another_history_begins_anew) {
    known_heads h(5s);
    h.know(10, start);
    h.know(7, start + 1s);
    EXPECT_EQ(as_of(h, 6, 1s), std::nullopt);
    EXPECT_EQ(as_of(h, 7, 1s), 1s);
}

} // namespace
