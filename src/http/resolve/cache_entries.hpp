// The entries of the response cache for each request target: the fields of the redirect, of which names share all but
// Location.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <uniform/base/assertion.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "base/mutex.hpp"
#include "http/operation/statistics.hpp"
#include "http/resolve/cache_ticket.hpp"
#include "http/resolve/response.hpp"

namespace uniform::http::cached {

constexpr std::size_t date_length = 29;

/// A redirect as it is sent, without the values of Date, Location and X-Request-Id, and without the end of its lifetime
/// in nginx.
struct shape {
    std::string head;   ///< the status line, the fields of every response, and "Date: "
    std::string keys;   ///< after Location, the field with the keys for caches up to the digest; empty: there is none
    std::string fields; ///< those after that, and "X-Request-Id: "
    std::uint32_t shared = 0; ///< lifetime::shared
};

struct entry {
    std::shared_ptr<const shape> rest = {};
    std::string location = {};
    std::string digest = {};  ///< of the name, if the shape has keys
    bool by_accept = false;   ///< only for requests without a preferred media type
    bool by_language = false; ///< only for requests without a preferred language
    cache_ticket ticket = {};
    resolver::timestamp until = resolver::timestamp::max(); ///< the time at which the response may become another one
    statistics::place *place = nullptr;
    country_code country = {}; ///< that the r-component states
    bool young = false;        ///< used since the shard was full for the last time
};

/// Appends the response of an entry, byte for byte as the router and the engine send it.
/// @param more fields of this response only, each with a line end
void append(std::string &out, const entry &e, std::string_view date, std::string_view id, bool close,
            std::string_view more = {});

/// The shapes in use; a namespace has one or two. From any thread.
class shapes {
public:
    /// `common_fields` is engine_options::fields.
    explicit shapes(std::string common_fields) : common_fields_(std::move(common_fields)) {}
    [[nodiscard]] std::shared_ptr<const shape> of(const redirect_template &f);

private:
    const std::string common_fields_;
    base::mutex mutex_;
    std::map<redirect_template, std::shared_ptr<const shape>> made_ UNIFORM_GUARDED_BY(mutex_);
};

// The memory of an entry besides its texts: of the map and the allocator, measured and rounded up.
constexpr std::size_t overhead = 256;

struct text_hash {
    using is_transparent = void;
    // Not noexcept: libstdc++ then stores each hash in its node, instead of computing those of all nodes that it
    // passes.
    std::size_t operator()(std::string_view t) const { return std::hash<std::string_view>{}(t); }
};
using table = std::unordered_map<std::string, entry, text_hash, std::equal_to<>>;

// When it is full, the less recently used half is dropped as a whole: what was not requested while the younger half
// filled up.
//
// To store a response and to drop another costs more than to look a name up in memory, and most names of a large store
// are requested once. So a shard that has been full stores only what is requested for the second time; it remembers 16
// bits of the hashes of some thousand requests.
class shard {
public:
    // Whether a response that costs little is to be stored.
    bool admits(std::string_view target) {
        const std::size_t hash = text_hash{}(target);
        const base::scoped_lock lock(mutex_);
        if (!was_full_) return true;
        const auto trace = static_cast<std::uint16_t>(hash >> 24U | 1U); // 0: none
        return std::exchange(seen_[hash % seen_.size()], trace) == trace;
    }
    // Calls f(entry) under the lock; drops the entry if that returns false.
    template <class F>
    bool use(std::string_view target, F f) {
        const base::scoped_lock lock(mutex_);
        const auto at = entries_.find(target);
        if (at == entries_.end()) return false;
        if (!f(at->second)) {
            drop(at);
            return false;
        }
        if (!at->second.young) {
            at->second.young = true;
            young_bytes_ += cost(target, at->second);
            UNIFORM_ASSERT(old_bytes_ >= cost(target, at->second));
            old_bytes_ -= cost(target, at->second);
        }
        return true;
    }
    // Stores an entry; the number of entries that were dropped for it.
    std::size_t put(std::string_view target, entry e, std::size_t limit) {
        std::size_t dropped = 0;
        const base::scoped_lock lock(mutex_);
        if (young_bytes_ + cost(target, e) > limit / 2) {
            was_full_ = true;
            dropped = drop_old();
        }
        if (const auto was = entries_.find(target); was != entries_.end()) drop(was);
        e.young = true;
        young_bytes_ += cost(target, e);
        entries_.emplace(target, std::move(e));
        return dropped;
    }
    // Bytes and entries.
    [[nodiscard]] std::pair<std::size_t, std::size_t> size() {
        const base::scoped_lock lock(mutex_);
        return {young_bytes_ + old_bytes_, entries_.size()};
    }

private:
    static std::size_t cost(std::string_view target, const entry &e) noexcept {
        return target.size() + e.location.capacity() + e.digest.size() + overhead;
    }
    std::size_t drop_old() UNIFORM_REQUIRES(mutex_) {
        const std::size_t before = entries_.size();
        for (auto at = entries_.begin(); at != entries_.end();) {
            const bool stays = std::exchange(at->second.young, false);
            at = stays ? std::next(at) : entries_.erase(at);
        }
        old_bytes_ = std::exchange(young_bytes_, 0);
        return before - entries_.size();
    }
    void drop(table::iterator at) UNIFORM_REQUIRES(mutex_) {
        UNIFORM_ASSERT((at->second.young ? young_bytes_ : old_bytes_) >= cost(at->first, at->second));
        (at->second.young ? young_bytes_ : old_bytes_) -= cost(at->first, at->second);
        entries_.erase(at);
    }

    base::mutex mutex_;
    table entries_ UNIFORM_GUARDED_BY(mutex_);
    std::size_t young_bytes_ UNIFORM_GUARDED_BY(mutex_) = 0;
    std::size_t old_bytes_ UNIFORM_GUARDED_BY(mutex_) = 0;
    bool was_full_ UNIFORM_GUARDED_BY(mutex_) = false;
    std::array<std::uint16_t, 4096> seen_ UNIFORM_GUARDED_BY(mutex_) = {};
};

} // namespace uniform::http::cached
