#include "http/administration/operation_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <uniform/service/tokens.hpp>

#include "base/try.hpp"

namespace uniform::http::administration {

namespace {

struct place {
    part at;
    std::string_view href;
    std::string_view text;
};
constexpr std::array places{place{part::overview, "/operation", "operation.nav.overview"},
                            place{part::resolutions, "/operation/resolutions", "operation.nav.resolutions"},
                            place{part::latency, "/operation/latency", "operation.nav.latency"},
                            place{part::unknown, "/operation/unknown", "operation.nav.unknown"},
                            place{part::links, "/operation/links", "operation.nav.links"},
                            place{part::imports, "/operation/imports", "operation.nav.imports"},
                            place{part::history, "/operation/history", "operation.nav.history"},
                            place{part::store, "/operation/store", "operation.nav.store"},
                            place{part::settings, "/operation/settings", "operation.nav.settings"},
                            place{part::decisions, "/operation/decisions", "operation.nav.decisions"},
                            place{part::webhooks, "/operation/webhooks", "operation.nav.webhooks"},
                            place{part::registry, "/operation/registry", "operation.nav.registry"}};

// With one digit after the decimal separator below ten.
std::string shown_number(const pages::html_page &p, double n) {
    if (n >= 9.95) return pages::number(p.in(), static_cast<std::uint64_t>(std::llround(n)));
    const auto tenths = static_cast<std::uint64_t>(std::llround(n * 10));
    std::string out = std::to_string(tenths / 10);
    if (tenths % 10 != 0) {
        out += p.text("language.decimal");
        out += std::to_string(tenths % 10);
    }
    return out;
}

} // namespace

pages::html_page page_of(const request_context &c, part at, std::string_view heading) {
    pages::html_page p{c.server.settings, c.request};
    p.title = p.text(heading);
    p.area = pages::area::operation;
    // A page that answers a form has no URL of its own.
    if (c.request.method == "POST") p.back = std::ranges::find(places, at, &place::at)->href;
    return p;
}

manage::common_part common_of(const pages::html_page &p, part at, std::string_view heading) {
    manage::common_part out{.heading = p.text(heading)};
    for (const place &one : places) {
        out.parts.push_back({.href = one.href, .label = p.text(one.text), .is_current = one.at == at});
    }
    return out;
}

std::string shown_time(resolver::timestamp t) {
    std::string out = resolver::to_string(t).substr(0, 16);
    if (out.size() > 10) out[10] = ' ';
    return out;
}

std::string shown_size(const pages::html_page &p, std::uint64_t bytes) {
    constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    auto n = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; n >= 1024 && unit + 1 < units.size(); ++unit) n /= 1024;
    return shown_number(p, n) + ' ' + std::string{units[unit]};
}

std::string shown_duration(const pages::html_page &p, std::chrono::nanoseconds t) {
    const auto n = static_cast<double>(t.count());
    if (n < 1e6) return shown_number(p, n / 1e3) + " µs";
    if (n < 1e9) return shown_number(p, n / 1e6) + " ms";
    if (n < 120e9) return shown_number(p, n / 1e9) + " s";
    if (n < 7200e9) return shown_number(p, n / 60e9) + " min";
    return shown_number(p, n / 3600e9) + " h";
}

figure figure_of(const pages::html_page &p, std::string_view key, std::string value) {
    return {.label = p.text(key), .value = std::move(value)};
}

std::expected<std::optional<std::string>, resolver::problem> cursor_in(const request_context &c) {
    if (!c.query_value("after")) return std::nullopt;
    UNIFORM_TRY(auto &at, http::page_of(c));
    if (at.after.empty()) return std::nullopt;
    return std::move(at.after);
}

std::string shown_principal(store::reading &r, std::string_view who) {
    constexpr std::string_view of_token = "token:";
    if (!who.starts_with(of_token)) return std::string{who};
    const auto t = service::find_token(r, who.substr(of_token.size()));
    return t && !t->label.empty() ? t->label + " (" + std::string{who.substr(of_token.size())} + ")" : std::string{who};
}

} // namespace uniform::http::administration
