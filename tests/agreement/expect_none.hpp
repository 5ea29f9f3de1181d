// A test fails with the laws that were broken.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "agreement/laws.hpp"

namespace agreement {

// Fails with what was broken; and if a law was asked about fewer than `least` texts, since it then shows nothing.
inline void expect_none(const findings &f, std::size_t least) {
    for (const auto &[law, texts] : f.broken_laws()) {
        std::string all;
        for (const std::string &text : texts) all += "\n  " + text;
        ADD_FAILURE() << law << all;
    }
    for (const auto &[law, count] : f.asked_laws()) {
        std::printf("%8zu texts: %s\n", count, law.c_str());
        EXPECT_GE(count, least) << law;
    }
}

} // namespace agreement
