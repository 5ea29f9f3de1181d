// The counts of the statistics (statistics.hpp), read for administrators of the instance, but statistics_of(), whose
// counts are those of a principal. Each function reads sums, whose number does not depend on the number of prefixes and
// requests.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/enum_names.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/store/store.hpp>

#include "http/operation/metrics.hpp"
#include "http/operation/statistics.hpp"

namespace uniform::http {

/// Days since 1970-01-01, in UTC.
[[nodiscard]] std::int64_t day_now() noexcept;
/// "2026-11-26".
[[nodiscard]] std::string date_of_day(std::int64_t day);

/// The days of a question, both included; at most 366.
struct day_range {
    std::int64_t from = 0;
    std::int64_t until = 0;
};

struct day_counts {
    std::int64_t day = 0;
    std::array<std::uint64_t, outcome_names.size()> by_outcome = {};
    [[nodiscard]] std::uint64_t total() const noexcept;
};
/// A row for each day, in order, also for those without resolutions. `nid` empty: of all namespaces.
[[nodiscard]] std::vector<day_counts> resolutions_by_day(store::reading &r, const resolver::instance_administrator &by,
                                                         const day_range &d, std::string_view nid);

/// A text, and how often it was counted.
using counted_text = std::pair<std::string, std::uint64_t>;
/// The namespaces with the most resolutions first; at most `limit`. A row is read for each namespace and day. "" has
/// what is no URN, "*" what is in none of the namespaces of this service.
[[nodiscard]] std::vector<counted_text> resolutions_by_namespace(store::reading &r,
                                                                 const resolver::instance_administrator &by,
                                                                 const day_range &d, std::size_t limit);
/// The countries that most resolutions state first (country.hpp); at most `limit`.
[[nodiscard]] std::vector<counted_text> resolutions_by_country(store::reading &r,
                                                               const resolver::instance_administrator &by,
                                                               const day_range &d, std::string_view nid,
                                                               std::size_t limit);

/// A count of the statistics: the resolutions of a day under a prefix with one outcome.
struct counted_resolution {
    std::int64_t day = 0;
    std::string nid = {};
    std::string prefix = {}; ///< empty: the rest of the namespace
    std::string outcome = {};
    std::int64_t count = 0;
};
struct visible_statistics {
    std::vector<counted_resolution> resolutions = {}; ///< 10,000 at most
    bool complete = true;                             ///< there are no more
    std::vector<counted_text> unknown = {};           ///< the keys of unknown names, the most requested first
};
/// The counts of what `who` covers; null: for everybody, who do not see which unknown names were asked for. `nid`
/// empty: of all namespaces. Reads the rows of these days.
[[nodiscard]] visible_statistics statistics_of(store::reading &r, const resolver::principal *who, const day_range &d,
                                               std::string_view nid, std::size_t most_unknown);

/// The unknown names that were asked for most on one day, those after `after`; at most `limit`.
[[nodiscard]] std::vector<counted_text> unknown_names_of(store::reading &r, const resolver::instance_administrator &by,
                                                         std::int64_t day, const std::optional<counted_text> &after,
                                                         std::size_t limit);

/// The spans by which latencies are grouped.
enum class latency_span : std::uint8_t {
    hour, ///< kept for eight days
    day,
};
/// Their names.
inline constexpr auto latency_span_names =
    enum_table<latency_span>({{latency_span::hour, "hour"}, {latency_span::day, "day"}});
[[nodiscard]] constexpr std::string_view to_string(latency_span s) noexcept { return latency_span_names.name(s); }

/// The responses of one hour or day: how many took how long, in the buckets of metrics::duration_bounds().
struct latency_counts {
    std::int64_t at = 0; ///< the number of the hour or day since 1970
    std::array<std::uint64_t, metrics::duration_buckets> buckets = {};
    [[nodiscard]] std::uint64_t total() const noexcept;
    /// So many of all, `share` from 0 to 1, took no longer; estimated within the bucket. Nothing if there were none.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> quantile(double share) const noexcept;
    void add(const latency_counts &other) noexcept;
};
/// The last `count` hours or days, the current one last; those without responses, too.
[[nodiscard]] std::vector<latency_counts> latencies_of(store::reading &r, const resolver::instance_administrator &by,
                                                       latency_span s, route_class c, std::size_t count);
/// The number of the current hour or day.
[[nodiscard]] std::int64_t number_now(latency_span s) noexcept;
/// "2026-11-26T10:00Z", "2026-11-26".
[[nodiscard]] std::string time_of_number(latency_span s, std::int64_t at);

} // namespace uniform::http
