// The entry point, and the collations "uri", "iri" and "urn".

#include <climits>
#include <cstddef>
#include <string_view>

#include <sqlite3ext.h>

#include "sql/normal_key.hpp"
#include "sqlite/call.hpp"

namespace {

const sqlite3_api_routines *api = nullptr; // NOLINT: set when the extension is loaded, the same for every connection

// A collation cannot fail. Where there is no memory to compare two texts, the statement is interrupted, so that no
// index is written in a wrong order.
template <uniform::edition e>
int compare(void *db, int a_size, const void *a, int b_size, const void *b) noexcept {
    const std::string_view x{static_cast<const char *>(a), static_cast<std::size_t>(a_size)};
    const std::string_view y{static_cast<const char *>(b), static_cast<std::size_t>(b_size)};
    try {
        return uniform::sql::compare_keys(x, y, e);
    } catch (...) {
        api->interruptx(static_cast<sqlite3 *>(db));
        return x.compare(y);
    }
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): SQLite derives the name from that of the file
extern "C" __attribute__((visibility("default"))) int sqlite3_uniform_init(sqlite3 *db, char ** /*message*/,
                                                                           const sqlite3_api_routines *routines) {
    api = routines;
    int result = uniform::sqlite::register_functions(db, routines);
    if (result == SQLITE_OK) result = uniform::sqlite::register_tables(db, routines);
    using uniform::edition;
    const auto collation = [&](const char *name, auto *compares) {
        if (result == SQLITE_OK) result = api->create_collation_v2(db, name, SQLITE_UTF8, db, compares, nullptr);
    };
    collation("uri", compare<edition::rfc3986>);
    collation("iri", compare<edition::rfc3987>);
    collation("urn", compare<edition::rfc8141>);
    return result;
}
