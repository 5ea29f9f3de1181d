#include "http/operation/figures.hpp"

#include <algorithm>
#include <numeric>

#include <uniform/resolver/timestamp.hpp>

namespace uniform::http {

namespace {

std::string_view nid_or_all(std::string_view nid) noexcept { return nid.empty() ? all_namespaces : nid; }

std::vector<counted_text> counted(store::reading &r, std::string_view sql, std::initializer_list<store::parameter> p) {
    std::vector<counted_text> out;
    r.sql().run(sql, p, [&](const store::row &row) {
        out.emplace_back(std::string{row.text(0)}, static_cast<std::uint64_t>(row.integer(1)));
        return true;
    });
    return out;
}

} // namespace

std::int64_t day_now() noexcept {
    return std::chrono::floor<std::chrono::days>(resolver::now()).time_since_epoch().count();
}

std::string date_of_day(std::int64_t day) {
    return resolver::to_string(resolver::timestamp{std::chrono::sys_days{std::chrono::days{day}}}).substr(0, 10);
}

std::uint64_t day_counts::total() const noexcept {
    return std::accumulate(by_outcome.begin(), by_outcome.end(), std::uint64_t{0});
}

std::vector<day_counts> resolutions_by_day(store::reading &r, const resolver::instance_administrator & /*by*/,
                                           const day_range &d, std::string_view nid) {
    std::vector<day_counts> out;
    for (std::int64_t day = d.from; day <= d.until; ++day) out.push_back({.day = day});
    r.sql().run(
        "SELECT day, outcome, count FROM resolution_days WHERE nid = $1 AND day >= $2 AND day <= $3 AND outcome "
        "<> ''",
        {nid_or_all(nid), d.from, d.until}, [&](const store::row &row) {
            const auto o = outcome_names.find(row.text(1));
            if (!o) return true; // of a later version
            out[static_cast<std::size_t>(row.integer(0) - d.from)].by_outcome[static_cast<std::size_t>(*o)] =
                static_cast<std::uint64_t>(row.integer(2));
            return true;
        });
    return out;
}

std::vector<counted_text> resolutions_by_namespace(store::reading &r, const resolver::instance_administrator & /*by*/,
                                                   const day_range &d, std::size_t limit) {
    return counted(r,
                   "SELECT nid, CAST(sum(count) AS BIGINT) AS n FROM resolution_days WHERE outcome = '' AND day >= $1 "
                   "AND day <= $2 AND nid <> '+' GROUP BY nid ORDER BY n DESC, nid LIMIT $3",
                   {d.from, d.until, static_cast<std::int64_t>(limit)});
}

visible_statistics statistics_of(store::reading &r, const resolver::principal *who, const day_range &d,
                                 std::string_view nid, std::size_t most_unknown) {
    constexpr std::size_t most_rows = 10000;
    visible_statistics out;
    const auto visible = [&](std::string_view key_or_prefix) { return who == nullptr || who->reads(key_or_prefix); };
    r.sql().run("SELECT day, nid, prefix, outcome, count FROM statistics WHERE day >= $1 AND day <= $2 AND ($3 = '' "
                "OR nid = $3) ORDER BY day, nid, prefix, outcome",
                {d.from, d.until, nid}, [&](const store::row &row) {
                    counted_resolution one{.day = row.integer(0),
                                           .nid = std::string{row.text(1)},
                                           .prefix = std::string{row.text(2)},
                                           .outcome = std::string{row.text(3)},
                                           .count = row.integer(4)};
                    if (!visible(one.prefix.empty() ? one.nid + ":" : one.prefix)) return true;
                    if (out.resolutions.size() == most_rows) return out.complete = false;
                    out.resolutions.push_back(std::move(one));
                    return true;
                });
    if (who == nullptr) return out;
    const std::string begin = nid.empty() ? std::string{} : std::string{nid} + ":";
    const std::string end = nid.empty() ? std::string{} : std::string{nid} + ";"; // ";" follows ":" in ASCII
    r.sql().run("SELECT key, CAST(sum(count) AS BIGINT) AS n FROM unknown_names WHERE day >= $1 AND day <= $2 AND ($3 "
                "= '' OR (key >= $3 AND key < $4)) GROUP BY key ORDER BY n DESC, key",
                {d.from, d.until, std::string_view{begin}, std::string_view{end}}, [&](const store::row &row) {
                    if (out.unknown.size() == most_unknown) return false;
                    if (visible(row.text(0))) {
                        out.unknown.emplace_back(std::string{row.text(0)}, static_cast<std::uint64_t>(row.integer(1)));
                    }
                    return true;
                });
    return out;
}

std::vector<counted_text> resolutions_by_country(store::reading &r, const resolver::instance_administrator & /*by*/,
                                                 const day_range &d, std::string_view nid, std::size_t limit) {
    return counted(r,
                   "SELECT country, CAST(sum(count) AS BIGINT) AS n FROM country_days WHERE nid = $1 AND day >= $2 AND "
                   "day <= $3 GROUP BY country ORDER BY n DESC, country LIMIT $4",
                   {nid_or_all(nid), d.from, d.until, static_cast<std::int64_t>(limit)});
}

std::vector<counted_text> unknown_names_of(store::reading &r, const resolver::instance_administrator & /*by*/,
                                           std::int64_t day, const std::optional<counted_text> &after,
                                           std::size_t limit) {
    const auto most = static_cast<std::int64_t>(limit);
    if (!after) {
        return counted(r, "SELECT key, count FROM unknown_names WHERE day = $1 ORDER BY count DESC, key DESC LIMIT $2",
                       {day, most});
    }
    return counted(
        r,
        "SELECT key, count FROM unknown_names WHERE day = $1 AND (count, key) < ($2, $3) ORDER BY count DESC, "
        "key DESC LIMIT $4",
        {day, static_cast<std::int64_t>(after->second), std::string_view{after->first}, most});
}

std::uint64_t latency_counts::total() const noexcept {
    return std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0});
}

