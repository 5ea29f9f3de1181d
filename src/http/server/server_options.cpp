// The options of the modules, made of the settings.

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <uniform/http/server.hpp>
#include <uniform/store/location.hpp>

#include "http/server/part_options.hpp"

namespace uniform::http {

store::store_options store_options_of(const settings &s) {
    store::store_options o;
    o.database.cache_bytes = s.store_cache;
    o.database.busy_timeout = s.store_busy_timeout;
    o.database.pool_size = s.store_pool;
    // Threads that look up names wait for a disk with a connection in hand; the others need theirs. A server limits its
    // connections, SQLite does not.
    if (!store::is_postgresql(store_location(s))) o.database.pool_size += s.readers;
    o.database.replicas_may_be_stale = s.store_stale_replicas;
    o.database.replica_lag = s.store_replica_lag;
    o.database.stale_for = s.store_stale_for;
    o.database.reconnect_for = s.store_reconnect_for;
    o.database.read_timeout = s.store_read_timeout;
    o.database.write_timeout = s.store_write_timeout;
    o.migrate = s.store_migrate;
    o.group = s.store_group;
    o.tolerance = {.ahead = s.store_clock_ahead, .behind = s.store_clock_behind};
    return o;
}

store::store_options command_store_options_of(const settings &s) {
    store::store_options o = store_options_of(s);
    // One that it made would be of the account of the command, and the service could not write to it.
    std::error_code error;
    if (std::string file = head_file_of(s); std::filesystem::is_regular_file(file, error)) {
        o.database.head_file = std::move(file);
    }
    return o;
}

std::string store_location(const settings &s) { return s.store_location.empty() ? default_store() : s.store_location; }

} // namespace uniform::http
