// Pages: one registration request: its state, template, decisions and comments, and the actions that its reader may
// perform, by registry/process.hpp.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/registration.hpp>

#include "http/api/parameters.hpp"
#include "http/api/template_changes.hpp"
#include "http/pages/messages.hpp"
#include "http/pages/viewer.hpp"
#include "http/site/manage.hpp"
#include "http/site/registration_pages.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using registry::request_action;
using registry::request_state;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t most_comments = 100;
constexpr std::size_t most_compared = 5;

// The actions with a form on the page; the draft is edited and submitted on a page of its own.
constexpr std::array actions{request_action::review,  request_action::give_back, request_action::recognize,
                             request_action::approve, request_action::report,    request_action::decline,
                             request_action::reopen,  request_action::conclude,  request_action::enter,
                             request_action::settle,  request_action::withdraw};
// Those that end a review: they share the form with the checklist.
constexpr std::array verdicts{request_action::approve, request_action::give_back, request_action::report,
                              request_action::decline};

// What somebody sent by a form that was refused, and why.
struct refusal {
    const form *sent = nullptr;
    const problem *why = nullptr;

    [[nodiscard]] std::string_view value(std::string_view field) const {
        return sent == nullptr ? std::string_view{} : (*sent)[field];
    }
    // The sentence for the field with this JSON pointer.
    [[nodiscard]] std::string error(std::string_view pointer) const {
        return why != nullptr && why->pointer == pointer ? why->detail : std::string{};
    }
};

std::string key_of(request_action a) {
    std::string out{to_string(a)};
    std::ranges::replace(out, '-', '_');
    return out;
}

bool is_possible(const service::request_view &v, request_action a) {
    if (a == request_action::settle && !v.may_settle) return false;
    return (registry::possible_actions(v.request.state, v.actors, v.request.track()) &
            (1U << static_cast<unsigned>(a))) != 0;
}

// Whether nothing leads back from what the action does (RFC 8141 6.2 to 6.4): the user confirms it.
bool is_final(request_action a) {
    return a == request_action::withdraw || a == request_action::decline || a == request_action::enter ||
           a == request_action::settle;
}

bool is_reviewer(const service::request_view &v) {
    return v.request.state == request_state::under_review &&
           (v.actors & static_cast<registry::actors>(registry::actor::expert)) != 0;
}

json::value action_of(const pages::html_page &p, const service::request_view &v, request_action a,
                      const refusal &before) {
    json::value one = json::object{};
    one.set("name", to_string(a)).set("key", key_of(a)).set("label", p.text("registration.action_" + key_of(a)));
    one.set("needs_text", a == request_action::give_back || a == request_action::decline ||
                              a == request_action::reopen || a == request_action::report ||
                              a == request_action::settle);
    one.set("has_reference", a == request_action::report || a == request_action::recognize ||
                                 (a == request_action::enter && v.request.state == request_state::reported));
    one.set("is_final", is_final(a)).set("is_danger", is_final(a));
    one.set("number", v.request.number).set("round", v.request.rounds);
    const bool is_sent = before.value("action") == to_string(a);
    one.set("has_rules", a == request_action::settle || a == request_action::enter);
    for (const std::string field : {"text", "reference", "confirmation", "syntax", "equivalence", "components"}) {
        one.set("sent_" + field, is_sent ? before.value(field) : "");
        const bool is_rule = field == "syntax" || field == "equivalence" || field == "components";
        one.set("error_" + field, is_sent ? before.error((is_rule ? "/rules/" : "/") + field) : std::string{});
    }
    return one;
}

json::array actions_of(const pages::html_page &p, const service::request_view &v, const refusal &before) {
    json::array out;
    for (const request_action a : actions) {
        if (!is_possible(v, a)) continue;
        if (is_reviewer(v) && std::ranges::find(verdicts, a) != verdicts.end()) continue;
        out.push_back(action_of(p, v, a, before));
    }
    return out;
}

