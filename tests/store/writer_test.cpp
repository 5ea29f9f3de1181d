// Writing: what is acknowledged together, what fails alone, and many who want the same.
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::reading;
using store::writing;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

class writer : public test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(writer);

done put(writing &w, std::string_view id, std::string_view body) {
    w.put("token", id, body, "put");
    return {};
}

TEST_P(writer, a_refusal_or_an_exception_leaves_nothing) {
    const auto s = store::store::open(location());
    // In the first round in memory, in the second with a savepoint.
    for (const bool sql : {false, true}) {
        const std::string id = sql ? "b" : "a";
        EXPECT_TRUE(s->write(somebody, [&](writing &w) { return put(w, id, "1"); }));
        const auto refused = s->write(somebody, [&](writing &w) -> done {
            w.put("token", id, "2", "put");
            if (sql)
                w.sql().run("UPDATE documents SET body = 'never' WHERE kind = 'token' AND id = $1",
                            {std::string_view(id)});
            w.put("token", id, "3", "put");
            w.put("token", id + "more", "3", "put");
            EXPECT_EQ(w.find("token", id)->body, "3");
            EXPECT_EQ(w.history("token", id).size(), 3U);
            return std::unexpected{store::problem{.type = resolver::problem_type::conflict, .detail = "no"}};
        });
        EXPECT_EQ(refused.error().detail, "no");
        EXPECT_THROW(s->write(somebody,
                              [&](writing &w) -> done {
                                  w.put("token", id, "4", "put");
                                  if (sql) static_cast<void>(w.sql());
                                  throw std::runtime_error("oh");
                              }),
                     std::runtime_error);
        EXPECT_THROW(s->write(somebody,
                              [&](writing &w) -> done {
                                  w.put("token", id, "5", "put");
                                  w.sql().run("this is no SQL");
                                  return {};
                              }),
                     store::failure);
        s->read([&](reading &r) {
            EXPECT_EQ(r.find("token", id)->body, "1");
            EXPECT_FALSE(r.find("token", id + "more"));
            EXPECT_EQ(r.head().first, sql ? 2U : 1U);
            return 0;
        });
    }
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

TEST_P(writer, jobs_of_one_transaction_see_each_other_and_fail_alone) {
    const auto s = store::store::open(location());
    std::atomic<int> refused = 0, thrown = 0, broken = 0;
    const auto one = [&](int i) {
        try {
            const auto result = s->write(somebody, [&](writing &w) -> done {
                // Each reads what all before it put, and changes it; every seventh uses SQL of its own.
                const auto was = w.find("token", "shared");
                w.put("token", "shared", std::to_string(was ? std::stoi(was->body) + 1 : 1), "put");
                w.put("token", "own" + std::to_string(i), "{}", "put");
                if (i % 7 == 0) w.sql().run("UPDATE answers SET at = at WHERE client = 'nobody'");
                if (i % 7 == 1) w.put("token", "shared", w.find("token", "shared")->body, "again");
                if (i % 5 == 1) return std::unexpected{store::problem{}};
                if (i % 5 == 2) throw std::runtime_error("oh");
                if (i % 50 == 3) w.sql().run("SELECT nothing FROM nowhere");
                return {};
            });
            if (!result) ++refused;
        } catch (const store::failure &) {
            ++broken;
        } catch (const std::runtime_error &) {
            ++thrown;
        }
    };
    std::vector<std::jthread> threads;
    for (int t = 0; t < 20; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 20; ++i) one(t * 20 + i);
        });
    threads.clear();
    EXPECT_EQ(refused, 80);
    EXPECT_EQ(thrown, 80);
    EXPECT_EQ(broken, 8);
    s->read([](reading &r) {
        EXPECT_EQ(r.find("token", "shared")->body, "232");
        EXPECT_EQ(r.list("token", "own", {}, 1000).size(), 232U);
        return 0;
    });
    const auto checked = s->verify({}, {});
    EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
}

