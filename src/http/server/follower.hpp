// A store that follows the history of another service, a file with an export of it, or its segments.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include <uniform/store/store.hpp>

#include "http/operation/follow_state.hpp"
#include "http/operation/log.hpp"

namespace uniform::http {

/// Where a history comes from.
class history_source {
public:
    /// Reads what is new and applies it. Waits for news where that is possible.
    /// @param waits whether it may: the last attempt succeeded
    /// @param progress called when a part is applied and more follow; here() and events() are up to date
    /// @return whether there was anything, or may be more at once
    virtual bool pull(bool waits, const std::stop_token &end, const std::function<void()> &progress) = 0;
    /// The store has to follow still: throws not_followed.
    virtual void check_store() = 0;
    /// The stores that the history comes from (store_identity.hpp); empty: they are not known.
    [[nodiscard]] virtual std::string_view stores() const noexcept UNIFORM_LIFETIMEBOUND { return {}; }
    /// The last event of the history that was read, or that is being read, as far as it says; 0: it has not said yet.
    [[nodiscard]] virtual std::uint64_t events() const noexcept = 0;
    /// The last event here.
    [[nodiscard]] virtual std::uint64_t here() const noexcept = 0;
    virtual ~history_source() = default;
};

/// @param token_file empty: without a token
/// @param prefixes of names, of URNs: the part that is read; empty: all of it
[[nodiscard]] std::unique_ptr<history_source>
history_of_service(store::store &s, std::string url, std::string token_file, std::span<const std::string> prefixes);
[[nodiscard]] std::unique_ptr<history_source> history_of_file(store::store &s, std::string path);
/// @param location the index of the segments: a file, or an http(s) URL
[[nodiscard]] std::unique_ptr<history_source> history_of_segments(store::store &s, const std::string &location);

/// Applies what a source has, again and again. What fails is tried again, after a pause that doubles up to half a
/// minute. Whether another process has made the store a primary is looked at every second.
class follower {
    using clock = std::chrono::steady_clock;

public:
    /// All of them outlive it. The store follows already.
    /// @param from what the log calls the source
    follower(std::unique_ptr<history_source> source, std::string from, follow_state &state, http::log &log)
        : source_(std::move(source)), from_(std::move(from)), state_(state), log_(log) {}

    /// One attempt, or a look at the store while the time for the next one has not come: the work of a periodic_task.
    /// Returns the pause until the next call.
    [[nodiscard]] std::chrono::milliseconds attempt(const std::stop_token &end);

private:
    [[nodiscard]] std::chrono::milliseconds pull(const std::stop_token &end);
    void look_at_store();
    void refuse(const char *why, std::string_view openly);
    [[nodiscard]] std::chrono::milliseconds longer_pause() noexcept;
    /// For the state; and for the log, whenever another tenth of what was missing at first is here.
    void note_progress();

    std::unique_ptr<history_source> source_;
    const std::string from_;
    follow_state &state_;
    http::log &log_;
    bool goes_well_ = false;
    std::uint64_t step_ = 0;       // of the entries about progress, in events; 0: nothing is missing
    std::uint64_t next_entry_ = 0; // the event of the next entry
    std::chrono::milliseconds pause_{0};
    clock::time_point next_ = {}; // the time of the next attempt
};

} // namespace uniform::http
