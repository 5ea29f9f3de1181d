// The imports of a principal, or of everybody: those that are streamed now, and the lists that were uploaded.

#include <charconv>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "base/try.hpp"
#include "http/administration/imports_models.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/administration/shown_as_json.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/log.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using service::held_list;
using service::list_place;
using service::list_state;
using service::running_import;

constexpr std::size_t most_streamed = 1000;

import_row row_of(const running_import &i) {
    return {.id = i.id,
            .kind = "stream",
            .title = i.title,
            .who = i.who,
            .state = i.is_ending ? "ending" : "running",
            .format = i.format,
            .dry_run = i.dry_run,
            .may_end = !i.is_ending,
            .counts = i.counts,
            .changed = i.changed};
}

import_row row_of(const held_list &l) {
    const list_state s = l.list.state;
    return {.id = l.list.id,
            .kind = "list",
            .title = l.list.title,
            .who = l.holder,
            .state = std::string{to_string(s)},
            .format = l.list.format,
            .dry_run = s == list_state::checking || s == list_state::checked,
            .may_end = s == list_state::checking || s == list_state::importing,
            .lines = l.list.lines,
            .counts = l.list.counts,
            .says = l.list.says,
            .changed = l.list.changed};
}

struct import_page {
    std::vector<import_row> rows = {};
    std::string next = {};
};

// Those that are streamed are all on the first page: clients may have few at a time (limits.streams).
std::expected<import_page, problem> read_page(store::reading &r, const principal &who, const std::string &cursor,
                                              std::size_t limit) {
    import_page out;
    std::optional<list_place> after;
    if (cursor.empty()) {
        for (const running_import &i : service::running_imports(r, who, {}, most_streamed))
            out.rows.push_back(row_of(i));
    } else {
        after.emplace();
        const auto space = cursor.find(' ');
        const auto [stop, why] =
            std::from_chars(cursor.data(), cursor.data() + std::min(space, cursor.size()), after->changed);
        if (space == std::string::npos || why != std::errc{} || stop != cursor.data() + space) {
            return refuse(problem_type::malformed, "the parameter \"after\" is not a cursor of this list");
        }
        after->id = cursor.substr(space + 1);
    }
    auto lists = service::all_lists(r, who, after, limit + 1);
    if (lists.size() > limit) {
        lists.resize(limit);
        out.next =
            std::to_string(resolver::seconds_since_epoch(lists.back().list.changed)) + ' ' + lists.back().list.id;
    }
    for (const held_list &l : lists) out.rows.push_back(row_of(l));
    return out;
}

// --- the API

void write(json::writer &w, const import_row &i) {
    w.begin_object().member("id", i.id).member("kind", i.kind).member_if("title", i.title).member("who", i.who);
    w.member("state", i.state).member("format", to_string(i.format)).member("dry_run", i.dry_run);
    if (i.lines != 0) w.member("of_lines", i.lines);
    w.member("lines", i.counts.lines).member("assigned", i.counts.assigned).member("unchanged", i.counts.unchanged);
    w.member("changed_names", i.counts.changed).member("withdrawn", i.counts.withdrawn);
    w.member("conflicts", i.counts.conflicts).member("problems", i.counts.problems).member_if("detail", i.says);
    w.member("changed", resolver::to_string(i.changed)).end_object();
}

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &at, http::page_of(c));
    UNIFORM_TRY(const auto &found,
                c.server.store->read([&](store::reading &r) { return read_page(r, *c.who, at.after, at.limit); }));
    response out = list_response(c, found.rows, found.next, [](json::writer &w, const import_row &i) { write(w, i); });
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

std::expected<import_row, problem> ended(request_context &c) {
    const std::string_view id = c.path_value("id");
    auto done = c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<import_row, problem> {
        if (auto stream = service::end_import(w, *c.who, id)) return row_of(*stream);
        auto l = service::end_list(w, *c.who, id);
        if (!l && l.error().type == problem_type::not_found) l.error().detail = "there is no such import";
        UNIFORM_CHECK(l);
        return row_of(*l);
    });
    if (done && c.server.engine != nullptr) {
        c.server.engine->log.event(level::info, "import_ended",
                                   {{"import", id}, {"of", done->who}, {"who", c.who->id}});
    }
    return done;
}

handler_result end(request_context &c) {
    UNIFORM_TRY(const auto &done, ended(c));
    return shown_as_json(200, done, write);
}

