// Pages: lists of names that are uploaded, mapped, checked and imported. The work is done by service::work_on_lists(),
// which permits what the import of the API permits.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/export.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "http/api/parameters.hpp"
#include "http/site/manage.hpp"
#include "http/site/multipart.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using manage::part;
using resolver::problem;
using resolver::problem_type;
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

json::value shown(const pages::html_page &p, const list_entry &l) {
    json::value out = json::object{};
    out.set("title", l.title).set("href", href_of(l)).set("format", l.format == bulk_format::csv ? "CSV" : "NDJSON");
    out.set("lines", pages::number(p.in(), l.lines)).set("bytes", pages::number(p.in(), l.bytes));
    out.set("state", badge_of(l.state));
    out.set("state_label", p.text("manage.lists.state_" + std::string{to_string(l.state)}));
    return out.set("changed", resolver::to_string(l.changed));
}

// --- the lists

pages::html_page lists_page(request_context &c) {
    auto p = manage::page_of(c, part::lists, "manage.lists.heading");
    p.back = "/manage/lists";
    json::array rows;
    for (const list_entry &l : c.server.store->read([&](store::reading &r) { return service::lists_of(r, *c.who); })) {
        rows.push_back(shown(p, l));
    }
    p.data.set("has_lists", !rows.empty()).set("lists", std::move(rows));
    return p;
}

handler_result lists(request_context &c) { return manage::shown(lists_page(c), "manage_lists"); }

bulk_format format_of(const form_part &file) {
    const std::string name = ascii::lower_copy(file.file);
    if (name.ends_with(".ndjson") || name.ends_with(".jsonl") || name.ends_with(".json")) return bulk_format::ndjson;
    return ascii::trim(std::string_view{file.content}.substr(0, 100)).starts_with('{') ? bulk_format::ndjson
                                                                                       : bulk_format::csv;
}

handler_result upload(request_context &c) {
    const auto parts = parts_of(c.request.value("Content-Type"), c.request.body);
    if (!parts) {
        return std::unexpected{problem{.type = problem_type::malformed,
                                       .detail = "the body is no complete multipart/form-data",
                                       .rule = "RFC 7578"}};
    }
    const auto file = std::ranges::find(*parts, "file", &form_part::name);
    const auto key = std::ranges::find(*parts, "key", &form_part::name);
    std::expected<std::string, problem> made =
        std::unexpected{problem{.type = problem_type::invalid, .detail = "choose a file", .pointer = "/file"}};
    if (file != parts->end()) {
        made = c.server.store->write(origin_of(c), [&](store::writing &w) {
            return manage::once(w, c, key == parts->end() ? std::string_view{} : std::string_view{key->content},
                                file->file + "\n" + std::string{file->content},
                                [&]() -> std::expected<std::string, problem> {
                                    auto list = service::add_list(w, *c.who, file->file.empty() ? "list" : file->file,
                                                                  format_of(*file), file->content);
                                    if (!list) return std::unexpected{std::move(list.error())};
                                    return href_of(*list);
                                });
        });
    }
    if (!made) {
        auto p = lists_page(c);
        if (made.error().pointer) p.data.set("error_file", made.error().detail);
        return manage::refused(p, made.error(), "manage_lists");
    }
    return see_other(*made);
}

// --- one list

// For each column: its name, what it is, and its first values.
void add_columns(pages::html_page &p, const list_entry &l, const service::list_sample &sample,
                 const std::vector<std::string> &chosen) {
    json::array columns;
    for (std::size_t i = 0; i < sample.header.size(); ++i) {
        const std::string &now = i < chosen.size() ? chosen[i] : std::string{};
        json::array choices{
            manage::option("", p.text("manage.lists.ignore"), now.empty()),
            manage::option("metadata.", "metadata: " + sample.header[i].substr(0, shown_of_value), now == "metadata.")};
        for (const std::string_view one : service::list_columns()) {
            choices.push_back(manage::option(one, one, one == now));
        }
        std::string example;
        for (const auto &row : sample.rows) {
            if (i < row.size() && !row[i].empty())
                (example += example.empty() ? "" : " · ") += row[i].substr(0, shown_of_value);
        }
        json::value one = json::object{};
        one.set("number", std::to_string(i))
            .set("number_shown", std::to_string(i + 1))
            .set("header", sample.header[i])
            .set("example", example);
        columns.push_back(std::move(one.set("choices", std::move(choices))));
    }
    p.data.set("is_csv", l.format == bulk_format::csv).set("columns", std::move(columns));
}

void add_results(request_context &c, pages::html_page &p, const list_entry &l, const form &q) {
    const bool only_problems = q.has("problems");
    const auto found = c.server.store->read([&](store::reading &r) {
        return service::results_of(r, l.id, q.number("line").value_or(0), page_size + 1, only_problems);
    });
    json::array rows;
    for (const auto &x : found) {
        if (rows.size() == page_size) break;
        json::value one = json::object{};
        one.set("line", pages::number(p.in(), x.line)).set("name", x.name).set("says", x.says);
        one.set("result_label", p.text("manage.lists.result_" + x.result));
        one.set("result", x.says.empty() ? "active" : "withdrawn");
        rows.push_back(std::move(one));
    }
    p.data.set("has_results", !rows.empty()).set("results", std::move(rows)).set("only_problems", only_problems);
    if (found.size() > page_size) {
        p.data.set("next", href_of(l) + "?line=" + std::to_string(found[page_size - 1].line) +
                               (only_problems ? "&problems=1" : ""));
    }
    p.data.set("results_heading",
               p.text(l.state == list_state::checking || l.state == list_state::checked ? "manage.lists.results_check"
                                                                                        : "manage.lists.results"));
}

