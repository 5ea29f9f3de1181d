// Pages: lists of names that are uploaded, mapped, checked and imported. The work is done by service::work_on_lists(),
// which permits what the import of the API permits.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/site/list_models.hpp"
#include "http/site/manage.hpp"
#include "http/site/multipart.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::list_column;
using manage::list_model;
using manage::list_summary;
using manage::lists_model;
using manage::part;
using resolver::problem;
using service::bulk_format;
using service::list_entry;
using service::list_state;

constexpr std::size_t page_size = 100;
constexpr std::size_t part_of_result = 1000;
constexpr std::size_t shown_of_value = 60;

std::string href_of(const list_entry &l) { return "/manage/lists/" + l.id; }

bool works(const list_entry &l) { return l.state == list_state::checking || l.state == list_state::importing; }

std::string_view badge_of(list_state s) {
    if (s == list_state::imported) return "active";
    return s == list_state::failed ? "withdrawn" : "";
}

list_summary summary_of(const pages::html_page &p, const list_entry &l) {
    return {.title = l.title,
            .href = href_of(l),
            .format = l.format == bulk_format::csv ? "CSV" : "NDJSON",
            .lines = pages::number(p.in(), l.lines),
            .bytes = pages::number(p.in(), l.bytes),
            .state = badge_of(l.state),
            .state_label = p.text("manage.lists.state_" + std::string{to_string(l.state)}),
            .changed = resolver::to_string(l.changed)};
}

// --- the lists

pages::page_with<lists_model> lists_page(request_context &c) {
    auto p = manage::page_showing<lists_model>(c, part::lists, "manage.lists.heading");
    p.back = "/manage/lists";
    for (const list_entry &l : c.server.store->read([&](store::reading &r) { return service::lists_of(r, *c.who); })) {
        p.shows.lists.push_back(summary_of(p, l));
    }
    p.shows.has_lists = !p.shows.lists.empty();
    return p;
}

handler_result lists(request_context &c) { return manage::shown(lists_page(c)); }

bulk_format format_of(const form_part &file) {
    const std::string name = ascii::lower_copy(file.file);
    if (name.ends_with(".ndjson") || name.ends_with(".jsonl") || name.ends_with(".json")) return bulk_format::ndjson;
    return ascii::trim(std::string_view{file.content}.substr(0, 100)).starts_with('{') ? bulk_format::ndjson
                                                                                       : bulk_format::csv;
}

handler_result upload(request_context &c) {
    UNIFORM_TRY(const auto &parts, parts_of(c.request));
    const form_part *const file = find_part(parts, "file");
    const form_part *const key = find_part(parts, "key");
    std::expected<std::string, problem> made = resolver::refuse_member("file", "choose a file");
    if (file != nullptr) {
        made = c.server.store->write(origin_of(c), [&](store::writing &w) {
            return manage::once(
                w, c, key == nullptr ? std::string_view{} : key->content,
                file->file + "\n" + std::string{file->content}, [&]() -> std::expected<std::string, problem> {
                    UNIFORM_TRY(auto &list, service::add_list(w, *c.who, file->file.empty() ? "list" : file->file,
                                                              format_of(*file), file->content));
                    return href_of(list);
                });
        });
    }
    if (!made) {
        auto p = lists_page(c);
        if (made.error().pointer) p.shows.error_file = made.error().detail;
        return manage::refused(p, made.error());
    }
    return see_other(*made);
}

// --- one list

// For each column: its name, what it is, and its first values.
std::vector<list_column> columns_of(const pages::html_page &p, const service::list_sample &sample,
                                    const std::vector<std::string> &chosen) {
    std::vector<list_column> out;
    for (std::size_t i = 0; i < sample.header.size(); ++i) {
        const std::string &now = i < chosen.size() ? chosen[i] : std::string{};
        list_column one{.number = i, .number_shown = i + 1, .header = sample.header[i]};
        one.choices = {{.value = {}, .label = p.text("manage.lists.ignore"), .selected = now.empty()},
                       {.value = "metadata.",
                        .label = "metadata: " + sample.header[i].substr(0, shown_of_value),
                        .selected = now == "metadata."}};
        for (const std::string_view name : service::list_columns()) {
            one.choices.push_back({.value = std::string{name}, .label = std::string{name}, .selected = name == now});
        }
        for (const auto &row : sample.rows) {
            if (i >= row.size() || row[i].empty()) continue;
            (one.example += one.example.empty() ? "" : " · ") += row[i].substr(0, shown_of_value);
        }
        out.push_back(std::move(one));
    }
    return out;
}

