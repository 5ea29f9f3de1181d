// The schema of a store is what this version makes, or the store is refused: whatever the owner of the database changes
// in it, is found (src/store/verify/schema_check.hpp).
#include <algorithm>
#include <expected>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/copy.hpp>
#include <uniform/store/open_error.hpp>
#include <uniform/store/store.hpp>

#include "store/fixture.hpp"
#include "store/migrations.hpp"
#include "store/postgresql_server.hpp"
#include "store/sqlite/sqlite_connection.hpp"
#include "store/verify/schema_check.hpp"

namespace {

using namespace uniform::store;
using uniform::test::postgresql_server;
using lines = std::vector<std::string>;

struct change {
    std::string what;
    std::string sql;
    lines found;        ///< subject and message of each difference
    bool copied = true; ///< `uniform store copy` can copy the contents to a new store
};

constexpr const char *is_missing = ": it is missing";
constexpr const char *is_foreign = ": it is foreign: this version makes no such object";
constexpr const char *is_different = ": it differs from what this version makes";

std::string the(std::string_view object, const char *how) { return "the " + std::string(object) + how; }

std::vector<change> changes_of_sqlite() {
    const std::string guard = "trigger names_are_not_deleted on names";
    return {
        {"a guard is gone", "DROP TRIGGER names_are_not_deleted", {the(guard, is_missing)}},
        {"all guards of the history are gone",
         "DROP TRIGGER history_is_not_updated; DROP TRIGGER history_is_not_deleted",
         {the("trigger history_is_not_deleted on history", is_missing),
          the("trigger history_is_not_updated on history", is_missing)}},
        {"a guard that does nothing",
         "DROP TRIGGER names_are_not_deleted; "
         "CREATE TRIGGER names_are_not_deleted BEFORE DELETE ON names BEGIN SELECT 1; END",
         {the(guard, is_different)}},
        {"a guard with another text in its message",
         "DROP TRIGGER names_are_not_deleted; CREATE TRIGGER names_are_not_deleted BEFORE DELETE ON names "
         "BEGIN SELECT RAISE(ABORT, 'names  are never deleted'); END",
         {the(guard, is_different)}},
        {"a guard of another table",
         "DROP TRIGGER names_are_not_deleted; CREATE TRIGGER names_are_not_deleted BEFORE DELETE ON statistics "
         "BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END",
         {the(guard, is_missing), the("trigger names_are_not_deleted on statistics", is_foreign)}},
        {"a trigger more",
         "CREATE TRIGGER forget AFTER INSERT ON names BEGIN UPDATE names SET event = 0 WHERE key = new.key; END",
         {the("trigger forget on names", is_foreign)}},
        {"a table more with a trigger",
         "CREATE TABLE kept (key TEXT); CREATE TRIGGER keeps AFTER INSERT ON kept BEGIN SELECT 1; END",
         {the("table kept", is_foreign), the("trigger keeps on kept", is_foreign)}},
        {"a table more with an index",
         "CREATE TABLE kept (key TEXT PRIMARY KEY); CREATE INDEX kept_keys ON kept (key)",
         {the("table kept", is_foreign)}},
        {"a view more", "CREATE VIEW name AS SELECT key FROM names", {the("view name", is_foreign)}},
        {"an index is gone", "DROP INDEX answers_at", {the("index answers_at on answers", is_missing)}},
        {"an index more", "CREATE UNIQUE INDEX one ON names (event)", {the("index one on names", is_foreign)}},
        {"an index of other rows",
         "DROP INDEX health_dead; CREATE INDEX health_dead ON health (url) WHERE state = 'Dead'",
         {the("index health_dead on health", is_different)}},
        {"a table is gone", "DROP TABLE health", {the("table health", is_missing)}, false},
        {"a column more", "ALTER TABLE names ADD COLUMN secret TEXT", {the("table names", is_different)}, false},
        {"a table without its primary key",
         "CREATE TABLE kept AS SELECT * FROM names; DROP TABLE names; CREATE TABLE names (key TEXT NOT NULL, "
         "event INTEGER NOT NULL, record BLOB NOT NULL); INSERT INTO names SELECT * FROM kept; DROP TABLE kept; "
         "CREATE INDEX names_state ON names (substr(record, 1, 1), key); "
         "CREATE TRIGGER names_are_not_deleted BEFORE DELETE ON names\n"
         "BEGIN SELECT RAISE(ABORT, 'names are never deleted'); END; "
         "CREATE TRIGGER names_keep_their_keys BEFORE UPDATE OF key ON names "
         "BEGIN SELECT RAISE(ABORT, 'a name keeps its key'); END",
         {the("table names", is_different)}},
        {"the schema was written by hand",
         "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL PRIMARY KEY', "
         "'NOT NULL PRIMARY KEY DEFAULT ''x''') WHERE name = 'names'",
         {the("table names", is_different)}},
        {"statistics of ANALYZE belong to SQLite", "ANALYZE", {}},
    };
}

std::vector<change> changes_of_postgresql() {
    const std::string guard = "trigger names_are_not_deleted on names";
    const std::string nothing =
        "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$; ";
    const auto function = the("function nothing()", is_foreign);
    return {
        {"a guard is gone", "DROP TRIGGER names_are_not_deleted ON names", {the(guard, is_missing)}},
        {"a guard is disabled", "ALTER TABLE names DISABLE TRIGGER names_are_not_deleted", {the(guard, is_different)}},
        {"a guard is only for replicas",
         "ALTER TABLE names ENABLE REPLICA TRIGGER names_are_not_deleted",
         {the(guard, is_different)}},
        {"all guards of a table are disabled",
         "ALTER TABLE names DISABLE TRIGGER ALL",
         {the(guard, is_different), the("trigger names_keep_their_keys on names", is_different)}},
        {"a guard that does nothing",
         nothing + "DROP TRIGGER names_are_not_deleted ON names; CREATE TRIGGER names_are_not_deleted "
                   "BEFORE DELETE OR TRUNCATE ON names FOR EACH STATEMENT EXECUTE FUNCTION nothing()",
         {function, the(guard, is_different)}},
        {"the function of the guards does nothing",
         "CREATE OR REPLACE FUNCTION uniform_append_only() RETURNS trigger LANGUAGE plpgsql AS "
         "$$ BEGIN RETURN NULL; END $$",
         {the("function uniform_append_only()", is_different)}},
        {"a guard calls a function of the same name in another schema",
         "CREATE SCHEMA other; CREATE FUNCTION other.uniform_append_only() RETURNS trigger LANGUAGE plpgsql AS "
         "$$ BEGIN RETURN NULL; END $$; DROP TRIGGER names_are_not_deleted ON names; "
         "CREATE TRIGGER names_are_not_deleted BEFORE DELETE OR TRUNCATE ON names FOR EACH STATEMENT "
         "EXECUTE FUNCTION other.uniform_append_only()",
         {the(guard, is_different)}},
        {"a trigger more",
         nothing + "CREATE TRIGGER forget BEFORE INSERT ON names FOR EACH ROW EXECUTE FUNCTION nothing()",
         {function, the("trigger forget on names", is_foreign)}},
        {"a trigger of another schema's function",
         "CREATE SCHEMA other; CREATE FUNCTION other.nothing() RETURNS trigger LANGUAGE plpgsql AS "
         "$$ BEGIN RETURN NULL; END $$; "
         "CREATE TRIGGER forget BEFORE INSERT ON names FOR EACH ROW EXECUTE FUNCTION other.nothing()",
         {the("trigger forget on names", is_foreign)}},
        {"a table more with a trigger",
         nothing + "CREATE TABLE kept (key TEXT); "
                   "CREATE TRIGGER keeps AFTER INSERT ON kept FOR EACH ROW EXECUTE FUNCTION nothing()",
         {function, the("table kept", is_foreign), the("trigger keeps on kept", is_foreign)}},
        {"a rule",
         "CREATE RULE forget AS ON INSERT TO names DO INSTEAD NOTHING",
         {the("rule forget on names", is_foreign)}},
        {"a view more", "CREATE VIEW name AS SELECT key FROM names", {the("view name", is_foreign)}},
        {"a sequence more", "CREATE SEQUENCE numbers", {the("sequence numbers", is_foreign)}},
        {"a type more", "CREATE TYPE answer AS ENUM ('yes')", {the("type answer", is_foreign)}},
        {"a domain more", "CREATE DOMAIN words AS text", {the("type words", is_foreign)}},
        {"an operator more",
         "CREATE FUNCTION differ(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT false'; "
         "CREATE OPERATOR = (LEFTARG = text, RIGHTARG = text, FUNCTION = differ)",
         {the("function differ(text, text)", is_foreign), the("operator public.=(text,text)", is_foreign)}},
        {"an index is gone", "DROP INDEX answers_at", {the("index answers_at on answers", is_missing)}},
        {"an index more", "CREATE INDEX one ON names (event)", {the("index one on names", is_foreign)}},
        {"an index of other rows",
         "DROP INDEX health_dead; CREATE INDEX health_dead ON health (url) WHERE state = 'Dead'",
         {the("index health_dead on health", is_different)}},
        {"no primary key",
         "ALTER TABLE names DROP CONSTRAINT names_pkey",
         {the("constraint names_pkey on names", is_missing), the("index names_pkey on names", is_missing)}},
        {"a check",
         "ALTER TABLE names ADD CONSTRAINT short CHECK (length(key) < 9) NOT VALID",
         {the("constraint short on names", is_foreign)}},
        {"a reference from another schema",
         "CREATE SCHEMA other; CREATE TABLE other.kept (key TEXT COLLATE \"C\" REFERENCES names ON DELETE CASCADE)",
         {the("constraint kept_key_fkey on other.kept", is_foreign)}},
        {"a table that inherits",
         "CREATE SCHEMA other; CREATE TABLE other.more () INHERITS (names)",
         {the("inheritance of other.more from names", is_foreign)}},
        {"row security",
         "ALTER TABLE names ENABLE ROW LEVEL SECURITY; CREATE POLICY newest ON names USING (event > 1)",
         {the("policy newest on names", is_foreign), the("table names", is_different)}},
        {"a table without log", "ALTER TABLE names SET UNLOGGED", {the("table names", is_different)}},
        {"a table is gone", "DROP TABLE health", {the("table health", is_missing)}, false},
        {"a column more", "ALTER TABLE names ADD COLUMN secret TEXT", {the("column names.secret", is_foreign)}, false},
        {"a column of another type",
         "ALTER TABLE statistics ALTER COLUMN count TYPE integer",
         {the("column statistics.count", is_different)},
         false},
        {"a column may be null",
         "ALTER TABLE names ALTER COLUMN record DROP NOT NULL",
         {the("column names.record", is_different)}},
        {"a default",
         "ALTER TABLE names ALTER COLUMN record SET DEFAULT ''",
         {the("column names.record", is_different)}},
        {"an extension is the server's", "CREATE EXTENSION IF NOT EXISTS plpgsql", {}},
    };
}

class schema_check : public uniform::test::on_both_stores {
protected:
    static void fill(store &s) {
        const auto done = s.write({.who = "test", .from = "here"}, [](writing &w) -> std::expected<void, problem> {
            EXPECT_FALSE(w.add_name("example:a", {.locators = {{.url = "https://www.example.org/a"}}}, "assign"));
            w.put("registrar", "library", R"({"title":"A library"})", "add");
            return {};
        });
        EXPECT_TRUE(done);
    }
    /// As somebody does who has the rights of the owner.
    void run(const std::string &place, const std::string &sql) const {
        if (GetParam() == dialect::postgresql) return uniform::test::run_sql(place, sql);
        sqlite3 *db = nullptr;
        const int code = sqlite3_open(place.c_str(), &db);
        const sqlite_handle handle(db);
        ASSERT_EQ(code, SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    }
    static std::string refusal(const std::function<void()> &f) {
        try {
            f();
        } catch (const failure &e) {
            EXPECT_EQ(e.kind(), failure_kind::damaged) << e.what();
            return e.what();
        }
        return {};
    }
    static lines found(const verification &v) {
        lines all;
        for (const auto &d : v.found) all.push_back(d.subject + ": " + d.message);
        return all;
    }
};
INSTANTIATE_ON_BOTH_STORES(schema_check);

TEST_P(schema_check, a_new_store_has_the_schema_of_this_version) {
    const auto s = store::open(location());
    const auto c = s->sql_database().connect(access::read_only);
    EXPECT_EQ(schema_differences(*c), std::vector<schema_difference>{});
    EXPECT_GT(schema_of(*c).size(), 20U);
    if (GetParam() == dialect::sqlite) return;
    std::string rows;
    for (const auto &o : schema_of(*c)) rows += o.name + '\t' + o.table + '\t' + o.definition + '\n';
    EXPECT_TRUE(schema_differences(*c).empty()) << "src/store/schema/postgresql.catalogue has to be:\n" << rows;
}

TEST_P(schema_check, so_has_a_store_of_version_0_1_0_after_its_migration) {
    if (GetParam() == dialect::sqlite)
        std::ofstream(location(), std::ios::binary) << uniform::test::fixture_of_0_1_0("sqlite.db");
    else
        uniform::test::run_sql(location(), uniform::test::fixture_of_0_1_0("postgresql.sql"));
    const auto s = store::open(location());
    EXPECT_EQ(schema_differences(*s->sql_database().connect(access::read_only)), std::vector<schema_difference>{});
}

TEST_P(schema_check, finds_every_change) {
    int copies = 0;
    for (const auto &t : GetParam() == dialect::sqlite ? changes_of_sqlite() : changes_of_postgresql()) {
        SCOPED_TRACE(t.what);
        const auto place = another_location();
        fill(*store::open(place));
        run(place, t.sql);

        // The service, and every command that opens the store.
        const auto says = refusal([&] { static_cast<void>(store::open(place)); });
        EXPECT_EQ(says.empty(), t.found.empty()) << says;
        EXPECT_EQ(open_error(place, {}).empty(), t.found.empty());
        for (const auto &line : t.found) EXPECT_TRUE(says.contains(line.substr(0, line.find(": it ")))) << says;

        const auto unchecked = store::open(place, {.migrate = false, .check_schema = false});
        auto seen = found(unchecked->verify({}, {}));
        EXPECT_GE(seen.size(), t.found.size());
        seen.resize(std::min(seen.size(), t.found.size()));
        EXPECT_EQ(seen, t.found);

        // The contents can be saved.
        const auto copied = (folder() / ("copied-" + std::to_string(++copies) + ".db")).string();
        const auto to = database::open(copied);
        const auto copied_says = refusal([&] { copy(unchecked->sql_database(), *to); });
        EXPECT_EQ(copied_says.empty(), t.copied) << copied_says;
        if (t.copied) {
            EXPECT_EQ(found(store::open(copied)->verify({}, {})), lines{});
        }

        if (GetParam() != dialect::sqlite) continue;
        unchecked->close();
        const auto restored = another_location();
        EXPECT_EQ(refusal([&] { static_cast<void>(restore(place, restored, {})); }).empty(), t.found.empty());
        EXPECT_EQ(std::filesystem::exists(restored), t.found.empty());
    }
}

// The attack: without the guard, and with a trigger that forgets, a name is assigned twice.
TEST_P(schema_check, a_store_that_forgets_names_is_refused) {
    const auto s = store::open(location());
    fill(*s);
    run(location(),
        GetParam() == dialect::sqlite
            ? "DROP TRIGGER names_are_not_deleted; CREATE TRIGGER forget AFTER INSERT ON names "
              "BEGIN DELETE FROM names WHERE key = 'example:b'; END"
            : "DROP TRIGGER names_are_not_deleted ON names; CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql "
              "AS $$ BEGIN RETURN NULL; END $$; CREATE TRIGGER forget BEFORE INSERT ON names FOR EACH ROW "
              "WHEN (new.key = 'example:b') EXECUTE FUNCTION forget()");
    // SQLite reads the rows that are gone in the same process, so the second one is another.
    for (int i = 0; i < 2; ++i) {
        const auto again = store::open(location(), {.check_schema = false});
        EXPECT_TRUE(again->write({.who = "test", .from = "here"}, [](writing &w) -> std::expected<void, problem> {
            EXPECT_FALSE(w.add_name("example:b", {}, "assign"));
            return {};
        }));
    }
    const auto says = refusal([&] { static_cast<void>(store::open(location())); });
    EXPECT_TRUE(says.contains("the trigger names_are_not_deleted on names is missing")) << says;
    EXPECT_TRUE(says.contains("the trigger forget on names is foreign")) << says;
    EXPECT_TRUE(says.contains("uniform store copy")) << says;
}

// A backup of PostgreSQL is an SQLite file with the tables of this version; a restore to PostgreSQL checks both.
TEST_P(schema_check, a_backup_with_a_foreign_trigger_is_not_restored_to_the_other_database) {
    postgresql_server::need();
    if (IsSkipped()) return;
    const auto backup_file = (folder() / "backup.db").string();
    const auto s = store::open(location());
    fill(*s);
    backup(s->sql_database(), backup_file, false);
    const auto target = postgresql_server::shared()->fresh_database();
    static_cast<void>(restore(backup_file, target, {}));
    EXPECT_EQ(found(store::open(target)->verify({}, {})), lines{});

    {
        sqlite3 *db = nullptr;
        ASSERT_EQ(sqlite3_open(backup_file.c_str(), &db), SQLITE_OK);
        const sqlite_handle handle(db);
        ASSERT_EQ(sqlite3_exec(db, "CREATE TRIGGER forget AFTER INSERT ON names BEGIN SELECT 1; END", nullptr, nullptr,
                               nullptr),
                  SQLITE_OK);
    }
    const auto other = postgresql_server::shared()->fresh_database();
    const auto says = refusal([&] { static_cast<void>(restore(backup_file, other, {})); });
    EXPECT_TRUE(says.contains("the trigger forget on names is foreign")) << says;

    // The database that is restored to has a trigger that is fired by every new table's rows.
    const auto prepared = postgresql_server::shared()->fresh_database();
    uniform::test::run_sql(prepared, "CREATE FUNCTION helps() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    const auto target_says = refusal([&] { copy(s->sql_database(), *database::open(prepared)); });
    EXPECT_TRUE(target_says.contains("the function helps() is foreign")) << target_says;
}

} // namespace
