// Requests for namespaces: RFC 8141 6.2 and 6.3. A request is changed with a token, or with its secret in the field
// "Request-Secret".

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/engine/client_limits.hpp"

namespace uniform::http {

namespace {

constexpr parameter state_parameter{.name = "state",
                                    .type = parameter_type::choice,
                                    .description = "only requests in this state",
                                    .choices = joined_names<registry::request_state_names, " ">};
constexpr parameter nid_parameter{.name = "nid", .description = "only requests that were for this NID", .most = 32};
constexpr parameter received_parameter{.name = "received",
                                       .type = parameter_type::boolean,
                                       .description =
                                           "only requests with a submission or a comment that waits to be accepted"};
constexpr parameter comment_in_path{.name = "comment", .description = "the id of a received comment", .most = 16};
constexpr parameter older_parameter{.name = "older",
                                    .type = parameter_type::number,
                                    .description = "a version; 0 is the registration that this request revises",
                                    .most = 0xFFFFFFFF,
                                    .required = true};
constexpr parameter newer_parameter{.name = "newer",
                                    .type = parameter_type::number,
                                    .description = "a version (default: the latest)",
                                    .most = 0xFFFFFFFF};
constexpr parameter version_in_path{
    .name = "version", .type = parameter_type::number, .description = "1 is the first submission", .least = 1};

using registry::request_action;
using resolver::problem;
using resolver::problem_type;

// A template of 1 MiB: in JSON, each line end and quotation mark has two bytes.
constexpr std::size_t template_limit = std::size_t{2} << 20U;
constexpr std::size_t text_limit = std::size_t{1} << 17U;

service::credentials credentials_of(const request_context &c) {
    return {.who = c.who, .secret = c.request.value("Request-Secret")};
}

// The settings of drafts. Their holder is the token, else the address (IPv6: its /64, of which a client has all).
service::draft_limits limits_of(const request_context &c) {
    service::draft_limits limits;
    if (c.server.settings->draft_size != 0) {
        limits.size = c.server.settings->draft_size;
        limits.of_holder = c.server.settings->drafts_per_address;
        limits.of_anonymous = c.server.settings->received_size;
    }
    if (c.who != nullptr) {
        limits.holder = c.who->id;
        return limits;
    }
    limits.holder = client_group(origin_of(c).from);
    return limits;
}

// The response depends on the credentials, and changes.
response shown(int status, std::string body) {
    response r = json_response(status, std::move(body));
    r.fields.emplace_back("Cache-Control", "no-cache");
    r.fields.emplace_back("Vary", "Authorization, Request-Secret");
    return r;
}

std::expected<std::uint64_t, problem> number_of(const request_context &c) {
    if (const auto number = service::request_number(c.path_value("id"))) return *number;
    return refuse(problem_type::not_found, "the request \"" + std::string(c.path_value("id")) +
                                               "\" does not exist: requests have numbers, such as 12");
}

std::expected<std::uint32_t, problem> small_number(std::string_view text, std::string_view what) {
    std::uint32_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code == std::errc{} && end == text.data() + text.size()) return number;
    return refuse(problem_type::malformed, std::string(what) + " must be a whole number");
}

bool is_type(std::string_view field, std::string_view type) {
    const std::string_view given = field.substr(0, field.find_first_of("; \t"));
    return ascii::equal_ignoring_case(given, type);
}
bool is_plain_text(const request_context &c) { return is_type(c.request.value("Content-Type"), "text/plain"); }

// The template in a member: its text, or its JSON form as an object.
service::sent_template template_in(json::members &m) {
    const json::value *const t = m.find("template");
    if (t == nullptr) return {};
    if (t->is_string()) return *t->if_string();
    if (t->is_object()) return *t;
    m.refuse("template", "must be a string, or a JSON object with the fields");
    return {};
}

// A request's JSON body, and what it says. In plain text, the body is the template.
template <class T>
struct read_body {
    json::value body = {};
    T input = {};
    bool plain = false;

