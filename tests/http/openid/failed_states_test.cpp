// States that failed: each is remembered while its cookie is accepted, in memory that does not grow.

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "http/openid/failed_states.hpp"
#include "http/openid/pending.hpp"

namespace uniform::http::openid {
namespace {

using namespace std::chrono_literals;

TEST(openid_failed_states, are_remembered_while_the_cookie_is_accepted) {
    failed_states all;
    const auto now = resolver::now();
    const std::string one = std::string(42, 'A') + "a";
    EXPECT_FALSE(all.has(one, now));
    all.note(one, now);
    all.note(one, now);
    EXPECT_TRUE(all.has(one, now));
    EXPECT_TRUE(all.has(one, now + longest_pending));
    EXPECT_FALSE(all.has(one, now + longest_pending + 2min));
    EXPECT_FALSE(all.has("B" + one, now));
    EXPECT_FALSE(all.has("", now));
}

TEST(openid_failed_states, of_too_many_the_first_are_forgotten) {
    failed_states all;
    const auto now = resolver::now();
    const auto numbered = [](std::size_t n) { return std::to_string(n) + std::string(40, '-'); };
    for (std::size_t n = 0; n < 10 * failed_states::most; ++n) {
        all.note(numbered(n), now + std::chrono::seconds{n / failed_states::most});
        EXPECT_TRUE(all.has(numbered(n), now));
    }
    std::size_t kept = 0;
    for (std::size_t n = 0; n < 10 * failed_states::most; ++n) kept += all.has(numbered(n), now) ? 1U : 0U;
    EXPECT_LE(kept, failed_states::most);
    EXPECT_FALSE(all.has(numbered(0), now));
}

} // namespace
} // namespace uniform::http::openid
