// Health, metrics, statistics, and the head of the history.

#include <array>
#include <chrono>

#include <uniform/base/hex.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/operation/figures.hpp"
#include "http/operation/follow_state.hpp"
#include "http/operation/health.hpp"
#include "http/operation/metrics.hpp"

namespace uniform::http {

namespace {

constexpr parameter from_parameter{
    .name = "from", .description = "the first day, in UTC (default: 29 days before `until`)", .format = "date"};
constexpr parameter until_parameter{
    .name = "until", .description = "the last day, in UTC (default: today)", .format = "date"};
constexpr parameter namespace_parameter{.name = "namespace", .description = "only this namespace"};
constexpr parameter unknown_parameter{.name = "unknown",
                                      .type = parameter_type::number,
                                      .description = "the number of unknown names",
                                      .fallback = "20",
                                      .most = 1000};

using resolver::problem;
using resolver::problem_type;

handler_result healthz(request_context &) {
    response r{.status = 200, .body = "{\"status\":\"alive\"}\n"};
    r.fields = {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}};
    return r;
}

// The state of a service that follows another one: how many events it lacks, and when it last asked.
void write_follower(json::writer &w, const follow_state &f) {
    const follow_state::picture is = f.now();
    w.begin_object().member_if("primary", f.primary()).member("events", is.events);
    if (const auto behind = is.behind()) w.member("of", *is.of).member("behind", *behind);
    if (is.read) {
        const auto since = std::chrono::steady_clock::now() - *is.read;
        w.member("seconds", std::chrono::floor<std::chrono::seconds>(since).count());
    }
    w.end_object();
}

handler_result readyz(request_context &c) {
    const engine_parts *const engine = c.server.engine;
    std::string why = engine == nullptr ? std::string{} : engine->health.why_not_ready();
    const follow_state *const follows = engine == nullptr ? nullptr : engine->follows;
    if (why.empty() && follows != nullptr) why = follows->why_not_ready();
    response r{.status = why.empty() ? 200 : 503};
    json::writer w{r.body};
    w.begin_object().member("status", why.empty() ? "ready" : "not ready").member_if("reason", why);
    if (follows != nullptr) write_follower(w.key("follows"), *follows);
    if (const auto is = engine == nullptr ? std::nullopt : engine->health.only_read()) {
        w.member("store", is->retired ? "retired" : "follows").member_if("successor", is->successor);
    }
    w.end_object();
    r.body += '\n';
    r.fields = {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}};
    if (!why.empty()) r.fields.emplace_back("Retry-After", "5");
    return r;
}

handler_result metrics_text(request_context &c) {
    if (c.server.engine == nullptr || !c.server.settings->metrics_enabled) {
        return refuse(problem_type::not_found, "metrics are disabled (setting metrics.enabled)");
    }
    response r{.status = 200, .body = c.server.engine->metrics.text()};
    r.fields = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}, {"Cache-Control", "no-store"}};
    return r;
}

handler_result head_of_history(request_context &c) {
    const auto [number, hash] = c.server.store->read([](store::reading &r) { return r.head(); });
    const std::string text = base::to_hex(hash);
    std::string body;
    json::writer{body}
        .begin_object()
        .member("number", number)
        .member("hash", text)
        .member("head", std::to_string(number) + ":" + text)
        .end_object();
    return json_response(200, std::move(body));
}

constexpr parameter statistics_format_parameter{.name = "format",
                                                .type = parameter_type::choice,
                                                .description =
                                                    "JSON, or CSV (RFC 4180) of the resolutions alone; default: what "
                                                    "Accept prefers, or JSON",
                                                .choices = "json csv"};

constexpr response_field statistics_vary_field{"Vary", "Accept"};

// A day of the query, as days since 1970.
std::expected<std::int64_t, problem> day_of(const request_context &c, std::string_view name, std::int64_t otherwise) {
    const auto text = c.query_value(name);
    if (!text) return otherwise;
    const auto t = resolver::parse_timestamp(*text);
    if (!t || text->size() != 10) return malformed_parameter(name, "must be a date, YYYY-MM-DD");
    return std::chrono::floor<std::chrono::days>(*t).time_since_epoch().count();
}

// RFC 4180. Prefixes have no quotation marks and no white space.
std::string csv_of_statistics(const json::array &days) {
    std::string out = "day,namespace,prefix,outcome,count\r\n";
    for (const json::value &d : days) {
        for (const std::string_view name : {"day", "namespace", "prefix", "outcome"}) {
            const std::string_view text = d.string_of(name);
            const bool quoted = text.contains(',') || text.contains(';');
            if (quoted) out += '"';
            out += text;
            if (quoted) out += '"';
            out += ',';
        }
        out += json::to_text(*d.find("count")) + "\r\n";
    }
    return out;
}

// The parameter counts more than Accept.
bool wants_csv(const request_context &c) {
    if (const std::string_view format = c.text(statistics_format_parameter); !format.empty()) return format == "csv";
    const resolver::accept_list accept{c.request.value("Accept")};
    return !accept.empty() && accept.of("text/csv").quality > accept.of("application/json").quality;
}

