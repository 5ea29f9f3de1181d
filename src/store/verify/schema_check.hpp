// Compares the schema of a store with what this version makes: somebody with the rights of the database's owner can
// remove the guard triggers, and add triggers, rules or tables that change what the statements of this library do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/store/database.hpp>

namespace uniform::store {

/// One object of a schema, or one property of one.
struct schema_object {
    std::string name = {};       ///< "trigger names_are_not_deleted on names", "column names.key"
    std::string table = {};      ///< the table whose absence or presence explains the object's: "table names"; or empty
    std::string definition = {}; ///< comparable text
    bool operator==(const schema_object &) const = default;
};

/// The difference between an object and the one that this version makes.
enum class schema_fault : std::uint8_t {
    missing,   ///< this version makes it
    foreign,   ///< this version makes no object of this kind and name
    different, ///< this version makes another object of this kind and name
};
struct schema_difference {
    std::string object = {}; ///< "trigger names_are_not_deleted on names"
    schema_fault fault = schema_fault::missing;
    bool operator==(const schema_difference &) const = default;
};
/// "is missing", "is foreign: this version makes no such object", "differs from what this version makes".
inline constexpr auto schema_fault_names =
    enum_table<schema_fault>({{schema_fault::missing, "is missing"},
                              {schema_fault::foreign, "is foreign: this version makes no such object"},
                              {schema_fault::different, "differs from what this version makes"}});
[[nodiscard]] constexpr std::string_view to_string(schema_fault f) noexcept { return schema_fault_names.name(f); }

/// All objects in the schema of a store, in the order of their names. SQLite: the rows of sqlite_schema, with
/// normalized text. PostgreSQL: what the catalogue has in the schema of the tables. Objects that SQLite (ANALYZE) and
/// extensions of PostgreSQL make are left out.
[[nodiscard]] std::vector<schema_object> schema_of(connection &c);

/// The differences from what version `version` of the schema has, in the order of the objects' names; those of
/// PostgreSQL are known for the latest version only. One query, and for SQLite a database in memory the first time.
[[nodiscard]] std::vector<schema_difference> schema_differences(connection &c, int version);
/// The same for the latest version.
[[nodiscard]] std::vector<schema_difference> schema_differences(connection &c);

/// Throws failure (damaged), which names every difference and says what to do, unless the schema is that of the latest
/// version. @param called what the store is called in the message: "the store names.db"
void check_schema(connection &c, const std::string &called);
void check_schema(connection &c, const std::string &called, int version);
/// The same in a transaction of its own, after migrate().
void check_schema(database &where);

} // namespace uniform::store