void add_results(request_context &c, pages::page_with<list_model> &p, const list_entry &l, const form &q) {
    list_model &m = p.shows;
    m.only_problems = q.has("problems");
    const auto found = c.server.store->read([&](store::reading &r) {
        return service::results_of(r, l.id, q.number("line").value_or(0), page_size + 1, m.only_problems);
    });
    for (const auto &x : found) {
        if (m.results.size() == page_size) break;
        m.results.push_back({.line = pages::number(p.in(), x.line),
                             .name = x.name,
                             .says = x.says,
                             .result_label = p.text("manage.lists.result_" + x.result),
                             .result = x.says.empty() ? "active" : "withdrawn"});
    }
    m.has_results = !m.results.empty();
    if (found.size() > page_size) {
        m.next =
            href_of(l) + "?line=" + std::to_string(found[page_size - 1].line) + (m.only_problems ? "&problems=1" : "");
    }
    const bool is_check = l.state == list_state::checking || l.state == list_state::checked;
    m.results_heading = p.text(is_check ? "manage.lists.results_check" : "manage.lists.results");
}

// The content of the form of a list.
struct sent_form {
    std::vector<std::string> columns = {};
    service::on_conflict existing = service::on_conflict::report;
};

pages::page_with<list_model> list_page(request_context &c, const list_entry &l, const form &q, const sent_form *sent) {
    auto p = manage::page_showing<list_model>(c, part::lists, "manage.lists.heading");
    p.title = l.title;
    p.back = href_of(l);
    list_model &m = p.shows;
    m.list = summary_of(p, l);
    m.works = works(l);
    m.says = l.says;
    m.may_start = !works(l) && l.state != list_state::imported;
    m.may_remove = !works(l);
    m.is_csv = l.format == bulk_format::csv;
    if (m.is_csv) {
        const auto sample = service::sample_of(
            c.server.store->look_up([&](store::reading &r) { return service::beginning_of(r, l.id); }));
        m.columns = columns_of(p, sample,
                               sent != nullptr     ? sent->columns
                               : l.columns.empty() ? service::guessed_columns(sample.header)
                                                   : l.columns);
    }
    const auto existing = sent == nullptr ? l.existing : sent->existing;
    for (const auto &[value, name] : service::on_conflict_names) {
        m.existing.push_back({.value = std::string{name},
                              .label = p.text("manage.lists.existing_" + std::string{name}),
                              .selected = value == existing});
    }
    const auto add = [&](std::string_view key, std::uint64_t n) {
        m.counts.push_back({.label = p.text(key), .value = pages::number(p.in(), n)});
    };
    add("manage.lists.counts", l.counts.lines);
    add("manage.lists.assigned", l.counts.assigned);
    add("manage.lists.unchanged", l.counts.unchanged);
    if (l.existing != service::on_conflict::report) {
        add("manage.lists.changed", l.counts.changed);
        add("manage.lists.withdrawn", l.counts.withdrawn);
    }
    add("manage.lists.conflicts", l.counts.conflicts);
    add("manage.lists.problems", l.counts.problems);
    m.has_counts = l.state != list_state::uploaded;
    m.done_lines = l.counts.lines;
    m.all_lines = l.lines;
    add_results(c, p, l, q);
    return p;
}

std::expected<list_entry, problem> list_in_path(request_context &c) {
    return c.server.store->read([&](store::reading &r) { return service::list_of(r, *c.who, c.path_value("id")); });
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &l, list_in_path(c));
    const auto p = list_page(c, l, form::of_query(c), nullptr);
    response out = manage::shown(p);
    // While it works, the page is asked for again: no script is needed.
    if (works(l)) out.fields.emplace_back("Refresh", "3");
    return out;
}

handler_result act(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &l, list_in_path(c));
    sent_form sent{.existing =
                       service::on_conflict_names.find(f["on_conflict"]).value_or(service::on_conflict::report)};
    for (std::size_t i = 0; f.has("column." + std::to_string(i)); ++i) {
        sent.columns.emplace_back(f["column." + std::to_string(i)]);
    }
    UNIFORM_TRY(const auto &what, f.button({"check", "import", "remove"}));
    const auto done = c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<list_entry, problem> {
        if (what == "remove") return service::remove_list(w, *c.who, l.id);
        return service::start_list(w, *c.who, l.id, what == "check", sent.columns, sent.existing);
    });
    if (!done) {
        auto p = list_page(c, l, form{}, &sent);
        return manage::refused(p, done.error());
    }
    return see_other(what == "remove" ? "/manage/lists" : href_of(l));
}

