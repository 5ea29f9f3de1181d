// Whether the service is alive, and whether it is ready: what /healthz and /readyz say.
#pragma once

#include <atomic>
#include <string>

namespace uniform::store {
class store;
}

namespace uniform::http {

class health {
public:
    explicit health(store::store &s) noexcept : store_(&s) {}
    /// From now on it is not ready: no new clients are wanted.
    void stop() noexcept { stopping_.store(true, std::memory_order_release); }
    [[nodiscard]] bool stopping() const noexcept { return stopping_.load(std::memory_order_acquire); }
    /// Empty when it is ready; else why it is not, for people. Asks the store: may wait.
    [[nodiscard]] std::string why_not_ready() const;

private:
    store::store *store_;
    std::atomic<bool> stopping_ = false;
};

} // namespace uniform::http
