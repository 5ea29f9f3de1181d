// Health, metrics, statistics, the head of the history, and the page at "/".

#include <array>
#include <charconv>
#include <chrono>

#include <nlohmann/json.hpp>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

#include "http/health.hpp"
#include "http/metrics.hpp"
#include "http/router.hpp"
#include "http/start_page.hpp"
#include "resolver/html.hpp"

namespace uniform::http {

namespace {

using json = nlohmann::ordered_json;
using resolver::problem;
using resolver::problem_type;

answer healthz(call &) {
    response r{.status = 200, .body = "{\"status\":\"alive\"}\n"};
    r.fields = {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}};
    return r;
}

answer readyz(call &c) {
    const std::string why = c.site.health == nullptr ? std::string{} : c.site.health->why_not_ready();
    response r{.status = why.empty() ? 200 : 503};
    json body{{"status", why.empty() ? "ready" : "not ready"}};
    if (!why.empty()) body["reason"] = why;
    r.body = body.dump() + "\n";
    r.fields = {{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}};
    if (!why.empty()) r.fields.emplace_back("Retry-After", "5");
    return r;
}

answer metrics_text(call &c) {
    if (c.site.metrics == nullptr || (c.site.settings != nullptr && !c.site.settings->metrics_enabled)) {
        return std::unexpected{problem{.type = problem_type::not_found, .detail = "metrics are switched off"}};
    }
    response r{.status = 200, .body = c.site.metrics->text()};
    r.fields = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}, {"Cache-Control", "no-store"}};
    return r;
}

answer head_of_history(call &c) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto [number, hash] = c.site.store->read([](store::reading &r) { return r.head(); });
    std::string text;
    for (const std::byte b : hash) {
        const auto n = std::to_integer<unsigned>(b);
        (text += digits[n >> 4U]) += digits[n & 15U];
    }
    return json_response(
        200, json{{"number", number}, {"hash", text}, {"head", std::to_string(number) + ":" + text}}.dump());
}

std::unexpected<problem> wrong(std::string_view name, std::string_view why) {
    return std::unexpected{problem{.type = problem_type::malformed,
                                   .detail = "the parameter \"" + std::string{name} + "\" " + std::string{why}}};
}

// A day of the query, as days since 1970.
std::expected<std::int64_t, problem> day_of(const call &c, std::string_view name, std::int64_t otherwise) {
    const auto text = c.query_value(name);
    if (!text) return otherwise;
    const auto t = resolver::parse_timestamp(*text);
    if (!t || text->size() != 10) return wrong(name, "is to be a date, YYYY-MM-DD");
    return std::chrono::floor<std::chrono::days>(*t).time_since_epoch().count();
}

std::string date_of(std::int64_t day) {
    const resolver::timestamp t{std::chrono::sys_days{std::chrono::days{day}}};
    return resolver::to_string(t).substr(0, 10);
}

// Resolutions a day by namespace, prefix and outcome; and the unknown names most asked for. At most 366 days.
answer statistics_of(call &c) {
    const std::int64_t today = std::chrono::floor<std::chrono::days>(resolver::now()).time_since_epoch().count();
    const auto until = day_of(c, "until", today);
    if (!until) return std::unexpected{until.error()};
    const auto from = day_of(c, "from", *until - 29);
    if (!from) return std::unexpected{from.error()};
    if (*from > *until || *until - *from > 365) return wrong("from", "is to be at most 365 days before \"until\"");
    const std::string nid{c.query_value("namespace").value_or("")};
    std::int64_t most = 20;
    if (const auto text = c.query_value("unknown")) {
        const auto [end, why] = std::from_chars(text->data(), text->data() + text->size(), most);
        if (why != std::errc{} || end != text->data() + text->size() || most < 0 || most > 1000) {
            return wrong("unknown", "is to be a number from 0 to 1000");
        }
    }
    // A token sees what lies within its prefixes.
    const auto visible = [&](const std::string &key_or_prefix) {
        return c.who != nullptr && c.who->reaches(key_or_prefix);
    };
    json days = json::array();
    json unknown = json::array();
    bool complete = true;
    c.site.store->read([&](store::reading &r) {
        constexpr std::size_t limit = 10000;
        r.sql().run(
            "SELECT day, nid, prefix, outcome, count FROM statistics WHERE day >= $1 AND day <= $2 AND ($3 = '' "
            "OR nid = $3) ORDER BY day, nid, prefix, outcome",
            {*from, *until, std::string_view{nid}}, [&](const store::row &row) {
                const std::string prefix{row.text(2)};
                if (!visible(prefix.empty() ? std::string{row.text(1)} + ":" : prefix)) return true;
                if (days.size() == limit) return complete = false;
                days.push_back({{"day", date_of(row.integer(0))},
                                {"namespace", row.text(1)},
                                {"prefix", prefix},
                                {"outcome", row.text(3)},
                                {"count", row.integer(4)}});
                return true;
            });
        const std::string begin = nid.empty() ? std::string{} : nid + ":";
        const std::string end = nid.empty() ? std::string{} : nid + ";"; // what follows ":" in ASCII
        r.sql().run(
            "SELECT key, CAST(sum(count) AS BIGINT) AS n FROM unknown_names WHERE day >= $1 AND day <= $2 AND ($3 "
            "= '' OR (key >= $3 AND key < $4)) GROUP BY key ORDER BY n DESC, key",
            {*from, *until, std::string_view{begin}, std::string_view{end}}, [&](const store::row &row) {
                if (unknown.size() == static_cast<std::size_t>(most)) return false;
                if (!visible(std::string{row.text(0)})) return true;
                unknown.push_back({{"name", "urn:" + std::string{row.text(0)}}, {"count", row.integer(1)}});
                return true;
            });
        return 0;
    });
    return json_response(200, json{{"from", date_of(*from)},
                                   {"until", date_of(*until)},
                                   {"resolutions", std::move(days)},
                                   {"complete", complete},
                                   {"unknown", std::move(unknown)}}
                                  .dump(-1, ' ', false, json::error_handler_t::replace));
}

answer start_page_of(call &c) {
    response r{.status = 200, .body = start_page(c.site)};
    r.fields = {{"Content-Type", "text/html; charset=utf-8"},
                {"Cache-Control", "no-cache"},
                {"Content-Security-Policy", std::string(resolver::html::security_policy) + "; frame-ancestors 'none'"},
                {"X-Content-Type-Options", "nosniff"}};
    return r;
}

constexpr route routes[]{
    {"GET", "/", "startPage", resolver::anyone, start_page_of, 0},
    {"GET", "/healthz", "isAlive", resolver::anyone, healthz, 0},
    {"GET", "/readyz", "isReady", resolver::anyone, readyz, 0},
    {"GET", "/metrics", "readMetrics", resolver::anyone, metrics_text, 0},
    {"GET", "/api/v1/history/head", "readHead", resolver::anyone, head_of_history, 0},
    route{"GET", "/api/v1/statistics", "readStatistics", resolver::readers, statistics_of, 0}.with_query(
        "from until namespace unknown"),
};

} // namespace

std::span<const route> operation_routes() noexcept { return routes; }

} // namespace uniform::http
