#include "http/operation/store_state.hpp"

#include <filesystem>
#include <system_error>

#include <uniform/base/hex.hpp>
#include <uniform/store/location.hpp>

namespace uniform::http {

namespace {

std::uint64_t number_in(store::connection &c, std::string_view sql) {
    std::uint64_t out = 0;
    c.run(sql, {}, [&](const store::row &row) {
        out = static_cast<std::uint64_t>(row.integer(0));
        return false;
    });
    return out;
}

std::string text_in(store::connection &c, std::string_view sql) {
    std::string out;
    c.run(sql, {}, [&](const store::row &row) {
        out = row.text(0);
        return false;
    });
    return out;
}

void look_at_sqlite(store::connection &c, store_state &out) {
    const std::uint64_t page = number_in(c, "PRAGMA page_size");
    out.bytes = page * number_in(c, "PRAGMA page_count");
    out.free_bytes = page * number_in(c, "PRAGMA freelist_count");
    out.server = "SQLite " + text_in(c, "SELECT sqlite_version()");
    std::error_code error;
    const auto size = std::filesystem::file_size(std::string{store::path_of(out.location)} + "-wal", error);
    if (!error) out.log_bytes = size;
}

std::optional<std::chrono::milliseconds> time_in(const store::row &row, int column) {
    if (row.null(column)) return std::nullopt;
    return std::chrono::milliseconds{row.integer(column)};
}

void look_at_postgresql(store::connection &c, store_state &out) {
    out.bytes = number_in(c, "SELECT pg_database_size(current_database())");
    out.server = "PostgreSQL " + text_in(c, "SELECT current_setting('server_version')");
    out.read_from_replica = number_in(c, "SELECT CAST(pg_is_in_recovery() AS INTEGER)") != 0;
    if (out.read_from_replica) {
        c.run("SELECT CAST(extract(epoch FROM now() - pg_last_xact_replay_timestamp()) * 1000 AS BIGINT)", {},
              [&](const store::row &row) {
                  out.replica_behind = time_in(row, 0);
                  return false;
              });
        return;
    }
    c.run("SELECT coalesce(application_name, ''), coalesce(CAST(client_addr AS TEXT), ''), coalesce(state, ''), "
          "coalesce(sync_state, ''), CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS BIGINT), "
          "CAST(extract(epoch FROM replay_lag) * 1000 AS BIGINT) FROM pg_stat_replication ORDER BY 1, 2 LIMIT 100",
          {}, [&](const store::row &row) {
              replica_state one{.name = std::string{row.text(0)},
                                .address = std::string{row.text(1)},
                                .state = std::string{row.text(2)},
                                .sync = std::string{row.text(3)},
                                .behind = time_in(row, 5)};
              if (!row.null(4)) one.bytes_behind = static_cast<std::uint64_t>(row.integer(4));
              out.replicas.push_back(std::move(one));
              return true;
          });
}

} // namespace

store_state state_of(store::store &s, const resolver::instance_administrator & /*by*/) {
    store_state out{.dialect = s.sql_database().dialect(),
                    .location = store::without_password(s.sql_database().location()),
                    .primary_away = s.sql_database().primary_away()};
    s.read([&](store::reading &r) {
        const auto [number, hash] = r.head();
        out.events = number;
        out.head = std::to_string(number) + ":" + base::to_hex(hash);
        if (const auto last = r.event_at(number)) out.last_event = last->at;
        store::connection &c = r.sql();
        out.schema = static_cast<int>(number_in(c, "SELECT max(version) FROM schema_version"));
        if (out.dialect == store::dialect::sqlite) {
            look_at_sqlite(c, out);
        } else {
            look_at_postgresql(c, out);
        }
        return 0;
    });
    return out;
}

} // namespace uniform::http
