#include <uniform/store/database.hpp>

#include "postgresql.hpp"
#include "sqlite.hpp"

namespace uniform::store {

std::unique_ptr<database> database::open(std::string_view location, const database_options &o) {
    if (location.starts_with("postgresql://") || location.starts_with("postgres://"))
        return open_postgresql(std::string(location), o);
    if (location.starts_with("sqlite:")) location.remove_prefix(7);
    if (location.empty())
        throw failure(failure_kind::other, "a store needs a location: a path, or postgresql://HOST/DATABASE");
    return open_sqlite(std::string(location), o);
}

} // namespace uniform::store
