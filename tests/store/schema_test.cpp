// The DDL scripts of both databases, src/store/schema/: the same versions, tables, columns and indexes.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/store/store.hpp>

#include "store/fixture.hpp"
#include "store/migrations.hpp"
#include "store/postgresql_server.hpp"

namespace {

using namespace uniform::store;
using uniform::test::postgresql_server;

using lines = std::vector<std::string>;

/// PostgreSQL's type for SQLite's.
std::string type_of(std::string_view name) {
    if (name == "INTEGER") return "bigint";
    if (name == "TEXT") return "text";
    if (name == "BLOB") return "bytea";
    return std::string(name);
}

/// "TABLE.COLUMN TYPE, not null, key 1", in the order of the tables' names and of the columns.
lines columns_of(connection &c) {
    lines all;
    c.run(c.dialect() == dialect::sqlite ? R"(SELECT t.name, c.name, c.type, c."notnull", c.pk
                   FROM sqlite_schema t JOIN pragma_table_info(t.name) c
                   WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY t.name, c.cid)"
                                         : R"(SELECT c.table_name::text COLLATE "C", c.column_name::text,
                          c.data_type::text || CASE WHEN c.data_type = 'text' AND c.collation_name IS DISTINCT FROM 'C'
                                                    THEN ' of another collation' ELSE '' END,
                          (c.is_nullable = 'NO')::int::bigint, coalesce(k.ordinal_position, 0)::bigint
                   FROM information_schema.columns c LEFT JOIN information_schema.key_column_usage k
                        USING (table_schema, table_name, column_name)
                   WHERE c.table_schema = current_schema() ORDER BY 1, c.ordinal_position)",
          {}, [&](const row &r) {
              all.push_back(std::string(r.text(0)) + '.' + std::string(r.text(1)) + ' ' + type_of(r.text(2)) +
                            (r.integer(3) != 0 ? ", not null" : "") +
                            (r.integer(4) != 0 ? ", key " + std::to_string(r.integer(4)) : ""));
              return true;
          });
    return all;
}

/// "INDEX on TABLE (COLUMNS)" of those that are not of a primary key.
lines indexes_of(connection &c) {
    lines all;
    c.run(c.dialect() == dialect::sqlite
              ? "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
              : "SELECT indexname::text COLLATE \"C\", tablename::text, indexdef FROM pg_indexes "
                "WHERE schemaname = current_schema() AND indexname NOT LIKE '%\\_pkey' ORDER BY 1",
          {}, [&](const row &r) {
              const auto sql = r.text(2);
              const auto begin = sql.find('(');
              all.push_back(std::string(r.text(0)) + " on " + std::string(r.text(1)) + ' ' +
                            std::string(sql.substr(begin, sql.find(')') + 1 - begin)) +
                            (sql.contains(" WHERE ") ? " of some rows" : ""));
              return true;
          });
    return all;
}

TEST(schema, has_the_same_versions_for_both_databases) {
    const auto sqlite = migrations(dialect::sqlite);
    const auto postgresql = migrations(dialect::postgresql);
    ASSERT_EQ(sqlite.size(), postgresql.size());
    for (std::size_t i = 0; i < sqlite.size(); ++i) {
        EXPECT_EQ(sqlite[i].version, static_cast<int>(i + 1));
        EXPECT_EQ(postgresql[i].version, static_cast<int>(i + 1));
        EXPECT_EQ(sqlite[i].title, postgresql[i].title);
    }
}

class schemas : public uniform::test::on_both_stores {};
INSTANTIATE_ON_BOTH_STORES(schemas);

TEST_P(schemas, are_alike) {
    postgresql_server::need();
    if (IsSkipped()) return;
    const auto ours = store::open(location());
    const auto other = store::open(GetParam() == dialect::sqlite ? postgresql_server::shared()->fresh_database()
                                                                 : (folder() / "other.db").string());
    const auto c = ours->sql_database().connect(access::read_only);
    const auto d = other->sql_database().connect(access::read_only);
    EXPECT_GE(columns_of(*c).size(), 40U);
    EXPECT_EQ(columns_of(*c), columns_of(*d));
    EXPECT_GT(indexes_of(*c).size(), 3U);
    EXPECT_EQ(indexes_of(*c), indexes_of(*d));
}

// A migrated store has the tables of a new one.
TEST_P(schemas, are_reached_from_version_0_1_0) {
    const auto place = another_location();
    if (GetParam() == dialect::sqlite)
        std::ofstream(place, std::ios::binary) << uniform::test::fixture_of_0_1_0("sqlite.db");
    else
        uniform::test::run_sql(place, uniform::test::fixture_of_0_1_0("postgresql.sql"));
    const auto migrated = store::open(place);
    const auto made = store::open(location());
    const auto c = migrated->sql_database().connect(access::read_only);
    const auto d = made->sql_database().connect(access::read_only);
    EXPECT_EQ(columns_of(*c), columns_of(*d));
    EXPECT_EQ(indexes_of(*c), indexes_of(*d));
}

// The drafts of who has a token are theirs; others count for all without token together.
TEST_P(schemas, of_version_13_know_the_drafts_of_somebody_unknown) {
    const auto db = database::open(another_location());
    migrate(*db, true, migrations(GetParam()).first(12));
    const auto c = db->connect(access::read_write);
    c->begin(access::read_write);
    std::int64_t number = 0;
    for (const std::string_view holder : {"192.0.2.1", "net:20010db800000000", "token:7f3a9c", "local:alice"}) {
        c->run("INSERT INTO drafts (number, holder, request, template, bytes, changed) VALUES ($1, $2, '', 'T', 1, 7)",
               {++number, holder});
    }
    c->commit();
    migrate(*db, true);
    std::vector<std::string> unknown;
    std::int64_t submitted = 0;
    c->run("SELECT holder, anonymous, received FROM drafts ORDER BY number", {}, [&](const row &r) {
        if (r.integer(1) != 0) unknown.emplace_back(r.text(0));
        submitted += r.integer(2);
        return true;
    });
    EXPECT_EQ(unknown, (std::vector<std::string>{"192.0.2.1", "net:20010db800000000"}));
    EXPECT_EQ(submitted, 0);
}

} // namespace
