// Authenticates requests by access tokens (RFC 6750). A token is verified by Argon2id once and cached under its
// SHA-256, so that later requests do not pay for the hash; each request reads from the store whether the token is still
// valid.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <semaphore>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/store.hpp>

#include "base/condition_variable.hpp"
#include "http/engine/engine.hpp"

namespace uniform::http {

class limits;

/// Threads that compute hashes, at most.
inline constexpr std::ptrdiff_t most_hashing = 4;
/// Their number on a computer with so many processors: fewer than half of these, and at least one.
[[nodiscard]] constexpr unsigned hashing_threads(unsigned processors) noexcept {
    const unsigned fewer = processors > 2 ? (processors - 1) / 2 : 1;
    return fewer < most_hashing ? fewer : static_cast<unsigned>(most_hashing);
}
static_assert(hashing_threads(0) == 1 && hashing_threads(2) == 1 && hashing_threads(4) == 1);
static_assert(hashing_threads(5) == 2 && hashing_threads(8) == 3 && hashing_threads(64) == 4);

/// The result of authenticating a request.
struct authentication {
    std::shared_ptr<const resolver::principal> who = {}; ///< null: the request has no token
    std::optional<resolver::problem> refused = {};       ///< the token is not valid
    std::string challenge = {};                          ///< WWW-Authenticate, when it was refused
    std::uint64_t retry_after = 0;                       ///< seconds; after too many failures
    bool clock_refused = false; ///< it was refused because the clock is wrong, which is not the client's fault
    bool was_known = false;     ///< authenticator::known_token() had its id before
};

class authenticator {
public:
    /// @param l limits the attempts with invalid tokens; null: no limit
    explicit authenticator(store::store &s, http::limits *l = nullptr);

    /// Reads the header field Authorization. One look-up in the store for a token in the cache (two for a registrar's);
    /// about 20 ms for another one. Throws store::failure.
    [[nodiscard]] authentication authenticate(const request &r);

    /// The id of the token in this value of Authorization, if it is in the cache: verified before, and not expired
    /// then. It may have been revoked since. One SHA-256, and no access to the store.
    [[nodiscard]] std::optional<std::string> known_token(std::string_view authorization) const UNIFORM_EXCLUDES(lock_);

    /// Drops the cached prefixes when a delegation has changed: for store::on_change. Changes by other processes take
    /// effect within a second.
    void changed(std::span<const std::pair<std::string, std::string>> what) noexcept;

    /// The number of tokens in the cache.
    [[nodiscard]] std::size_t cached() const;

private:
    using clock = std::chrono::steady_clock;
    struct entry {
        std::shared_ptr<const resolver::principal> who = {};
        std::uint64_t token_event = 0;
        std::uint64_t registrar_event = 0;
        resolver::timestamp expires = {};
        bool follows_registrar = false; // its prefixes are those delegated to the registrar
        std::uint64_t epoch = 0;
        clock::time_point at = {};
    };
    using digest = std::array<std::byte, 32>;
    static constexpr std::size_t most = 10'000;
    static constexpr std::ptrdiff_t at_once = most_hashing; // hashes computed at the same time: each takes 19 MiB
    // Threads that wait for one of these, at most for `patience`: clients that start together exclude no other client.
    static constexpr std::ptrdiff_t waiting = 64;
    static constexpr std::chrono::seconds patience{5};

    // One verification, shared by all requests that arrive with the same token in the meantime.
    struct attempt {
        std::optional<bool> right = {};
        bool over = false;
    };
    class verification;

    [[nodiscard]] authentication holder_of(std::string_view text, std::string_view address) UNIFORM_EXCLUDES(lock_);
    // The refusal of a client of whose tokens too many were not valid.
    [[nodiscard]] std::optional<authentication> too_many(std::string_view address);
    // Counts.
    [[nodiscard]] authentication counted(std::string_view address, authentication why);
    [[nodiscard]] authentication refused_at_once(std::string_view address, authentication why);

    store::store *store_;
    http::limits *limits_;
    std::atomic<std::uint64_t> epoch_{1};
    std::counting_semaphore<at_once + waiting> queue_{at_once + waiting};
    std::counting_semaphore<at_once> hashing_{at_once};
    mutable base::mutex lock_;
    base::condition_variable verified_;
    std::map<digest, entry> cache_ UNIFORM_GUARDED_BY(lock_);
    std::map<digest, std::shared_ptr<attempt>> verifying_ UNIFORM_GUARDED_BY(lock_);
};

/// The text after the scheme in a value of Authorization (RFC 6750 2.1), a token or not: "a" of "Bearer a", "" of
/// "bearer". Nothing for credentials of another scheme.
[[nodiscard]] std::optional<std::string_view> bearer_text(std::string_view authorization) noexcept;

/// The value of WWW-Authenticate: the scheme, and the error of RFC 6750 3.1 if any.
[[nodiscard]] std::string challenge_of(std::string_view error = {}, std::string_view description = {},
                                       std::string_view scope = {});

} // namespace uniform::http
