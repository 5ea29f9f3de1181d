#include <uniform/store/database.hpp>
#include <uniform/store/location.hpp>

#include "store/postgresql/postgresql.hpp"
#include "store/sqlite/sqlite.hpp"

namespace uniform::store {

std::unique_ptr<database> database::open(std::string_view location, const database_options &o) {
    if (const auto wrong = location_error(location); !wrong.empty()) throw failure(failure_kind::other, wrong);
    if (is_postgresql(location)) return open_postgresql(std::string(location), o);
    return open_sqlite(std::string(path_of(location)), o);
}

} // namespace uniform::store
