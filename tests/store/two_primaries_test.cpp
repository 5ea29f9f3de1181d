// Several servers of PostgreSQL that accept writes: a former primary that was started again, a replica that was
// promoted without the last events. Which one is written to, and what is said of the others.
#include <chrono>
#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>
#include <uniform/store/write_scope.hpp>

#include "base/soon.hpp"
#include "store/history/known_history.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform;
using namespace std::chrono_literals;
using store::history_head;
using store::reading;
using store::writing;
using test::soon;
using done = std::expected<void, store::problem>;

const store::origin somebody{.who = "token:1", .from = "192.0.2.1"};

class two_primaries : public testing::Test {
protected:
    void SetUp() override {
        test::postgresql_server::need();
        if (IsSkipped()) return;
        folder = test::temporary_folder("two_primaries");
        a = std::make_unique<test::postgresql_server>();
        const auto uri = a->fresh_database();
        database = uri.substr(uri.rfind('/') + 1);
        static_cast<void>(store::store::open(uri)); // makes the tables
        b = std::make_unique<test::postgresql_server>(*a);
    }
    void TearDown() override {
        if (!folder.empty()) std::filesystem::remove_all(folder);
    }

    [[nodiscard]] std::unique_ptr<store::store> open_at(const std::string &hosts, const std::string &file = {}) const {
        return store::store::open("postgresql://postgres@" + hosts + "/" + database,
                                  {.database = {.reconnect_for = 3s,
                                                .read_timeout = 20s,
                                                .write_timeout = 30s,
                                                .head_file = file.empty() ? file : (folder / file).string()}});
    }
    /// A service that finds A first in its list.
    [[nodiscard]] std::unique_ptr<store::store> open(const std::string &file = {}) const {
        return open_at(a->host() + "," + b->host(), file);
    }
    static void add(store::store &s, const std::string &key) {
        ASSERT_TRUE(s.write(somebody, [&](writing &w) -> done {
            EXPECT_FALSE(w.add_name(key, {}, "assign"));
            return {};
        }));
    }
    static bool has(store::store &s, const std::string &key) {
        return s.read([&](reading &r) { return r.name(key).has_value(); });
    }
    static bool is_refused(store::store &s) {
        try {
            add(s, "example:refused");
        } catch (const store::failure &f) {
            EXPECT_EQ(f.kind(), store::failure_kind::history) << f.what();
            return true;
        }
        return false;
    }
    static history_head head(store::store &s) {
        return s.read([](reading &r) { return r.head(); });
    }
    static bool reads_from_a_stand_in(store::store &s) {
        return s.read([](reading &r) {
            static_cast<void>(r.head());
            return r.on_replica();
        });
    }
    /// Waits until the standby has everything.
    void follow_up() const {
        const auto at_a = open_at(a->host());
        const auto last = head(*at_a);
        const auto at_b = store::database::open(b->uri(database), {.reconnect_for = 0s, .read_timeout = 20s});
        ASSERT_TRUE(soon([&] {
            std::uint64_t number = 0;
            at_b->reader()->run("SELECT coalesce(max(first + count - 1), 0) FROM history", {},
                                [&](const store::row &r) {
                                    number = static_cast<std::uint64_t>(r.integer(0));
                                    return false;
                                });
            return number == last.first;
        }));
    }
    void promote_b() const { b->run("SELECT pg_promote()"); }
    /// B is the primary, and has one event more than A, which is started again.
    void fail_over(store::store &s) {
        add(s, "example:1");
        follow_up();
        a->kill();
        promote_b();
        add(s, "example:2");
        a->start();
    }

    std::filesystem::path folder;
    std::unique_ptr<test::postgresql_server> a, b;
    std::string database;
};

TEST_F(two_primaries, a_process_that_starts_takes_the_later_timeline) {
    {
        const auto s = open("head");
        fail_over(*s);
    }
    for (const char *const file : {"head", ""}) { // one that knows nothing asks both
        const auto s = open(file);
        EXPECT_TRUE(has(*s, "example:2"));
        add(*s, std::string("example:3") + file);
        EXPECT_FALSE(s->sql_database().refused_servers().empty());
        EXPECT_EQ(s->refusal_of_history(), "");
    }
    EXPECT_TRUE(has(*open_at(b->host()), "example:3"));
    EXPECT_FALSE(has(*open_at(a->host()), "example:3"));
    EXPECT_TRUE(open()->verify({}, {}).found.empty());
}

// B is away for a moment. A does not stand in for it: it may have what was never acknowledged.
TEST_F(two_primaries, a_running_process_stays_with_the_later_timeline) {
    const auto s = open("head");
    fail_over(*s);
    EXPECT_EQ(s->sql_database().known().known().where.timeline, 2U);
    b->stop();
    EXPECT_TRUE(is_refused(*s));
    const auto why = s->refusal_of_history();
    EXPECT_TRUE(why.contains("on timeline 1, and this program has used timeline 2")) << why;
    EXPECT_THROW(static_cast<void>(has(*s, "example:1")), store::failure);
    ASSERT_EQ(s->sql_database().refused_servers().size(), 1U);
    EXPECT_TRUE(s->sql_database().refused_servers()[0].contains(a->host())) << s->sql_database().refused_servers()[0];
    // One that starts now knows it by its file.
    EXPECT_THROW(static_cast<void>(open("head")), store::failure);
    b->start();
    const auto again = open("head");
    for (auto *const one : {s.get(), again.get()}) {
        EXPECT_TRUE(soon([&] {
            one->sql_database().look_at_servers();
            return one->refusal_of_history().empty();
        }));
        EXPECT_FALSE(reads_from_a_stand_in(*one));
        EXPECT_TRUE(has(*one, "example:2"));
    }
    add(*s, "example:3");
    add(*again, "example:4");
    EXPECT_FALSE(has(*open_at(a->host()), "example:refused"));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
}