    // An error of a value in the body; of the template, if that is the body.
    [[nodiscard]] std::unexpected<problem> refused(problem p) const {
        if (!plain) return std::unexpected{in_body(std::move(p), body)};
        p.pointer.reset();
        return std::unexpected{std::move(p)};
    }
};

// A new request, whether it is submitted, and the text of its submission.
struct opening {
    service::new_request what = {};
    bool submit = false;
    std::string text = {};
};

std::expected<read_body<opening>, problem> opening_of(const request_context &c) {
    read_body<opening> read;
    service::new_request &what = read.input.what;
    if (is_plain_text(c)) {
        what.document = std::string(c.request.body);
        read.plain = true;
        return read;
    }
    UNIFORM_TRY(auto &body, json_body(c));
    read.body = std::move(body);
    json::members m(read.body, "a request");
    m.string("title", what.title).string("submitter", what.submitter).string("revises", what.revises);
    m.string("fast_track", what.body).require("template");
    what.document = template_in(m);
    m.boolean("submit", read.input.submit);
    if (m.has("text") && !read.input.submit) m.refuse("text", "belongs to a submission: \"submit\" must be true");
    m.string("text", read.input.text, text_limit);
    if (auto ok = m.done(); !ok) return std::unexpected{resolver::to_problem(ok.error())};
    return read;
}

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    service::request_filter f;
    f.state = registry::request_state_names.find(c.text(state_parameter));
    if (const auto nid = c.query_value("nid")) f.nid = *nid;
    f.received = c.flag(received_parameter);
    std::uint64_t after = 0;
    if (!p.after.empty()) {
        const auto number = service::request_number(p.after);
        if (!number) return refuse(problem_type::malformed, "\"after\" is not a cursor of this list");
        after = *number;
    }
    const auto [found, last] = c.server.store->read(
        [&](store::reading &r) { return service::list_requests(r, credentials_of(c), f, after, p.limit); });
    response r = list_response(c, found, last == 0 ? std::string{} : std::to_string(last));
    r.fields.emplace_back("Vary", "Authorization, Request-Secret");
    return r;
}

handler_result open(request_context &c) {
    UNIFORM_TRY(const auto &wanted, opening_of(c));
    const auto &[what, submit, text] = wanted.input;
    const auto secret = service::make_request_secret();
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return submit ? service::submit_new_request(w, credentials_of(c), what, secret, text, limits_of(c))
                      : service::open_request(w, credentials_of(c), what, secret, limits_of(c));
    });
    if (!made) return wanted.refused(std::move(made.error()));
    response r = json_response(201, json::written(*made));
    r.fields.emplace_back("Location", "/api/v1/requests/" + std::to_string(made->view.request.number));
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::find_request(r, credentials_of(c), number);
    }));
    return shown(200, json::written(found));
}

// The text form, or the JSON form if Accept prefers it.
handler_result as_template(const request_context &c, const std::string &text) {
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

handler_result show_template(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::current_template(r, credentials_of(c), number);
    }));
    return as_template(c, found);
}

handler_result edit(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    read_body<service::sent_template> read{.input = std::string(c.request.body), .plain = is_plain_text(c)};
    if (!read.plain) {
        UNIFORM_TRY(auto &body, json_body(c));
        read.body = body;
        read.input = std::move(body);
    }
    auto done = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::edit_request(w, credentials_of(c), number, read.input, limits_of(c));
    });
    if (!done) return read.refused(std::move(done.error()));
    return shown(200, json::written(*done));
}

handler_result list_versions(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::list_versions(r, credentials_of(c), number);
    }));
    return list_response(c, found, "");
}

handler_result show_version(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(const auto &version, small_number(c.path_value("version"), "a version"));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::find_version(r, credentials_of(c), number, version);
    }));
    if (c.request.value("Accept").starts_with("text/plain")) return as_template(c, found.template_text);
    return shown(200, json::written(found));
}

handler_result compare(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    const auto older = static_cast<std::uint32_t>(c.number(older_parameter));
    const auto newer = static_cast<std::uint32_t>(c.number(newer_parameter));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::difference(r, credentials_of(c), number, older, newer);
    }));
    return shown(200, json::written(found));
}

handler_result list_comments(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(const auto &p, page_of(c));
    std::uint32_t after = 0;
    if (!p.after.empty()) {
        UNIFORM_TRY(const auto &cursor, small_number(p.after, "\"after\""));
        after = cursor;
    }
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::list_comments(r, credentials_of(c), number, after, p.limit);
    }));
    return list_response(c, found.first, found.second == 0 ? std::string{} : std::to_string(found.second));
}

// Without a token: it waits to be accepted.
handler_result receive_comment(const request_context &c, std::uint64_t number, const json::value &body,
                               const std::string &author, const std::string &text) {
    const auto secret = service::make_request_secret();
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::receive_comment(w, credentials_of(c), number, author, text, secret, limits_of(c));
    });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    response r = json_response(202, json::written(*made));
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

handler_result add_comment(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(const auto &body, json_body(c));
    std::string author;
    std::string text;
    json::members m(body, "a comment");
    m.string("author", author).string("text", text, text_limit).require("author").require("text");
    if (auto ok = m.done(); !ok) return std::unexpected{resolver::to_problem(ok.error())};
    if (c.who == nullptr) return receive_comment(c, number, body, author, text);
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::add_comment(w, credentials_of(c), number, author, text);
    });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    return shown(201, json::written(*made));
}

