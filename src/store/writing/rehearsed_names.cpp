#include "store/writing/rehearsed_names.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace uniform::store::detail {

namespace {

constexpr std::size_t in_memory = std::size_t{16} << 20U; // bytes

} // namespace

// A file without a name: https://sqlite.org/inmemorydb.html, "Temporary On-disk Databases". Its only transaction is
// never committed, so that nothing is synced and the journal stays empty.
rehearsed_names::rehearsed_names() : connection_("", {.cache_bytes = in_memory}) {
    connection_.begin(access::read_write);
    connection_.script("CREATE TABLE names (key TEXT NOT NULL PRIMARY KEY, event INTEGER NOT NULL, record BLOB NOT "
                       "NULL) WITHOUT ROWID");
}

std::optional<name_row> rehearsed_names::find(std::string_view key) {
    std::optional<name_row> found;
    connection_.run("SELECT event, record FROM names WHERE key = $1", {key}, [&](const row &r) {
        found = {.key = std::string(key),
                 .record = std::string(r.bytes(1)),
                 .event = static_cast<std::uint64_t>(r.integer(0))};
        return false;
    });
    return found;
}

void rehearsed_names::keep(parameters rows) {
    connection_.run_each("INSERT INTO names (key, event, record) VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET "
                         "event = excluded.event, record = excluded.record",
                         3, rows);
}

} // namespace uniform::store::detail
