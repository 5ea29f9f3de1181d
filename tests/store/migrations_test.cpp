// Versions of the schema: forward only, each step whole (src/store/migrations.hpp).
#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "postgresql_server.hpp"
#include "store/migrations.hpp"
#include "store/postgresql_schema.hpp"

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

// A later version of this program, as far as the store is concerned.
void add_column(connection &c) { c.script("ALTER TABLE notes ADD COLUMN language TEXT NOT NULL DEFAULT 'en'"); }
void add_table(connection &c) {
    c.script("CREATE TABLE more (id INTEGER NOT NULL PRIMARY KEY)");
    c.run("INSERT INTO more SELECT count(*) FROM notes");
}
void fail_late(connection &c) {
    c.script("CREATE TABLE half (id INTEGER NOT NULL PRIMARY KEY)");
    throw std::runtime_error("the machine stopped");
}
void make_notes(connection &c) { c.script("CREATE TABLE notes (id TEXT NOT NULL PRIMARY KEY)"); }

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

TEST_P(schema_versions, a_store_of_version_1_made_by_hand_is_brought_up_to_date) {
    const auto db = database::open(location());
    const auto c = db->connect(access::read_write);
    c->script("CREATE TABLE schema_version (version INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL);"
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

TEST_P(schema_versions, a_step_that_breaks_leaves_the_version_before_it) {
    const auto db = database::open(location());
    EXPECT_THROW(migrate(*db, true, breaks), std::runtime_error);
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

TEST(schema_for_postgresql, is_adapted) {
    EXPECT_EQ(adapted_schema("CREATE TABLE t (a INTEGER, b text, c Blob) WITHOUT ROWID;"),
              "CREATE TABLE t (a BIGINT, b TEXT COLLATE \"C\", c BYTEA) ;");
    EXPECT_EQ(adapted_schema("a 'TEXT ''INTEGER' \"BLOB\" -- TEXT\n/* BLOB */ $$ INTEGER $$ TEXTUAL my_TEXT"),
              "a 'TEXT ''INTEGER' \"BLOB\" -- TEXT\n/* BLOB */ $$ INTEGER $$ TEXTUAL my_TEXT");
    EXPECT_EQ(adapted_schema("WITHOUT TIME ZONE WITHOUT"), "WITHOUT TIME ZONE WITHOUT");
    EXPECT_EQ(adapted_schema("'open"), "'open");
    EXPECT_EQ(adapted_schema("/* open"), "/* open");
    EXPECT_EQ(adapted_schema(""), "");
}

} // namespace
