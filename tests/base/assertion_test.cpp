// UNIFORM_ASSERT where it is on, whatever the build chose (docs/decisions/0044).
#undef UNIFORM_ASSERTIONS
#define UNIFORM_ASSERTIONS 1
#include <uniform/base/assertion.hpp>

#include <gtest/gtest.h>

namespace {

constexpr int half(int value) {
    UNIFORM_ASSERT(value % 2 == 0);
    return value / 2;
}
static_assert(half(4) == 2);

TEST(assertion, evaluates_the_condition_once) {
    int calls = 0;
    const auto holds = [&calls] { return ++calls > 0; };
    UNIFORM_ASSERT(holds());
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(half(6), 3);
}

TEST(assertion, says_condition_place_and_function) {
    EXPECT_DEATH(half(3), "assertion_test\\.cpp:[0-9]+: half: UNIFORM_ASSERT\\(value % 2 == 0\\) does not hold");
}

} // namespace