// Resolutions a day by namespace, prefix and outcome; and the unknown names most requested. At most 366 days. `all`:
// for everybody, who do not see which unknown names were asked for.
handler_result statistics_for(request_context &c, bool all) {
    const std::int64_t today = std::chrono::floor<std::chrono::days>(resolver::now()).time_since_epoch().count();
    UNIFORM_TRY(const auto &until, day_of(c, "until", today));
    UNIFORM_TRY(const auto &from, day_of(c, "from", until - 29));
    if (from > until || until - from > 365)
        return malformed_parameter("from", "must be at most 365 days before \"until\"");
    const std::string nid{c.query_value("namespace").value_or("")};
    const auto most = static_cast<std::size_t>(c.number(unknown_parameter));
    const auto found = c.server.store->read([&](store::reading &r) {
        return http::statistics_of(r, all ? nullptr : c.who, {.from = from, .until = until}, nid, most);
    });
    json::array days;
    for (const counted_resolution &one : found.resolutions) {
        days.emplace_back(json::object{{"day", date_of_day(one.day)},
                                       {"namespace", one.nid},
                                       {"prefix", one.prefix},
                                       {"outcome", one.outcome},
                                       {"count", one.count}});
    }
    json::array unknown;
    for (const auto &[key, n] : found.unknown) {
        unknown.emplace_back(json::object{{"name", "urn:" + key}, {"count", n}});
    }
    if (wants_csv(c)) {
        response r{.status = 200, .body = csv_of_statistics(days)};
        r.fields = {{"Content-Type", "text/csv; charset=utf-8; header=present"},
                    {"Cache-Control", "no-cache"},
                    {"Vary", "Accept"}};
        return r;
    }
    response r = json_response(200, json::to_text(json::object{{"from", date_of_day(from)},
                                                               {"until", date_of_day(until)},
                                                               {"resolutions", std::move(days)},
                                                               {"complete", found.complete},
                                                               {"unknown", std::move(unknown)}}));
    r.fields.emplace_back("Vary", "Accept");
    return r;
}

handler_result own_statistics(request_context &c) { return statistics_for(c, false); }

handler_result public_statistics(request_context &c) {
    if (!c.server.settings->statistics_public) {
        return refuse(problem_type::not_found, "statistics are not public (setting statistics.public)");
    }
    return statistics_for(c, true);
}

constexpr response_field retry_after_field{"Retry-After", "seconds", R"({"type":"integer","minimum":0})"};

constexpr route table[]{
    {.method = "GET",
     .path = "/healthz",
     .operation = "isAlive",
     .summary = "Check that the process responds",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = healthz,
     .responses = {{200, "it does", "alive"}}},
    {.method = "GET",
     .path = "/readyz",
     .operation = "isReady",
     .summary = "Check that the store is accessible and the service is not stopping",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = readyz,
     .responses = {{200, "the service is ready", "ready"},
                   {503, "the service is not ready", "not_ready", {&retry_after_field}}}},
    {.method = "GET",
     .path = "/metrics",
     .operation = "readMetrics",
     .summary = "Metrics for Prometheus",
     .description = "The setting metrics.enabled switches them off.",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = metrics_text,
     .responses = {{200, "the metrics in text format 0.0.4", "text/plain"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/history/head",
     .operation = "readHead",
     .summary = "Show the number and the hash of the last event",
     .description =
         "Store them somewhere else: `uniform store verify --known NUMBER:HASH` later proves that no event before "
         "it was changed.",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = head_of_history,
     .responses = {{200, "the head of the hash chain", "head"}}},
    {.method = "GET",
     .path = "/api/v1/statistics",
     .operation = "readStatistics",
     .summary = "Count resolutions by day, and the unknown names most requested",
     .description =
         "A token sees the names that its prefixes cover. Clients are not stored. The last seconds may be missing "
         "(setting statistics.flush).",
     .tag = "operation",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = own_statistics,
     .query = {&from_parameter, &until_parameter, &namespace_parameter, &unknown_parameter,
               &statistics_format_parameter},
     .headers = {&accept_field},
     .responses = {{200, "the counts", "statistics text/csv", {&statistics_vary_field}}}},
    {.method = "GET",
     .path = "/api/v1/statistics/public",
     .operation = "readPublicStatistics",
     .summary = "Count resolutions by day, for everybody",
     .description = "If the setting statistics.public permits it: 404 otherwise. Without the unknown names.",
     .tag = "operation",
     .scope = permission_scope::none,
     .handler = public_statistics,
     .query = {&from_parameter, &until_parameter, &namespace_parameter, &unknown_parameter,
               &statistics_format_parameter},
     .headers = {&accept_field},
     .responses = {{200, "the counts", "statistics text/csv", {&statistics_vary_field}}},
     .problems = {404}},
};

} // namespace

std::span<const route> operation_routes() noexcept { return table; }

} // namespace uniform::http
