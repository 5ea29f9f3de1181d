// What the response cache stores for each request target: the fields of the redirect, of which names share all but
// Location.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <uniform/resolver/timestamp.hpp>

#include "http/operation/statistics.hpp"
#include "http/resolve/response.hpp"
#include "http/resolve/response_cache.hpp"

namespace uniform::http::cached {

constexpr std::size_t date_length = 29;

/// A redirect as it is sent, without the values of Date, Location and X-Request-Id.
struct shape {
    std::string head;   ///< the status line and "Date: "
    std::string fields; ///< those after Location, and "X-Request-Id: "
};

struct entry {
    std::shared_ptr<const shape> rest = {};
    std::string location = {};
    bool by_accept = false;   ///< only for requests without a preferred media type
    bool by_language = false; ///< only for requests without a preferred language
    response_cache::ticket ticket = {};
    resolver::timestamp until = resolver::timestamp::max(); ///< the time at which the response may become another one
    statistics::place *place = nullptr;
};

/// Appends the response of an entry, byte for byte as the router and the engine send it.
void append(std::string &out, const entry &e, std::string_view date, std::string_view id, bool close);

/// The shapes in use; a namespace has one or two. From any thread.
class shapes {
public:
    [[nodiscard]] std::shared_ptr<const shape> of(const redirect_template &f);

private:
    std::mutex mutex_;
    std::map<redirect_template, std::shared_ptr<const shape>> made_;
};

// The memory of an entry besides its texts: of the map and the allocator, measured and rounded up.
constexpr std::size_t overhead = 224;

struct text_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view t) const noexcept { return std::hash<std::string_view>{}(t); }
};
using table = std::unordered_map<std::string, entry, text_hash, std::equal_to<>>;

// When it is full, the less recently used half is dropped as a whole: what was not requested while the younger half
// filled up.
class shard {
public:
    // Calls f(entry) under the lock; drops the entry if that returns false.
    template <class F>
    bool use(std::string_view target, F f) {
        const std::scoped_lock lock(mutex_);
        if (const auto at = young_.find(target); at != young_.end()) {
            if (f(at->second)) return true;
            drop(young_, at, young_bytes_);
            return false;
        }
        const auto at = old_.find(target);
        if (at == old_.end()) return false;
        if (!f(at->second)) {
            drop(old_, at, old_bytes_);
            return false;
        }
        auto node = old_.extract(at);
        young_bytes_ += cost(node.key(), node.mapped());
        young_.insert(std::move(node));
        return true;
    }
    // How many were dropped.
    std::size_t put(std::string_view target, entry e, std::size_t limit) {
        std::size_t dropped = 0;
        const std::scoped_lock lock(mutex_);
        if (young_bytes_ + cost(target, e) > limit / 2) {
            dropped = old_.size();
            old_ = std::move(young_);
            old_bytes_ = std::exchange(young_bytes_, 0);
            young_ = table{};
        }
        if (const auto was = old_.find(target); was != old_.end()) drop(old_, was, old_bytes_);
        const auto [at, is_new] = young_.try_emplace(std::string(target));
        if (!is_new) young_bytes_ -= cost(target, at->second);
        at->second = std::move(e);
        young_bytes_ += cost(target, at->second);
        return dropped;
    }
    // Bytes and entries.
    [[nodiscard]] std::pair<std::size_t, std::size_t> size() {
        const std::scoped_lock lock(mutex_);
        return {young_bytes_ + old_bytes_, young_.size() + old_.size()};
    }

private:
    static std::size_t cost(std::string_view target, const entry &e) noexcept {
        return target.size() + e.location.capacity() + overhead;
    }
    static void drop(table &t, table::iterator at, std::size_t &bytes) {
        bytes -= std::min(bytes, cost(at->first, at->second));
        t.erase(at);
    }

    std::mutex mutex_;
    table young_;
    table old_;
    std::size_t young_bytes_ = 0;
    std::size_t old_bytes_ = 0;
};

} // namespace uniform::http::cached
