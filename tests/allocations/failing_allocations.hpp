// Allocations that fail when a test says so: those of operator new and of SQLite, on the thread that asks for it.
#pragma once

#include <cstdint>

namespace uniform::test {

/// Gives SQLite an allocator that can fail. Before anything else in the program uses SQLite.
void install_failing_allocations();

/// While it lives, the n-th allocation of this thread fails (from 1), and all later ones if `lasting`.
class failing_allocation {
public:
    failing_allocation(std::uint64_t n, bool lasting) noexcept;
    ~failing_allocation();
    failing_allocation(const failing_allocation &) = delete;
    failing_allocation &operator=(const failing_allocation &) = delete;
    /// From now on, none fails.
    static void heal() noexcept;
    /// Whether one has failed on this thread since the last object was made.
    [[nodiscard]] static bool fired() noexcept;
};

} // namespace uniform::test