void latency_counts::add(const latency_counts &other) noexcept {
    for (std::size_t i = 0; i < buckets.size(); ++i) buckets[i] += other.buckets[i];
}

std::optional<std::chrono::nanoseconds> latency_counts::quantile(double share) const noexcept {
    const std::uint64_t all = total();
    if (all == 0) return std::nullopt;
    const auto bounds = metrics::duration_bounds();
    const double wanted = share * static_cast<double>(all);
    double below = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        const auto here = static_cast<double>(buckets[i]);
        if (here > 0 && below + here >= wanted) {
            const double from = i == 0 ? 0 : static_cast<double>(bounds[i - 1]);
            const double to = i < bounds.size() ? static_cast<double>(bounds[i]) : from; // no bound: at least
            return std::chrono::nanoseconds{static_cast<std::int64_t>(from + (to - from) * (wanted - below) / here)};
        }
        below += here;
    }
    return std::chrono::nanoseconds{static_cast<std::int64_t>(bounds.back())};
}

std::int64_t number_now(latency_span s) noexcept {
    if (s == latency_span::day) return day_now();
    return std::chrono::floor<std::chrono::hours>(resolver::now()).time_since_epoch().count();
}

std::string time_of_number(latency_span s, std::int64_t at) {
    if (s == latency_span::day) return date_of_day(at);
    const resolver::timestamp t{std::chrono::hours{at}};
    return resolver::to_string(t).substr(0, 16) + "Z";
}

std::vector<latency_counts> latencies_of(store::reading &r, const resolver::instance_administrator & /*by*/,
                                         latency_span s, route_class c, std::size_t count) {
    const std::int64_t last = number_now(s);
    const std::int64_t first = last - static_cast<std::int64_t>(count) + 1;
    std::vector<latency_counts> out;
    for (std::int64_t at = first; at <= last; ++at) out.push_back({.at = at});
    r.sql().run("SELECT at, bucket, count FROM latencies WHERE span = $1 AND route = $2 AND at >= $3 AND at <= $4",
                {latency_span_names.name(s), to_string(c), first, last}, [&](const store::row &row) {
                    const auto bucket = static_cast<std::size_t>(row.integer(1));
                    if (bucket >= metrics::duration_buckets) return true;
                    out[static_cast<std::size_t>(row.integer(0) - first)].buckets[bucket] =
                        static_cast<std::uint64_t>(row.integer(2));
                    return true;
                });
    return out;
}

} // namespace uniform::http
