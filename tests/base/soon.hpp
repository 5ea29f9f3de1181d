// Waits for what another thread or process does, as long as it takes, but not for ever.
#pragma once

#include <chrono>
#include <thread>

namespace uniform::test {

/// Whether `f` becomes true within a minute; it is called every millisecond.
template <class F>
[[nodiscard]] bool soon(F &&f) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (!f()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

} // namespace uniform::test
