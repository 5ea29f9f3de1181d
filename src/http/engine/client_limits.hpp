// What limits clients: how many connections and streamed requests each may have, and how much memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include <uniform/base/api.hpp>

#include "http/engine/memory_budget.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// The address, or the network of an IPv6 address: a client that has one address has at least 2^64 of them.
[[nodiscard]] std::string client_group(const std::string &address);

/// The number of connections, in total and by address.
class ledger {
public:
    ledger(std::size_t limit, std::size_t per_address) noexcept : limit_(limit), per_address_(per_address) {}
    [[nodiscard]] bool enter(const std::string &address);
    void leave(const std::string &address) noexcept;

    std::atomic<std::uint64_t> total{0}; ///< connections so far
    std::atomic<std::uint64_t> open{0};
    std::atomic<std::uint64_t> refused{0}; ///< connections and requests that were refused because there were too many

private:
    std::size_t limit_;
    std::size_t per_address_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> by_address_;
};

/// How many streamed requests each client has.
class streams : public std::enable_shared_from_this<streams> {
public:
    explicit streams(std::size_t limit) noexcept : limit_(limit) {}
    /// A place for one more, held as long as what is returned; null when the client, or its token (empty: it has none),
    /// has as many as it may.
    [[nodiscard]] std::shared_ptr<void> enter(const std::string &client, const std::string &token);

private:
    std::size_t limit_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> by_client_;
};

/// The memory that clients may use.
struct budgets {
    memory_budget bodies;
    memory_budget unsent;
};

} // namespace http
} // namespace uniform
