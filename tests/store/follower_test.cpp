// A store that follows another one: what repeat() adds and refuses, who may write, and how the primary is handed over.
// The primary is in SQLite and in PostgreSQL, the follower always in SQLite.

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/record.hpp>
#include <uniform/store/copy.hpp>
#include <uniform/store/store.hpp>

#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace uniform::store;

using result = std::expected<int, problem>;

const origin by{.who = "local:alice", .from = "test"};

resolver::name_record record(const std::string &url) { return {.locators = {{.url = url}}}; }

class followers : public uniform::test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        primary = uniform::store::store::open(location());
        follower = open("follower.db");
        follower->follow();
    }
    void TearDown() override {
        primary.reset();
        follower.reset();
        on_both_stores::TearDown();
    }

    [[nodiscard]] std::string path(const std::string &name) const { return (folder() / name).string(); }
    [[nodiscard]] std::unique_ptr<uniform::store::store> open(const std::string &name) const {
        return uniform::store::store::open(path(name));
    }

    // One event of each kind of change, in several transactions.
    static void fill(uniform::store::store &s) {
        (void)s.write(by, [](writing &w) -> result {
            w.put("namespace", "example", R"({"nid":"example"})", "add");
            EXPECT_FALSE(w.add_name("example:a", record("https://a.example/"), "assign"));
            return 0;
        });
        (void)s.write(by, [](writing &w) -> result {
            w.put("namespace", "example", R"({"nid":"example","title":"Exempel \u00e5"})", "change");
            (void)w.change_name(*w.name("example:a"), record("https://b.example/"), "change");
            (void)w.next("example");
            (void)w.next("example", 3);
            return 0;
        });
        (void)s.write(by, [](writing &w) -> result {
            std::vector<std::pair<std::string, std::string>> rows;
            for (int i = 0; i < 700; ++i) {
                rows.emplace_back("example:n" + std::to_string(i), resolver::encode(record("https://n.example/")));
            }
            (void)w.add_names(rows, "import");
            return 0;
        });
    }

    static std::vector<event> events_of(uniform::store::store &s, std::uint64_t after = 0) {
        return s.read([&](reading &r) { return r.events(after, 100000); });
    }
    static std::pair<std::uint64_t, digest> head(uniform::store::store &s) {
        return s.read([](reading &r) { return r.head(); });
    }
    static std::string found(uniform::store::store &s) {
        std::string all;
        for (const damage &d : s.verify(std::nullopt, nullptr).found) all += d.subject + ": " + d.message + "\n";
        return all;
    }

    template <class F>
    static failure_kind kind_of(F &&f) {
        try {
            f();
        } catch (const failure &e) {
            return e.kind();
        }
        ADD_FAILURE() << "nothing was thrown";
        return failure_kind::other;
    }

    std::unique_ptr<uniform::store::store> primary, follower;
};

TEST_P(followers, have_the_rows_and_the_head_of_the_primary) {
    fill(*primary);
    const auto all = events_of(*primary);
    // In pieces that end anywhere.
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t n = std::min<std::size_t>(at < 10 ? 1 : 211, all.size() - at);
        follower->repeat(std::span(all).subspan(at, n));
        at += n;
    }
    EXPECT_EQ(head(*follower), head(*primary));
    EXPECT_EQ(found(*follower), "");
    const auto state = [](reading &r) {
        std::vector<std::pair<std::string, std::string>> rows;
        for (const auto &n : r.names({}, {}, 10000)) rows.emplace_back(n.key + " " + std::to_string(n.event), n.record);
        for (const auto *kind : {"namespace", "counter"}) {
            for (const auto &d : r.list(kind, {}, {}, 10000)) {
                rows.emplace_back(d.id + " " + std::to_string(d.event) + " " + std::to_string(d.version), d.body);
            }
        }
        return rows;
    };
    const auto wanted = primary->read(state);
    EXPECT_EQ(wanted.size(), 703U);
    EXPECT_EQ(follower->read(state), wanted);
    // Also the authors and times, which the hashes are of.
    EXPECT_EQ(follower->read([](reading &r) { return r.events(1, 1).front().at; }), all[1].at);
}

