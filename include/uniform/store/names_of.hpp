// Several names, read together.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/database.hpp>
#include <uniform/store/records.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The rows of names by their keys, in the order of the keys; nothing for a key that no name has. One round trip to
/// PostgreSQL, whatever their number. Outside of a transaction, each row is as it was at some time during the call, and
/// two rows may be of different times. Throws failure. Logarithmic in the names of the store, for each key.
///
///     const auto c = s.sql_database().reader();
///     const auto rows = store::names_of(*c, std::array<std::string_view, 2>{"example:a", "example:b"});
///     if (rows[1]) ... rows[1]->record ...
[[nodiscard]] std::vector<std::optional<name_row>> names_of(connection &c, std::span<const std::string_view> keys);

} // namespace store
} // namespace uniform
