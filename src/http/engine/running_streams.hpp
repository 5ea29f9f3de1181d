// The streams that have a thread, and those of them that give it up. A stream takes as long as its client likes, so
// that a few slow clients could keep all threads. While others wait, whoever has more threads than one of these would
// have gives one up: of the client with the most, the stream that has waited longest for its client. One that the
// service works for stays (docs/decisions/0045). A stream that only waits for news gives way to any other one: its
// client loses nothing, and asks again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/mutex.hpp"

namespace uniform::http {

/// Used by all threads. A stream has `client`, waits_since(), whose result is empty while the service works for it,
/// rests(), whether it then waits for news alone, and give_way(), which returns at once and makes its handler end soon.
template <class Stream>
class running_streams {
public:
    /// @param threads all that there are for streams
    explicit running_streams(std::size_t threads) : threads_(threads) { running_.reserve(threads); }
    running_streams(const running_streams &) = delete;
    running_streams &operator=(const running_streams &) = delete;

    /// The stream has a thread until end().
    void begin(Stream &s) UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        running_.push_back({.stream = &s});
        ++begun_;
    }
    /// The number of streams that have got a thread so far.
    [[nodiscard]] std::uint64_t begun() const UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        return begun_;
    }
    void end(Stream &s) noexcept UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        std::erase_if(running_, [&](const one &o) { return o.stream == &s; });
    }

    /// The threads of this client, except those that it gives up.
    [[nodiscard]] std::size_t of(std::string_view client) const UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        return static_cast<std::size_t>(
            std::ranges::count_if(running_, [&](const one &o) { return !o.leaving && o.stream->client == client; }));
    }

    /// A client and the number of its streams that wait for a thread.
    using line = std::pair<std::string, std::size_t>;
    /// Makes streams give way to those that wait. Returns the number of those that lose something by it. Does nothing
    /// if a stream has begun since begun() was `before`: it may be one of them, and waits no more. Quadratic in the
    /// threads.
    std::size_t share_out(std::vector<line> waiting, std::uint64_t before) UNIFORM_EXCLUDES(mutex_) {
        const base::scoped_lock lock(mutex_);
        if (begun_ != before) return 0;
        if (running_.size() < threads_) return 0; // a thread is free
        numbers has;
        std::size_t free_soon = 0;
        for (const one &o : running_) {
            if (o.leaving) {
                ++free_soon;
            } else {
                ++has[o.stream->client];
            }
        }
        std::size_t gave_way = 0;
        for (;;) {
            // fair_queue::pop() begins with the same client.
            line *next = nullptr;
            for (line &l : waiting) {
                if (l.second != 0 && (next == nullptr || has[l.first] < has[next->first])) next = &l;
            }
            if (next == nullptr) return gave_way;
            const std::size_t would_have = has[next->first] + 1;
            if (free_soon != 0) {
                --free_soon;
            } else {
                one *const gives = choose(has, would_have);
                if (gives == nullptr) return gave_way; // nor for those that have more
                gives->leaving = true;
                --has[gives->stream->client];
                if (!gives->stream->rests()) ++gave_way;
                gives->stream->give_way();
            }
            has[next->first] = would_have;
            --next->second;
        }
    }

private:
    struct one {
        Stream *stream;
        bool leaving = false;
    };
    using numbers = std::unordered_map<std::string_view, std::size_t>;

    [[nodiscard]] one *choose(numbers &has, std::size_t would_have) UNIFORM_REQUIRES(mutex_) {
        one *chosen = nullptr;
        bool chosen_rests = false;
        for (one &o : running_) {
            const std::size_t own = o.leaving ? 0 : has[o.stream->client];
            const bool rests = own != 0 && o.stream->rests();
            if ((own <= would_have && !rests) || (chosen_rests && !rests)) continue;
            const auto since = o.stream->waits_since();
            if (!since) continue;
            const std::size_t most = chosen == nullptr ? 0 : has[chosen->stream->client];
            if ((rests && !chosen_rests) || own > most || (own == most && since < chosen->stream->waits_since())) {
                chosen = &o;
                chosen_rests = rests;
            }
        }
        return chosen;
    }

    const std::size_t threads_;
    mutable base::mutex mutex_;
    std::vector<one> running_ UNIFORM_GUARDED_BY(mutex_) = {};
    std::uint64_t begun_ UNIFORM_GUARDED_BY(mutex_) = 0;
};

} // namespace uniform::http
