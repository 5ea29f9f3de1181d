// Checks in the background whether locators still lead somewhere, and notes it in the store; resolving never waits for
// it. One thread, libcurl's multi interface.
//
// It goes through the names in order of their keys, takes the http and https locators that are due, and asks each host
// for one thing at a time, with a pause: robots.txt (RFC 9309; kept a day), then HEAD, then GET of the first bytes when
// HEAD does not say enough. What answers 200 is compared with what the host gives for an address that cannot be there.
// Hosts that answer 429 or 503 are left alone for as long as they say. Every address that a connection goes to is
// looked at first, also after redirects, so that a locator cannot make the service talk to its own network.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace uniform::store {
class store;
}

namespace uniform::http {

class metrics;

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
        std::chrono::milliseconds pause{60000};      ///< between the end of the names and their beginning
        std::chrono::milliseconds flush{5000};       ///< how long a finding may wait to be written
        std::chrono::milliseconds host_pause{60000}; ///< for a host that wants to be left alone and says not how long
    };
    /// Starts the thread. The store outlives it.
    /// @param changed is called on that thread when locators have died or come back
    link_checker(store::store &s, const options &o, std::function<void()> changed = nullptr, metrics *m = nullptr);
    /// Ends at once: what is being asked is dropped, what was found is written.
    ~link_checker();
    link_checker(const link_checker &) = delete;
    link_checker &operator=(const link_checker &) = delete;

    /// How often all names were gone through.
    [[nodiscard]] std::uint64_t rounds() const noexcept;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace uniform::http
