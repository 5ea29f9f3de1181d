// Statistics: counting, adding to the store on both databases, and the most asked-for unknown names.

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/store/store.hpp>

#include "http/operation/metrics.hpp"
#include "http/operation/statistics.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

// Metwally, Agrawal, El Abbadi 2005, section 3: a count is never too small, and too large by at most its error; what is
// more than a capacity-th of all is in it.
RC_GTEST_PROP(frequent_properties, counts_are_within_their_errors, ()) {
    const auto capacity = *rc::gen::inRange<std::size_t>(1, 20);
    const auto stream = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 40));
    frequent f(capacity);
    std::map<std::string, std::uint64_t> exact;
    for (const int x : stream) {
        f.add(std::to_string(x));
        ++exact[std::to_string(x)];
    }
    RC_ASSERT(f.size() <= capacity);
    const auto all = f.take();
    RC_ASSERT(f.size() == 0U);
    for (std::size_t i = 1; i < all.size(); ++i) RC_ASSERT(all[i - 1].count >= all[i].count);
    std::uint64_t sum = 0;
    for (const auto &e : all) {
        RC_ASSERT(e.count >= exact[e.text]);
        RC_ASSERT(e.count - e.error <= exact[e.text]);
        sum += e.count;
    }
    RC_ASSERT(sum == stream.size());
    for (const auto &[text, n] : exact) {
        if (n * capacity > stream.size()) {
            RC_ASSERT(std::ranges::find(all, text, &frequent::entry::text) != all.end());
        }
    }
}

class statistics_store : public uniform::test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(statistics_store);

std::map<std::string, std::int64_t> counted(store::store &s) {
    std::map<std::string, std::int64_t> all;
    s.read([&](store::reading &r) {
        r.sql().run("SELECT nid, prefix, outcome, count FROM statistics", {}, [&](const store::row &row) {
            all[std::string{row.text(0)} + "|" + std::string{row.text(1)} + "|" + std::string{row.text(2)}] +=
                row.integer(3);
            return true;
        });
        return 0;
    });
    return all;
}

std::map<std::string, std::int64_t> unknown_names(store::store &s) {
    std::map<std::string, std::int64_t> all;
    s.read([&](store::reading &r) {
        r.sql().run("SELECT key, count FROM unknown_names", {}, [&](const store::row &row) {
            all[std::string{row.text(0)}] = row.integer(1);
            return true;
        });
        return 0;
    });
    return all;
}

TEST_P(statistics_store, everything_counted_is_added_once) {
    const auto s = store::store::open(location());
    {
        statistics st(*s, {.flush = std::chrono::milliseconds{20}});
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&] {
                auto &place = st.of("example", "example:a:");
                for (int i = 0; i < 10000; ++i) place.count(i % 10 == 0 ? outcome::unknown : outcome::redirected);
                for (int i = 0; i < 100; ++i) st.unknown("example:nowhere");
                st.unknown("example:uniform_7f3a9c112233_Zm9vYmFyYmF6");
            });
        }
        threads.clear();
        st.of("isbn", "").count(outcome::withdrawn);
        st.of("", "").count(outcome::malformed);
        st.flush();
        st.of("isbn", "").count(outcome::withdrawn);
    } // flushes
    const std::map<std::string, std::int64_t> wanted{{"example|example:a:|redirected", 72000},
                                                     {"example|example:a:|unknown", 8000},
                                                     {"isbn||withdrawn", 2},
                                                     {"||malformed", 1}};
    EXPECT_EQ(counted(*s), wanted);
    EXPECT_EQ(unknown_names(*s).at("example:nowhere"), 800);
    // A token is not stored, also not as a part of a name.
    EXPECT_EQ(unknown_names(*s).at("example:uniform_7f3a9c112233_..."), 8);
    EXPECT_EQ(s->read([](store::reading &r) { return r.head().first; }), 0U) << "statistics make no history";
}

TEST_P(statistics_store, only_the_most_requested_are_stored) {
    const auto s = store::store::open(location());
    statistics st(*s, {.flush = std::chrono::hours{1}, .unknown = 10});
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 200; ++i) st.unknown("example:rare:" + std::to_string(round * 200 + i));
        for (int i = 0; i < 100; ++i) st.unknown("example:wanted");
        st.flush();
    }
    const auto all = unknown_names(*s);
    EXPECT_LE(all.size(), 10U);
    ASSERT_TRUE(all.contains("example:wanted"));
    EXPECT_GE(all.at("example:wanted"), 5 * 80);
    EXPECT_LE(all.at("example:wanted"), 500);
}

TEST_P(statistics_store, places_beyond_the_limit_are_counted_together) {
    const auto s = store::store::open(location());
    statistics st(*s, {.flush = std::chrono::hours{1}, .places = 3});
    for (int i = 0; i < 50; ++i) st.of("n" + std::to_string(i), "").count(outcome::redirected);
    st.flush();
    const auto all = counted(*s);
    EXPECT_EQ(all.size(), 4U);
    EXPECT_EQ(all.at("*|*|redirected"), 47);
}

TEST(statistics, counts_that_cannot_be_stored_stay_in_memory) {
    const auto folder = std::filesystem::temp_directory_path() / ("uniform-statistics-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    const std::string path = (folder / "names.db").string();
    metrics m;
    {
        const auto s = store::store::open(path, {.database = {.busy_timeout = std::chrono::milliseconds{50}}});
        statistics st(*s, {.flush = std::chrono::hours{1}}, &m);
        st.of("example", "").count(outcome::redirected);
        {
            const auto other = s->sql_database().connect(store::access::read_write); // holds the file's lock
            other->begin(store::access::read_write);
            other->run("INSERT INTO unknown_names (day, key, count) VALUES (1, 'x', 1)");
            st.flush();
            EXPECT_EQ(m.value(counter::statistics_failures), 1U);
            other->rollback();
        }
        EXPECT_TRUE(counted(*s).empty());
        st.flush();
        EXPECT_EQ(counted(*s).at("example||redirected"), 1);
    }
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace uniform::http