// The checklist of a review: for each section of the template what the RFC demands, what the check finds, and the
// expert's remark. The form with it has the actions that end the review.
json::value review_of(const pages::html_page &p, const service::request_view &v, const std::string &text,
                      const std::vector<registry::finding> &found, const refusal &before) {
    const auto t = registry::read_any_template(text, {.edition = edition::rfc8141});
    json::array list;
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        const std::string key{to_string(rule.id)};
        const registry::entry *const e = t ? t->find(rule.id) : nullptr;
        json::array findings = registration_pages::findings_about(found, rule.id, p);
        // What a template may lack, and this one lacks, needs no judgement.
        if (rule.when != registry::presence::always && e == nullptr && findings.empty()) continue;
        json::value one = json::object{};
        one.set("key", key).set("name", rule.name).set("section", "RFC 8141, " + std::string{rule.section});
        one.set("help", p.text("registration.help_" + key));
        one.set("has_findings", !findings.empty()).set("findings", std::move(findings));
        json::array choices;
        for (const std::string_view verdict : {"open", "fine", "change"}) {
            const std::string_view sent = before.value("verdict." + key);
            choices.push_back(manage::option(verdict, p.text("registration.verdict_" + std::string{verdict}),
                                             sent == verdict || (sent.empty() && verdict == "open")));
        }
        one.set("choices", std::move(choices)).set("note", before.value("note." + key));
        one.set("error", before.error("/verdict." + key));
        list.push_back(std::move(one));
    }
    json::array buttons;
    for (const request_action a : verdicts) {
        if (is_possible(v, a)) buttons.push_back(action_of(p, v, a, {}));
    }
    const bool is_verdict =
        std::ranges::any_of(verdicts, [&](request_action a) { return before.value("action") == to_string(a); });
    json::value out = json::object{};
    out.set("checklist", std::move(list)).set("buttons", std::move(buttons)).set("round", v.request.rounds);
    out.set("reason", is_verdict ? before.value("text") : "").set("sent_reference", before.value("reference"));
    out.set("error_text", is_verdict ? before.error("/text") : std::string{});
    out.set("number", v.request.number)
        .set("error_confirmation", is_verdict ? before.error("/confirmation") : std::string{});
    return out.set("error_reference", is_verdict ? before.error("/reference") : std::string{});
}

// A section that is to be changed: there is one, then the request is not approved.
const registry::field_rule *section_to_change(const form &f) {
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        if (f["verdict." + std::string{to_string(rule.id)}] == "change") return &rule;
    }
    return nullptr;
}

// The rules of the names, as the request proposes or has registered them, for confirmation.
json::value rules_of(const pages::html_page &p, const service::rules_view &v) {
    json::value out = json::object{};
    json::array terms;
    const auto add = [&](std::string_view key, std::string value) {
        if (value.empty()) return;
        json::value one = json::object{};
        terms.push_back(std::move(one.set("term", p.text(key)).set("value", std::move(value))));
    };
    const resolver::namespace_settings &s = v.settings;
    const auto is_open = [&](std::string_view setting) {
        return std::ranges::find(v.open, setting, &registry::open_rule::setting) != v.open.end();
    };
    if (s.rules.syntax().is_null()) {
        add("registry.syntax", std::string{p.text(is_open("syntax") ? "registry.undecided" : "registry.any_nss")});
    } else {
        const std::string_view pattern = s.rules.syntax().string_of("pattern"); // else its grammar is the rule
        add("registry.pattern", std::string{pattern});
        if (pattern.empty()) add("registry.syntax", std::string{s.rules.syntax().string_of("abnf")});
    }
    if (const json::value &e = s.rules.equivalence(); !e.is_null()) {
        const std::string_view summary = e.string_of("summary");
        add("registry.equivalence", summary.empty() ? json::to_text(e) : std::string{summary});
    }
    for (const char letter : {'r', 'q', 'f'}) {
        add(std::string{"registry."} + letter + "_component",
            std::string{is_open("components") ? p.text("registry.undecided")
                                              : pages::label_of(p.in(), s.components.permission(letter))});
    }
    json::array open;
    for (const registry::open_rule &o : v.open) open.push_back(json::object{{"why", o.why}});
    json::array examples;
    for (const registry::template_example &e : v.examples) {
        examples.push_back(json::object{{"urn", e.urn}, {"fault", e.fault}});
    }
    out.set("terms", std::move(terms)).set("has_open", !open.empty()).set("open", std::move(open));
    out.set("has_examples", !examples.empty()).set("examples", std::move(examples)).set("conflict", v.conflict);
    json::array invalid;
    if (v.effect) {
        for (const std::string &urn : v.effect->examples) invalid.push_back(json::object{{"urn", urn}});
    }
    return out.set("has_invalid", !invalid.empty())
        .set("count", v.effect ? v.effect->invalid : 0)
        .set("invalid", std::move(invalid));
}

