// Statistics: counting, adding to the store on both databases, and the most asked-for unknown names.

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/http/settings.hpp>
#include <uniform/store/store.hpp>

#include "http/operation/limits.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/several_clients.hpp"
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
    limits shares{settings{}};
    {
        statistics st(*s, {.flush = std::chrono::milliseconds{20}});
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&, client = "192.0.2." + std::to_string(t)] {
                auto &place = st.of("example", "example:a:");
                for (int i = 0; i < 10000; ++i) place.count(i % 10 == 0 ? outcome::unknown : outcome::redirected);
                for (int i = 0; i < 100; ++i) st.unknown("example:nowhere", client, shares);
                for (int i = 0; i < 100; ++i) {
                    st.unknown("example:uniform_7f3a9c112233_Zm9vYmFyYmF6", client, shares);
                }
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
    // Those of the first client, until a second one came, are not counted.
    EXPECT_GE(unknown_names(*s).at("example:nowhere"), 700);
    EXPECT_LE(unknown_names(*s).at("example:nowhere"), 799);
    // A token is not stored, also not as a part of a name.
    EXPECT_GE(unknown_names(*s).at("example:uniform_7f3a9c112233_..."), 700);
    EXPECT_EQ(s->read([](store::reading &r) { return r.head().first; }), 0U) << "statistics make no history";
}

TEST_P(statistics_store, only_the_most_requested_are_stored) {
    const auto s = store::store::open(location());
    limits shares{settings{}};
    statistics st(*s, {.flush = std::chrono::hours{1}, .unknown = 10});
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 200; ++i) {
            const int n = round * 200 + i;
            const std::string rare = "example:rare:" + std::to_string(n);
            st.unknown(rare, "192.0.2.1", shares);
            st.unknown(rare, "198.51.100." + std::to_string(n % 256), shares);
        }
        for (int i = 0; i < 100; ++i) st.unknown("example:wanted", "192.0.2." + std::to_string(i % 2), shares);
        st.flush();
    }
    const auto all = unknown_names(*s);
    EXPECT_LE(all.size(), 10U);
    ASSERT_TRUE(all.contains("example:wanted"));
    EXPECT_GE(all.at("example:wanted"), 5 * 80);
    EXPECT_LE(all.at("example:wanted"), 500);
}

// Anybody can request names that do not exist. What one address requests is not stored; what two do is of the share of
// the second one, and of a share of the rows.
TEST_P(statistics_store, one_client_fills_no_table) {
    const auto s = store::store::open(location());
    settings of_shares{};
    of_shares.rate_entries = 64;
    of_shares.stored_address = 8000; // half of it at once
    of_shares.stored_anonymous = 1 << 20;
    limits shares{of_shares};
    statistics st(*s, {.flush = std::chrono::hours{1}, .unknown = 1000});
    const auto name = [](int n) { return "example:" + std::to_string(n) + std::string(100, 'x'); };
    for (int n = 0; n < 3000; ++n) {
        st.unknown(name(n), "192.0.2.1", shares);
        // RFC 4291 2.5.4: a client has all addresses of its /64
        st.unknown("example:six:" + std::to_string(n), "2001:db8::1", shares);
        st.unknown("example:six:" + std::to_string(n), "2001:db8::2", shares);
    }
    st.flush();
    EXPECT_TRUE(unknown_names(*s).empty());
    for (int n = 2000; n < 3000; ++n) st.unknown(name(n), "198.51.100.7", shares);
    st.flush();
    const auto of_bytes = unknown_names(*s);
    EXPECT_GT(of_bytes.size(), 0U);
    EXPECT_LE(of_bytes.size(), 4000U / 256) << "the bytes of a client";
    of_shares.stored_address = 1 << 20;
    shares.change(of_shares);
    for (int n = 2000; n < 3000; ++n) st.unknown(name(n), "198.51.100.8", shares);
    st.flush();
    EXPECT_LE(unknown_names(*s).size(), of_bytes.size() + 1000 / statistics::unknown_share + 1)
        << "the rows of a client";
}

TEST_P(statistics_store, unknown_names_expire) {
    const auto s = store::store::open(location());
    const std::int64_t today =
        std::chrono::duration_cast<std::chrono::days>(std::chrono::system_clock::now().time_since_epoch()).count();
    {
        const auto c = s->sql_database().connect(store::access::read_write);
        c->begin(store::access::read_write);
        for (const std::int64_t back : {0, 1, 6, 8, 400}) {
            c->run("INSERT INTO unknown_names (day, key, count) VALUES ($1, $2, 5)",
                   {today - back, std::string_view{"example:lost"}});
        }
        c->commit();
    }
    statistics st(*s, {.flush = std::chrono::hours{1}, .unknown_days = 7});
    st.flush(); // nothing was counted
    std::int64_t rows = 0;
    s->read([&](store::reading &r) {
        r.sql().run("SELECT count(*) FROM unknown_names", {}, [&](const store::row &row) {
            rows = row.integer(0);
            return false;
        });
        return 0;
    });
    EXPECT_EQ(rows, 3);
}

// A client that asks for many texts takes the place of its own.
TEST(several_clients, flood) {
    using enum several_clients::seen;
    several_clients all(64);
    EXPECT_EQ(all.ask(1, 100), first);
    EXPECT_EQ(all.ask(1, 100), first);
    EXPECT_EQ(all.ask(1, 200), another);
    EXPECT_EQ(all.ask(1, 200), another) << "it was not marked";
    all.mark(1);
    EXPECT_EQ(all.ask(1, 100), marked);
    EXPECT_EQ(all.ask(2, 300), first);
    for (std::uint64_t n = 1000; n < 100'000; ++n) EXPECT_EQ(all.ask(n, 400), first);
    EXPECT_EQ(all.ask(1, 100), marked);
    EXPECT_EQ(all.ask(2, 500), another);
    // Many clients push out what one client has asked for, not what several have.
    for (std::uint64_t n = 1000; n < 100'000; ++n) EXPECT_EQ(all.ask(n, n), first);
    EXPECT_EQ(all.ask(1, 100), marked);
    EXPECT_EQ(all.ask(2, 600), first);
    all.clear();
    EXPECT_EQ(all.ask(1, 200), first);
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
