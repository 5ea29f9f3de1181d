// Runs an operation with each of its allocations failing in turn.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <new>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/store/database.hpp>

#include "allocations/failing_allocations.hpp"
#include "base/share.hpp"

namespace uniform::test {

/// Runs `f` with each allocation failing in turn, until none did. It throws only for want of memory.
/// UNIFORM_SHARE=all takes every n, and prints the numbers; otherwise every n up to 40, and some of the later ones.
inline void fail_each(const char *name, bool lasting, const std::function<void()> &before,
                      const std::function<void()> &f) {
    SCOPED_TRACE(std::string(name) + (lasting ? ", lasting" : ""));
    for (std::uint64_t n = 1;; ++n) {
        if (n > 40 && !in_share(n, n < 200 ? 4 : 100)) continue;
        before();
        bool threw = false;
        try {
            const failing_allocation memory(n, lasting);
            f();
        } catch (const std::bad_alloc &) {
            threw = true;
        } catch (const store::failure &e) {
            threw = true;
            EXPECT_NE(std::string_view(e.what()).find("memory"), std::string_view::npos) << n << ": " << e.what();
        }
        EXPECT_TRUE(failing_allocation::fired() || !threw);
        if (!failing_allocation::fired()) {
            if (all_shares())
                std::printf("%s%s: %llu allocations;\n", name, lasting ? ", lasting" : "",
                            static_cast<unsigned long long>(n - 1));
            return;
        }
        if (n > 100000 || testing::Test::HasFailure()) { // an operation that never ends
            ADD_FAILURE() << "n " << n;
            return;
        }
    }
}

} // namespace uniform::test
