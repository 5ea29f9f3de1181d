// Writes that are never committed: they see what a write would see, and nothing remains of them.

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::store;

using rows = std::vector<std::pair<std::string, std::string>>;
using result = std::expected<int, problem>;

std::string record_of(const std::string &url) {
    return resolver::encode(resolver::name_record{.locators = {{.url = url}}});
}

class rehearsals : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (!IsSkipped()) s = uniform::store::store::open(location());
    }
    void TearDown() override {
        s.reset();
        on_both_stores::TearDown();
    }
    static std::vector<bool> add(auto &to, const rows &names) {
        std::vector<bool> added;
        (void)to.write(by, [&](writing &w) -> result {
            added = w.add_names(names, "import");
            return 0;
        });
        return added;
    }

    static inline const origin by{.who = "local:alice", .from = "test"};
    std::unique_ptr<uniform::store::store> s;
};

TEST_P(rehearsals, adding_names_says_what_a_write_says) {
    ASSERT_EQ(add(*s, {{"example:b", record_of("https://b.example/")}}), std::vector<bool>{true});
    const std::vector<rows> steps{
        {{"example:c", record_of("https://c.example/")},
         {"example:a", record_of("https://a.example/")},
         {"example:a", record_of("https://other.example/")},
         {"example:b", record_of("https://other.example/")}},
        {{"example:a", record_of("https://a.example/2")}, {"example:d", record_of("https://d.example/")}},
        {},
    };
    const auto trial = s->rehearse();
    for (const rows &step : steps) {
        std::vector<name_row> foretold;
        std::vector<name_row> done;
        const auto look = [&](std::vector<name_row> &to) {
            return [&](writing &w) -> result {
                for (const char *key : {"example:a", "example:b", "example:c", "example:d"}) {
                    if (auto row = w.name(key)) to.push_back(std::move(*row));
                }
                return 0;
            };
        };
        const auto said = add(*trial, step);
        EXPECT_EQ(said, add(*s, step));
        (void)trial->write(by, look(foretold));
        (void)s->write(by, look(done));
        ASSERT_EQ(foretold.size(), done.size());
        for (std::size_t i = 0; i < done.size(); ++i) {
            EXPECT_EQ(foretold[i].key, done[i].key);
            EXPECT_EQ(foretold[i].record, done[i].record);
            EXPECT_EQ(foretold[i].event, done[i].event);
        }
    }
}

TEST_P(rehearsals, nothing_remains) {
    const auto head = s->read([](reading &r) { return r.head(); });
    const auto commits = s->generation();
    bool told = false;
    s->on_change([&](const commit &) { told = true; });
    {
        const auto trial = s->rehearse();
        EXPECT_EQ(add(*trial, {{"example:a", record_of("https://a.example/")}}), std::vector<bool>{true});
        const auto put = trial->write(by, [&](writing &w) -> std::expected<std::uint64_t, problem> {
            EXPECT_TRUE(w.name("example:a").has_value());
            EXPECT_EQ(w.next("batch"), 1U);
            EXPECT_FALSE(w.add_name("example:b", {}, "assign").has_value());
            EXPECT_TRUE(w.add_name("example:b", {}, "assign").has_value());
            return w.put("note", "1", "{}", "add").version;
        });
        EXPECT_EQ(put, 1U);
        EXPECT_FALSE(s->read([](reading &r) { return r.name("example:a"); }).has_value());
        (void)trial->write(by, [&](writing &w) -> result {
            EXPECT_TRUE(w.name("example:b").has_value());
            EXPECT_FALSE(w.find("note", "1").has_value()) << "only names are kept";
            return 0;
        });
    }
    EXPECT_EQ(s->read([](reading &r) { return r.head(); }), head);
    EXPECT_EQ(s->generation(), commits);
    EXPECT_FALSE(told);
    EXPECT_EQ(add(*s, {{"example:a", record_of("https://a.example/")}}), std::vector<bool>{true});
}

TEST_P(rehearsals, a_refusal_or_an_exception_undoes_a_write) {
    const auto trial = s->rehearse();
    const auto refused = trial->write(by, [&](writing &w) -> result {
        EXPECT_FALSE(w.add_name("example:a", {}, "assign").has_value());
        return std::unexpected{problem{.detail = "no"}};
    });
    EXPECT_EQ(refused.error().detail, "no");
    EXPECT_THROW((void)trial->write(by,
                                    [&](writing &w) -> result {
                                        (void)w.add_names(rows{{"example:a", record_of("https://a.example/")}}, "x");
                                        throw std::runtime_error{"stop"};
                                    }),
                 std::runtime_error);
    (void)trial->write(by, [](writing &w) -> result {
        EXPECT_FALSE(w.name("example:a").has_value());
        return 0;
    });
}

// The lock for writing is free: a write in the middle of a rehearsal does not wait for its end. The next write of the
// rehearsal sees it.
TEST_P(rehearsals, others_write_meanwhile) {
    const auto trial = s->rehearse();
    (void)trial->write(by, [&](writing &w) -> result {
        EXPECT_FALSE(w.add_name("example:a", {}, "assign").has_value());
        std::thread other([&] {
            EXPECT_EQ(add(*s, {{"example:a", record_of("https://a.example/")},
                               {"example:b", record_of("https://b.example/")}}),
                      (std::vector<bool>{true, true}));
        });
        other.join();
        EXPECT_FALSE(w.name("example:b").has_value()) << "a snapshot";
        return 0;
    });
    (void)trial->write(by, [&](writing &w) -> result {
        EXPECT_TRUE(w.name("example:b").has_value());
        EXPECT_EQ(resolver::decode(w.name("example:a")->record)->locators.size(), 0U) << "its own";
        return 0;
    });
}

TEST_P(rehearsals, what_cannot_be_rehearsed_is_refused) {
    const auto trial = s->rehearse();
    const auto refuses = [&](const auto &f) {
        try {
            (void)trial->write(by, [&](writing &w) -> result {
                f(w);
                return 0;
            });
        } catch (const failure &e) {
            return e.kind() == failure_kind::other;
        }
        return false;
    };
    EXPECT_TRUE(refuses([](writing &w) { (void)w.sql(); }));
    EXPECT_TRUE(refuses([](writing &w) { (void)w.names("", "", 10); }));
    EXPECT_TRUE(refuses([](writing &w) { (void)w.names("", "", 10, resolver::name_state::active); }));
    EXPECT_TRUE(refuses([](writing &w) { w.note_time(); }));
}

// More names than the page cache of the temporary database holds.
TEST_P(rehearsals, many_names) {
    const auto trial = s->rehearse();
    const std::string record = record_of("https://a.example/" + std::string(900, 'x'));
    constexpr int blocks = 20;
    const auto block = [&](int n) {
        rows names;
        for (int i = 0; i < 2000; ++i) names.emplace_back("example:" + std::to_string(i * blocks + n), record);
        return names;
    };
    for (int n = 0; n < blocks; ++n) ASSERT_EQ(add(*trial, block(n)), std::vector<bool>(2000, true)) << n;
    for (int n = 0; n < blocks; ++n) ASSERT_EQ(add(*trial, block(n)), std::vector<bool>(2000, false)) << n;
}

INSTANTIATE_ON_BOTH_STORES(rehearsals);

} // namespace
