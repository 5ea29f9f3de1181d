// The mark of a store that follows another one: in the header of its SQLite file, so that backups and copies of the
// file have it, and every process that opens it for writing sees it. A store in PostgreSQL has none.
#pragma once

#include <uniform/store/database.hpp>

namespace uniform::store::detail {

[[nodiscard]] bool has_follower_mark(connection &c);
/// In a transaction that writes. Throws failure (other) with PostgreSQL.
void set_follower_mark(connection &c, bool follows);

} // namespace uniform::store::detail
