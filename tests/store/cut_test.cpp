// Connections to PostgreSQL that are cut, delayed and half closed after each message of the protocol, in both
// directions. Whatever happens: a write that was acknowledged is there, one that was refused is not, one whose commit
// is uncertain says so, none is there twice or by half, and the store goes on with its next write.
//
// With UNIFORM_SHARE=all in each way after each message; otherwise each point gets one of the injuries, and messages
// that repeat themselves have fewer points.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "base/share.hpp"
#include "store/postgresql_proxy.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using store::reading;
using store::writing;
using test::postgresql_proxy;
using way = postgresql_proxy::way;
using injury = postgresql_proxy::injury;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};
const store::store_options patient{
    .database = {.busy_timeout = std::chrono::milliseconds(60000), .reconnect_for = std::chrono::milliseconds(60000)}};

/// The outcome that the caller of a write knows.
enum class outcome { acknowledged, uncertain, refused };

template <class F>
outcome outcome_of(F &&f) {
    try {
        f();
        return outcome::acknowledged;
    } catch (const store::failure &e) {
        const bool uncertain = std::string_view(e.what()).contains("not known");
        EXPECT_EQ(e.kind(), uncertain ? store::failure_kind::uncertain : store::failure_kind::unavailable) << e.what();
        return uncertain ? outcome::uncertain : outcome::refused;
    }
}

/// One of the writes of a round: as many names and events, which begin with its prefix.
struct part {
    std::string prefix;
    std::size_t names = 1;
    std::uint64_t events = 1;
    outcome known = outcome::acknowledged;
};

/// The points after the messages that were seen, and before the first. Of messages that repeat themselves, only those
/// at the beginning, at the end, and around the ends of their groups.
std::vector<int> points_of(const std::string &seen) {
    constexpr std::size_t edge = 20;
    std::vector<int> all;
    for (std::size_t i = 0; i <= seen.size(); ++i) {
        const auto near = seen.substr(i < 2 ? 0 : i - 2, 4);
        if (test::all_shares() || i < edge || seen.size() - i < edge ||
            near.find_first_of("SZP1QTG") != std::string::npos)
            all.push_back(static_cast<int>(i));
    }
    return all;
}

class cuts : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        auto &server = *test::postgresql_server::shared();
        proxy = std::make_unique<postgresql_proxy>(server);
        fresh();
    }
    void fresh() {
        location = test::postgresql_server::shared()->fresh_database();
        database = location.substr(location.rfind('/') + 1);
    }
    void open() {
        direct = store::store::open(location, patient);
        through = store::store::open(proxy->uri(database), patient);
        EXPECT_TRUE(direct->write(somebody, [](writing &w) -> done {
            EXPECT_FALSE(w.add_name("base", {}, "assign"));
            return {};
        }));
    }

    /// The contents of the database are those that the callers know.
    void check(const std::vector<part> &parts, std::uint64_t before) const {
        std::uint64_t events = 0;
        direct->read([&](reading &r) {
            for (const auto &p : parts) {
                const auto there = r.names(p.prefix, {}, p.names + 1).size();
                if (there != 0) events += p.events;
                if (there != 0 || p.known == outcome::acknowledged) {
                    EXPECT_EQ(there, p.names) << (there == 0 ? "lost: " : "by half: ") << p.prefix;
                }
                if (p.known == outcome::refused) {
                    EXPECT_EQ(there, 0U) << "refused, and done: " << p.prefix;
                }
            }
            EXPECT_EQ(r.head().first, before + events);
            return 0;
        });
    }
    [[nodiscard]] std::uint64_t events() const {
        return direct->read([](reading &r) { return r.head().first; });
    }
    [[nodiscard]] std::string next_prefix() { return "round:" + std::to_string(++rounds) + ":"; }

    struct how_much {
        bool counted = true; ///< the number of messages is the same in each round
    };
    /// Injures the connection during `round` in each way at each point. `warm` brings the store to the state in which
    /// the round is to begin.
    template <class Warm, class Round>
    void everywhere(const char *name, Warm warm, Round round, const how_much &much) {
        warm();
        static_cast<void>(round()); // all statements are prepared now
        warm();
        auto before = events();
        proxy->count();
        check(round(), before);
        const std::string seen[] = {proxy->seen(way::to_server), proxy->seen(way::to_client)};
        int cut = 0, tried = 0, uncertain = 0, refused = 0;
        for (const auto how : {injury::reset, injury::finish, injury::half_close, injury::delay})
            for (const auto w : {way::to_server, way::to_client})
                for (const int after : points_of(seen[static_cast<int>(w)])) {
                    if (!test::in_share(static_cast<std::uint64_t>(after) + static_cast<std::uint64_t>(how), 4))
                        continue;
                    warm();
                    const postgresql_proxy::point p{.way = w, .after = after, .how = how};
                    SCOPED_TRACE(to_string(p));
                    before = events();
                    proxy->injure(p);
                    const auto parts = round();
                    ++tried;
                    if (proxy->injured()) ++cut;
                    if (much.counted) {
                        EXPECT_TRUE(proxy->injured());
                    }
                    proxy->count();
                    bool lost = false;
                    for (const auto &one : parts) {
                        lost = lost || one.known != outcome::acknowledged;
                        if (how == injury::delay) {
                            EXPECT_EQ(one.known, outcome::acknowledged);
                        }
                        if (one.known == outcome::uncertain) ++uncertain;
                        if (one.known == outcome::refused) ++refused;
                    }
                    // A client that was acknowledged does not notice that nothing more comes.
                    if (lost || how == injury::reset || how == injury::finish || w == way::to_server) proxy->settle();
                    check(parts, before);
                    before = events();
                    const auto again = round();
                    for (const auto &one : again) EXPECT_EQ(one.known, outcome::acknowledged) << "the next write";
                    check(again, before);
                    if (HasFailure()) return;
                }
        const auto checked = direct->verify({}, {});
        EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
        EXPECT_GT(cut, 0);
        std::printf("%s: messages %s to the server, %s to the client; %d of %d points reached, %d uncertain, %d "
                    "refused\n",
                    name, seen[0].substr(0, 60).c_str(), seen[1].substr(0, 60).c_str(), cut, tried, uncertain, refused);
    }

    std::unique_ptr<postgresql_proxy> proxy;
    std::string location, database;
    std::unique_ptr<store::store> direct, through;
    int rounds = 0;
};