TEST_P(followers, add_nothing_that_does_not_continue_their_history) {
    fill(*primary);
    const auto all = events_of(*primary);
    const std::size_t here = 5;
    follower->repeat(std::span(all).first(here));
    const auto before = head(*follower);
    struct row {
        const char *what;
        void (*change)(std::vector<event> &);
    };
    const std::vector<row> rows{
        {"an event is left out", [](std::vector<event> &e) { e.erase(e.begin()); }},
        {"an event comes twice", [](std::vector<event> &e) { e.insert(e.begin(), e.front()); }},
        {"another hash before", [](std::vector<event> &e) { e[0].previous[7] ^= std::byte{1}; }},
        {"another hash", [](std::vector<event> &e) { e[0].hash[7] ^= std::byte{1}; }},
        {"another body", [](std::vector<event> &e) { e[0].body += ' '; }},
        {"another author", [](std::vector<event> &e) { e[0].who = "local:mallory"; }},
        {"another subject", [](std::vector<event> &e) { e[0].id += 'x'; }},
        {"another event before", [](std::vector<event> &e) { e[0].before = 1; }},
        {"an earlier time", [](std::vector<event> &e) { e[0].at -= std::chrono::hours{1}; }},
        {"a name without its body", [](std::vector<event> &e) { e[1].withheld = true; }},
        {"the last of several", [](std::vector<event> &e) { e.back().hash[0] ^= std::byte{1}; }},
        {"an empty kind", [](std::vector<event> &e) { e[0].kind.clear(); }},
    };
    for (const row &r : rows) {
        std::vector<event> next(all.begin() + here, all.begin() + here + 4);
        r.change(next);
        EXPECT_THROW(follower->repeat(next), other_history) << r.what;
        EXPECT_EQ(head(*follower), before) << r.what;
    }
    follower->repeat(std::span(all).subspan(here));
    EXPECT_EQ(head(*follower), head(*primary));
    EXPECT_EQ(found(*follower), "");
}

// A name that is made a second time has no event before it, or one that is not its last.
TEST_P(followers, assign_no_name_twice) {
    fill(*primary);
    follower->repeat(events_of(*primary));
    const auto other = open("other.db"); // its history continues differently
    (void)other->write(by, [](writing &w) -> result {
        EXPECT_FALSE(w.add_name("example:a", record("https://other.example/"), "assign"));
        return 0;
    });
    auto again = events_of(*other).front();
    again.number = head(*follower).first + 1;
    again.previous = head(*follower).second;
    EXPECT_THROW(follower->repeat(std::vector{again}), other_history);
}

TEST_P(followers, keep_an_event_without_its_secret) {
    (void)primary->write(by, [](writing &w) -> result {
        w.put("token", "1", R"({"id":"1","hash":"$argon2id$secret"})", "create");
        w.put("namespace", "example", "{}", "add");
        w.put("token", "1", R"({"id":"1","hash":"$argon2id$secret","revoked":"2026"})", "revoke");
        return 0;
    });
    auto all = events_of(*primary);
    ASSERT_EQ(all.size(), 3U);
    all[0].body = R"({"id":"1"})";
    all[0].withheld = true;
    all[2].body = R"({"id":"1","revoked":"2026","record_version":2})";
    all[2].withheld = true;
    follower->repeat(all);
    EXPECT_EQ(head(*follower), head(*primary));
    const auto v = follower->verify(head(*primary), nullptr);
    EXPECT_TRUE(v.found.empty()) << found(*follower);
    EXPECT_EQ(v.withheld, 2U);
    EXPECT_EQ(primary->verify(std::nullopt, nullptr).withheld, 0U);
    const auto d = follower->read([](reading &r) { return r.find("token", "1"); });
    ASSERT_TRUE(d);
    EXPECT_EQ(d->body, R"({"id":"1","revoked":"2026"})");
    EXPECT_EQ(d->version, 2U);
    const auto kept = events_of(*follower);
    EXPECT_TRUE(kept[0].withheld && !kept[1].withheld && kept[2].withheld);
    EXPECT_EQ(kept[2].hash, all[2].hash);
}