// Nobody has stopped A: both accept writes.
TEST_F(two_primaries, a_process_moves_to_a_later_timeline_that_continues_its_history) {
    const auto s = open("head");
    add(*s, "example:1");
    follow_up();
    const auto reads_of_before = s->sql_database().reader();
    promote_b();
    ASSERT_TRUE(soon([&] {
        s->sql_database().look_at_servers();
        return s->sql_database().known().known().where.timeline == 2;
    }));
    add(*s, "example:2");
    EXPECT_TRUE(has(*s, "example:2"));
    EXPECT_TRUE(has(*open_at(b->host()), "example:2"));
    EXPECT_FALSE(has(*open_at(a->host()), "example:2"));
}

// B was cut off, and promoted without the last events, while A lives.
TEST_F(two_primaries, a_later_timeline_without_what_was_acknowledged_is_not_moved_to) {
    const auto s = open("head");
    add(*s, "example:1");
    follow_up();
    b->stop();
    add(*s, "example:2");
    a->stop();
    b->start();
    promote_b();
    a->start();
    ASSERT_TRUE(soon([&] {
        s->sql_database().look_at_servers();
        return s->sql_database().refused_servers().size() == 1;
    }));
    add(*s, "example:3");
    EXPECT_TRUE(has(*s, "example:2"));
    EXPECT_EQ(s->refusal_of_history(), "");
    EXPECT_FALSE(has(*open_at(b->host()), "example:3"));
}

TEST_F(two_primaries, a_replica_that_was_cut_off_is_not_written_to_until_the_loss_is_confirmed) {
    const auto s = open("head");
    add(*s, "example:1");
    follow_up();
    b->stop();
    add(*s, "example:2");
    const auto lost = head(*s);
    a->kill();
    b->start();
    promote_b();
    EXPECT_TRUE(is_refused(*s));
    const auto why = s->refusal_of_history();
    EXPECT_TRUE(why.contains("does not have event " + store::to_string(lost))) << why;
    EXPECT_TRUE(is_refused(*open("head")));
    EXPECT_FALSE(has(*s, "example:2"));
    EXPECT_TRUE(reads_from_a_stand_in(*s));
    const auto by_hand = open_at(b->host());
    EXPECT_NE(by_hand->confirm_history({.who = "local:admin"}, lost), 0U);
    add(*s, "example:2"); // it is lost, and somebody has said so
    EXPECT_EQ(s->refusal_of_history(), "");
    EXPECT_FALSE(reads_from_a_stand_in(*s));
    EXPECT_TRUE(s->verify({}, {}).found.empty());
    EXPECT_EQ(open("head")->refusal_of_history(), "");
    // A returns with the event that was lost, on an earlier timeline: it is a former primary now.
    a->start();
    s->sql_database().look_at_servers();
    add(*s, "example:3");
    EXPECT_FALSE(has(*open_at(a->host()), "example:3"));
}

// A process that has never seen B cannot know that A is a former primary, unless a client says so.
TEST_F(two_primaries, a_former_primary_does_not_acknowledge_to_who_knows_a_later_event) {
    history_head known;
    {
        const auto s = open();
        fail_over(*s);
        known = head(*s);
    }
    const auto fresh = open_at(a->host());
    for (int n = 0; n < 2; ++n) {
        const store::write_scope scope(known);
        EXPECT_THROW(add(*fresh, "example:split"), store::event_missing);
        EXPECT_FALSE(scope.head());
    }
    EXPECT_FALSE(has(*fresh, "example:split"));
    const auto right = open_at(b->host());
    const store::write_scope scope(known);
    add(*right, "example:split");
    EXPECT_EQ(scope.head(), head(*right));
}

// The administrator decides for the former primary.
TEST_F(two_primaries, a_former_primary_is_the_primary_again_when_the_loss_is_confirmed_there) {
    const auto s = open("head");
    fail_over(*s);
    const auto lost = head(*s);
    b->kill();
    EXPECT_TRUE(is_refused(*s));
    EXPECT_NE(open_at(a->host())->confirm_history({.who = "local:admin"}, lost), 0U);
    add(*s, "example:3");
    EXPECT_EQ(s->sql_database().known().known().where.timeline, 1U);
    b->start();
    ASSERT_TRUE(soon([&] {
        s->sql_database().look_at_servers();
        return s->sql_database().refused_servers().size() == 1;
    }));
    add(*s, "example:4");
    EXPECT_TRUE(has(*open_at(a->host()), "example:4"));
}

} // namespace
