#include "http/operation/metrics.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/indexed.hpp"

namespace uniform::http {

namespace {

// Upper bounds in nanoseconds; the last bucket is what is above them all.
constexpr std::array<std::uint64_t, 15> bounds{50'000,      100'000,     250'000,       500'000,       1'000'000,
                                               2'500'000,   5'000'000,   10'000'000,    25'000'000,    50'000'000,
                                               100'000'000, 250'000'000, 1'000'000'000, 5'000'000'000, 30'000'000'000};

struct counter_text {
    counter which;
    std::string_view name, help;
};
constexpr std::array<counter_text, static_cast<std::size_t>(counter::end_of_counters)> counter_texts{{
    {counter::cache_hits, "cache_hits_total", "Requests answered from the response cache."},
    {counter::cache_misses, "cache_misses_total", "Requests for names that were not in the response cache."},
    {counter::cache_evictions, "cache_evictions_total",
     "Responses evicted from the response cache because it was full."},
    {counter::cache_invalidations, "cache_invalidations_total",
     "Invalidations of the whole response cache, after a change of a namespace, a "
     "delegation or the health of locators."},
    {counter::store_commits, "store_commits_total", "Commits of the store by this process."},
    {counter::store_changes, "store_changes_total", "Names and documents changed by this process."},
    {counter::store_failures, "store_failures_total", "Requests that failed because of the store."},
    {counter::authentications_failed, "authentications_failed_total",
     "Requests with an access token that is not valid."},
    {counter::rate_limited, "rate_limited_total", "Requests refused with 429 because of a rate limit."},
    {counter::links_checked, "links_checked_total", "Locators checked."},
    {counter::links_dead, "links_dead_total", "Checks that found a locator dead."},
    {counter::delegation_loops, "delegation_loops_total", "Checks that found a delegation loop."},
    {counter::webhooks_delivered, "webhooks_delivered_total", "Deliveries made to webhooks."},
    {counter::webhooks_attempts_failed, "webhooks_attempts_failed_total",
     "Failed attempts of deliveries to webhooks, which are repeated."},
    {counter::webhooks_failed, "webhooks_failed_total", "Deliveries to webhooks that were given up."},
    {counter::purges_sent, "purges_total", "Requests to purge that caches in front of the service carried out."},
    {counter::purges_failed, "purges_failed_total",
     "Requests to purge that a cache in front of the service did not carry out; they are repeated."},
    {counter::statistics_failures, "statistics_failures_total",
     "Failed attempts to add statistics to the store, which are retried, or to memory."},
    {counter::log_lost, "log_lost_total", "Log entries dropped because the log is written too slowly."},
    {counter::shared_lookups, "shared_lookups_total",
     "Round trips to PostgreSQL for names that were not in the response cache, of several requests if they came "
     "together."},
    {counter::shared_lookup_names, "shared_lookup_names_total", "Names that were looked up in these round trips."},
}};
static_assert(base::is_indexed(counter_texts, &counter_text::which, counter::shared_lookup_names));

void append(std::string &out, double value) {
    std::array<char, 32> text{};
    if (std::isfinite(value)) {
        const auto [end, why] = std::to_chars(text.data(), text.data() + text.size(), value);
        out.append(text.data(), end);
    } else {
        out += std::isnan(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    }
}

void head(std::string &out, std::string_view name, std::string_view type, std::string_view help) {
    ((((out += "# HELP uniform_") += name) += ' ') += help) += '\n';
    ((((out += "# TYPE uniform_") += name) += ' ') += type) += '\n';
}

} // namespace

route_class route_class_of(std::string_view path) noexcept {
    if (path.size() < 2 || path[0] != '/') return route_class::other;
    switch (path[1]) {
    case 'u':
    case 'U':
        if (path.starts_with("/uri-res/")) return route_class::services;
        if (path.size() > 4 && (path[2] | 0x20) == 'r' && (path[3] | 0x20) == 'n' && (path[4] == ':' || path[4] == '%'))
            return route_class::resolution;
        return route_class::other;
    case 'a':
        return path.starts_with("/api/") ? route_class::api : route_class::other;
    case 'o':
        return path == "/oai" ? route_class::harvest : route_class::other;
    case 'm':
        return path == "/metrics" ? route_class::operation : route_class::other;
    case 'h':
        return path == "/healthz" ? route_class::operation : route_class::other;
    case 'r':
        return path == "/readyz" ? route_class::operation : route_class::other;
    default:
        return route_class::other;
    }
}

std::size_t thread_number() noexcept {
    static std::atomic<std::size_t> next{0};
    thread_local const std::size_t number = next.fetch_add(1, std::memory_order_relaxed);
    return number;
}

metrics::metrics() : shards_(std::make_unique<std::array<shard, shards>>()), start_(std::chrono::system_clock::now()) {}

metrics::shard &metrics::own_shard() noexcept { return (*shards_)[thread_number() % shards]; }

void metrics::request(route_class c, int status, std::chrono::nanoseconds took, std::uint64_t bytes) noexcept {
    shard &s = own_shard();
    const auto at = static_cast<std::size_t>(c);
    const auto nanoseconds = static_cast<std::uint64_t>(std::max<std::int64_t>(took.count(), 0));
    const auto code = static_cast<std::size_t>(std::clamp(status, 100, 611) - 100);
    std::size_t bucket = 0;
    while (bucket < bounds.size() && nanoseconds > bounds[bucket]) ++bucket;
    s.by_status[at][code].fetch_add(1, std::memory_order_relaxed);
    s.took[at][bucket].fetch_add(1, std::memory_order_relaxed);
    s.nanoseconds[at].fetch_add(nanoseconds, std::memory_order_relaxed);
    s.bytes[at].fetch_add(bytes, std::memory_order_relaxed);
}

void metrics::count(counter c, std::uint64_t n) noexcept {
    own_shard().counted[static_cast<std::size_t>(c)].fetch_add(n, std::memory_order_relaxed);
}

void metrics::commit(std::size_t changes) noexcept {
    count(counter::store_commits);
    count(counter::store_changes, changes);
    const auto power = changes <= 1 ? 0U : static_cast<unsigned>(std::bit_width(changes - 1));
    own_shard().group_sizes[std::min<std::size_t>(power, groups - 1)].fetch_add(1, std::memory_order_relaxed);
}

void metrics::ask(std::string_view name, std::string_view type, std::string_view help, std::function<double()> value) {
    asked_.push_back({std::string{name}, std::string{type}, std::string{help}, std::move(value)});
}

std::uint64_t metrics::value(counter c) const noexcept {
    std::uint64_t sum = 0;
    for (const shard &s : *shards_) sum += s.counted[static_cast<std::size_t>(c)].load(std::memory_order_relaxed);
    return sum;
}

std::span<const std::uint64_t, metrics::duration_buckets - 1> metrics::duration_bounds() noexcept { return bounds; }

metrics::latencies metrics::durations() const noexcept {
    latencies out{};
    for (const shard &s : *shards_) {
        for (std::size_t c = 0; c < classes; ++c) {
            for (std::size_t b = 0; b < buckets; ++b) out[c][b] += s.took[c][b].load(std::memory_order_relaxed);
        }
    }
    return out;
}

std::string metrics::text() const {
    std::string out;
    out.reserve(16384);
    const auto sum = [&](auto &&cell_of) {
        std::uint64_t total = 0;
        for (const shard &s : *shards_) total += cell_of(s).load(std::memory_order_relaxed);
        return total;
    };

    head(out, "http_requests_total", "counter", "Responses by route class and status.");
    for (std::size_t c = 0; c < classes; ++c) {
        const auto name = to_string(static_cast<route_class>(c));
        for (std::size_t code = 0; code < statuses; ++code) {
            const auto n = sum([&](const shard &s) -> const cell & { return s.by_status[c][code]; });
            if (n == 0) continue;
            ((out += "uniform_http_requests_total{route=\"") += name) += "\",status=\"";
            ((out += std::to_string(code + 100)) += "\"} ") += std::to_string(n);
            out += '\n';
        }
    }
    head(out, "http_request_duration_seconds", "histogram",
         "From the end of a request's head to the end of its response.");
    for (std::size_t c = 0; c < classes; ++c) {
        const std::string label = "{route=\"" + std::string{to_string(static_cast<route_class>(c))} + "\"";
        std::uint64_t below = 0;
        std::string lines;
        for (std::size_t b = 0; b < buckets; ++b) {
            below += sum([&](const shard &s) -> const cell & { return s.took[c][b]; });
            lines += "uniform_http_request_duration_seconds_bucket" + label + ",le=\"";
            if (b < bounds.size()) {
                append(lines, static_cast<double>(bounds[b]) / 1e9);
            } else {
                lines += "+Inf";
            }
            lines += "\"} " + std::to_string(below) + "\n";
        }
        if (below == 0) continue;
        out += lines + "uniform_http_request_duration_seconds_sum" + label + "} ";
        append(out, static_cast<double>(sum([&](const shard &s) -> const cell & { return s.nanoseconds[c]; })) / 1e9);
        out += "\nuniform_http_request_duration_seconds_count" + label + "} " + std::to_string(below) + "\n";
    }
    head(out, "http_response_bytes_total", "counter", "Bytes of responses, including heads.");
    for (std::size_t c = 0; c < classes; ++c) {
        const auto n = sum([&](const shard &s) -> const cell & { return s.bytes[c]; });
        if (n == 0) continue;
        out += "uniform_http_response_bytes_total{route=\"" + std::string{to_string(static_cast<route_class>(c))} +
               "\"} " + std::to_string(n) + "\n";
    }
    for (std::size_t i = 0; i < counters; ++i) {
        head(out, counter_texts[i].name, "counter", counter_texts[i].help);
        ((out += "uniform_") += counter_texts[i].name) += ' ';
        (out += std::to_string(value(static_cast<counter>(i)))) += '\n';
    }
    head(out, "store_commit_changes", "histogram", "Names and documents changed by one commit.");
    std::uint64_t below = 0;
    for (std::size_t g = 0; g < groups; ++g) {
        below += sum([&](const shard &s) -> const cell & { return s.group_sizes[g]; });
        out += "uniform_store_commit_changes_bucket{le=\"" +
               (g + 1 == groups ? std::string{"+Inf"} : std::to_string(std::size_t{1} << g)) + "\"} " +
               std::to_string(below) + "\n";
    }
    out += "uniform_store_commit_changes_sum " + std::to_string(value(counter::store_changes)) + "\n";
    out += "uniform_store_commit_changes_count " + std::to_string(below) + "\n";
    for (const asked &a : asked_) {
        head(out, a.name, a.type, a.help);
        (out += "uniform_") += a.name + " ";
        append(out, a.value());
        out += '\n';
    }
    head(out, "start_time_seconds", "gauge", "When the process started, in seconds since 1970.");
    out += "uniform_start_time_seconds ";
    append(out, std::chrono::duration<double>(start_.time_since_epoch()).count());
    out += '\n';
    return out;
}

} // namespace uniform::http
