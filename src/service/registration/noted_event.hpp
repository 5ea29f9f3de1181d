// The tables of one row that say up to which event, or since which, another table has been filled from the history.
#pragma once

#include <cstdint>
#include <string>

#include <uniform/store/database.hpp>

namespace uniform::service {

/// The event in the table (decisions_until, notices_since); 0 if it has no row. Throws store::failure.
[[nodiscard]] inline std::uint64_t noted_event(store::connection &c, const char *table) {
    std::uint64_t out = 0;
    c.run("SELECT event FROM " + std::string{table} + " WHERE one = 1", {}, [&](const store::row &row) {
        out = static_cast<std::uint64_t>(row.integer(0));
        return false;
    });
    return out;
}

} // namespace uniform::service
