// Names as the store has them, and as the operations return them.
#pragma once

#include <string_view>

#include <uniform/resolver/record.hpp>
#include <uniform/service/name_entry.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// The record of a row. Throws store::failure (damaged) when it cannot be read.
[[nodiscard]] resolver::name_record record_in(std::string_view key, std::string_view encoded);
[[nodiscard]] name_entry entry_of(const store::name_row &row);

/// The members that a client gives (name_members.hpp), of an active name.
[[nodiscard]] resolver::name_record client_members(const resolver::name_record &r);

/// The problem that the name exists already (RFC 8141 section 5 (1): it is never assigned again), with the member
/// "existing".
[[nodiscard]] problem already_exists(const store::name_row &existing, const resolver::name_record &record);

} // namespace uniform::service