// A rule of a form: "none", or its JSON; a syntax also as a pattern. What is no JSON is refused with its member.
std::optional<json::value> rule_in(std::string_view text, bool is_syntax) {
    if (text.empty()) return std::nullopt;
    if (text == "none" || text == "any") return json::value{};
    if (is_syntax && text.starts_with('^')) return json::value{json::object{{"pattern", text}}};
    auto read = json::read(text);
    return read ? std::move(*read) : json::value{text};
}

// The reason of a decision with the remarks of the checklist, a line for each section that was judged. It is public and
// stays, so that it is in English, as requests and their templates are, whatever the language of the reviewer.
std::string with_checklist(const form &f) {
    std::string out{f["text"]};
    bool is_first = true;
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        const std::string key{to_string(rule.id)};
        const std::string_view verdict = f["verdict." + key];
        const std::string_view note = f["note." + key];
        const bool is_judged = verdict == "fine" || verdict == "change";
        if (!is_judged && note.empty()) continue;
        if (is_first) out += out.empty() ? "" : "\n\n";
        is_first = false;
        (out += "- ").append(rule.name).append(" (").append(rule.section).append(")");
        if (is_judged)
            out.append(": ").append(
                pages::text(pages::language::english, "registration.verdict_" + std::string{verdict}));
        if (!note.empty()) out.append(": ").append(note);
        out += '\n';
    }
    while (out.ends_with('\n')) out.pop_back();
    return out;
}

// The versions that were submitted, newest first, and what each changed.
json::array versions_of(store::reading &r, const service::credentials &by, const service::registration_request &q) {
    json::array out;
    auto list = service::list_versions(r, by, q.number);
    if (!list) return out;
    std::ranges::reverse(*list);
    for (const service::submitted_version &v : *list) {
        json::value one = json::object{};
        one.set("version", v.number).set("at", resolver::to_string(v.at).substr(0, 10));
        one.set("href", "/api/v1/requests/" + std::to_string(q.number) + "/versions/" + std::to_string(v.number));
        const bool has_older = v.number > 1 || !q.revises.empty();
        json::array changes;
        if (has_older && out.size() < most_compared) {
            if (const auto d = service::difference(r, by, q.number, v.number - 1, v.number)) {
                changes = changes_in(d->changes);
            }
        }
        one.set("has_differences", !changes.empty()).set("differences", std::move(changes));
        out.push_back(std::move(one));
    }
    return out;
}

// "expert" in the language of the page.
std::string label_of_actor(const pages::html_page &p, std::string_view actor) {
    const std::string key = "registration.actor_" + std::string{actor};
    return actor.empty() ? std::string{} : p.text(key);
}

json::array decisions_of(const pages::html_page &p, const service::request_view &v) {
    json::array out;
    for (const auto &d : v.request.decisions) {
        json::value one = json::object{};
        one.set("label", p.text("registration.did_" + key_of(d.action))).set("reason", d.text);
        one.set("reference", d.reference).set("at", resolver::to_string(d.at));
        one.set("actor_label", label_of_actor(p, d.actor));
        out.push_back(std::move(one.set("who", v.with_authors ? d.who : std::string{})));
    }
    return out;
}

