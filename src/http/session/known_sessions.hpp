// The sessions that were authenticated, known without the store: for decisions before a body is read.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/mutex.hpp"

namespace uniform::http::session {

/// The sessions that find() has found lately, by the SHA-256 of their secrets, in bounded memory. They may have ended
/// since: who may do what is found out again for each request.
class known_sessions {
public:
    /// The id of the principal of a session. One SHA-256 if the text has the form of a secret, else nothing.
    [[nodiscard]] std::optional<std::string> principal_of(std::string_view secret) const;
    /// This session was found. Returns whether it was known before.
    bool note(std::string_view secret, std::string_view principal);
    /// There is no such session, or no longer.
    void forget(std::string_view secret);

private:
    using clock = std::chrono::steady_clock;
    using digest = std::array<std::byte, 32>;
    struct entry {
        std::string principal = {};
        clock::time_point at = {};
    };
    static constexpr std::size_t most = 10'000;
    static constexpr std::chrono::hours longest{12};

    mutable base::mutex lock_;
    std::map<digest, entry> known_ UNIFORM_GUARDED_BY(lock_);
};

} // namespace uniform::http::session
