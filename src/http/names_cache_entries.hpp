// What names_cache keeps: for each target where it leads to, and the rest of the answer, which many share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <uniform/resolver/timestamp.hpp>

#include "http/engine.hpp"
#include "http/names_cache.hpp"
#include "http/statistics.hpp"

namespace uniform::http::cached {

constexpr std::size_t date_length = 29;

/// An answer but for Date, Location, the request's id and "Connection". Its members are where they go, in this order;
/// the text has room for the date.
struct shape {
    std::string text = {};
    std::uint32_t date_at = 0;
    std::uint32_t location_at = 0;
    std::uint32_t id_at = 0;
    std::uint32_t end_of_fields = 0;
};

struct entry {
    std::shared_ptr<const shape> rest = {};
    std::string location = {};
    bool by_accept = false;   ///< only for clients that ask for no media type
    bool by_language = false; ///< only for clients that ask for no language
    names_cache::ticket ticket = {};
    resolver::timestamp until = resolver::timestamp::max(); ///< the first moment at which it may be another one
    statistics::place *place = nullptr;
};

void append(std::string &out, const entry &e, std::string_view date, std::string_view id, bool close);

/// The shapes in use: a namespace has one or two. From any thread.
class shapes {
public:
    /// The answer as the router sends it; nothing when it has no Location.
    [[nodiscard]] std::optional<entry> entry_of(const response &sent);

private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const shape>> known_;
};

// What the map and the allocator need beside the texts; measured, rounded up.
constexpr std::size_t overhead = 224;

struct text_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view t) const noexcept { return std::hash<std::string_view>{}(t); }
};
using table = std::unordered_map<std::string, entry, text_hash, std::equal_to<>>;

// The least recently used half goes at once: what was not asked for while the younger half was filled.
class shard {
public:
    // Calls f(entry) under the lock.
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
            std::size_t unused = 0;
            drop(old_, at, unused);
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
        if (const auto was = old_.find(target); was != old_.end()) {
            std::size_t unused = 0;
            drop(old_, was, unused);
        }
        const auto [at, is_new] = young_.try_emplace(std::string(target));
        if (!is_new) young_bytes_ -= cost(target, at->second);
        at->second = std::move(e);
        young_bytes_ += cost(target, at->second);
        return dropped;
    }
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
