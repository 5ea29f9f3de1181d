// UNIFORM_ASSERT where it is off, whatever the build chose (docs/decisions/0044).
#undef UNIFORM_ASSERTIONS
#define UNIFORM_ASSERTIONS 0
#include <uniform/base/assertion.hpp>

#include <gtest/gtest.h>

namespace {

constexpr int unchanged(int value) {
    UNIFORM_ASSERT(value % 2 == 0);
    return value;
}
static_assert(unchanged(3) == 3);

TEST(assertion_off, evaluates_nothing) {
    int calls = 0;
    const auto fails = [&calls] { return ++calls < 0; };
    UNIFORM_ASSERT(fails());
    EXPECT_EQ(calls, 0);
}

} // namespace
