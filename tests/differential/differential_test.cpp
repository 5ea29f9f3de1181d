// A bounded part of what uniform_differential does for hours.
#include "run.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace {

TEST(Differential, MutatedTexts) {
    const differential::tally t = differential::run(400'000, 2, 2);
    std::fputs(differential::print(t).c_str(), stdout);
    EXPECT_TRUE(t.different.empty());
    // A comparison in which one side never accepts anything proves nothing.
    for (const auto &[name, n] : t.counts) EXPECT_GT(n, 1000U) << name;
}

} // namespace