// Issue: 64 clients fight for the same names: each name has one owner, each minted number is given once.
TEST_P(writer, sixty_four_fight_for_the_same) {
    const auto s = store::store::open(location());
    std::mutex mutex;
    std::map<std::string, std::set<std::string>> owners;
    std::multiset<std::uint64_t> minted;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 64; ++t)
        threads.emplace_back([&, me = "client" + std::to_string(t)] {
            for (int i = 0; i < 20; ++i) {
                const auto key = "example:" + std::to_string(i);
                resolver::name_record mine;
                mine.registrar = me;
                const auto owner =
                    *s->write({.who = me, .from = {}}, [&](writing &w) -> std::expected<std::string, store::problem> {
                        const auto there = w.add_name(key, mine, "assign");
                        return there ? resolver::decode(there->record)->registrar : me;
                    });
                const auto number =
                    *s->write({.who = me, .from = {}}, [&](writing &w) -> std::expected<std::uint64_t, store::problem> {
                        const auto n = w.next("counter");
                        EXPECT_FALSE(w.add_name("minted:" + std::to_string(n), mine, "mint"));
                        return n;
                    });
                const std::scoped_lock lock(mutex);
                owners[key].insert(owner);
                minted.insert(number);
            }
        });
    threads.clear();
    for (const auto &[key, who] : owners) EXPECT_EQ(who.size(), 1U) << key;
    EXPECT_EQ(minted.size(), 64U * 20U);
    EXPECT_EQ(std::set(minted.begin(), minted.end()).size(), minted.size());
    EXPECT_EQ(*minted.rbegin(), 64U * 20U);
    const auto checked = s->verify({}, {});
    EXPECT_TRUE(checked.found.empty());
    EXPECT_EQ(checked.names, 20U + 64U * 20U);
}

// The command writes beside the service; two nodes write to one PostgreSQL.
TEST_P(writer, two_stores_in_one_place_write_in_turn) {
    const auto a = store::store::open(location());
    const auto b = store::store::open(location());
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            auto &s = t % 2 == 0 ? *a : *b;
            for (int i = 0; i < 50; ++i)
                EXPECT_TRUE(s.write(somebody, [&](writing &w) -> done {
                    EXPECT_FALSE(w.add_name("minted:" + std::to_string(w.next("c")), {}, "mint"));
                    return {};
                }));
        });
    threads.clear();
    const auto checked = a->verify(b->read([](reading &r) { return r.head(); }), {});
    EXPECT_TRUE(checked.found.empty());
    EXPECT_EQ(checked.names, 400U);
}

TEST_P(writer, reports_changes_and_its_end) {
    const auto s = store::store::open(location());
    std::vector<std::pair<std::string, std::string>> changed;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;
    s->on_change([&](const store::commit &c) {
        changed.insert(changed.end(), c.subjects.begin(), c.subjects.end());
        numbers.emplace_back(c.before, c.last);
        EXPECT_EQ(s->read([](reading &r) { return r.head(); }), std::pair(c.last, c.hash));
        if (c.before != 0) {
            EXPECT_EQ(s->read([&](reading &r) { return r.event_at(c.before)->hash; }), c.hash_before);
        }
    });
    const auto generation = s->generation();
    EXPECT_TRUE(s->write(somebody, [](writing &w) -> done {
        EXPECT_FALSE(w.add_name("example:a", {}, "assign"));
        w.put("token", "t", "{}", "make");
        return {};
    }));
    EXPECT_FALSE(s->write(somebody, [](writing &w) -> done {
        w.put("token", "u", "{}", "make");
        return std::unexpected{store::problem{}};
    }));
    EXPECT_EQ(changed, (std::vector<std::pair<std::string, std::string>>{{"name", "example:a"}, {"token", "t"}}));
    EXPECT_EQ(s->generation(), generation + 1);
    EXPECT_TRUE(s->write(somebody, [](writing &w) { return put(w, "a", "{}"); }));
    EXPECT_EQ(numbers, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{0, 2}, {2, 3}}));
    s->close();
    EXPECT_THROW(s->write(somebody, [](writing &w) { return put(w, "a", "{}"); }), store::failure);
    EXPECT_EQ(s->read([](reading &r) { return r.head().first; }), 3U);
}

TEST_P(writer, a_write_within_a_write_is_an_error_not_a_deadlock) {
    const auto s = store::store::open(location());
    EXPECT_THROW(
        s->write(somebody,
                 [&](writing &) -> done { return s->write(somebody, [](writing &w) { return put(w, "a", "1"); }); }),
        store::failure);
    EXPECT_TRUE(s->write(somebody, [](writing &w) { return put(w, "a", "1"); }));
}

TEST_P(writer, what_was_accepted_is_finished_when_closing) {
    auto s = store::store::open(location());
    std::atomic<int> acknowledged = 0, refused = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < 16; ++t)
        threads.emplace_back([&, t] {
            try {
                for (int i = 0; i < 1000; ++i) {
                    EXPECT_TRUE(s->write(somebody, [&](writing &w) {
                        return put(w, std::to_string(t) + "/" + std::to_string(i), "{}");
                    }));
                    ++acknowledged;
                }
            } catch (const store::failure &) {
                ++refused;
            }
        });
    while (acknowledged < 50) std::this_thread::yield();
    s->close();
    threads.clear();
    EXPECT_EQ(s->read([](reading &r) { return r.list("token", {}, {}, 100000).size(); }),
              static_cast<std::size_t>(acknowledged));
    EXPECT_EQ(refused, 16);
}

} // namespace
