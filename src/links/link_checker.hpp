// Checks in the background whether locators can be retrieved, and records the findings in the store. Resolution never
// waits for it. One thread, with libcurl's multi interface.
//
// The checker reads the names in order of their keys, takes the http and https locators that are due, and sends each
// host one request at a time, with a pause: robots.txt (RFC 9309; cached for a day), then HEAD, then GET of the first
// bytes if the response to HEAD is not sufficient. A page with status 200 is compared with the response to a URL that
// cannot exist on that host. The target of a redirect is a URL as any other: it gets its request under the robots.txt,
// the lease and the pause of its own host. A host that answers 429 or 503 gets no request for the time of its
// Retry-After. Every address is checked before a connection to it, also after redirects, so that a locator cannot make
// the service send requests to its own network.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <uniform/base/api.hpp>

#include "base/time_source.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace store {
class store;
} // namespace store
} // namespace uniform

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

/// The events that the checkers count.
enum class link_event : std::uint8_t {
    checked,         ///< a locator
    died,            ///< a locator is dead that was not
    delegation_loop, ///< a delegation was found to be in a loop
    store_failed,    ///< the store could not be read or written; it is tried again
};

class link_checker {
public:
    struct options {
        std::uint64_t rate = 10; ///< requests a second
        std::chrono::milliseconds host_delay{2000};
        std::chrono::milliseconds recheck{std::chrono::days{7}};
        std::chrono::milliseconds timeout{20000};
        std::size_t parallel = 16;
        std::int64_t dead_after = 3;
        bool robots = true;
        bool soft_404 = true;
        bool allow_private = false;
        std::string user_agent = "uniform-link-checker";
        std::chrono::milliseconds pause{60000};      ///< between two passes over all names
        std::chrono::milliseconds flush{5000};       ///< the longest time before a finding is written
        std::chrono::milliseconds host_pause{60000}; ///< for a host that answers 429 or 503 without Retry-After
        std::chrono::milliseconds decisions{2000};   ///< the interval at which the decisions about hosts are read
                                                     ///< (link_hosts.hpp)
        time_source clock = {};
        std::function<void(link_event, std::uint64_t)> count =
            {}; ///< called on the checker's thread; it does not throw
    };
    /// Starts the thread. The store outlives it.
    /// @param changed is called on that thread when locators have died or come back
    link_checker(store::store &s, const options &o, std::function<void()> changed = nullptr);
    /// Ends at once: drops the requests in progress and writes the findings.
    ~link_checker();
    link_checker(const link_checker &) = delete;
    link_checker &operator=(const link_checker &) = delete;

    /// The number of complete passes over all names.
    [[nodiscard]] std::uint64_t rounds() const noexcept;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace links
} // namespace uniform
