#include "migrations.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include <uniform/store/store.hpp>

#include "schema/operation.hpp"
#include "schema/store.hpp"
#include "transaction.hpp"

namespace uniform::store {

namespace {

void version_1(connection &c) {
    const bool sqlite = c.dialect() == dialect::sqlite;
    c.script(schema::store_tables);
    c.script(sqlite ? schema::store_guards_sqlite : schema::store_guards_postgresql);
    c.script(schema::operation_tables);
}

void version_2(connection &c) { c.script(schema::link_tables); }

void version_3(connection &c) {
    if (c.dialect() == dialect::postgresql) c.script(schema::no_notifications_postgresql);
}

constexpr std::array all{
    migration{1, "names, documents, history, operation", version_1},
    migration{2, "link checkers share the work", version_2},
    migration{3, "nobody is notified", version_3},
};

// Both counts in one question, which sees one moment: another process may be making the tables.
int version_in(connection &c, const std::string &location) {
    const bool sqlite = c.dialect() == dialect::sqlite;
    std::int64_t known = 0, all_tables = 0;
    c.run(sqlite ? "SELECT count(*) FILTER (WHERE type = 'table' AND name = 'schema_version'), count(*) "
                   "FROM sqlite_schema"
                 : "SELECT count(*) FILTER (WHERE tablename = 'schema_version'), count(*) FROM pg_catalog.pg_tables "
                   "WHERE schemaname = current_schema()",
          {}, [&](const row &r) {
              known = r.integer(0);
              all_tables = r.integer(1);
              return true;
          });
    if (known == 0 && all_tables == 0) return 0;
    if (known == 0)
        throw failure(failure_kind::version, "the database " + location + " is not a store: it has other tables");
    int version = 0;
    c.run("SELECT max(version) FROM schema_version", {}, [&](const row &r) {
        version = static_cast<int>(r.integer(0));
        return true;
    });
    return version;
}

void step(connection &c, const std::string &location, const migration &m) {
    transaction t(c, access::read_write);
    // Another process may have been faster.
    const int now = version_in(c, location);
    if (now >= m.version) return;
    if (now == 0) c.script("CREATE TABLE schema_version (version INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL)");
    m.run(c);
    const auto at =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
    c.run("INSERT INTO schema_version (version, at) VALUES ($1, $2)", {m.version, std::int64_t{at.count()}});
    t.commit();
}

} // namespace

std::span<const migration> migrations() noexcept { return all; }

int schema_version() noexcept { return all.back().version; }

int version_of(database &where) { return version_in(*where.reader(), where.location()); }

void migrate(database &where, bool may, std::span<const migration> steps) {
    const int now = version_of(where);
    const int wanted = steps.back().version;
    const auto versions = "the store " + where.location() + " has version " + std::to_string(now);
    if (now > wanted)
        throw failure(failure_kind::version, versions + ", and this program knows those up to " +
                                                 std::to_string(wanted) + ": a newer one has written it");
    if (now == wanted) return;
    if (now != 0 && !may)
        throw failure(failure_kind::version, versions + ", and this program needs " + std::to_string(wanted) +
                                                 ": `uniform store migrate` brings it up to date");
    const auto writer = where.connect(access::read_write);
    for (const auto &m : steps)
        if (m.version > now) step(*writer, where.location(), m);
}

} // namespace uniform::store