TEST_F(cuts, of_a_speculative_write) {
    open();
    const auto round = [&] {
        part p{.prefix = next_prefix()};
        p.known = outcome_of([&] {
            EXPECT_TRUE(through->write(somebody, [&](writing &w) -> done {
                EXPECT_FALSE(w.add_name(p.prefix, {}, "assign"));
                return {};
            }));
        });
        return std::vector{p};
    };
    // One statement, which has been prepared: Bind, Describe, Execute, Sync.
    const auto warm = [&] {
        for (int i = 0; i < 200; ++i) {
            proxy->count();
            static_cast<void>(round());
            if (proxy->seen(way::to_server) == "BDES") return;
        }
        ADD_FAILURE() << "no write is speculative: " << proxy->seen(way::to_server);
    };
    everywhere("a speculative write", warm, round, {});
}

TEST_F(cuts, of_an_ordinary_write) {
    open();
    const auto round = [&] {
        part p{.prefix = next_prefix(), .events = 3};
        p.known = outcome_of([&] {
            EXPECT_TRUE(through->write(somebody, [&](writing &w) -> done {
                const auto base = w.name("base"); // only the database can tell
                if (!base) return std::unexpected{store::problem{}};
                EXPECT_FALSE(w.add_name(p.prefix, {}, "assign"));
                w.change_name(*base, resolver::name_record{.registrar = p.prefix}, "change");
                w.put("token", "a", '"' + p.prefix + '"', "put");
                return {};
            }));
        });
        return std::vector{p};
    };
    everywhere("an ordinary write", [&] { static_cast<void>(round()); }, round, {});
    // The names and documents that were changed are those of the last write that was done.
    const auto [name, document] = direct->read([](reading &r) {
        return std::pair(resolver::decode(r.name("base")->record)->registrar, r.find("token", "a")->body);
    });
    EXPECT_EQ('"' + name + '"', document);
    EXPECT_EQ(name, "round:" + std::to_string(rounds) + ":");
}

TEST_F(cuts, of_a_write_of_several_jobs) {
    open();
    const auto round = [&] {
        constexpr int others = 3;
        std::vector<part> parts;
        for (int i = 0; i <= others; ++i) parts.push_back({.prefix = next_prefix()});
        const auto add = [&](part &p, const std::function<void()> &meanwhile) {
            p.known = outcome_of([&] {
                EXPECT_TRUE(through->write(somebody, [&](writing &w) -> done {
                    meanwhile();
                    EXPECT_FALSE(w.add_name(p.prefix, {}, "assign"));
                    return {};
                }));
            });
        };
        // The others come while the first one runs, and are written together.
        std::counting_semaphore<8> come{0};
        std::binary_semaphore began{0};
        std::atomic<bool> waited = false;
        std::vector<std::jthread> threads;
        threads.emplace_back([&] {
            add(parts[0], [&] {
                if (waited.exchange(true)) return;
                began.release();
                for (int i = 0; i < others; ++i) come.acquire();
            });
        });
        began.acquire();
        for (int i = 1; i <= others; ++i)
            threads.emplace_back([&, i] {
                come.release();
                add(parts[static_cast<std::size_t>(i)], [] {});
            });
        threads.clear();
        return parts;
    };
    // The number of jobs that are written together, and so the number of messages, depends on the threads.
    everywhere("several jobs", [&] { static_cast<void>(round()); }, round, {.counted = false});
}

