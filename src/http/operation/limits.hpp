// The request rate of one client: token buckets by address and by access token, in bounded memory. RFC 6585 section 4:
// 429.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/problem.hpp>

#include "base/mutex.hpp"
#include "http/engine/engine.hpp"
#include "http/settings/ip_network.hpp"

namespace uniform::http {

struct settings;

/// Buckets of tokens, each refilled at `rate` a second up to `burst`. A table of fixed size: in a full line of it, the
/// least recently seen client is evicted.
class rate_limit {
public:
    using clock = std::chrono::steady_clock;
    /// @param rate tokens in `per`; 0: no limit
    rate_limit(std::uint64_t rate, std::uint64_t burst, std::size_t entries,
               std::chrono::milliseconds per = std::chrono::seconds{1});

    struct verdict {
        bool allowed = true;
        std::uint64_t limit = 0;     ///< the burst
        std::uint64_t remaining = 0; ///< whole tokens left
        std::uint64_t reset = 0;     ///< seconds until there is one again (or, if allowed, until it is full)
    };
    /// For the requests from now on. Clients that have more tokens than the new burst lose these.
    void change(std::uint64_t rate, std::uint64_t burst, std::chrono::milliseconds per = std::chrono::seconds{1});
    [[nodiscard]] bool on() const noexcept { return rate_.load(std::memory_order_acquire) > 0; }
    /// Takes `cost` tokens if the bucket has them.
    [[nodiscard]] verdict take(std::uint64_t key, clock::time_point now, std::uint64_t cost = 1) noexcept;
    /// Gives back what take() took, unless the client was evicted since then.
    void give_back(std::uint64_t key, std::uint64_t cost = 1) noexcept;

private:
    struct bucket {
        std::uint64_t key = 0;
        double tokens = 0;
        clock::time_point at{};
    };
    static constexpr std::size_t ways = 8;
    struct line {
        base::mutex lock;
        std::array<bucket, ways> buckets UNIFORM_GUARDED_BY(lock){};
    };
    std::atomic<double> rate_ = 0; ///< is set after the table was made
    std::atomic<double> burst_ = 1;
    std::size_t lines_;
    std::unique_ptr<line[]> table_;
};

class limits {
public:
    explicit limits(const settings &s);
    /// Rates, bursts and trusted proxies, for the requests from now on. One thread at a time.
    void change(const settings &s);

    /// The address of the client: that of the connection or, if this is a trusted proxy, the last one of
    /// X-Forwarded-For that is not a trusted proxy. An address of that field is as RFC 5952 has it, IPv4-mapped ones as
    /// IPv4: one client has one text, whatever its proxy writes.
    [[nodiscard]] address_text client_of(const request &r) const noexcept;

    [[nodiscard]] bool by_address() const noexcept { return address_.on(); }
    /// One request from this address (IPv6: from this /64).
    [[nodiscard]] rate_limit::verdict from(std::string_view address) noexcept;
    /// One request without token from this address that does not resolve a name.
    [[nodiscard]] rate_limit::verdict api(std::string_view address) noexcept;
    /// One request without token from this address that is neither GET nor HEAD.
    [[nodiscard]] rate_limit::verdict writes(std::string_view address) noexcept;
    /// One request with this token.
    [[nodiscard]] rate_limit::verdict with(std::string_view token) noexcept;

    /// A request without token from this address is about to add so many bytes to the store: of its own part of a day,
    /// and of that of all together. Takes of both or of none. Half of a part can be taken at once, and the other half
    /// comes back evenly in 24 hours, so that any 24 hours stay within the limit.
    struct storing;
    [[nodiscard]] storing stores(std::string_view address, std::size_t bytes,
                                 rate_limit::clock::time_point now = rate_limit::clock::now()) noexcept;
    /// It was refused: what it was allowed to add was not added.
    void stored_nothing(std::string_view address, std::size_t bytes) noexcept;

    /// Whether this address may try a token: false after too many failed ones. Takes nothing.
    [[nodiscard]] rate_limit::verdict may_try(std::string_view address) noexcept;
    /// A token from this address was not valid.
    void failed(std::string_view address) noexcept;
    /// An attempt from this address begins, and counts as a failed one until it has succeeded: so do attempts at the
    /// same time.
    [[nodiscard]] rate_limit::verdict begin_attempt(std::string_view address) noexcept;
    void succeeded(std::string_view address) noexcept;

    /// A number for this address (IPv6: for this /64), by a key of this process.
    [[nodiscard]] std::uint64_t key_of(std::string_view address) const noexcept;

private:
    void trust(const settings &s);
    rate_limit address_;
    rate_limit api_;
    rate_limit writes_;
    rate_limit token_;
    rate_limit failed_;
    rate_limit stored_address_;
    rate_limit stored_anonymous_;
    /// The trusted proxies: the last of `kept_`, whose others requests may still read.
    std::atomic<const std::vector<network> *> proxies_ = nullptr;
    std::vector<std::unique_ptr<const std::vector<network>>> kept_;
    std::uint64_t seed_;
};

/// The time in which the shares of what is stored are refilled.
inline constexpr std::chrono::milliseconds one_day = std::chrono::hours{24};

/// Longer bodies need a token or a session.
inline constexpr std::size_t longest_anonymous_body = std::size_t{2} << 20U;

/// The property by which a request is limited.
enum class limited_by : unsigned char { address, token, invalid_tokens, stored_of_address, stored_of_all };

struct limits::storing {
    rate_limit::verdict verdict = {};
    limited_by by = limited_by::stored_of_address;
};
/// The refusal of a request.
[[nodiscard]] resolver::problem too_many_requests(const rate_limit::verdict &v, limited_by by);
/// Retry-After (RFC 9110 10.2.3) and the RateLimit fields, for a refusal.
void add_fields(response &r, const rate_limit::verdict &v);

} // namespace uniform::http