// Only number and hash of an event are known: the chain goes over it.
TEST_P(followers, of_a_part_keep_hidden_events_without_rows) {
    fill(*primary);
    const auto all = events_of(*primary);
    const auto hidden = [](const event &e) {
        return event{.number = e.number, .kind = "hidden", .previous = e.previous, .hash = e.hash, .withheld = true};
    };
    std::vector<event> part;
    for (const event &e : all) part.push_back(e.id == "example:a" || e.kind == "namespace" ? e : hidden(e));
    EXPECT_THROW(follower->repeat(part), other_history) << "it follows everything";
    EXPECT_EQ(head(*follower).first, 0U);
    const auto some = open("part.db");
    some->follow("example:a");
    EXPECT_TRUE(some->follows() && some->follows_part() && !follower->follows_part());
    some->repeat(std::span(part).first(300));
    for (const auto change : {+[](event &e) { e.body = "x"; }, +[](event &e) { e.id = "x"; },
                              +[](event &e) { e.withheld = false; }, +[](event &e) { ++e.number; }}) {
        std::vector<event> next{part[300]};
        change(next.front());
        EXPECT_THROW(some->repeat(next), other_history);
    }
    some->repeat(std::span(part).subspan(300));
    EXPECT_EQ(head(*some), head(*primary));
    const auto v = some->verify(head(*primary), nullptr);
    EXPECT_TRUE(v.found.empty()) << found(*some);
    EXPECT_EQ(v.withheld, all.size() - 4);
    EXPECT_EQ(some->read([](reading &r) { return r.names({}, {}, 1000); }).size(), 1U);
    // An event that is shown is proven: a changed one breaks the chain over hidden ones.
    auto last = part;
    last.back() = all.back();
    last.back().body += ' ';
    const auto other = open("other.db");
    other->follow("example:a");
    EXPECT_THROW(other->repeat(last), other_history);
    // It goes on with its part, in every process and copy, and never becomes a primary.
    some->follow("example:a");
    EXPECT_EQ(kind_of([&] { some->follow(); }), failure_kind::follows);
    EXPECT_EQ(kind_of([&] { some->follow("example:b"); }), failure_kind::follows);
    EXPECT_EQ(kind_of([&] { (void)some->promote(by, std::nullopt); }), failure_kind::follows);
    EXPECT_EQ(kind_of([&] { (void)some->retire(by); }), failure_kind::follows);
    EXPECT_EQ(kind_of([&] { follower->follow("example:a"); }), failure_kind::follows);
    const auto to = database::open(path("copy.db"));
    (void)copy(some->sql_database(), *to);
    EXPECT_TRUE(uniform::store::store::open(to->location())->follows_part());
}

TEST_P(followers, are_not_written) {
    fill(*primary);
    follower->repeat(events_of(*primary));
    const auto before = head(*follower);
    const std::vector<std::pair<std::string, void (*)(writing &)>> writes{
        {"put", [](writing &w) { w.put("namespace", "other", "{}", "add"); }},
        {"add_name", [](writing &w) { (void)w.add_name("example:z", record("https://z.example/"), "assign"); }},
        {"add_names",
         [](writing &w) {
             (void)w.add_names(std::vector<std::pair<std::string, std::string>>{{"example:z", "\x02"}}, "import");
         }},
        {"change_name",
         [](writing &w) { (void)w.change_name(*w.name("example:a"), record("https://z.example/"), "change"); }},
        {"next", [](writing &w) { (void)w.next("example"); }},
    };
    const auto another_process = open("follower.db");
    for (auto *s : {follower.get(), another_process.get()}) {
        EXPECT_TRUE(s->follows());
        for (const auto &[name, f] : writes) {
            const auto write = [&, run = f] {
                (void)s->write(by, [&](writing &w) -> result {
                    run(w);
                    return 0;
                });
            };
            EXPECT_EQ(kind_of(write), failure_kind::follows) << name;
        }
    }
    EXPECT_EQ(head(*follower), before);
    // Tables without a history are written, such as those of statistics.
    (void)follower->write(by, [](writing &w) -> result {
        w.note_time();
        return 0;
    });
    EXPECT_EQ(found(*follower), "");
}

// A follower may be years behind, and its clock wrong: no event is of its own time.
TEST_P(followers, follow_whatever_their_clock_says) {
    fill(*primary);
    const auto late = uniform::store::store::open(path("late.db"),
                                                  {.clock = [] { return resolver::now() + std::chrono::days{4000}; }});
    late->follow();
    const auto all = events_of(*primary);
    late->repeat(std::span(all).first(3));
    late->repeat(std::span(all).subspan(3));
    EXPECT_EQ(head(*late), head(*primary));
}

TEST_P(followers, begin_with_an_empty_sqlite_store) {
    fill(*primary);
    if (GetParam() == dialect::postgresql) {
        EXPECT_EQ(kind_of([&] { uniform::store::store::open(another_location())->follow(); }), failure_kind::other);
        EXPECT_EQ(kind_of([&] { (void)primary->retire(by); }), failure_kind::other);
    } else {
        EXPECT_EQ(kind_of([&] { primary->follow(); }), failure_kind::follows);
    }
    EXPECT_FALSE(primary->follows());
    EXPECT_EQ(kind_of([&] { primary->repeat(events_of(*primary)); }), failure_kind::follows);
    follower->follow(); // again: nothing changes
    EXPECT_TRUE(follower->follows());
}

