// /metrics, in Prometheus' text format 0.0.4. Counting is an addition in memory of the thread's own: no
// locks, no allocation.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/enum_names.hpp>

namespace uniform::http {

/// The class of a request by its path.
enum class route_class : std::uint8_t {
    resolution, ///< "/urn:..."
    services,   ///< "/uri-res/..."
    api,        ///< "/api/..."
    harvest,    ///< "/oai"
    operation,  ///< "/metrics", "/healthz", "/readyz"
    other,      ///< pages, and whatever is not there
    none,       ///< no request could be read
};
inline constexpr auto route_class_names = enum_table<route_class>({{route_class::resolution, "resolution"},
                                                                   {route_class::services, "services"},
                                                                   {route_class::api, "api"},
                                                                   {route_class::harvest, "harvest"},
                                                                   {route_class::operation, "operation"},
                                                                   {route_class::other, "other"},
                                                                   {route_class::none, "none"}});
[[nodiscard]] constexpr std::string_view to_string(route_class c) noexcept { return route_class_names.name(c); }
[[nodiscard]] route_class route_class_of(std::string_view path) noexcept;

/// The counters of other events than requests.
enum class counter : std::uint8_t {
    cache_hits,
    cache_misses,
    cache_evictions,
    cache_invalidations,
    store_commits,
    store_changes,
    store_failures,
    authentications_failed,
    rate_limited,
    links_checked,
    links_dead,
    delegation_loops,
    webhooks_delivered,
    webhooks_attempts_failed,
    webhooks_failed,
    purges_sent,
    purges_failed,
    statistics_failures,
    log_lost,
    shared_lookups,
    shared_lookup_names,
    end_of_counters, // their number
};

class metrics {
public:
    metrics();

    /// One response.
    void request(route_class c, int status, std::chrono::nanoseconds took, std::uint64_t bytes) noexcept;
    void count(counter c, std::uint64_t n = 1) noexcept;
    /// One commit of the store with so many changes.
    void commit(std::size_t changes) noexcept;

    /// A value that is computed when /metrics is read. `name` without "uniform_"; only before requests are answered.
    /// @param type "gauge" or "counter"
    void ask(std::string_view name, std::string_view type, std::string_view help, std::function<double()> value);

    /// The number of buckets of the histogram of durations. The last one has what is above all bounds.
    static constexpr std::size_t duration_buckets = 16;
    /// The upper bounds of the others, in nanoseconds.
    [[nodiscard]] static std::span<const std::uint64_t, duration_buckets - 1> duration_bounds() noexcept;
    using latencies =
        std::array<std::array<std::uint64_t, duration_buckets>, static_cast<std::size_t>(route_class::none) + 1>;
    /// The latencies of the responses of each class, since the process started.
    [[nodiscard]] latencies durations() const noexcept;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] std::uint64_t value(counter c) const noexcept;

private:
    static constexpr std::size_t classes = static_cast<std::size_t>(route_class::none) + 1;
    static constexpr std::size_t statuses = 512; // 100 ... 611
    static constexpr std::size_t buckets = duration_buckets;
    static constexpr std::size_t counters = static_cast<std::size_t>(counter::end_of_counters);
    static constexpr std::size_t groups = 12;
    using cell = std::atomic<std::uint64_t>;

    // A thread's counters; threads share one only when there are more of them than shards.
    struct alignas(64) shard {
        std::array<std::array<cell, statuses>, classes> by_status{};
        std::array<std::array<cell, buckets>, classes> took{};
        std::array<cell, classes> nanoseconds{};
        std::array<cell, classes> bytes{};
        std::array<cell, counters> counted{};
        std::array<cell, groups> group_sizes{};
    };
    struct asked {
        std::string name, type, help;
        std::function<double()> value;
    };
    static constexpr std::size_t shards = 16;
    [[nodiscard]] shard &own_shard() noexcept;

    std::unique_ptr<std::array<shard, shards>> shards_;
    std::vector<asked> asked_;
    std::chrono::system_clock::time_point start_;
};

/// A small number of the calling thread, the same as long as it lives.
[[nodiscard]] std::size_t thread_number() noexcept;

} // namespace uniform::http
