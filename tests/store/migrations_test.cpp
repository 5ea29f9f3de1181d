// Versions of the schema: forward only, each step whole (src/store/migrations.hpp).
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "base/soon.hpp"
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

constexpr std::array with_indexes{migration{1, "notes", make_notes}, migration{2, "language", add_column},
                                  migration{3, "indexes",
                                            "CREATE INDEX CONCURRENTLY notes_language ON notes (language);\n"
                                            "CREATE INDEX CONCURRENTLY notes_both ON notes (language, id);\n"}};

class concurrent_indexes : public testing::Test {
protected:
    void SetUp() override {
        uniform::test::postgresql_server::need();
        if (IsSkipped()) return;
        db = database::open(uniform::test::postgresql_server::shared()->fresh_database(),
                            {.busy_timeout = std::chrono::seconds{60}});
        migrate(*db, true, std::span(with_indexes).first(2));
        watcher = db->connect(access::read_write);
    }
    [[nodiscard]] std::int64_t number(std::string_view sql) const {
        std::int64_t n = -1;
        watcher->run(sql, {}, [&](const row &r) {
            n = r.integer(0);
            return true;
        });
        return n;
    }
    [[nodiscard]] std::int64_t valid() const {
        return number("SELECT count(*) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indisvalid AND "
                      "relname IN ('notes_language', 'notes_both')");
    }
    std::unique_ptr<database> db;
    std::unique_ptr<connection> watcher;
};

TEST_F(concurrent_indexes, are_built_while_others_write) {
    const auto holder = db->connect(access::read_write);
    holder->script("BEGIN; INSERT INTO notes VALUES ('open')");
    std::jthread migrates([this] { migrate(*db, true, with_indexes); });
    EXPECT_TRUE(uniform::test::soon([this] {
        return number("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%' AND "
                      "wait_event_type = 'Lock'") == 1;
    }));
    // An index that is built otherwise would hold it up until the other transaction ends.
    watcher->script("SET lock_timeout TO 20000; INSERT INTO notes VALUES ('meanwhile')");
    EXPECT_EQ(version_of(*db), 2);
    holder->script("COMMIT");
    migrates.join();
    EXPECT_EQ(version_of(*db), 3);
    EXPECT_EQ(valid(), 2);
}

TEST_F(concurrent_indexes, are_built_again_after_an_interruption) {
    watcher->script("CREATE INDEX notes_language ON notes (language)");
    watcher->script("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'notes_language'::regclass");
    EXPECT_EQ(valid(), 0);
    migrate(*db, true, with_indexes);
    EXPECT_EQ(version_of(*db), 3);
    EXPECT_EQ(valid(), 2);
}

TEST_F(concurrent_indexes, are_built_once_by_several) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([this] { migrate(*db, true, with_indexes); });
    threads.clear();
    EXPECT_EQ(version_of(*db), 3);
    EXPECT_EQ(valid(), 2);
}

// A migration that builds an index so does nothing else, as it is no transaction.
TEST(migrations, those_that_build_indexes_concurrently_do_nothing_else) {
    constexpr std::string_view word = "CREATE INDEX CONCURRENTLY";
    for (const auto &m : migrations(dialect::postgresql)) {
        if (!m.script.contains("CONCURRENTLY")) continue;
        for (std::size_t at = 0; at < m.script.size();
             at = m.script.find_first_not_of("; \n", m.script.find(';', at))) {
            EXPECT_TRUE(m.script.substr(at).starts_with(word)) << m.version << ": " << m.script.substr(at, 60);
        }
    }
}

} // namespace
