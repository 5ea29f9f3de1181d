// The names that the writes of a rehearsal made or changed.
#pragma once

#include <optional>
#include <string_view>

#include <uniform/store/records.hpp>

#include "store/sqlite/sqlite_connection.hpp"

namespace uniform::store::detail {

/// In a database of its own, which SQLite keeps in memory, and in a temporary file without a name beyond the size of
/// its page cache.
class rehearsed_names {
public:
    rehearsed_names();

    [[nodiscard]] std::optional<name_row> find(std::string_view key);
    /// @param rows key, event, record of each
    void keep(parameters rows);

private:
    sqlite_connection connection_;
};

} // namespace uniform::store::detail
