#include "store/migrations.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string>
#include <thread>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/schema_version.hpp>

#include "store/transaction.hpp"

namespace uniform::store {

namespace {

#include "store/schema.inc" // made by scripts/generate_schema.py: sqlite_migrations, postgresql_migrations

static_assert(std::size(sqlite_migrations) == std::size(postgresql_migrations));

// One query for both counts, so that both are of one moment: another process may be making the tables.
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
    if (known == 0) {
        throw failure(failure_kind::version, "the database " + location +
                                                 " is not a store: it has other tables. Name an empty database or a "
                                                 "file that does not exist");
    }
    int version = 0;
    const query asks = version_query(version);
    c.run(asks.sql, asks.parameters, asks.each);
    return version;
}

void note_version(connection &c, int version) {
    const auto at =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
    c.run("INSERT INTO schema_version (version, at) VALUES ($1, $2)", {version, std::int64_t{at.count()}});
}

bool is_one(connection &c, const std::string &condition) {
    bool is = false;
    c.run("SELECT CASE WHEN " + condition + " THEN 1 ELSE 0 END", {}, [&](const row &r) {
        is = r.integer(0) == 1;
        return true;
    });
    return is;
}

constexpr std::string_view concurrently = "CREATE INDEX CONCURRENTLY ";

// Such a statement runs outside of transactions. If one was interrupted, its index exists and is not valid.
void build_index(connection &c, const std::string &statement) {
    const std::string name =
        statement.substr(concurrently.size(), statement.find(' ', concurrently.size()) - concurrently.size());
    const std::string there = "to_regclass('" + name + "')";
    if (is_one(c, there + " IS NOT NULL")) {
        if (is_one(c, "(SELECT indisvalid FROM pg_index WHERE indexrelid = " + there + ")")) return;
        c.script("DROP INDEX CONCURRENTLY " + name);
    }
    c.script(statement);
}

// Whoever builds an index waits for the transactions that there are, and so must not be waited for by one: the lock is
// asked for again and again, and the end of the connection releases it, too.
void build_indexes(connection &c, const std::string &location, const migration &m) {
    c.script("SET lock_timeout TO 0");
    while (!is_one(c, "pg_try_advisory_lock(8142)")) std::this_thread::sleep_for(std::chrono::milliseconds{100});
    if (version_in(c, location) < m.version) {
        for (std::string_view rest = m.script; rest.find(concurrently) != std::string_view::npos;) {
            rest.remove_prefix(rest.find(concurrently));
            const auto end = std::min(rest.find(';'), rest.size());
            build_index(c, std::string{rest.substr(0, end)});
            rest.remove_prefix(end);
        }
        transaction t(c, access::read_write);
        note_version(c, m.version);
        t.commit();
    }
    static_cast<void>(is_one(c, "pg_advisory_unlock(8142)"));
}

void step(connection &c, const std::string &location, const migration &m) {
    if (c.dialect() == dialect::postgresql && m.script.starts_with(concurrently)) return build_indexes(c, location, m);
    transaction t(c, access::read_write);
    // Another process may have been faster.
    const int now = version_in(c, location);
    if (now >= m.version) return;
    if (!m.script.empty()) c.script(m.script);
    note_version(c, m.version);
    t.commit();
}

} // namespace

std::span<const migration> migrations(dialect d) noexcept {
    if (d == dialect::sqlite) return sqlite_migrations;
    return postgresql_migrations;
}

int schema_version() noexcept { return migrations(dialect::sqlite).back().version; }

query version_query(int &to) {
    return {"SELECT max(version) FROM schema_version", {}, [&to](const row &r) {
                to = static_cast<int>(r.integer(0));
                return true;
            }};
}

std::string newer_schema(int version) {
    if (version <= schema_version()) return {};
    return "the schema of the store has version " + std::to_string(version) +
           "; this program supports versions up to " + std::to_string(schema_version()) +
           ". Use the newer program that migrated it";
}

int version_of(database &where) { return version_in(*where.reader(), where.location()); }

void migrate(database &where, bool may, std::span<const migration> steps) {
    const int now = version_of(where);
    const int wanted = steps.back().version;
    const auto versions = "the store " + where.location() + " has schema version " + std::to_string(now);
    if (now > wanted) {
        throw failure(failure_kind::version, versions + "; this program supports versions up to " +
                                                 std::to_string(wanted) + ". Use the newer program that wrote it");
    }
    if (now == wanted) return;
    if (now != 0 && !may) {
        throw failure(failure_kind::version, versions + "; this program needs version " + std::to_string(wanted) +
                                                 ". Run `uniform store migrate` to migrate the store");
    }
    const auto writer = where.connect(access::read_write);
    for (const auto &m : steps) {
        if (m.version > now) step(*writer, where.location(), m);
    }
}

void migrate(database &where, bool may) { migrate(where, may, migrations(where.dialect())); }

} // namespace uniform::store
