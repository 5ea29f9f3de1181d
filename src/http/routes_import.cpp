// Names in bulk: an import reads the body while it comes in and answers while it goes on; an export is written page by
// page.

#include <algorithm>
#include <charconv>
#include <cstdint>

#include <uniform/resolver/delegation.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/store/store.hpp>

#include "http/router.hpp"
#include "http/routes_names.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using uniform::service::bulk_format;

std::unexpected<problem> refuse(problem_type type, std::string detail) {
    return std::unexpected{problem{.type = type, .detail = std::move(detail)}};
}

std::string_view media_type_of(bulk_format f) noexcept {
    return f == bulk_format::csv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson";
}

bool same_type(std::string_view a, std::string_view b) noexcept {
    return std::ranges::equal(a, b, [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x | 0x20 : x) == y; });
}

std::expected<bulk_format, problem> format_of(const call &c, std::string_view type) {
    if (const auto text = c.query_value("format")) {
        if (const auto f = uniform::service::bulk_format_from(*text)) return *f;
        return refuse(problem_type::invalid, "\"format\" is ndjson or csv");
    }
    type = type.substr(0, type.find(';'));
    while (type.ends_with(' ')) type.remove_suffix(1);
    if (same_type(type, "text/csv") || same_type(type, "application/csv")) return bulk_format::csv;
    if (type.empty() || same_type(type, "application/x-ndjson") || same_type(type, "application/ndjson") ||
        same_type(type, "application/jsonl")) {
        return bulk_format::ndjson;
    }
    return refuse(problem_type::unsupported_media_type, "names come as application/x-ndjson or text/csv");
}

// An answer that begins with its first part, so that what is refused before has the status of its problem.
class late_answer {
public:
    late_answer(exchange &e, bulk_format f) : exchange_(e), type_(media_type_of(f)) {}
    void write(std::string_view part) {
        if (!begun_) exchange_.begin({.status = 200, .fields = {{"Content-Type", std::string(type_)}}, .body = {}});
        begun_ = true;
        exchange_.write(part);
    }
    void finish() {
        if (!begun_) exchange_.begin({.status = 200, .fields = {{"Content-Type", std::string(type_)}}, .body = {}});
        begun_ = true;
        exchange_.finish();
    }
    [[nodiscard]] bool begun() const noexcept { return begun_; }

private:
    exchange &exchange_;
    std::string_view type_;
    bool begun_ = false;
};

} // namespace

answer import_names(call &c) {
    uniform::service::import_options o;
    const auto format = format_of(c, c.request.value("Content-Type"));
    if (!format) return std::unexpected{format.error()};
    o.format = *format;
    const auto dry_run = flag_of(c, "dry_run");
    if (!dry_run) return std::unexpected{dry_run.error()};
    o.dry_run = *dry_run;
    if (const auto text = c.query_value("on_error")) {
        if (*text != "stop" && *text != "report")
            return refuse(problem_type::invalid, "\"on_error\" is stop or report");
        o.stop_on_error = *text == "stop";
    }
    if (const auto text = c.query_value("results")) {
        if (*text != "all" && *text != "problems") {
            return refuse(problem_type::invalid, "\"results\" is all or problems");
        }
        o.only_problems = *text == "problems";
    }
    o.id = c.query_value("id").value_or(std::string_view{});
    if (const auto text = c.query_value("results_after")) {
        std::uint64_t line = 0;
        const auto [end, why] = std::from_chars(text->data(), text->data() + text->size(), line);
        if (why != std::errc{} || end != text->data() + text->size()) {
            return refuse(problem_type::invalid, "\"results_after\" is the number of a line");
        }
        o.results_after = line;
    }
    late_answer out(c.exchange, bulk_format::ndjson);
    try {
        const auto summary = uniform::service::import_names(
            *c.site.store, origin_of(c), *c.who, o, [&] { return c.exchange.read(); },
            [&](std::string_view lines) { out.write(lines); });
        if (!summary && !out.begun()) return std::unexpected{summary.error()};
        out.write(summary ? "{\"summary\":" + to_json(*summary) + "}\n"
                          : "{\"problem\":" + resolver::to_json(summary.error()) + "}\n");
    } catch (const store::failure &f) {
        // The status is out already; the lines so far are on disk.
        if (!out.begun()) throw;
        out.write("{\"problem\":" +
                  resolver::to_json(
                      {.type = f.kind() == store::failure_kind::unavailable || f.kind() == store::failure_kind::busy
                                   ? problem_type::unavailable
                                   : problem_type::internal,
                       .detail = "the import broke off; with an id it goes on where it was"}) +
                  "}\n");
    }
    out.finish();
    return std::nullopt;
}

answer export_names(call &c) {
    uniform::service::export_options o;
    const auto format = format_of(c, {});
    if (!format) return std::unexpected{format.error()};
    o.format = *format;
    if (const auto text = c.query_value("prefix"); text && !text->empty()) {
        auto prefix =
            c.site.store->look_up([&](store::reading &r) { return uniform::service::prefix_of_keys(r, *text); });
        if (!prefix) return std::unexpected{prefix.error()};
        o.prefix = std::move(*prefix);
    }
    if (const auto text = c.query_value("after"); text && !text->empty()) {
        auto key = c.site.store->look_up([&](store::reading &r) { return uniform::service::key_of(r, *text); });
        if (!key) return std::unexpected{key.error()};
        o.after = std::move(*key);
    }
    if (const auto text = c.query_value("state"); text && !text->empty()) {
        o.state = resolver::name_state_from(*text);
        if (!o.state) return refuse(problem_type::invalid, "\"state\" is reserved, active or withdrawn");
    }
    late_answer out(c.exchange, o.format);
    (void)uniform::service::export_names(*c.site.store, o, [&](std::string_view lines) { out.write(lines); });
    out.finish();
    return std::nullopt;
}

} // namespace uniform::http
