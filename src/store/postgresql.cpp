#include "postgresql.hpp"

namespace uniform::store {

std::unique_ptr<database> open_postgresql(std::string uri, const database_options &) {
    throw failure(failure_kind::unavailable, "PostgreSQL is not built in yet: " + uri.substr(0, uri.find(':')));
}

} // namespace uniform::store