TEST_P(followers, become_the_primary_and_the_old_one_follows) {
    fill(*primary);
    follower->repeat(events_of(*primary));
    EXPECT_EQ(kind_of([&] { (void)primary->promote(by, std::nullopt); }), failure_kind::follows);
    const auto old_head = head(*primary);
    std::pair<std::uint64_t, digest> handed = old_head;
    if (GetParam() == dialect::sqlite) {
        const auto another_process = uniform::store::store::open(location());
        handed = primary->retire(by);
        EXPECT_EQ(handed.first, old_head.first + 1);
        const auto write = [](auto &s) {
            (void)s.write(by, [](writing &w) -> result {
                w.put("namespace", "late", "{}", "add");
                return 0;
            });
        };
        EXPECT_EQ(kind_of([&] { write(*another_process); }), failure_kind::follows);
        EXPECT_EQ(kind_of([&] { (void)primary->retire(by); }), failure_kind::follows);
        EXPECT_EQ(kind_of([&] { (void)follower->promote(by, handed); }), failure_kind::follows)
            << "an event is missing";
        follower->repeat(events_of(*primary, old_head.first));
    } else {
        EXPECT_EQ(kind_of([&] { (void)follower->promote(by, std::pair{old_head.first, digest{}}); }),
                  failure_kind::follows);
    }
    EXPECT_TRUE(follower->follows());
    const auto began = follower->promote(by, handed);
    EXPECT_EQ(began.first, handed.first + 1);
    EXPECT_FALSE(follower->follows());
    (void)follower->write(by, [](writing &w) -> result {
        EXPECT_FALSE(w.add_name("example:new", record("https://new.example/"), "assign"));
        return 0;
    });
    EXPECT_EQ(found(*follower), "");
    EXPECT_EQ(kind_of([&] { follower->repeat(events_of(*primary, old_head.first - 1)); }), failure_kind::follows);
    if (GetParam() == dialect::sqlite) {
        primary->repeat(events_of(*follower, handed.first));
        EXPECT_EQ(head(*primary), head(*follower));
        EXPECT_TRUE(primary->follows());
        EXPECT_EQ(found(*primary), "");
    }
}

// The event names who goes on. What would have to be escaped in its body is no URL.
TEST_P(followers, are_named_by_the_primary_that_retires) {
    for (const char *const wrong : {"https://a.example/\"", "https://a.example/\\", "https://a.example/ ", "\u00e5"}) {
        EXPECT_EQ(kind_of([&] { (void)primary->retire(by, wrong); }), failure_kind::other) << wrong;
    }
    EXPECT_FALSE(primary->follows());
    if (GetParam() == dialect::postgresql) { // only an SQLite file can follow
        EXPECT_EQ(kind_of([&] { (void)primary->retire(by, "https://a.example/"); }), failure_kind::other);
        EXPECT_FALSE(primary->follows());
        EXPECT_FALSE(primary->read([](reading &r) { return r.find("primary", "store"); }));
        return;
    }
    (void)primary->retire(by, "https://a.example/");
    follower->repeat(events_of(*primary));
    for (auto *s : {primary.get(), follower.get()}) {
        EXPECT_EQ(s->read([](reading &r) { return r.find("primary", "store"); })->body,
                  R"({"state":"retired","successor":"https://a.example/"})");
    }
}

// A backup of a follower is a follower: a store that nobody wrote to does not become a second primary by a copy.
TEST_P(followers, are_followers_in_a_backup) {
    fill(*primary);
    follower->repeat(events_of(*primary));
    backup(follower->sql_database(), path("backup.db"), false, nullptr);
    EXPECT_TRUE(open("backup.db")->follows());
    const auto to = database::open(another_location());
    if (GetParam() == dialect::postgresql) {
        EXPECT_EQ(kind_of([&] { (void)copy(follower->sql_database(), *to); }), failure_kind::follows);
    } else {
        (void)copy(follower->sql_database(), *to);
        EXPECT_TRUE(uniform::store::store::open(to->location())->follows());
    }
    (void)restore(path("backup.db"), path("restored.db"), {}, nullptr);
    EXPECT_TRUE(open("restored.db")->follows());
}

INSTANTIATE_ON_BOTH_STORES(followers);

} // namespace
