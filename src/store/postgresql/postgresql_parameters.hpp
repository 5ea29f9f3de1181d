// Connection URIs of PostgreSQL, and connecting with libpq.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Whether statements may be prepared: unless the location has prepared_statements=off.
[[nodiscard]] bool may_prepare(const postgresql_parameters &p);

/// Keywords and values as libpq takes them. The parameters must outlive it.
struct connection_words {
    explicit connection_words(const postgresql_parameters &p);
    std::vector<const char *> keywords, values;
};

/// The parameters with those that a store needs, where the URI has others left out.
[[nodiscard]] postgresql_parameters with_defaults(postgresql_parameters p);
/// Statements that every session of a store begins with. Whatever the settings of the server: an acknowledged commit is
/// on disk, and a transaction that waited for the lock for writing sees what was committed meanwhile.
inline constexpr std::string_view session_settings =
    "SET synchronous_commit TO on; SET default_transaction_isolation TO 'read committed'; "
    "SET client_min_messages TO warning; ";
/// Throws failure (other) if the texts of the database are not UTF-8: it would refuse some of them.
void check_encoding(PGconn *c, const postgresql_parameters &p);
/// A growing pause, randomized so that many clients do not return to a restarted server at the same moment.
[[nodiscard]] std::chrono::milliseconds pause(int attempt);
/// Whether the server answers; asked after an attempt to connect has failed.
[[nodiscard]] bool answers(const postgresql_parameters &p);

/// Whether a server would refuse again what it has refused (the password, the database): an attempt has failed although
/// the server answered before it and after it. A server that answers only afterwards may have come back meanwhile.
class refusal {
public:
    /// @param answers after an attempt that has failed
    [[nodiscard]] bool is_certain(bool answers) noexcept { return std::exchange(answered_, answers) && answers; }

private:
    bool answered_ = false;
};

/// Connects to a server that permits `may`, and retries with growing pauses for `tries_for` when none answers. Throws
/// failure (unavailable) with the server's message.
[[nodiscard]] postgresql_handle connect_to(postgresql_parameters p, access may, bool stale,
                                           std::chrono::milliseconds tries_for);

} // namespace uniform::store
