// Pages: one registration request: its state, template, decisions and comments, and the actions that its reader may
// perform, by registry/process.hpp.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <uniform/registry/template.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/registration.hpp>

#include "http/api/manage.hpp"
#include "http/api/parameters.hpp"
#include "http/api/routes.hpp"

namespace uniform::http {

namespace {

using manage::form;
using registry::request_action;
using registry::request_state;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t most_comments = 200;

// The actions with a form on the page; the draft is edited and submitted on a page of its own.
constexpr std::array actions{request_action::review,  request_action::give_back, request_action::recognize,
                             request_action::approve, request_action::report,    request_action::decline,
                             request_action::reopen,  request_action::conclude,  request_action::enter,
                             request_action::withdraw};

std::string key_of(request_action a) {
    std::string out{to_string(a)};
    std::ranges::replace(out, '-', '_');
    return out;
}

std::expected<std::uint64_t, problem> number_of(const request_context &c) {
    if (const auto number = service::request_number(c.path_value("id"))) return *number;
    return refuse(problem_type::not_found, "this request does not exist: requests have numbers, such as 12");
}

json::array actions_of(const pages::html_page &p, const service::request_view &v) {
    const auto possible = registry::possible_actions(v.request.state, v.actors, v.request.track());
    json::array out;
    for (const request_action a : actions) {
        if ((possible & (1U << static_cast<unsigned>(a))) == 0) continue;
        json::value one = json::object{};
        one.set("name", to_string(a)).set("key", key_of(a)).set("label", p.text("registration.action_" + key_of(a)));
        one.set("needs_text", a == request_action::give_back || a == request_action::decline ||
                                  a == request_action::reopen || a == request_action::report);
        one.set("has_reference", a == request_action::report || a == request_action::recognize ||
                                     (a == request_action::enter && v.request.state == request_state::reported));
        one.set("is_final", a == request_action::withdraw).set("number", v.request.number);
        one.set("round", v.request.rounds);
        out.push_back(std::move(one));
    }
    return out;
}

json::array decisions_of(const pages::html_page &p, const service::request_view &v) {
    json::array out;
    for (const auto &d : v.request.decisions) {
        json::value one = json::object{};
        one.set("label", p.text("registration.did_" + key_of(d.action))).set("reason", d.text);
        one.set("reference", d.reference).set("at", resolver::to_string(d.at)).set("actor", d.actor);
        out.push_back(std::move(one.set("who", v.with_authors ? d.who : std::string{})));
    }
    return out;
}

json::array comments_of(const std::vector<service::public_comment> &list) {
    json::array out;
    for (const auto &k : list) {
        json::value one = json::object{};
        one.set("author", k.author).set("actor", k.actor).set("words", k.text);
        out.push_back(std::move(one.set("at", resolver::to_string(k.at)).set("round", k.round)));
    }
    return out;
}

std::expected<pages::html_page, problem> page_of_request(const request_context &c, std::uint64_t number) {
    pages::html_page p{c.server.settings, c.request};
    p.area = pages::area::registration;
    p.has_form = true;
    const std::string href = "/registration/requests/" + std::to_string(number);
    if (c.request.method == "POST") p.back = href;
    const service::credentials by{.who = c.who};
    const auto read = c.server.store->read([&](store::reading &r) -> std::expected<int, problem> {
        const auto v = service::find_request(r, by, number);
        if (!v) return std::unexpected{v.error()};
        const auto text = service::current_template(r, by, number);
        const auto comments = service::list_comments(r, by, number, 0, most_comments);
        const service::registration_request &q = v->request;
        p.title = p.text("registration.request") + " " + std::to_string(number);
        p.data.set("href", href).set("number", number).set("nid", q.nid).set("subject", q.title);
        p.data.set("submitter", q.submitter).set("body", q.body).set("revises", q.revises);
        p.data.set("state_label", p.text("registration.state_" + std::string{to_string(q.state)}));
        p.data.set("template", text.value_or("")).set("rounds", q.rounds);
        const auto possible = registry::possible_actions(q.state, v->actors, q.track());
        p.data.set("may_edit", (possible & (1U << static_cast<unsigned>(request_action::edit))) != 0);
        p.data.set("may_comment", registry::is_open(q.state));
        p.data.set("may_revise", q.state == request_state::registered);
        p.data.set("revise_href", "/registration/new?revises=" + std::to_string(number));
        p.data.set("is_reviewer", q.state == request_state::under_review &&
                                      (v->actors & static_cast<registry::actors>(registry::actor::expert)) != 0);
        json::array checklist;
        for (const auto &rule : registry::template_fields(edition::rfc8141)) {
            json::value one = json::object{};
            one.set("name", rule.name).set("section", "RFC 8141, " + std::string{rule.section});
            checklist.push_back(
                std::move(one.set("help", p.text("registration.help_" + std::string{to_string(rule.id)}))));
        }
        json::array can = actions_of(p, *v);
        json::array did = decisions_of(p, *v);
        json::array said = comments ? comments_of(comments->first) : json::array{};
        p.data.set("checklist", std::move(checklist)).set("has_actions", !can.empty()).set("actions", std::move(can));
        p.data.set("has_decisions", !did.empty()).set("decisions", std::move(did));
        p.data.set("has_comments", !said.empty()).set("comments", std::move(said));
        p.data.set("differences", q.versions > 1 ? "/api/v1/requests/" + std::to_string(number) +
                                                       "/differences?older=" + std::to_string(q.versions - 1)
                                                 : std::string{});
        return 0;
    });
    if (!read) return std::unexpected{read.error()};
    return p;
}

handler_result show(request_context &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected{number.error()};
    const auto p = page_of_request(c, *number);
    if (!p) return std::unexpected{p.error()};
    return manage::shown(*p, "registration_request");
}

handler_result refused(const request_context &c, std::uint64_t number, const form &f, const problem &why) {
    auto p = page_of_request(c, number);
    if (!p) return std::unexpected{p.error()};
    p->data.set("typed", f["text"]).set("author", f["author"]);
    return manage::refused(*p, why, "registration_request");
}

handler_result act(request_context &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected{number.error()};
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto action = registry::request_action_names.find((*f)["action"]);
    if (!action || std::ranges::find(actions, *action) == actions.end()) {
        return refused(c, *number, *f, {.type = problem_type::invalid, .detail = "choose an action"});
    }
    if (*action == request_action::withdraw && (*f)["confirmation"] != std::to_string(*number)) {
        return refused(c, *number, *f,
                       {.type = problem_type::invalid, .detail = "type the number of the request to withdraw it"});
    }
    service::action_input input{.text = std::string{(*f)["text"]}, .reference = std::string{(*f)["reference"]}};
    if (const auto round = f->number("round")) input.round = static_cast<std::uint32_t>(*round);
    const auto done = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::take_action(w, {.who = c.who}, *number, *action, input);
    });
    if (!done) return refused(c, *number, *f, done.error());
    // a draft that was withdrawn may leave nothing to show
    return manage::see(*action == request_action::withdraw ? "/registration"
                                                           : "/registration/requests/" + std::to_string(*number));
}

handler_result comment(request_context &c) {
    const auto number = number_of(c);
    if (!number) return std::unexpected{number.error()};
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::add_comment(w, {.who = c.who}, *number, (*f)["author"], (*f)["text"]);
    });
    if (!made) return refused(c, *number, *f, made.error());
    return manage::see("/registration/requests/" + std::to_string(*number) + "#comments");
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html"};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 18U};
constexpr few<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/registration/requests/{id}",
     .operation = "showRequest",
     .summary = "Show a request with the actions that the token may perform",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = show,
     .in_path = {&request_id},
     .responses = {page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/registration/requests/{id}/actions",
     .operation = "decideRequestByForm",
     .summary = "Perform an action on a request by a form",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = act,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/registration/requests/{id}/comments",
     .operation = "commentByForm",
     .summary = "Comment on a request by a form: commentOnRequest",
     .tag = "pages",
     .roles = resolver::readers,
     .handler = comment,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> registration_request_routes() noexcept { return table; }

} // namespace uniform::http