handler_result show_received(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::find_received(r, credentials_of(c), number);
    }));
    return shown(200, json::written(found));
}

handler_result list_received_comments(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &found, c.server.store->read([&](store::reading &r) {
        return service::list_received_comments(r, credentials_of(c), number);
    }));
    return list_response(c, found, "");
}

handler_result accept_comment(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &made, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::accept_comment(w, credentials_of(c), number, c.path_value("comment"));
    }));
    return shown(200, json::written(made));
}

handler_result dismiss_comment(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &dismissed, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::dismiss_comment(w, credentials_of(c), number, c.path_value("comment"));
    }));
    return shown(200, json::written(dismissed));
}

// A member that is null is a decision, too: there is no such rule.
std::expected<void, problem> read_rules(const json::value &rules, service::rules_decision &out) {
    json::members m(rules, "the rules", "/rules");
    for (const auto &[name, to] : {std::pair{"syntax", &out.syntax},
                                   {"equivalence", &out.equivalence},
                                   {"checks", &out.checks},
                                   {"components", &out.components}}) {
        m.ignore(name);
        if (const json::value *const given = rules.find(name)) *to = *given;
    }
    if (auto ok = m.done(); !ok) return std::unexpected{resolver::to_problem(ok.error())};
    return {};
}

std::expected<read_body<service::action_input>, problem> input_of(const request_context &c, request_action action) {
    read_body<service::action_input> read{.body = json::object{}};
    service::action_input &input = read.input;
    if (action == request_action::submit && is_plain_text(c)) {
        if (!c.request.body.empty()) input.document = std::string(c.request.body);
        read.plain = true;
        return read;
    }
    UNIFORM_TRY(auto &body, optional_json_body(c));
    if (!body) return read;
    read.body = std::move(*body);
    json::members m(read.body, "an action");
    m.string("text", input.text, text_limit).string("reference", input.reference);
    if (m.has("round")) {
        std::int64_t round = 0;
        m.integer("round", round, 0, 999);
        input.round = static_cast<std::uint32_t>(round);
    }
    if (action == request_action::submit && m.has("template")) input.document = template_in(m);
    if (action == request_action::recognize) m.string("body", input.body);
    if (action == request_action::accept && m.has("received")) {
        std::string at;
        m.string("received", at);
        input.received = resolver::parse_timestamp(at);
        if (!input.received) m.refuse("received", "must be the time that the member `received` of the request has");
    }
    const bool takes_rules = action == request_action::enter || action == request_action::settle;
    if (const json::value *const rules = takes_rules ? m.find("rules") : nullptr) {
        UNIFORM_CHECK(read_rules(*rules, input.rules.emplace()));
    }
    if (auto ok = m.done(); !ok) return std::unexpected{resolver::to_problem(ok.error())};
    return read;
}

template <request_action action>
handler_result take(request_context &c) {
    UNIFORM_TRY(const auto &number, number_of(c));
    UNIFORM_TRY(auto &input, input_of(c, action));
    input.input.limits = limits_of(c);
    auto done = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::take_action(w, credentials_of(c), number, action, input.input);
    });
    if (!done) return input.refused(std::move(done.error()));
    return shown(200, json::written(*done));
}

// An action on a request: POST /api/v1/requests/{id}/ACTION.
constexpr route action(std::string_view path, std::string_view operation, std::string_view summary,
                       resolver::roles roles, handler_result (*handler)(request_context &), body_row body,
                       std::string_view description = {}) {
    return {.method = "POST",
            .path = path,
            .operation = operation,
            .summary = summary,
            .description = description,
            .tag = "registration",
            .roles = roles,
            .scope = roles == resolver::anyone ? permission_scope::own : permission_scope::prefix,
            .handler = handler,
            .in_path = {&request_id},
            .headers = {&request_secret},
            .body = body,
            .responses = {{200, "the request after the action", "request_outcome"}},
            .problems = {404, 409, 412}};
}

constexpr body_row optional_input{.content = "action_input", .required = false, .limit = text_limit};
constexpr body_row reasoned_input{.content = "reasoned_action", .limit = text_limit};

