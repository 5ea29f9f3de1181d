// Who sends a request: the holder of a token (RFC 6750). A token is verified by Argon2id once and then known by its
// SHA-256, so that requests do not pay for the hash; whether it is still good is asked of the store each time.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
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

#include "http/engine.hpp"

namespace uniform::http {

class limits;

/// What a request says about who sends it.
struct authentication {
    std::shared_ptr<const resolver::principal> who = {}; ///< null: nobody said
    std::optional<resolver::problem> refused = {};       ///< what was said is not good
    std::string challenge = {};                          ///< WWW-Authenticate, when it was refused
    std::uint64_t retry_after = 0;                       ///< seconds, when it was refused for too many failures
};

class tokens {
public:
    /// @param l limits the attempts with wrong tokens; null: nobody does
    explicit tokens(store::store &s, http::limits *l = nullptr);

    /// Reads Authorization. One look-up in the store for a token that is known (two for a registrar's); about 20 ms for
    /// one that is not. Throws store::failure.
    [[nodiscard]] authentication of(const request &r);

    /// What was remembered of delegations is asked for anew: a store::on_change. Changes by other processes are seen
    /// within a second.
    void changed(std::span<const std::pair<std::string, std::string>> what) noexcept;

    /// How many tokens are known.
    [[nodiscard]] std::size_t known() const;

private:
    using clock = std::chrono::steady_clock;
    struct entry {
        std::shared_ptr<const resolver::principal> who = {};
        std::uint64_t token_event = 0;
        std::uint64_t registrar_event = 0;
        resolver::timestamp expires = {};
        bool follows = false; // its prefixes are those of the registrar's delegations
        std::uint64_t epoch = 0;
        clock::time_point at = {};
    };
    using digest = std::array<std::uint8_t, 32>;
    static constexpr std::size_t most = 10'000;
    static constexpr std::ptrdiff_t at_once = 2; // hashes computed at the same time: each takes 19 MiB
    // ... and threads that wait for their turn, so long: some clients that begin together shut nobody out.
    static constexpr std::ptrdiff_t in_line = 64;
    static constexpr std::chrono::seconds patience{5};

    // One verification, for all requests that come with the token meanwhile.
    struct attempt {
        std::optional<bool> right = {};
        bool over = false;
    };
    class verification;

    [[nodiscard]] authentication holder_of(std::string_view text, std::string_view address);

    store::store *store_;
    http::limits *limits_;
    std::atomic<std::uint64_t> epoch_{1};
    std::counting_semaphore<at_once + in_line> line_{at_once + in_line};
    std::counting_semaphore<at_once> hashing_{at_once};
    mutable std::mutex lock_;
    std::condition_variable verified_;
    std::map<digest, entry> known_;
    std::map<digest, std::shared_ptr<attempt>> verifying_;
};

/// The value of WWW-Authenticate: the scheme, and the error of RFC 6750 3.1 when there is one.
[[nodiscard]] std::string challenge_of(std::string_view error = {}, std::string_view description = {},
                                       std::string_view scope = {});

} // namespace uniform::http
