// Resolutions a day by namespace, prefix and outcome, and by the country that requests state; how long responses took;
// and the unknown names that are requested most, by two clients at least. Nothing stored identifies the clients.
// Counting is an addition in memory; a thread of its own adds what was counted to the store every few seconds.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <uniform/base/enum_names.hpp>

#include "base/condition_variable.hpp"
#include "http/operation/country.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/several_clients.hpp"

namespace uniform::store {
class store;
class connection;
} // namespace uniform::store

namespace uniform::http {

/// The outcome of a resolution.
enum class outcome : std::uint8_t {
    redirected, ///< to a locator
    described,  ///< a representation: list, record, page
    delegated,  ///< to another resolver
    withdrawn,  ///< 410
    no_output,  ///< the name exists, but has no locator
    unknown,    ///< well-formed, but not assigned here
    malformed,
    refused, ///< not allowed, not acceptable
};
/// Their names.
inline constexpr auto outcome_names = enum_table<outcome>({{outcome::redirected, "redirected"},
                                                           {outcome::described, "described"},
                                                           {outcome::delegated, "delegated"},
                                                           {outcome::withdrawn, "withdrawn"},
                                                           {outcome::no_output, "no-output"},
                                                           {outcome::unknown, "unknown"},
                                                           {outcome::malformed, "malformed"},
                                                           {outcome::refused, "refused"}});
[[nodiscard]] constexpr std::string_view to_string(outcome o) noexcept { return outcome_names.name(o); }

/// In the sums of the statistics, in the place of a NID: all of them together.
inline constexpr std::string_view all_namespaces = "+";

/// The most frequent of many texts in bounded memory (Metwally, Agrawal, El Abbadi 2005: Space-Saving): a count is
/// never too small, and too large by at most `error`.
class frequent {
public:
    explicit frequent(std::size_t capacity) : capacity_(capacity) {}
    struct entry {
        std::string text;
        std::uint64_t count;
        std::uint64_t error;
    };
    void add(std::string_view text);
    [[nodiscard]] std::vector<entry> take(); ///< and resets the counters
    [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }

private:
    void sift_down(std::size_t at);
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view s) const noexcept { return std::hash<std::string_view>{}(s); }
    };
    std::size_t capacity_;
    std::vector<entry> heap_;                                                   // the least count first
    std::unordered_map<std::string, std::size_t, hash, std::equal_to<>> place_; // of each text in the heap
};

class statistics {
public:
    struct options {
        std::chrono::milliseconds flush{10000};
        std::size_t unknown = 1000;      ///< names counted between two flushes, and stored for each day
        std::uint64_t unknown_days = 30; ///< that unknown names are stored for
        std::size_t places = 16384;      ///< prefixes counted apart; those beyond are counted as "*"
        /// Namespaces whose countries are counted apart, 6 KiB each; those beyond are counted as "*".
        std::size_t namespaces = 1024;
    };
    statistics(store::store &s, const options &o, metrics *m = nullptr);
    ~statistics(); ///< flushes
    statistics(const statistics &) = delete;
    statistics &operator=(const statistics &) = delete;

    using countries = std::array<std::atomic<std::uint64_t>, country_code::count>;

    /// The counters of one prefix of a namespace; valid as long as this object.
    class place {
    public:
        /// A few nanoseconds; from any thread.
        void count(outcome o, country_code stated = {}) noexcept;

    private:
        friend class statistics;
        struct alignas(64) shard {
            std::array<std::atomic<std::uint64_t>, outcome_names.size()> counted{};
        };
        static constexpr std::size_t shards = 8;
        std::array<shard, shards> shards_{};
        countries *countries_ = nullptr; ///< of the namespace
        std::string nid_;
        std::string prefix_;
    };
    /// Takes a lock: a frequent caller should store the result.
    /// @param nid "" when the request was malformed
    /// @param prefix of the delegation, "" if there is none
    [[nodiscard]] place &of(std::string_view nid, std::string_view prefix) UNIFORM_EXCLUDES(places_lock_);

    /// A requested name that is not assigned here. Texts longer than 256 bytes are counted by their first 256. It is
    /// counted from the second client on that requests it on a day; what its row adds to the store is of the share of
    /// that client, which adds one row in `unknown_share` a day at most.
    void unknown(std::string_view key, std::string_view address, limits &shares) noexcept
        UNIFORM_EXCLUDES(unknown_lock_);
    static constexpr std::size_t unknown_share = 16;

    /// Adds what was counted since the last time to the store. The thread does it; tests may.
    void flush() UNIFORM_EXCLUDES(flush_lock_, places_lock_, unknown_lock_);

private:
    struct batch; // the counts that one flush writes
    void run();
    [[nodiscard]] batch taken() UNIFORM_REQUIRES(flush_lock_) UNIFORM_EXCLUDES(places_lock_, unknown_lock_);
    void give_back(const batch &b);
    static void write(store::connection &c, const batch &b, std::int64_t keep);
    void expire(store::connection &c, std::int64_t hour) const;
    [[nodiscard]] countries &countries_of(std::string_view nid) UNIFORM_REQUIRES(places_lock_);

    store::store *store_;
    options options_;
    metrics *metrics_;
    base::mutex places_lock_;
    std::unordered_map<std::string, std::unique_ptr<place>> places_ UNIFORM_GUARDED_BY(places_lock_);
    std::unordered_map<std::string, std::unique_ptr<countries>> countries_ UNIFORM_GUARDED_BY(places_lock_); // by NID
    base::mutex unknown_lock_;
    frequent unknown_ UNIFORM_GUARDED_BY(unknown_lock_);
    several_clients requested_ UNIFORM_GUARDED_BY(unknown_lock_); // the unknown names of unknown_day_
    rate_limit new_of_client_ UNIFORM_GUARDED_BY(unknown_lock_);  // names counted because of it
    std::int64_t unknown_day_ UNIFORM_GUARDED_BY(unknown_lock_) = 0;
    base::mutex flush_lock_;
    metrics::latencies written_ UNIFORM_GUARDED_BY(flush_lock_) = {}; // those in the store
    std::int64_t cleared_ UNIFORM_GUARDED_BY(flush_lock_) = 0;        // the hour in which old rows were deleted
    std::unique_ptr<store::connection> connection_ UNIFORM_GUARDED_BY(flush_lock_); // for flush()
    base::mutex stop_lock_;
    base::condition_variable stop_;
    bool stopping_ UNIFORM_GUARDED_BY(stop_lock_) = false;
    std::thread thread_;
};

} // namespace uniform::http
