// The store as it is: its database, size, history, and the servers that follow the one that accepts writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <uniform/resolver/authority.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

/// A server that follows another one, as that one sees it (PostgreSQL, pg_stat_replication). Members that the service's
/// user may not see are absent: it must be a member of pg_monitor.
struct replica_state {
    std::string name = {};
    std::string address = {};
    std::string state = {}; ///< "streaming", ...
    std::string sync = {};  ///< "async", "sync", ...
    std::optional<std::uint64_t> bytes_behind = {};
    std::optional<std::chrono::milliseconds> behind = {};
};

struct store_state {
    store::dialect dialect = store::dialect::sqlite;
    std::string location = {}; ///< without password
    int schema = 0;
    std::uint64_t events = 0;
    std::string head = {}; ///< "NUMBER:HASH"
    resolver::timestamp last_event = {};
    std::uint64_t bytes = 0;                                      ///< of the database
    std::uint64_t free_bytes = 0;                                 ///< of these, that are not used (SQLite)
    std::uint64_t log_bytes = 0;                                  ///< of the write-ahead log (SQLite)
    std::string server = {};                                      ///< version of the database
    bool read_from_replica = false;                               ///< this was
    std::optional<std::chrono::milliseconds> replica_behind = {}; ///< if so: since its last transaction
    std::optional<std::chrono::milliseconds> primary_away = {};   ///< for how long it has not answered
    std::vector<replica_state> replicas = {};                     ///< at most 100
};
/// For administrators of the instance. A few queries. Throws store::failure.
[[nodiscard]] store_state state_of(store::store &s, const resolver::instance_administrator &by);

} // namespace uniform::http