using resolver::administrators;
using resolver::anyone;
using resolver::experts;

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/requests",
     .operation = "listRequests",
     .summary = "List registration requests in the order of their numbers",
     .description = "Drafts, and what waits to be accepted, are shown to their submitters, to experts and to "
                    "administrators.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = list,
     .query = {&state_parameter, &nid_parameter, &received_parameter, &limit_parameter, &after_parameter},
     .headers = {&request_secret},
     .responses = {{200,
                    "a page of requests; it may be short before the end of the list: continue while there is `next`",
                    "page(request)",
                    {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/requests",
     .operation = "openRequest",
     .summary = "Open a registration request, as a draft",
     .description =
         "Permitted to everyone, with or without a token. Revisions are permitted to the managers of the namespace, "
         "administrators, and the holder of the secret of the registered request (RFC 8141 section 6.2). A draft has "
         "no "
         "history until it is submitted. It is limited in size (413), as are the drafts of one address or token "
         "together "
         "(429), and expires if it is not changed. With `submit`, the request is submitted in the same write: if the "
         "submission is refused, nothing is kept. Without a token, what is submitted is received: it waits, outside of "
         "the history, until an expert or an administrator accepts it, and expires.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = open,
     .headers = {&request_secret},
     .body = {.content = "new_request text/plain=template_text", .limit = template_limit},
     .responses = {{201,
                    "the request, and the secret that permits changing it, which only this response contains",
                    "opened_request",
                    {&location_field}}},
     .problems = {403, 404, 409}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}",
     .operation = "getRequest",
     .summary = "Show a request: its state, the decisions, other requests for its NID",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .responses = {{200, "the request", "request"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/template",
     .operation = "getRequestTemplate",
     .summary = "Show the template as last submitted, or the draft to those who may see it",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = show_template,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .responses = {{200, "the text form; the JSON form if Accept names JSON", "text/plain template"}},
     .problems = {404}},
    {.method = "PUT",
     .path = "/api/v1/requests/{id}/template",
     .operation = "editRequest",
     .summary = "Replace the template of the draft",
     .description = "In the states draft and returned. Findings do not prevent it.",
     .tag = "registration",
     .scope = permission_scope::own,
     .handler = edit,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .body = {.content = "template text/plain=template_text", .limit = template_limit},
     .responses = {{200, "the request, and what the check found", "request_outcome"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/versions",
     .operation = "listRequestVersions",
     .summary = "List the submitted templates, oldest first, without their text",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = list_versions,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .responses = {{200, "all versions", "page(request_version)"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/versions/{version}",
     .operation = "getRequestVersion",
     .summary = "Show a template as it was submitted, with what the check found",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = show_version,
     .in_path = {&request_id, &version_in_path},
     .headers = {&request_secret},
     .responses = {{200, "the version; as text if Accept begins with text/plain", "request_version text/plain"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/differences",
     .operation = "compareRequestVersions",
     .summary = "Compare two versions, field by field and line by line",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = compare,
     .in_path = {&request_id},
     .query = {&older_parameter, &newer_parameter},
     .headers = {&request_secret},
     .responses = {{200, "the differences", "request_differences"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/comments",
     .operation = "listRequestComments",
     .summary = "List the public comments, oldest first",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = list_comments,
     .in_path = {&request_id},
     .query = {&limit_parameter, &after_parameter},
     .headers = {&request_secret},
     .responses = {{200, "a page of comments", "page(request_comment)", {&next_link_field}}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/requests/{id}/comments",
     .operation = "commentOnRequest",
     .summary = "Add a public comment",
     .description = "While the request is open: from its submission until it is registered, declined or withdrawn. "
                    "Without a token, the comment is received: it is public when it is accepted.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = add_comment,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .body = {.content = "new_comment", .limit = text_limit},
     .responses = {{201, "the comment", "request_comment"},
                   {202, "the comment, which waits to be accepted, and the secret that shows it to its author",
                    "received_comment"}},
     .problems = {404, 409}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/received",
     .operation = "getReceivedSubmission",
     .summary = "Show the submission that waits to be accepted",
     .description = "To its submitter, to experts and to administrators.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = show_received,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .responses = {{200, "the submission, and what the check finds now", "received_submission"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/received/comments",
     .operation = "listReceivedComments",
     .summary = "List the comments that wait to be accepted, oldest first",
     .description = "To experts and administrators all; to others those of which they have the secret.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = list_received_comments,
     .in_path = {&request_id},
     .headers = {&request_secret},
     .responses = {{200, "the comments: at most 64 wait", "page(received_comment)"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/requests/{id}/received/comments/{comment}/accept",
     .operation = "acceptComment",
     .summary = "Accept a comment that was made without a token",
     .tag = "registration",
     .roles = experts,
     .scope = permission_scope::prefix,
     .handler = accept_comment,
     .in_path = {&request_id, &comment_in_path},
     .responses = {{200, "the comment", "request_comment"}},
     .problems = {404, 409}},
    {.method = "POST",
     .path = "/api/v1/requests/{id}/received/comments/{comment}/dismiss",
     .operation = "dismissComment",
     .summary = "Delete a comment that waits to be accepted",
     .tag = "registration",
     .roles = experts,
     .scope = permission_scope::prefix,
     .handler = dismiss_comment,
     .in_path = {&request_id, &comment_in_path},
     .responses = {{200, "the comment, which is deleted", "received_comment"}},
     .problems = {404}},
    action(
        "/api/v1/requests/{id}/submit", "submitRequest",
        "Submit the template for review (RFC 8141 section 6.2, steps 2 and 3)", anyone, take<request_action::submit>,
        {.content = "submission text/plain=template_text", .required = false, .limit = template_limit},
        "Each submission is a version and begins a round. Errors of the template prevent it, and `findings` has all of "
        "them; warnings are shown to the experts. If the NID is already registered, the response is a conflict with "
        "`existing`. Without a token, the submission is received: it changes neither the state nor the versions of a "
        "request that was submitted before, until it is accepted. With a token it is submitted at once."),
    action("/api/v1/requests/{id}/accept", "acceptRequest",
           "Accept a submission that was made without a token: from then on it is in the history", experts,
           take<request_action::accept>, {.content = "acceptance", .required = false, .limit = text_limit},
           "`received` names the submission that was read: if another one has replaced it, 412."),
    action("/api/v1/requests/{id}/withdraw", "withdrawRequest", "Withdraw the request", anyone,
           take<request_action::withdraw>, optional_input),
    action("/api/v1/requests/{id}/conclude", "concludeRequest",
           "Fast track: the body concluded that the registration be completed (RFC 8141 section 6.3, step 4)", anyone,
           take<request_action::conclude>, optional_input),
    action("/api/v1/requests/{id}/review", "reviewRequest", "Start the review of a submission, as an expert", experts,
           take<request_action::review>, optional_input),
    action("/api/v1/requests/{id}/return", "returnRequest", "Return the request: changes are needed", experts,
           take<request_action::give_back>, reasoned_input),
    action("/api/v1/requests/{id}/approve", "approveRequest",
           "Approve the request; no standardization action is involved (RFC 8141 section 6.2, step 4)", experts,
           take<request_action::approve>, optional_input),
    action("/api/v1/requests/{id}/report", "reportRequest",
           "Report to a standards approval body, as standardization is anticipated (RFC 8141 section 6.2, step 4)",
           experts, take<request_action::report>, {.content = "report", .limit = text_limit}),
    action("/api/v1/requests/{id}/decline", "declineRequest", "Decline the request", experts,
           take<request_action::decline>, reasoned_input,
           "In the state reported, by administrators: as the body that received the report directs."),
    action(
        "/api/v1/requests/{id}/recognize", "recognizeRequester",
        "Record that the requesting body is recognized; the request is then on the fast track (RFC 8141 section 6.3)",
        administrators, take<request_action::recognize>,
        {.content = "recognition", .required = false, .limit = text_limit},
        "`body` names the body if the request does not; a request that names one keeps the name. `reference` tells who "
        "recognized it, and where. `findings` has what prevents the conclusion."),
    action("/api/v1/requests/{id}/reopen", "reopenRequest",
           "Review an approved request again, before it is registered (RFC 8141 section 6.2, step 3)", anyone,
           take<request_action::reopen>, reasoned_input,
           "By an expert; in the state reported by an administrator, as the body that received the report directs; on "
           "the fast track by the submitter."),
    action(
        "/api/v1/requests/{id}/register", "registerRequest", "Register the NID", administrators,
        take<request_action::enter>, {.content = "registration_input", .required = false, .limit = text_limit},
        "An informal namespace gets the next number. Of several requests for one NID exactly one is registered; the "
        "others are returned. After a report, `reference` names the directions of the body that received it. The "
        "rules of the names become those that the member `rules` of the request shows; `rules` replaces them, with "
        "the reason in `text`. What is open in them is decided by settleRequest before the first name. "
        "`existing_names` tells which names a revision would no longer permit: they stay valid. A revision that would "
        "merge names is a conflict."),
    action("/api/v1/requests/{id}/settle", "settleRequest",
           "Decide the rules that the registered template has only in prose (RFC 8141 section 6.4.2)", administrators,
           take<request_action::settle>, {.content = "settlement", .limit = text_limit},
           "Until then, no name is assigned in the namespace. The decision and its reason are part of the request."),
};

} // namespace

std::span<const route> registration_routes() noexcept { return table; }

} // namespace uniform::http
