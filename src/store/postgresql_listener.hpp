// Hears of changes that others make, on whatever machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "postgresql_parameters.hpp"

namespace uniform::store {

/// A thread with a connection to the primary that counts what is notified on the channel "uniform". To ask it costs
/// nothing. While it is not connected, it counts the seconds: who keeps answers then keeps them no longer than that.
class postgresql_listener {
public:
    /// @param stale others read from replicas, which have a change later than it is notified: it is counted again
    postgresql_listener(postgresql_parameters p, bool stale);
    postgresql_listener(const postgresql_listener &) = delete;
    postgresql_listener &operator=(const postgresql_listener &) = delete;
    ~postgresql_listener();

    [[nodiscard]] std::uint64_t changes() const noexcept { return changes_.load(std::memory_order_acquire); }

private:
    void listen();
    void hear(PGconn *c);
    bool wait(int also, int milliseconds) const;

    postgresql_parameters parameters_;
    bool stale_;
    std::atomic<std::uint64_t> changes_ = 1;
    std::atomic<bool> ends_ = false;
    int wake_ = -1;
    std::thread thread_;
};

} // namespace uniform::store
