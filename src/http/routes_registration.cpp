// Requests for namespaces: RFC 8141 6.2 and 6.3. A request is changed with a token, or with its secret in the field
// "Request-Secret".

#include <algorithm>
#include <array>
#include <charconv>

#include <uniform/registry/template.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

#include "http/router.hpp"
#include "resolver/json_members.hpp"

namespace uniform::http {

namespace {

using registry::request_action;
using resolver::json;
using resolver::members;
using resolver::problem;
using resolver::problem_type;
using uniform::service::asker;

// A template of 1 MiB, each of whose line ends and quotation marks takes two bytes in JSON.
constexpr std::size_t template_limit = std::size_t{2} << 20U;
constexpr std::size_t text_limit = std::size_t{1} << 17U;

std::unexpected<problem> refuse(problem_type type, std::string detail) {
    return std::unexpected(problem{.type = type, .detail = std::move(detail)});
}
template <class T>
std::unexpected<problem> failed(std::expected<T, problem> &x) {
    return std::unexpected(std::move(x).error());
}

asker asker_of(const call &c) { return {.who = c.who, .secret = c.request.value("Request-Secret")}; }

// Who acts by the secret of a request is its submitter, and said to be that.
store::origin author_of(const call &c, std::uint64_t number) {
    store::origin by = origin_of(c);
    if (c.who != nullptr || c.request.value("Request-Secret").empty()) return by;
    const auto view =
        c.site.store->read([&](store::reading &r) { return uniform::service::find_request(r, asker_of(c), number); });
    const auto submitter = static_cast<registry::actors>(registry::actor::submitter);
    if (view && (view->parts & submitter) != 0) by.who = "submitter of request " + std::to_string(number);
    return by;
}

// What is seen depends on who asks, and changes.
response shown(int status, std::string body) {
    response r = json_response(status, std::move(body));
    r.fields.emplace_back("Cache-Control", "no-cache");
    r.fields.emplace_back("Vary", "Authorization, Request-Secret");
    return r;
}

std::expected<std::uint64_t, problem> number_of(const call &c) {
    if (const auto number = uniform::service::request_number(c.path_value("id"))) return *number;
    return refuse(problem_type::not_found, "requests have numbers, such as 12");
}

std::expected<std::uint32_t, problem> small_number(std::string_view text, std::string_view what) {
    std::uint32_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code == std::errc{} && end == text.data() + text.size()) return number;
    return refuse(problem_type::malformed, std::string(what) + " is a number");
}

bool is_type(std::string_view field, std::string_view type) {
    const std::string_view given = field.substr(0, field.find_first_of("; \t"));
    return std::ranges::equal(given, type, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}
bool is_plain_text(const call &c) { return is_type(c.request.value("Content-Type"), "text/plain"); }

// The template in a member: its text, or its JSON form as an object.
std::string template_in(members &m) {
    const json t = m.take("template");
    if (t.is_string()) return t.get<std::string>();
    if (t.is_object()) return t.dump(-1, ' ', false, json::error_handler_t::replace);
    if (!t.is_null()) m.refuse("template", "must be a text, or an object with the fields");
    return {};
}

std::expected<uniform::service::new_request, problem> new_request_of(const call &c) {
    uniform::service::new_request what;
    if (is_plain_text(c)) {
        what.template_text = c.request.body;
        return what;
    }
    const auto body = json_body(c);
    if (!body) return std::unexpected(body.error());
    members m(*body, "a request");
    m.text("title", what.title).text("submitter", what.submitter).text("revises", what.revises);
    m.text("fast_track", what.body).require("template");
    what.template_text = template_in(m);
    if (auto ok = m.done(); !ok) return failed(ok);
    return what;
}

answer list(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected(p.error());
    uniform::service::request_filter f;
    if (const auto state = c.query_value("state")) {
        f.state = registry::request_state_from(*state);
        if (!f.state) return refuse(problem_type::malformed, "there is no such state of a request");
    }
    if (const auto nid = c.query_value("nid")) f.nid = *nid;
    std::uint64_t after = 0;
    if (!p->after.empty()) {
        const auto number = uniform::service::request_number(p->after);
        if (!number) return refuse(problem_type::malformed, "\"after\" is no cursor of this list");
        after = *number;
    }
    const auto [found, last] = c.site.store->read(
        [&](store::reading &r) { return uniform::service::list_requests(r, asker_of(c), f, after, p->limit); });
    std::vector<std::string> items;
    for (const auto &v : found) items.push_back(to_json(v));
    response r = list_response(c, items, last == 0 ? std::string{} : std::to_string(last));
    r.fields.emplace_back("Vary", "Authorization, Request-Secret");
    return r;
}

answer open(call &c) {
    const auto what = new_request_of(c);
    if (!what) return std::unexpected(what.error());
    const auto secret = uniform::service::make_request_secret();
    auto made = c.site.store->write(
        origin_of(c), [&](store::writing &w) { return uniform::service::open_request(w, asker_of(c), *what, secret); });
    if (!made) return failed(made);
    response r = json_response(201, to_json(*made));
    r.fields.emplace_back("Location", "/api/v1/requests/" + std::to_string(made->view.request.number));
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

answer show(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    auto found =
        c.site.store->read([&](store::reading &r) { return uniform::service::find_request(r, asker_of(c), *number); });
    if (!found) return failed(found);
    return shown(200, to_json(*found));
}

// The text form, or the JSON form when that is preferred.
answer as_template(const call &c, const std::string &text) {
    const auto t = registry::read_any_template(text, {.edition = edition::rfc8141});
    if (!t) return refuse(problem_type::internal, "a template in the store cannot be read");
    const bool wants_json = c.request.value("Accept").find("json") != std::string_view::npos;
    response r = shown(200, wants_json ? write_template_json(*t) : write_template(*t));
    if (!wants_json) {
        std::erase_if(r.fields, [](const auto &f) { return f.first == "Content-Type"; });
        r.fields.emplace_back("Content-Type", "text/plain; charset=utf-8");
    }
    for (auto &[name, value] : r.fields) {
        if (name == "Vary") value += ", Accept";
    }
    return r;
}

answer show_template(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::current_template(r, asker_of(c), *number); });
    if (!found) return failed(found);
    return as_template(c, *found);
}

answer edit(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    if (!is_plain_text(c)) {
        if (const auto body = json_body(c); !body) return std::unexpected(body.error());
    }
    auto done = c.site.store->write(author_of(c, *number), [&](store::writing &w) {
        return uniform::service::edit_request(w, asker_of(c), *number, c.request.body);
    });
    if (!done) return failed(done);
    return shown(200, to_json(*done));
}

answer list_versions(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    auto found =
        c.site.store->read([&](store::reading &r) { return uniform::service::list_versions(r, asker_of(c), *number); });
    if (!found) return failed(found);
    std::vector<std::string> items;
    for (const auto &v : *found) items.push_back(to_json(v));
    return list_response(c, items, "");
}

answer show_version(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    const auto version = small_number(c.path_value("version"), "a version");
    if (!version) return std::unexpected(version.error());
    auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::find_version(r, asker_of(c), *number, *version); });
    if (!found) return failed(found);
    if (c.request.value("Accept").starts_with("text/plain")) return as_template(c, found->template_text);
    return shown(200, to_json(*found));
}