json::array comments_of(const pages::html_page &p, const std::vector<service::public_comment> &list) {
    json::array out;
    for (const auto &k : list) {
        json::value one = json::object{};
        one.set("author", k.author).set("actor_label", label_of_actor(p, k.actor)).set("words", k.text);
        out.push_back(std::move(one.set("at", resolver::to_string(k.at))));
    }
    return out;
}

constexpr parameter comments_after{.name = "comments", .description = "only the comments after this number"};

std::expected<pages::html_page, problem> page_of_request(const request_context &c, std::uint64_t number,
                                                         const refusal &before = {}) {
    pages::html_page p{c.server.settings, c.request};
    p.area = pages::area::registration;
    p.has_form = true;
    const std::string href = "/registration/requests/" + std::to_string(number);
    if (c.request.method == "POST") p.back = href;
    json::value feed = json::object{};
    feed.set("rel", "alternate").set("type", "application/atom+xml");
    const std::string feed_href = "/api/v1/requests.atom?request=" + std::to_string(number);
    p.links.push_back(std::move(feed.set("href", feed_href).set("title", p.text("registration.feed_one"))));
    const service::credentials by{.who = c.who};
    const auto after = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(form::number_of(c.query_value("comments").value_or("")).value_or(0), UINT32_MAX));
    const auto read = c.server.store->read([&](store::reading &r) -> std::expected<int, problem> {
        const auto v = service::find_request(r, by, number);
        if (!v) return std::unexpected{v.error()};
        const auto text = service::current_template(r, by, number);
        const auto comments = service::list_comments(r, by, number, after, most_comments);
        const service::registration_request &q = v->request;
        p.title = p.text("registration.request") + " " + std::to_string(number);
        p.data.set("href", href).set("number", number).set("nid", q.nid).set("subject", q.title);
        p.data.set("submitter", q.submitter).set("body", q.body).set("revises", q.revises).set("feed", feed_href);
        p.data.set("state_label", p.text("registration.state_" + std::string{to_string(q.state)}));
        p.data.set("template", text.value_or("")).set("rounds", q.rounds);
        p.data.set("may_edit", c.who != nullptr && is_possible(*v, request_action::edit));
        p.data.set("may_comment", c.who != nullptr && registry::is_open(q.state));
        p.data.set("may_sign_in", c.who == nullptr);
        p.data.set("may_revise", q.state == request_state::registered);
        p.data.set("revise_href", "/registration/new?revises=" + std::to_string(number));
        if (q.state == request_state::registered && !q.nid.empty()) {
            p.data.set("namespace_href", "/namespaces/" + q.nid + "?format=html");
        }
        if (is_reviewer(*v)) {
            const auto t = registry::read_any_template(text.value_or(""), {.edition = edition::rfc8141});
            const auto found = t ? service::findings_of_submission(r, *t, {.body = q.body, .revises = q.revises})
                                 : std::vector<registry::finding>{};
            p.data.set("review", review_of(p, *v, text.value_or(""), found, before));
        }
        if (v->rules) p.data.set("rules", rules_of(p, *v->rules));
        json::array can = c.who == nullptr ? json::array{} : actions_of(p, *v, before);
        json::array did = decisions_of(p, *v);
        json::array said = comments ? comments_of(p, comments->first) : json::array{};
        json::array versions = versions_of(r, by, q);
        p.data.set("has_actions", !can.empty()).set("actions", std::move(can));
        p.data.set("has_decisions", !did.empty()).set("decisions", std::move(did));
        p.data.set("has_comments", !said.empty()).set("comments", std::move(said));
        p.data.set("more_comments", comments && comments->second != 0
                                        ? href + "?comments=" + std::to_string(comments->second) + "#comments"
                                        : std::string{});
        p.data.set("has_versions", !versions.empty()).set("versions", std::move(versions));
        return 0;
    });
    if (!read) return std::unexpected{read.error()};
    const bool is_comment = before.sent != nullptr && before.sent->has("author");
    const pages::viewer *const v = pages::showing_to::current();
    p.data.set("key", manage::random_key());
    p.data.set("author", is_comment ? before.value("author") : v != nullptr ? std::string_view{v->name} : "");
    p.data.set("words", is_comment ? before.value("text") : "");
    p.data.set("error_author", is_comment ? before.error("/author") : std::string{});
    p.data.set("error_words", is_comment ? before.error("/text") : std::string{});
    return p;
}

