// Tells a cache in front of the service what to purge (docs/decisions/0052): follows the history of the store, makes a
// key of each subject that has changed, and sends the keys to the URL of the cache until it answers with 2xx.
//
// Each process of a store does this, so that none is waited for that has died; a purge that comes twice does no harm.
// The store remembers for each URL up to which event everything was purged: there the next start goes on. What is not
// remembered, or is not a part of this history, is purged as a whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

#include "base/time_source.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace store {
class store;
} // namespace store
} // namespace uniform

namespace uniform UNIFORM_INTERNAL_API {
namespace links {

/// The events that the purger counts.
enum class purge_event : std::uint8_t {
    sent,   ///< a request was answered with 2xx
    failed, ///< a request was not; it is sent again
};

class cache_purger {
public:
    struct options {
        std::string url = {};
        std::string method = "PURGE";
        std::string key_field = "Surrogate-Key"; ///< the header field with the keys
        std::string separator = " ";             ///< between them
        /// The body, in JSON; empty if there is none.
        std::function<std::string(std::span<const std::string> keys)> body_of = {};
        std::string field_file = {}; ///< its first line is another header field; empty: none
        std::string everything = {}; ///< the key of all responses
        /// The key of the responses that depend on the subject of an event; empty if none does.
        std::function<std::string(std::string_view kind, std::string_view id)> key_of = {};
        std::chrono::milliseconds timeout{2000}; ///< for one request
        std::chrono::milliseconds poll{50};      ///< the interval at which changes of other processes are looked for
        std::chrono::milliseconds repeat{10000}; ///< after this time each purge is sent for the last time
        time_source clock = {};
        // Called on the purger's thread; they do not throw.
        std::function<void(purge_event)> count = {};
        /// The cache does not purge from now on, with the reason; or it does again, without one.
        std::function<void(std::string_view url, std::string_view why)> report = {};
    };
    /// Starts the thread. The store outlives it.
    cache_purger(store::store &s, options o);
    /// Ends at once: what was not sent is sent after the next start.
    ~cache_purger();
    cache_purger(const cache_purger &) = delete;
    cache_purger &operator=(const cache_purger &) = delete;

    /// This process has changed something: it is purged at once. From any thread.
    void wake() noexcept;
    /// For how long the oldest change waits for its first purge; 0: none does. From any thread.
    [[nodiscard]] std::chrono::milliseconds lag() const noexcept;
    /// The sets of changes that are still to be purged, for the first time or again. From any thread.
    [[nodiscard]] std::uint64_t pending() const noexcept;
    /// Ends the thread, as the destructor does; what is called afterwards does nothing.
    void stop();

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace links
} // namespace uniform
