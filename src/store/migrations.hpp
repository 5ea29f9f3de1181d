// The versions of the schema. Migrations only move forward, each in one transaction, except that with PostgreSQL those
// that begin with "CREATE INDEX CONCURRENTLY" have only such statements, and hold up no write while they run.
//
// The tables are defined in schema/sqlite.sql and schema/postgresql.sql, whose sections are the migrations.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/store/database.hpp>

namespace uniform::store {

struct migration {
    int version; ///< 1, 2, 3, ...
    std::string_view title;
    std::string_view script; ///< SQL statements; may be empty
};

/// All migrations for a database, in order. The versions are the same for both databases.
[[nodiscard]] std::span<const migration> migrations(dialect d) noexcept;

/// @return the version of a store, 0 when the database is empty
/// Throws failure (version) when the database has other tables.
[[nodiscard]] int version_of(database &where);

/// Why a schema of this version is not written by this program; empty: it is not newer.
[[nodiscard]] std::string newer_schema(int version);
/// The query of the version of a store's schema, which is written to `to`.
[[nodiscard]] query version_query(int &to);

/// Makes the schema in an empty database and migrates an older store, one version at a time. Several processes may do
/// so at once. Throws failure (version) when the store is newer than the last of `steps`, or older and `may` is false.
void migrate(database &where, bool may, std::span<const migration> steps);
/// The same to the latest version.
void migrate(database &where, bool may = true);

} // namespace uniform::store
