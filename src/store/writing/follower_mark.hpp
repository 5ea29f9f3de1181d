// The mark of a store that follows another one: in the header of its SQLite file, so that backups and copies of the
// file have it, and every process that opens it for writing sees it. A store in PostgreSQL has none.
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/store/database.hpp>

namespace uniform::store::detail {

/// 0: the store follows no other one; 1: all of a history; else the part of it (mark_of()).
[[nodiscard]] std::uint32_t follower_mark(connection &c);
[[nodiscard]] inline bool has_follower_mark(connection &c) { return follower_mark(c) != 0; }
/// Whether the store follows a part only, and lacks what the other events say.
[[nodiscard]] constexpr bool is_of_part(std::uint32_t mark) noexcept { return mark > 1; }
/// The mark of a part, by a hash of what it is called: 31 bits, so that another part is not taken for it by mistake.
[[nodiscard]] std::uint32_t mark_of(std::string_view part);
/// In a transaction that writes. Throws failure (other) with PostgreSQL.
void set_follower_mark(connection &c, std::uint32_t mark);

} // namespace uniform::store::detail
