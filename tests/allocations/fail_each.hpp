// Runs an operation with each of its allocations failing in turn.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/store/database.hpp>

#include "allocations/failing_allocations.hpp"

namespace uniform::test {

/// Runs `f` with each allocation failing in turn, until none did. It throws only for want of memory.
/// Without UNIFORM_ALLOCATIONS=all, every n up to a hundred and then a part of them.
inline void fail_each(const char *name, bool lasting, const std::function<void()> &before,
                      const std::function<void()> &f) {
    SCOPED_TRACE(std::string(name) + (lasting ? ", lasting" : ""));
    const char *wanted = std::getenv("UNIFORM_ALLOCATIONS");
    const bool all = wanted != nullptr && std::string_view(wanted) == "all";
    for (std::uint64_t n = 1;; n += all || n < 100 ? 1 : 1 + n / 16) {
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
            if (std::getenv("UNIFORM_ALLOCATIONS") != nullptr)
                std::printf("%s%s: %llu allocations;\n", name, lasting ? ", lasting" : "",
                            static_cast<unsigned long long>(n - 1));
            return;
        }
        if (n > 20000 || testing::Test::HasFailure()) {
            ADD_FAILURE() << "n " << n;
            return;
        }
    }
}

} // namespace uniform::test
