// A store for verification to look at.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

namespace uniform::test {

/// Thirty transactions of one to three events, and an import that fills several segments.
inline void fill(store::store &s) {
    using store::writing;
    using done = std::expected<void, store::problem>;
    for (int i = 0; i < 30; ++i) {
        const auto n = std::to_string(i);
        const auto written = s.write({.who = "token:" + n, .from = "192.0.2.1"}, [&](writing &w) -> done {
            resolver::name_record r;
            r.locators.push_back({.url = "https://example.org/" + n});
            EXPECT_FALSE(w.add_name("example:" + n, r, "assign"));
            if (i % 3 == 0) w.put("registrar", "r" + std::to_string(i % 9), R"({"title":"number )" + n + "\"}", "put");
            if (i % 4 == 0) {
                EXPECT_GT(w.next("counter"), 0U);
            }
            if (i % 5 == 0 && i > 0) {
                r.state = resolver::name_state::withdrawn;
                EXPECT_GT(w.change_name(*w.name("example:" + std::to_string(i / 2)), r, "withdraw"), 0U);
            }
            return {};
        });
        EXPECT_TRUE(written);
    }
    std::vector<std::pair<std::string, std::string>> rows;
    for (int i = 0; i < 1500; ++i) rows.emplace_back("imported:" + std::to_string(i), resolver::encode({}));
    EXPECT_TRUE(s.write({.who = "local:somebody", .from = "command line"}, [&](writing &w) -> done {
        EXPECT_EQ(std::ranges::count(w.add_names(rows, "import"), true), 1500);
        return {};
    }));
}

} // namespace uniform::test