handler_result show(request_context &c) {
    const auto number = registration_pages::number_of_request(c);
    if (!number) return std::unexpected{number.error()};
    const auto p = page_of_request(c, *number);
    if (!p) return std::unexpected{p.error()};
    return manage::shown(*p, "registration_request");
}

handler_result refused(const request_context &c, std::uint64_t number, const form &f, const problem &why) {
    auto p = page_of_request(c, number, {.sent = &f, .why = &why});
    if (!p) return std::unexpected{p.error()};
    return manage::refused(*p, why, "registration_request");
}

handler_result act(request_context &c) {
    const auto number = registration_pages::number_of_request(c);
    if (!number) return std::unexpected{number.error()};
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto action = registry::request_action_names.find((*f)["action"]);
    if (!action || std::ranges::find(actions, *action) == actions.end()) {
        return refused(c, *number, *f, {.type = problem_type::invalid, .detail = "choose an action"});
    }
    const pages::html_page words{c.server.settings, c.request};
    if (is_final(*action) && (*f)["confirmation"] != std::to_string(*number)) {
        return refused(c, *number, *f,
                       {.type = problem_type::invalid,
                        .detail = words.text("registration.confirmation_wrong"),
                        .pointer = "/confirmation"});
    }
    if (const auto *const section = section_to_change(*f); section != nullptr && *action == request_action::approve) {
        return refused(c, *number, *f,
                       {.type = problem_type::invalid,
                        .detail = "\"" + std::string{section->name} +
                                  "\" is to be changed: return the request for changes, or judge the section to be in "
                                  "order",
                        .pointer = "/verdict." + std::string{to_string(section->id)}});
    }
    service::action_input input{.text = with_checklist(*f), .reference = std::string{(*f)["reference"]}};
    if (const auto round = f->number("round")) input.round = static_cast<std::uint32_t>(*round);
    if (*action == request_action::enter || *action == request_action::settle) {
        service::rules_decision rules{.syntax = rule_in((*f)["syntax"], true),
                                      .equivalence = rule_in((*f)["equivalence"], false),
                                      .components = rule_in((*f)["components"], false)};
        if (rules.syntax || rules.equivalence || rules.components) input.rules = std::move(rules);
    }
    const auto done = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::take_action(w, {.who = c.who}, *number, *action, input);
    });
    if (!done) return refused(c, *number, *f, done.error());
    // a draft that was withdrawn may leave nothing to show
    return see_other(*action == request_action::withdraw ? "/registration"
                                                         : "/registration/requests/" + std::to_string(*number));
}

handler_result comment(request_context &c) {
    const auto number = registration_pages::number_of_request(c);
    if (!number) return std::unexpected{number.error()};
    const auto f = form::of(c);
    if (!f) return std::unexpected{f.error()};
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, (*f)["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            auto added = service::add_comment(w, {.who = c.who}, *number, (*f)["author"], (*f)["text"]);
            if (!added) return std::unexpected{std::move(added.error())};
            return "added";
        });
    });
    if (!made) return refused(c, *number, *f, made.error());
    return see_other("/registration/requests/" + std::to_string(*number) + "#comments");
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
     .summary = "Show a request: its versions, decisions and comments, and the actions that the token may perform",
     .tag = "pages",
     .handler = show,
     .in_path = {&request_id},
     .query = {&comments_after},
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
