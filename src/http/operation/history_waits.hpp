// The requests for the history that wait for the next event. Each of them has a thread for streams, so that there are
// few places. While all are taken, an address that would have fewer than another one gets the place of the other's
// request that has waited longest; whoever gets no place is answered at once, and asks again.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "http/engine/request_handler.hpp"

namespace uniform::http {

/// Used by all threads.
class history_waits {
public:
    /// @param places the requests that may wait at the same time
    explicit history_waits(std::size_t places) : places_(places) { waiting_.reserve(places); }
    history_waits(const history_waits &) = delete;
    history_waits &operator=(const history_waits &) = delete;

    /// Waits on the thread of the handler until there is something new, at most until then. Returns at once if there is
    /// no place, and soon if others need the thread, the client has left, or the service stops.
    /// @param client whose places are counted together; outlives the call, as `e` does
    /// @param is_new asked at first, and after each news(); what it throws goes on to the caller
    void wait(exchange &e, std::string_view client, std::chrono::steady_clock::time_point end,
              const std::function<bool()> &is_new) UNIFORM_EXCLUDES(mutex_);
    /// The history has changed: all look.
    void news() noexcept UNIFORM_EXCLUDES(mutex_);
    /// All are answered now, and nobody waits any more.
    void stop() noexcept UNIFORM_EXCLUDES(mutex_);
    /// The requests that wait now.
    [[nodiscard]] std::size_t waiting() const UNIFORM_EXCLUDES(mutex_);

private:
    struct one {
        exchange *on;
        std::string_view client;
        bool leaving = false;
    };

    [[nodiscard]] bool enter(exchange &e, std::string_view client) UNIFORM_EXCLUDES(mutex_);
    [[nodiscard]] std::size_t places_of(std::string_view client) const UNIFORM_REQUIRES(mutex_);
    [[nodiscard]] bool may_stay(const exchange &e) const UNIFORM_EXCLUDES(mutex_);
    void leave(const exchange &e) noexcept UNIFORM_EXCLUDES(mutex_);

    const std::size_t places_;
    mutable base::mutex mutex_;
    std::vector<one> waiting_ UNIFORM_GUARDED_BY(mutex_); // the longest first
    bool stopped_ UNIFORM_GUARDED_BY(mutex_) = false;
};

} // namespace uniform::http