answer compare(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    const auto older = small_number(c.query_value("older").value_or(""), "\"older\"");
    if (!older) return std::unexpected(older.error());
    const auto newer = small_number(c.query_value("newer").value_or("0"), "\"newer\"");
    if (!newer) return std::unexpected(newer.error());
    auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::difference(r, asker_of(c), *number, *older, *newer); });
    if (!found) return failed(found);
    return shown(200, std::move(*found));
}

answer list_comments(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    const auto p = page_of(c);
    if (!p) return std::unexpected(p.error());
    std::uint32_t after = 0;
    if (!p->after.empty()) {
        const auto cursor = small_number(p->after, "\"after\"");
        if (!cursor) return std::unexpected(cursor.error());
        after = *cursor;
    }
    auto found = c.site.store->read(
        [&](store::reading &r) { return uniform::service::list_comments(r, asker_of(c), *number, after, p->limit); });
    if (!found) return failed(found);
    std::vector<std::string> items;
    for (const auto &one : *found) items.push_back(to_json(one));
    return list_response(c, items, found->size() == p->limit ? std::to_string(found->back().number) : std::string{});
}

answer add_comment(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    const auto body = json_body(c);
    if (!body) return std::unexpected(body.error());
    std::string author;
    std::string text;
    members m(*body, "a comment");
    m.text("author", author).text("text", text, text_limit).require("author").require("text");
    if (auto ok = m.done(); !ok) return failed(ok);
    auto made = c.site.store->write(author_of(c, *number), [&](store::writing &w) {
        return uniform::service::add_comment(w, asker_of(c), *number, author, text);
    });
    if (!made) return failed(made);
    return shown(201, to_json(*made));
}

