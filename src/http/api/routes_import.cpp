// Bulk import and export: an import reads the body while it arrives and sends the results meanwhile; an export is sent
// page by page.

#include <algorithm>
#include <charconv>
#include <cstdint>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/import.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/router.hpp"
#include "http/api/routes_names.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using service::bulk_format;

std::string_view media_type_of(bulk_format f) noexcept {
    return f == bulk_format::csv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson";
}

bool same_type(std::string_view a, std::string_view b) noexcept { return ascii::equal_ignoring_case(a, b); }

std::expected<bulk_format, problem> format_of(const request_context &c, std::string_view type) {
    if (const auto f = service::bulk_format_names.find(c.text(bulk_format_parameter))) return *f;
    type = type.substr(0, type.find(';'));
    while (type.ends_with(' ')) type.remove_suffix(1);
    if (same_type(type, "text/csv") || same_type(type, "application/csv")) return bulk_format::csv;
    if (type.empty() || same_type(type, "application/x-ndjson") || same_type(type, "application/ndjson") ||
        same_type(type, "application/jsonl")) {
        return bulk_format::ndjson;
    }
    return refuse(problem_type::unsupported_media_type,
                  "unsupported media type; supported media types: application/x-ndjson, text/csv");
}

// A response that begins with its first part, so that a refusal before it has the status of its problem.
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

// A line of NDJSON: an object with the members that `members` writes.
template <class F>
std::string ndjson_line(F members) {
    std::string out;
    json::writer w{out};
    w.begin_object();
    members(w);
    w.end_object();
    return out += '\n';
}

} // namespace

handler_result import_names(request_context &c) {
    service::import_options o;
    UNIFORM_TRY(const auto &format, format_of(c, c.request.value("Content-Type")));
    o.format = format;
    o.dry_run = c.flag(dry_run);
    o.existing = service::on_conflict_names.find(c.text(existing_names)).value_or(service::on_conflict::report);
    o.stop_on_error = c.text(on_error) == "stop";
    o.only_problems = c.text(results) == "problems";
    o.id = c.query_value("id").value_or(std::string_view{});
    o.results_after = c.number(results_after);
    o.schemes = location_schemes_of(c);
    late_answer out(c.exchange, bulk_format::ndjson);
    try {
        service::noted_import note{*c.server.store, c.who->id, o};
        const auto summary = service::import_names(
            *c.server.store, origin_of(c), *c.who, o,
            [&] {
                note.look();
                return c.exchange.read();
            },
            [&](std::string_view lines) { out.write(lines); },
            [&](const service::import_counts &counts) { note.progress(counts); });
        if (!summary && !out.begun()) return std::unexpected{summary.error()};
        out.write(summary ? ndjson_line([&](json::writer &w) { write(w.key("summary"), *summary); })
                          : ndjson_line([&](json::writer &w) { write(w.key("problem"), summary.error()); }));
    } catch (const service::noted_import::ended &) {
        problem p{.type = problem_type::unavailable,
                  .detail =
                      "an administrator has ended the import; the names before stay assigned, and a retry with the "
                      "same id continues it"};
        if (!out.begun()) return std::unexpected{std::move(p)};
        out.write(ndjson_line([&](json::writer &w) { write(w.key("problem"), p); }));
    } catch (const store::failure &f) {
        // The status has been sent already; the lines before are durable.
        if (!out.begun()) throw;
        using enum store::failure_kind;
        const bool may_retry =
            f.kind() == unavailable || f.kind() == uncertain || f.kind() == busy || f.kind() == clock;
        problem p{.type = may_retry ? problem_type::unavailable : problem_type::internal,
                  .detail = "the import was interrupted; a retry with the same id continues it"};
        if (f.kind() == full) {
            p = {.type = problem_type::unavailable,
                 .detail = "no space is left for the store or for sorting the names, or it may not be written; a retry "
                           "with the same id continues the import"};
        }
        // The user of the command on a store has no log.
        if (c.server.engine == nullptr) p.detail += " (" + std::string{f.what()} + ')';
        out.write(ndjson_line([&](json::writer &w) { write(w.key("problem"), p); }));
    }
    out.finish();
    return std::nullopt;
}

handler_result export_names(request_context &c) {
    service::export_options o;
    UNIFORM_TRY(const auto &format, format_of(c, {}));
    o.format = format;
    if (const auto text = c.query_value("prefix"); text && !text->empty()) {
        UNIFORM_TRY(auto &prefix,
                    c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, *text); }));
        o.prefix = std::move(prefix);
    }
    if (const auto text = c.query_value("after"); text && !text->empty()) {
        UNIFORM_TRY(auto &key, c.server.store->look_up([&](store::reading &r) { return service::key_of(r, *text); }));
        o.after = std::move(key);
    }
    o.state = resolver::name_state_names.find(c.text(name_state_parameter));
    late_answer out(c.exchange, o.format);
    (void)service::export_names(*c.server.store, o, [&](std::string_view lines) { out.write(lines); });
    out.finish();
    return std::nullopt;
}

} // namespace uniform::http
