#include "store/writing/follower_mark.hpp"

#include <bit>
#include <cstring>
#include <string>

#include "store/history/event_encoding.hpp"

namespace uniform::store::detail {

// SQLite, "PRAGMA user_version": an integer of the file's header, for applications.
std::uint32_t follower_mark(connection &c) {
    if (c.dialect() != dialect::sqlite) return 0;
    std::uint32_t mark = 0;
    c.run("PRAGMA user_version", {}, [&](const row &r) {
        mark = static_cast<std::uint32_t>(r.integer(0));
        return false;
    });
    return mark;
}

std::uint32_t mark_of(std::string_view part) {
    if (part.empty()) return 1;
    const digest d = sha256(part);
    std::uint32_t bits = 0;
    std::memcpy(&bits, d.data(), sizeof bits);
    if constexpr (std::endian::native == std::endian::big) bits = std::byteswap(bits);
    constexpr std::uint32_t parts = 0x7FFFFFFDU; // user_version is a signed number of 32 bits
    return 2 + bits % parts;
}

void set_follower_mark(connection &c, std::uint32_t mark) {
    if (c.dialect() != dialect::sqlite) {
        throw failure(failure_kind::other, "a store in PostgreSQL cannot follow another one: use an SQLite file");
    }
    c.script("PRAGMA user_version = " + std::to_string(mark));
}

} // namespace uniform::store::detail
