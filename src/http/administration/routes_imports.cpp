// The imports of everybody: those that are streamed now, and the lists that were uploaded.

#include <charconv>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/log.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using resolver::problem;
using resolver::problem_type;
using service::held_list;
using service::list_place;
using service::list_state;
using service::running_import;

constexpr std::size_t most_streamed = 1000;

// What both kinds of imports have in common.
struct import_row {
    std::string id = {};
    std::string kind = {}; ///< "stream", "list"
    std::string title = {};
    std::string who = {};
    std::string state = {}; ///< "running", "ending", or that of a list
    service::bulk_format format = service::bulk_format::ndjson;
    bool dry_run = false;
    bool may_end = false;
    std::uint64_t lines = 0; ///< of the whole; 0: not known
    service::import_counts counts = {};
    std::string says = {};
    resolver::timestamp changed = {};
};

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
std::expected<import_page, problem> read_page(store::reading &r, const std::string &cursor, std::size_t limit) {
    import_page out;
    std::optional<list_place> after;
    if (cursor.empty()) {
        for (const running_import &i : service::running_imports(r, {}, most_streamed)) out.rows.push_back(row_of(i));
    } else {
        after.emplace();
        const auto space = cursor.find(' ');
        const auto [stop, why] =
            std::from_chars(cursor.data(), cursor.data() + std::min(space, cursor.size()), after->changed);
        if (space == std::string::npos || why != std::errc{} || stop != cursor.data() + space) {
            return std::unexpected{problem{.type = problem_type::malformed,
                                           .detail = "the parameter \"after\" is not a cursor of this list"}};
        }
        after->id = cursor.substr(space + 1);
    }
    auto lists = service::all_lists(r, after, limit + 1);
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
    w.member("conflicts", i.counts.conflicts).member("problems", i.counts.problems).member_if("detail", i.says);
    w.member("changed", resolver::to_string(i.changed)).end_object();
}

handler_result list(request_context &c) {
    const auto at = http::page_of(c);
    if (!at) return std::unexpected{at.error()};
    const auto found = c.server.store->read([&](store::reading &r) { return read_page(r, at->after, at->limit); });
    if (!found) return std::unexpected{found.error()};
    response out =
        list_response(c, found->rows, found->next, [](json::writer &w, const import_row &i) { write(w, i); });
    out.fields.emplace_back("Cache-Control", "no-store");
    return out;
}

std::expected<import_row, problem> ended(request_context &c) {
    const std::string_view id = c.path_value("id");
    auto done = c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<import_row, problem> {
        if (auto stream = service::end_import(w, id)) return row_of(*stream);
        auto l = service::end_list(w, id);
        if (!l && l.error().type == problem_type::not_found) l.error().detail = "there is no such import";
        if (!l) return std::unexpected{std::move(l.error())};
        return row_of(*l);
    });
    if (done && c.server.log != nullptr) {
        c.server.log->say(level::info, "import_ended", {{"import", id}, {"of", done->who}, {"who", c.who->id}});
    }
    return done;
}

handler_result end(request_context &c) {
    const auto done = ended(c);
    if (!done) return std::unexpected{done.error()};
    std::string body;
    json::writer w{body};
    write(w, *done);
    return private_response(200, std::move(body));
}

// --- pages

pages::html_page imports_page(request_context &c, const import_page &found) {
    auto p = administration::page_of(c, part::imports, "operation.imports.heading");
    json::array running;
    json::array others;
    c.server.store->read([&](store::reading &r) {
        for (const import_row &i : found.rows) {
            json::value one = json::object{};
            const bool is_stream = i.kind == "stream";
            one.set("id", i.id)
                .set("who", shown_principal(r, i.who))
                .set("format", i.format == service::bulk_format::csv ? "CSV" : "NDJSON");
            one.set("title", i.title.empty() ? p.text("operation.imports.untitled") : i.title);
            one.set("kind", p.text(is_stream ? "operation.imports.stream" : "operation.imports.list"));
            one.set("state_label",
                    is_stream ? p.text("operation.imports.state_" + i.state) : p.text("manage.lists.state_" + i.state));
            one.set("state", i.state == "imported" ? "active" : i.state == "failed" ? "withdrawn" : "");
            one.set("dry_run", i.dry_run).set("changed", shown_time(i.changed)).set("says", i.says);
            one.set("lines", pages::number(p.in(), i.counts.lines)).set("done_lines", std::to_string(i.counts.lines));
            if (i.lines != 0) {
                one.set("all_lines", std::to_string(i.lines)).set("of_lines", pages::number(p.in(), i.lines));
            }
            one.set("assigned", pages::number(p.in(), i.counts.assigned));
            one.set("problems", pages::number(p.in(), i.counts.problems + i.counts.conflicts))
                .set("may_end", i.may_end);
            one.set("row", std::to_string(running.size() + others.size()));
            (i.may_end || is_stream ? running : others).push_back(std::move(one));
        }
        return 0;
    });
    p.data.set("has_running", !running.empty()).set("running", std::move(running));
    p.data.set("has_others", !others.empty()).set("others", std::move(others));
    if (!found.next.empty()) p.data.set("next", "/operation/imports?after=" + cursor_of(found.next));
    return p;
}

handler_result show(request_context &c) {
    const auto cursor = cursor_in(c);
    if (!cursor) return std::unexpected{cursor.error()};
    const auto found =
        c.server.store->read([&](store::reading &r) { return read_page(r, cursor->value_or(""), rows_of_page); });
    if (!found) return std::unexpected{found.error()};
    const auto p = imports_page(c, *found);
    response out = manage::shown(p, "operation_imports");
    // While something runs, the page is asked for again: no script is needed.
    if (p.data.find("has_running")->if_boolean().value_or(false)) out.fields.emplace_back("Refresh", "5");
    return out;
}

handler_result end_by_form(request_context &c) {
    const auto done = ended(c);
    if (done) return see_other("/operation/imports");
    const auto found = c.server.store->read([&](store::reading &r) { return read_page(r, {}, rows_of_page); });
    if (!found) return std::unexpected{found.error()};
    auto p = imports_page(c, *found);
    return manage::refused(p, done.error(), "operation_imports");
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
     .summary = "List the imports that run, and the lists that were uploaded, of everybody",
     .description =
         "The first page has the imports that are streamed now, of all processes: those that take longer than "
         "two seconds. Lists follow, the last one that changed first.",
     .tag = "operation",
     .roles = resolver::administrators,
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
     .roles = resolver::administrators,
     .handler = end,
     .in_path = {&import_in_path},
     .responses = {{200, "the import", "import"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/operation/imports",
     .operation = "showImports",
     .summary = "Show the imports that run: listImports",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = show,
     .query = {&after_parameter},
     .responses = {page_row}},
    {.method = "POST",
     .path = "/operation/imports/{id}/end",
     .operation = "endImportByForm",
     .summary = "End an import by a form: endImport",
     .tag = "pages",
     .roles = resolver::administrators,
     .handler = end_by_form,
     .in_path = {&import_in_path},
     .body = small_form,
     .responses = {{303, "carried out: to the imports", {}, {&location_field}}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> imports_routes() noexcept { return table; }

} // namespace uniform::http