TEST_F(cuts, of_many_names) {
    open();
    const std::size_t many = test::all_shares() ? 520 : 30; // 512 are sent at once
    const auto round = [&] {
        part p{.prefix = next_prefix(), .names = many, .events = many};
        p.known = outcome_of([&] {
            std::vector<std::pair<std::string, std::string>> rows;
            for (std::size_t i = 0; i < many; ++i) rows.emplace_back(p.prefix + std::to_string(i), "{}");
            EXPECT_TRUE(through->write(somebody, [&](writing &w) -> done {
                EXPECT_EQ(std::ranges::count(w.add_names(rows, "import"), true), static_cast<std::ptrdiff_t>(many));
                return {};
            }));
        });
        return std::vector{p};
    };
    everywhere("many names", [&] { static_cast<void>(round()); }, round, {});
}

TEST_F(cuts, of_a_read) {
    open();
    std::vector<std::string> keys;
    EXPECT_TRUE(direct->write(somebody, [&](writing &w) -> done {
        for (int i = 0; i < 5; ++i) {
            keys.push_back("read:" + std::to_string(i));
            EXPECT_FALSE(w.add_name(keys.back(), {}, "assign"));
        }
        return {};
    }));
    // A read is right or fails; it never gives a part of the names.
    const auto round = [&] {
        const auto known = outcome_of([&] {
            const auto [one, all] = through->read(
                [&](reading &r) { return std::pair(r.name("read:3").has_value(), r.names("read:", {}, 10)); });
            EXPECT_TRUE(one);
            EXPECT_EQ(all.size(), keys.size());
        });
        EXPECT_NE(known, outcome::uncertain);
        return std::vector{part{.prefix = "none", .names = 0, .events = 0, .known = known}};
    };
    // Nobody waits for the end of a transaction that only reads: its messages may come later.
    everywhere("a read", [&] { static_cast<void>(round()); }, round, {.counted = false});
}

TEST_F(cuts, of_the_first_connection) {
    open();
    const auto round = [&] {
        const auto known = outcome_of([&] {
            const auto s = store::store::open(proxy->uri(database), patient);
            EXPECT_TRUE(s->read([](reading &r) { return r.name("base").has_value(); }));
        });
        return std::vector{part{.prefix = "none", .names = 0, .events = 0, .known = known}};
    };
    // So do the ends of connections.
    everywhere("the first connection", [] {}, round, {.counted = false});
}

// The tables are made by the first connection, or by the next one.
TEST_F(cuts, of_the_connection_that_makes_the_tables) {
    proxy->count();
    static_cast<void>(store::store::open(proxy->uri(database), patient));
    const std::string seen[] = {proxy->seen(way::to_server), proxy->seen(way::to_client)};
    int cut = 0;
    const int step = test::all_shares() ? 1 : 26; // a database for each
    for (const auto w : {way::to_server, way::to_client}) {
        const auto points = points_of(seen[static_cast<int>(w)]);
        for (std::size_t i = 0; i < points.size(); i += static_cast<std::size_t>(step)) {
            const postgresql_proxy::point p{.way = w, .after = points[i], .how = injury::reset};
            SCOPED_TRACE(to_string(p));
            fresh();
            proxy->injure(p);
            static_cast<void>(
                outcome_of([&] { static_cast<void>(store::store::open(proxy->uri(database), patient)); }));
            EXPECT_TRUE(proxy->injured());
            ++cut;
            proxy->count();
            proxy->settle();
            open(); // which checks the tables
            const auto checked = direct->verify({}, {});
            EXPECT_TRUE(checked.found.empty()) << checked.found.front().message;
            direct.reset();
            through.reset();
            if (HasFailure()) return;
        }
    }
    std::printf("the tables: %zu messages to the server, %zu to the client; %d cuts\n", seen[0].size(), seen[1].size(),
                cut);
}

} // namespace
