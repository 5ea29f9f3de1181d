// The knowledge of a service about the one that it follows: for /readyz, /metrics and the pages. The thread that
// follows writes it, all others read it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>

#include "base/mutex.hpp"

namespace uniform::http {

class follow_state {
public:
    using moment = std::chrono::steady_clock::time_point;

    /// All of it, at one time.
    struct picture {
        std::uint64_t events = 0;             ///< in the store here
        std::optional<std::uint64_t> of = {}; ///< in the history of the primary, when it was last read
        std::optional<moment> read = {};      ///< when that was, since the service started
        bool caught_up = false;               ///< once since the service started
        std::string refused = {};             ///< why the history of the primary is not applied; empty: it is
        std::string refused_openly = {};      ///< the same, if everybody may read it
        std::string failed = {};              ///< why the last attempt failed; empty: it did not

        /// The events that are missing here; nothing if the primary was not read yet.
        [[nodiscard]] std::optional<std::uint64_t> behind() const noexcept {
            if (!of) return std::nullopt;
            return *of > events ? *of - events : 0;
        }
    };

    /// @param primary a URL; empty: a file, whose name is not public
    explicit follow_state(std::string primary) : primary_(std::move(primary)) {}
    [[nodiscard]] std::string_view primary() const noexcept UNIFORM_LIFETIMEBOUND { return primary_; }

    [[nodiscard]] picture now() const UNIFORM_EXCLUDES(mutex_);
    /// Empty: names are resolved as the primary does, as far as it is known. Else a sentence: the history is refused,
    /// or the store has not caught up yet since the service started.
    [[nodiscard]] std::string why_not_ready() const UNIFORM_EXCLUDES(mutex_);

    /// The store has this many events.
    void has(std::uint64_t events) UNIFORM_EXCLUDES(mutex_);
    /// The same, while a history whose last event is said to be `of` is being read.
    void goes_on(std::uint64_t events, std::uint64_t of) UNIFORM_EXCLUDES(mutex_);
    /// The history of the primary was read, and continues what is here; `of` is its last event.
    void reads(std::uint64_t of) UNIFORM_EXCLUDES(mutex_);
    /// Both return whether the log does not have this yet.
    [[nodiscard]] bool fails(std::string_view why) UNIFORM_EXCLUDES(mutex_);
    /// @param openly a reason that everybody may read; empty: `why` may quote what is not public
    [[nodiscard]] bool refuses(std::string_view why, std::string_view openly = {}) UNIFORM_EXCLUDES(mutex_);
    /// The stores that the history comes from, as the primary names them (store_identity.hpp).
    void comes_from(std::string_view stores) UNIFORM_EXCLUDES(mutex_);
    [[nodiscard]] std::string stores() const UNIFORM_EXCLUDES(mutex_);

private:
    const std::string primary_;
    mutable base::mutex mutex_;
    picture is_ UNIFORM_GUARDED_BY(mutex_);
    std::string stores_ UNIFORM_GUARDED_BY(mutex_);
};

} // namespace uniform::http
