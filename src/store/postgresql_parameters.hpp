// Connection URIs of PostgreSQL, and connecting with libpq.
#pragma once

#include <map>
#include <memory>
#include <string>

#include <libpq-fe.h>

#include <uniform/store/database.hpp>

namespace uniform::store {

struct postgresql_close {
    void operator()(PGconn *c) const noexcept { PQfinish(c); }
};
struct postgresql_clear {
    void operator()(PGresult *r) const noexcept { PQclear(r); }
};
using postgresql_handle = std::unique_ptr<PGconn, postgresql_close>;
using postgresql_result = std::unique_ptr<PGresult, postgresql_clear>;

/// Keywords and values of libpq.
using postgresql_parameters = std::map<std::string, std::string>;

/// Parses a connection URI. Throws failure (other) when libpq refuses it.
[[nodiscard]] postgresql_parameters read_parameters(const std::string &uri);

/// The URI without passwords, for messages.
[[nodiscard]] std::string shown(const postgresql_parameters &p);

/// A message of libpq as one line.
[[nodiscard]] std::string single_line(std::string_view message);

/// Connects to a server that permits `may`, and retries with growing pauses for `tries_for` when none answers. Throws
/// failure (unavailable) with the server's message.
[[nodiscard]] postgresql_handle connect_to(postgresql_parameters p, access may, bool stale,
                                           std::chrono::milliseconds tries_for);

} // namespace uniform::store
