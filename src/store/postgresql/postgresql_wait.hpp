// Waiting for a PostgreSQL server no longer than until a point in time.
#pragma once

#include <chrono>
#include <string>

#include "store/postgresql/postgresql_parameters.hpp"

namespace uniform::store {

using deadline = std::chrono::steady_clock::time_point;

/// Sends what libpq has not sent yet, and waits until PQgetResult() has a result or an error. False: not in time.
[[nodiscard]] bool wait_for_result(PGconn *c, deadline until);

/// Sends what libpq has not sent yet. False: not in time, or the connection was lost.
[[nodiscard]] bool wait_until_sent(PGconn *c, deadline until);

/// The last result of some statements. Null: not in time. Not in pipeline mode.
[[nodiscard]] postgresql_result ask(PGconn *c, const std::string &sql, deadline until);

/// The last result of what was sent, read to its end. Null: not in time.
[[nodiscard]] postgresql_result answer_of(PGconn *c, deadline until);

/// Connects to one server, with the session settings of a store, and finds out whether it is a replica. Null and a
/// reason in `why` if that fails, or takes longer. (How long looking up the address of a host takes is not limited.)
[[nodiscard]] postgresql_handle connect_once(const postgresql_parameters &p, deadline until, bool &is_replica,
                                             std::string &why);

} // namespace uniform::store