std::expected<uniform::service::step_input, problem> input_of(const call &c, request_action action) {
    uniform::service::step_input input;
    if (action == request_action::submit && is_plain_text(c)) {
        if (!c.request.body.empty()) input.template_text = c.request.body;
        return input;
    }
    const auto body = optional_json_body(c);
    if (!body) return std::unexpected(body.error());
    if (body->empty()) return input;
    members m(*body, "a step");
    m.text("text", input.text, text_limit).text("reference", input.reference);
    if (m.has("round")) {
        std::int64_t round = 0;
        m.integer("round", round, 0, 999);
        input.round = static_cast<std::uint32_t>(round);
    }
    if (action == request_action::submit && m.has("template")) input.template_text = template_in(m);
    if (auto ok = m.done(); !ok) return failed(ok);
    return input;
}

template <request_action action>
answer take(call &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected(number.error());
    const auto input = input_of(c, action);
    if (!input) return std::unexpected(input.error());
    auto done = c.site.store->write(author_of(c, *number), [&](store::writing &w) {
        return uniform::service::take_step(w, asker_of(c), *number, action, *input);
    });
    if (!done) return failed(done);
    return shown(200, to_json(*done));
}

using resolver::administrators;
using resolver::anyone;
using resolver::experts;

constexpr std::array table{
    route{"GET", "/api/v1/requests", "listRequests", anyone, list, 0}.with_query("state nid limit after"),
    route{"POST", "/api/v1/requests", "openRequest", anyone, open, template_limit},
    route{"GET", "/api/v1/requests/{id}", "showRequest", anyone, show, 0},
    route{"GET", "/api/v1/requests/{id}/template", "showRequestTemplate", anyone, show_template, 0},
    route{"PUT", "/api/v1/requests/{id}/template", "editRequest", anyone, edit, template_limit},
    route{"GET", "/api/v1/requests/{id}/versions", "listRequestVersions", anyone, list_versions, 0},
    route{"GET", "/api/v1/requests/{id}/versions/{version}", "showRequestVersion", anyone, show_version, 0},
    route{"GET", "/api/v1/requests/{id}/differences", "compareRequestVersions", anyone, compare, 0}.with_query(
        "older newer"),
    route{"GET", "/api/v1/requests/{id}/comments", "listRequestComments", anyone, list_comments, 0}.with_query(
        "limit after"),
    route{"POST", "/api/v1/requests/{id}/comments", "commentOnRequest", anyone, add_comment, text_limit},
    route{"POST", "/api/v1/requests/{id}/submit", "submitRequest", anyone, take<request_action::submit>,
          template_limit},
    route{"POST", "/api/v1/requests/{id}/withdraw", "withdrawRequest", anyone, take<request_action::withdraw>,
          text_limit},
    route{"POST", "/api/v1/requests/{id}/conclude", "concludeRequest", anyone, take<request_action::conclude>,
          text_limit},
    route{"POST", "/api/v1/requests/{id}/review", "reviewRequest", experts, take<request_action::review>, text_limit},
    route{"POST", "/api/v1/requests/{id}/return", "returnRequest", experts, take<request_action::give_back>,
          text_limit},
    route{"POST", "/api/v1/requests/{id}/approve", "approveRequest", experts, take<request_action::approve>,
          text_limit},
    route{"POST", "/api/v1/requests/{id}/report", "reportRequest", experts, take<request_action::report>, text_limit},
    route{"POST", "/api/v1/requests/{id}/decline", "declineRequest", experts, take<request_action::decline>,
          text_limit},
    route{"POST", "/api/v1/requests/{id}/recognize", "recognizeRequester", administrators,
          take<request_action::recognize>, text_limit},
    route{"POST", "/api/v1/requests/{id}/register", "registerRequest", administrators, take<request_action::enter>,
          text_limit},
};

} // namespace

std::span<const route> registration_routes() noexcept { return table; }

} // namespace uniform::http
