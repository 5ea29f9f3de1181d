// A schema as both databases have it, as PostgreSQL wants it.
#pragma once

#include <string>
#include <string_view>

namespace uniform::store {

/// INTEGER becomes BIGINT, BLOB BYTEA, TEXT TEXT COLLATE "C"; WITHOUT ROWID goes. Texts in quotes, comments and bodies
/// between $$ stay. Linear.
[[nodiscard]] std::string adapted_schema(std::string_view sql);

} // namespace uniform::store