pages::html_page list_page(request_context &c, const list_entry &l, const form &q,
                           const std::vector<std::string> *sent) {
    auto p = manage::page_of(c, part::lists, "manage.lists.heading");
    p.title = l.title;
    p.back = href_of(l);
    p.data.set("list", shown(p, l)).set("works", works(l)).set("says", l.says);
    p.data.set("may_start", !works(l) && l.state != list_state::imported).set("may_remove", !works(l));
    if (l.format == bulk_format::csv) {
        const auto sample = service::sample_of(
            c.server.store->look_up([&](store::reading &r) { return service::beginning_of(r, l.id); }));
        add_columns(p, l, sample,
                    sent != nullptr     ? *sent
                    : l.columns.empty() ? service::guessed_columns(sample.header)
                                        : l.columns);
    }
    json::array counts;
    const auto add = [&](std::string_view key, std::uint64_t n) {
        json::value one = json::object{};
        counts.push_back(std::move(one.set("label", p.text(key)).set("value", pages::number(p.in(), n))));
    };
    add("manage.lists.counts", l.counts.lines);
    add("manage.lists.assigned", l.counts.assigned);
    add("manage.lists.unchanged", l.counts.unchanged);
    add("manage.lists.conflicts", l.counts.conflicts);
    add("manage.lists.problems", l.counts.problems);
    p.data.set("counts", std::move(counts)).set("has_counts", l.state != list_state::uploaded);
    p.data.set("done_lines", std::to_string(l.counts.lines)).set("all_lines", std::to_string(l.lines));
    add_results(c, p, l, q);
    return p;
}

std::expected<list_entry, problem> list_in_path(request_context &c) {
    return c.server.store->read([&](store::reading &r) { return service::list_of(r, *c.who, c.path_value("id")); });
}

handler_result show(request_context &c) {
    const auto l = list_in_path(c);
    if (!l) return std::unexpected{l.error()};
    const auto p = list_page(c, *l, form::of_query(c), nullptr);
    response out = manage::shown(p, "manage_list");
    // While it works, the page is asked for again: no script is needed.
    if (works(*l)) out.fields.emplace_back("Refresh", "3");
    return out;
}

handler_result act(request_context &c) {
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto l = list_in_path(c);
    if (!l) return std::unexpected{l.error()};
    std::vector<std::string> columns;
    for (std::size_t i = 0; f->has("column." + std::to_string(i)); ++i) {
        columns.emplace_back((*f)["column." + std::to_string(i)]);
    }
    const std::string_view what = (*f)["do"];
    const auto done = c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<list_entry, problem> {
        if (what == "remove") return service::remove_list(w, *c.who, l->id);
        if (what == "check" || what == "import") {
            return service::start_list(w, *c.who, l->id, what == "check", columns);
        }
        return std::unexpected{problem{.type = problem_type::invalid, .detail = "choose what is to be done"}};
    });
    if (!done) {
        auto p = list_page(c, *l, form{}, &columns);
        return manage::refused(p, done.error(), "manage_list");
    }
    return see_other(what == "remove" ? "/manage/lists" : href_of(*l));
}

handler_result result(request_context &c) {
    const auto l = list_in_path(c);
    if (!l) return std::unexpected{l.error()};
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
            [&](store::reading &r) { return service::results_of(r, l->id, after, part_of_result, false); });
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
constexpr response_row page_row{200, "the page", "text/html"};
constexpr response_row done_row{303, "carried out: to the page of the list", {}, {&location_field}};
constexpr body_row upload_form{
    .content = "multipart/form-data=form", .required = false, .limit = service::longest_list + (std::size_t{1} << 16U)};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 16U};

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/lists",
     .operation = "showLists",
     .summary = "Show one's lists, with the form that uploads one",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = lists,
     .responses = {page_row}},
    {.method = "POST",
     .path = "/manage/lists",
     .operation = "uploadList",
     .summary = "Upload a list of names as CSV or NDJSON",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = upload,
     .body = upload_form,
     .responses = {done_row},
     .problems = {400, 409, 422}},
    {.method = "GET",
     .path = "/manage/lists/{id}",
     .operation = "showList",
     .summary = "Show a list: its columns, its progress, and what happened to each line",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = show,
     .in_path = {&list_id},
     .query = {&after_line, &only_problems_parameter},
     .responses = {page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/manage/lists/{id}",
     .operation = "startList",
     .summary = "Have a list checked or imported with these columns, or delete it",
     .tag = "pages",
     .roles = resolver::registrars,
     .handler = act,
     .in_path = {&list_id},
     .body = a_form,
     .responses = {done_row},
     .problems = {400, 404, 409, 422}},
    {.method = "GET",
     .path = "/manage/lists/{id}/result",
     .operation = "downloadListResult",
     .summary = "Download what happened to each line",
     .tag = "pages",
     .roles = resolver::registrars,
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
