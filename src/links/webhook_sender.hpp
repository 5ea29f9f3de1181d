// Delivers to webhooks what the service has queued for them (service/webhooks.hpp): by POST, with a signature, as often
// as it takes, but not for ever. One thread, with libcurl's multi interface.
//
// A webhook gets one delivery at a time, from one of the processes on a store: from the one that has its lease, as the
// link checker does with hosts. A process that dies leaves its lease, which ends after some minutes; then another one
// delivers, possibly for the second time: a receiver knows a delivery by its number. An attempt fails without an answer
// of 2xx in time; redirects are not followed. It is repeated after `first_retry`, and after twice the time before,
// until `attempts` have failed, or the receiver answers 410 (Gone). Every address is checked before a connection to it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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

/// The events that the sender counts.
enum class webhook_event : std::uint8_t {
    delivered,
    attempt_failed, ///< an attempt of a delivery
    given_up,       ///< the delivery has failed
    store_failed,   ///< the store could not be read or written; it is tried again
};

/// The value of Uniform-Webhook-Signature: "sha256=" and the HMAC-SHA256 (RFC 2104) of the timestamp, as in
/// Uniform-Webhook-Timestamp, a "." and the body, with the secret as it was shown, in hexadecimal.
[[nodiscard]] std::string webhook_signature(std::string_view secret, std::int64_t timestamp, std::string_view body);

/// When a delivery is attempted again after that many failures: `first`, twice, four times, ...; a day at most.
[[nodiscard]] std::chrono::seconds webhook_retry_after(std::int64_t failures, std::chrono::seconds first) noexcept;

class webhook_sender {
public:
    struct options {
        std::chrono::milliseconds timeout{10000};
        std::chrono::seconds first_retry{30};
        std::int64_t attempts = 12;
        std::chrono::seconds keep{std::chrono::days{7}}; ///< deliveries that have ended, for those who look for them
        bool allow_private = false;
        std::string user_agent = "uniform-webhook";
        std::size_t parallel = 8;             ///< webhooks at the same time
        std::chrono::milliseconds poll{1000}; ///< the interval at which the queue is read
        time_source clock = {};
        // Called on the sender's thread; they do not throw.
        std::function<void(webhook_event)> count = {};
        std::function<void(std::uint64_t)> waiting = {}; ///< the deliveries that wait, whenever the queue is read
    };
    /// Starts the thread. The store outlives it.
    webhook_sender(store::store &s, const options &o);
    /// Ends at once: drops the attempts in progress, which are repeated.
    ~webhook_sender();
    webhook_sender(const webhook_sender &) = delete;
    webhook_sender &operator=(const webhook_sender &) = delete;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace links
} // namespace uniform
