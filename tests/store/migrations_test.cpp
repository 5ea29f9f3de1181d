// Versions of the schema: forward only, each step whole (src/store/migrations.hpp).
#include <array>
#include <atomic>
#include <cstdint>
#include <expected>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/migrations.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform::store;

class schema_versions : public uniform::test::on_both_stores {
protected:
    static void expect(failure_kind kind, const std::function<void()> &f) {
        try {
            f();
            FAIL() << "nothing went wrong";
        } catch (const failure &e) {
            EXPECT_EQ(e.kind(), kind) << e.what();
        }
    }
    static std::string first(database &db, std::string_view sql) {
        std::string value;
        db.connect(access::read_write)->run(sql, {}, [&](const row &r) {
            value = r.text(0);
            return true;
        });
        return value;
    }
};
INSTANTIATE_ON_BOTH_STORES(schema_versions);

// The schema of another program with the same mechanism.
constexpr std::string_view make_notes =
    "CREATE TABLE schema_version (version BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL);"
    "CREATE TABLE notes (id TEXT NOT NULL PRIMARY KEY)";
constexpr std::string_view add_column = "ALTER TABLE notes ADD COLUMN language TEXT NOT NULL DEFAULT 'en'";
constexpr std::string_view add_table = "CREATE TABLE more (id INTEGER NOT NULL PRIMARY KEY);"
                                       "INSERT INTO more SELECT count(*) FROM notes";
constexpr std::string_view fail_late = "CREATE TABLE half (id INTEGER NOT NULL PRIMARY KEY);"
                                       "INSERT INTO no_such_table SELECT count(*) FROM notes";

constexpr std::array up_to_3{migration{1, "notes", make_notes}, migration{2, "language", add_column},
                             migration{3, "more", add_table}};
constexpr std::array breaks{migration{1, "notes", make_notes}, migration{2, "language", add_column},
                            migration{3, "half", fail_late}};

TEST_P(schema_versions, an_empty_store_gets_the_newest) {
    const auto db = database::open(location());
    EXPECT_EQ(version_of(*db), 0);
    migrate(*db, false);
    EXPECT_EQ(version_of(*db), schema_version());
    migrate(*db, false);
    EXPECT_EQ(first(*db, "SELECT count(*) || '' FROM names"), "0");
}

TEST_P(schema_versions, a_manually_made_store_of_version_1_is_migrated) {
    const auto db = database::open(location());
    const auto c = db->connect(access::read_write);
    c->script("CREATE TABLE schema_version (version BIGINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL);"
              "INSERT INTO schema_version VALUES (1, 0);"
              "CREATE TABLE notes (id TEXT NOT NULL PRIMARY KEY);"
              "INSERT INTO notes VALUES ('kept');");
    EXPECT_EQ(version_of(*db), 1);
    expect(failure_kind::version, [&] { migrate(*db, false, up_to_3); });
    EXPECT_EQ(version_of(*db), 1);
    migrate(*db, true, up_to_3);
    EXPECT_EQ(version_of(*db), 3);
    EXPECT_EQ(first(*db, "SELECT id || language FROM notes"), "kepten");
    EXPECT_EQ(first(*db, "SELECT id || '' FROM more"), "1");
    migrate(*db, true, up_to_3);
    EXPECT_EQ(first(*db, "SELECT count(*) || '' FROM schema_version"), "3");
}

TEST_P(schema_versions, a_newer_store_is_refused) {
    const auto db = database::open(location());
    migrate(*db, true, up_to_3);
    expect(failure_kind::version, [&] { migrate(*db, true, std::span(up_to_3).first(2)); });
    EXPECT_EQ(version_of(*db), 3);
}

TEST_P(schema_versions, a_database_of_something_else_is_refused) {
    const auto db = database::open(location());
    db->connect(access::read_write)->script("CREATE TABLE customers (id INTEGER NOT NULL PRIMARY KEY)");
    expect(failure_kind::version, [&] { migrate(*db); });
}

TEST_P(schema_versions, a_step_that_fails_leaves_the_previous_version) {
    const auto db = database::open(location());
    expect(failure_kind::other, [&] { migrate(*db, true, breaks); });
    EXPECT_EQ(version_of(*db), 2);
    migrate(*db, true, up_to_3);
    EXPECT_EQ(version_of(*db), 3);
    EXPECT_THROW(static_cast<void>(first(*db, "SELECT id || '' FROM half")), failure);
}

TEST_P(schema_versions, several_try_it_at_once) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            const auto db = database::open(location());
            migrate(*db, true, up_to_3);
            EXPECT_EQ(version_of(*db), 3);
        });
    threads.clear();
    EXPECT_EQ(first(*database::open(location()), "SELECT id || '' FROM more"), "0");
}

// Who looks while another process makes the tables sees none of them, or all.
TEST_P(schema_versions, a_store_in_the_making_is_not_a_database_of_something_else) {
    for (int n = 0; n < 10; ++n) {
        const auto place = another_location();
        std::atomic<bool> made = false;
        std::jthread looks([&] {
            const auto db = database::open(place);
            for (bool last = false; !last;) {
                last = made;
                int version = -1;
                EXPECT_NO_THROW(version = version_of(*db));
                EXPECT_TRUE(version >= 0 && version <= schema_version()) << version;
            }
        });
        const auto db = database::open(place);
        migrate(*db, true);
        made = true;
    }
}

// A process that was opened before another one migrated the store.
TEST_P(schema_versions, a_process_whose_store_becomes_newer_writes_nothing_more) {
    const auto s = store::open(location());
    const auto add = [&s](const std::string &key) {
        return s->write({.who = "test", .from = "test"}, [&](writing &w) -> std::expected<void, problem> {
            EXPECT_FALSE(w.add_name(key, {}, "assign"));
            return {};
        });
    };
    EXPECT_EQ(s->refusal_of_schema(), "");
    // The second one is written speculatively with PostgreSQL, and so would be the next.
    EXPECT_TRUE(add("example:1"));
    EXPECT_TRUE(add("example:2"));
    database::open(location())
        ->connect(access::read_write)
        ->run("INSERT INTO schema_version (version, at) VALUES ($1, 0)", {std::int64_t{schema_version()} + 1});
    expect(failure_kind::version, [&] { static_cast<void>(add("example:3")); });
    expect(failure_kind::version, [&] { static_cast<void>(add("example:4")); });
    EXPECT_TRUE(s->refusal_of_schema().contains("has version " + std::to_string(schema_version() + 1)));
    EXPECT_EQ(s->read([](reading &r) { return r.head().first; }), 2U);
    EXPECT_TRUE(s->read([](reading &r) { return r.name("example:1").has_value(); }));
    expect(failure_kind::version, [&] { static_cast<void>(store::open(location())); });
}

} // namespace
