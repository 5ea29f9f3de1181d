// Tests that try many cases of one kind, one after the other, try a share of them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace uniform::test {

/// Whether every case is to be tried: UNIFORM_SHARE is "all" (`./test all`).
inline bool all_shares() {
    const char *wanted = std::getenv("UNIFORM_SHARE");
    return wanted != nullptr && std::string_view(wanted) == "all";
}

/// Whether this run tries case `n`: one case of `parts` consecutive ones. Which of them, a number in UNIFORM_SHARE says
/// (`./test`: the day, so that the shares take turns).
inline bool in_share(std::uint64_t n, std::uint64_t parts) {
    if (all_shares()) return true;
    const char *wanted = std::getenv("UNIFORM_SHARE");
    return (n + (wanted == nullptr ? 0 : std::strtoull(wanted, nullptr, 10))) % parts == 0;
}

} // namespace uniform::test