handler_result result(request_context &c) {
    UNIFORM_TRY(const auto &l, list_in_path(c));
    const bool is_csv = form::of_query(c)["format"] != "ndjson";
    response head{.status = 200};
    head.fields.emplace_back("Content-Type",
                             is_csv ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson");
    head.fields.emplace_back("Content-Disposition", is_csv ? R"(attachment; filename="result.csv")"
                                                           : R"(attachment; filename="result.ndjson")");
    head.fields.emplace_back("Cache-Control", "no-store");
    c.exchange.begin(std::move(head));
    if (is_csv) c.exchange.write("line,result,name,detail\n");
    for (std::uint64_t after = 0;;) {
        const auto rows = c.server.store->read(
            [&](store::reading &r) { return service::results_of(r, l.id, after, part_of_result, false); });
        std::string out;
        for (const auto &x : rows) {
            if (is_csv) {
                (out += std::to_string(x.line)) += ',';
                (out += x.result) += ',';
                service::append_csv_field(out, x.name);
                out += ',';
                service::append_csv_field(out, x.says);
            } else {
                json::writer w{out};
                w.begin_object().member("line", x.line).member("result", x.result).member_if("name", x.name);
                w.member_if("detail", x.says).end_object();
            }
            out += '\n';
        }
        if (rows.empty()) break;
        c.exchange.write(out);
        after = rows.back().line;
    }
    c.exchange.finish();
    return std::nullopt;
}

// --- the table

constexpr parameter list_id{.name = "id",
                            .description = "the list, by its id: 16 hexadecimal digits",
                            .least = 1,
                            .pattern = "^[0-9a-f]{16}$",
                            .example = "0123456789abcdef"};
constexpr parameter result_format{.name = "format",
                                  .type = parameter_type::choice,
                                  .description = "of the result",
                                  .fallback = "csv",
                                  .choices = "csv ndjson"};
constexpr parameter after_line{
    .name = "line", .type = parameter_type::number, .description = "the results after this line"};
constexpr parameter only_problems_parameter{
    .name = "problems", .description = "\"1\": only conflicts and problems", .example = "1"};
constexpr response_row lists_row{200, "the page", "text/html", {}, {&pages::page_model_of<lists_model>}};
constexpr response_row list_row{200, "the page", "text/html", {}, {&pages::page_model_of<list_model>}};
constexpr response_row done_row{303, "carried out: to the page of the list", {}, {&location_field}};
constexpr body_row upload_form{
    .content = "multipart/form-data=form", .required = false, .limit = service::longest_list + (std::size_t{1} << 16U)};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/lists",
     .operation = "showLists",
     .stands_for = "listImports",
     .summary = "Show one's lists, with the form that uploads one",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = lists,
     .responses = {lists_row}},
    {.method = "POST",
     .path = "/manage/lists",
     .operation = "uploadList",
     .stands_for = "importNames",
     .summary = "Upload a list of names as CSV or NDJSON",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = upload,
     .body = upload_form,
     .responses = {done_row},
     .problems = {400, 409, 422}},
    {.method = "GET",
     .path = "/manage/lists/{id}",
     .operation = "showList",
     .stands_for = "listImports",
     .summary = "Show a list: its columns, its progress, and what happened to each line",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = show,
     .in_path = {&list_id},
     .query = {&after_line, &only_problems_parameter},
     .responses = {list_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/manage/lists/{id}",
     .operation = "startList",
     .stands_for = "importNames endImport",
     .summary = "Have a list checked or imported with these columns, or delete it",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = act,
     .in_path = {&list_id},
     .body = a_form,
     .responses = {done_row},
     .problems = {400, 404, 409, 422}},
    {.method = "GET",
     .path = "/manage/lists/{id}/result",
     .operation = "downloadListResult",
     .stands_for = "importNames",
     .summary = "Download what happened to each line",
     .tag = "pages",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = result,
     .in_path = {&list_id},
     .query = {&result_format},
     .body = {.streamed = true},
     .responses = {{200, "a row for each line", "text/csv application/x-ndjson"}},
     .problems = {404}},
};

} // namespace

std::span<const route> manage_lists_routes() noexcept { return table; }

} // namespace uniform::http
