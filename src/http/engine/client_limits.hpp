// The limits of clients: the streamed requests that each may have, and the memory. Their connections: ledger.hpp.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

#include <uniform/base/api.hpp>

#include "base/mutex.hpp"
#include "http/engine/memory_budget.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

/// The key under which a client is limited: an IPv4 address as text, also of its IPv4-mapped form (RFC 4291 2.5.5.2),
/// or "net:" and the 16 hexadecimal digits of the /64 of an IPv6 address, of which a client has all. Other text as it
/// is.
[[nodiscard]] std::string client_group(const std::string &address);

/// The number of streamed requests of each client.
class streams : public std::enable_shared_from_this<streams> {
public:
    explicit streams(std::size_t limit) noexcept : limit_(limit) {}
    /// A place for one more, held as long as what is returned; null when the client, or its token (empty: it has none),
    /// has as many as it may.
    [[nodiscard]] std::shared_ptr<void> enter(const std::string &client, const std::string &token)
        UNIFORM_EXCLUDES(mutex_);

private:
    const std::size_t limit_;
    base::mutex mutex_;
    std::unordered_map<std::string, std::size_t> by_client_ UNIFORM_GUARDED_BY(mutex_);
};

/// The memory that clients may use.
struct budgets {
    memory_budget bodies;
    memory_budget unsent;
};

} // namespace http
} // namespace uniform