// --- pages

shown_import shown_of(const pages::html_page &p, store::reading &r, const import_row &i, std::size_t row) {
    const bool is_stream = i.kind == "stream";
    shown_import out{.found = i,
                     .row = row,
                     .title = i.title.empty() ? p.text("operation.imports.untitled") : i.title,
                     .kind = p.text(is_stream ? "operation.imports.stream" : "operation.imports.list"),
                     .format = i.format == service::bulk_format::csv ? "CSV" : "NDJSON",
                     .who = shown_principal(r, i.who),
                     .state = i.state == "imported" ? "active"
                              : i.state == "failed" ? "withdrawn"
                                                    : "",
                     .state_label = p.text((is_stream ? "operation.imports.state_" : "manage.lists.state_") + i.state),
                     .lines = pages::number(p.in(), i.counts.lines),
                     .done_lines = std::to_string(i.counts.lines),
                     .assigned = pages::number(p.in(), i.counts.assigned),
                     .problems = pages::number(p.in(), i.counts.problems + i.counts.conflicts),
                     .changed = shown_time(i.changed)};
    if (i.lines != 0) {
        out.of_lines = pages::number(p.in(), i.lines);
        out.all_lines = std::to_string(i.lines);
    }
    return out;
}

pages::page_with<imports_model> imports_page(request_context &c, const import_page &found) {
    auto p = page_showing<imports_model>(c, part::imports, "operation.imports.heading");
    imports_model &m = p.shows;
    c.server.store->read([&](store::reading &r) {
        for (const import_row &i : found.rows) {
            auto &rows = i.may_end || i.kind == "stream" ? m.running : m.others;
            rows.push_back(shown_of(p, r, i, m.running.size() + m.others.size()));
        }
        return 0;
    });
    m.has_running = !m.running.empty();
    m.has_others = !m.others.empty();
    if (!found.next.empty()) m.next = "/operation/imports?after=" + cursor_of(found.next);
    return p;
}

handler_result show(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    UNIFORM_TRY(const auto &found, c.server.store->read([&](store::reading &r) {
        return read_page(r, *c.who, cursor.value_or(""), rows_of_page);
    }));
    const auto p = imports_page(c, found);
    response out = manage::shown(p);
    // While something runs, the page is asked for again: no script is needed.
    if (p.shows.has_running) out.fields.emplace_back("Refresh", "5");
    return out;
}

handler_result end_by_form(request_context &c) {
    const auto done = ended(c);
    if (done) return see_other("/operation/imports");
    UNIFORM_TRY(const auto &found,
                c.server.store->read([&](store::reading &r) { return read_page(r, *c.who, {}, rows_of_page); }));
    auto p = imports_page(c, found);
    return manage::refused(p, done.error());
}

constexpr parameter import_in_path{.name = "id",
                                   .description = "the import, or the list: 16 hexadecimal digits",
                                   .least = 1,
                                   .pattern = "^[0-9a-f]{16}$",
                                   .example = "0123456789abcdef"};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/imports",
     .operation = "listImports",
     .summary = "List the imports that run, and the lists that were uploaded",
     .description = "Those of the token; for administrators without prefixes those of everybody. The first page has "
                    "the imports that are streamed now, of all processes: those that take longer than "
                    "two seconds. Lists follow, the last one that changed first.",
     .tag = "operation",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of imports", "page(import)", {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/imports/{id}/end",
     .operation = "endImport",
     .summary = "End an import, or the check or import of a list",
     .description =
         "What it has assigned stays. A streamed import ends after its next block, and its client can continue "
         "it with the same id.",
     .tag = "operation",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = end,
     .in_path = {&import_in_path},
     .responses = {{200, "the import", "import"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/operation/imports",
     .operation = "showImports",
     .stands_for = "listImports",
     .summary = "Show the imports that run: listImports",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .query = {&after_parameter},
     .responses = {page_row<imports_model>}},
    {.method = "POST",
     .path = "/operation/imports/{id}/end",
     .operation = "endImportByForm",
     .stands_for = "endImport",
     .summary = "End an import by a form: endImport",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = end_by_form,
     .in_path = {&import_in_path},
     .body = small_form,
     .responses = {{303, "carried out: to the imports", {}, {&location_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> imports_routes() noexcept { return table; }

} // namespace uniform::http
