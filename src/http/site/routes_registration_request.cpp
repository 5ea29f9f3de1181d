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
#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>

#include "base/try.hpp"
#include "http/api/parameters.hpp"
#include "http/api/template_changes.hpp"
#include "http/pages/messages.hpp"
#include "http/pages/viewer.hpp"
#include "http/site/manage.hpp"
#include "http/site/registration_pages.hpp"
#include "http/site/request_models.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using manage::form;
using registration_pages::action_fields;
using registration_pages::action_row;
using registration_pages::checklist_row;
using registration_pages::comment_row;
using registration_pages::decision_row;
using registration_pages::received_row;
using registration_pages::received_section;
using registration_pages::request_model;
using registration_pages::review_section;
using registration_pages::rules_section;
using registration_pages::version_row;
using registry::request_action;
using registry::request_state;
using resolver::problem;
using resolver::problem_type;

constexpr std::size_t most_comments = 100;
constexpr std::size_t most_compared = 5;

// The actions with a form on the page; the draft is edited and submitted on a page of its own.
constexpr std::array actions{request_action::accept,    request_action::review,  request_action::give_back,
                             request_action::recognize, request_action::approve, request_action::report,
                             request_action::decline,   request_action::reopen,  request_action::conclude,
                             request_action::enter,     request_action::settle,  request_action::withdraw};
// Those that end a review: they share the form with the checklist.
constexpr std::array verdicts{request_action::approve, request_action::give_back, request_action::report,
                              request_action::decline};

// The contents of a form that was refused, and the reason.
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
    [[nodiscard]] bool is_of(request_action a) const { return value("action") == to_string(a); }
    // The number that confirms an action is typed again.
    [[nodiscard]] action_fields fields() const {
        return {.text = std::string{value("text")},
                .reference = std::string{value("reference")},
                .syntax = std::string{value("syntax")},
                .equivalence = std::string{value("equivalence")},
                .components = std::string{value("components")}};
    }
    [[nodiscard]] action_fields errors() const {
        return {.text = error("/text"),
                .reference = error("/reference"),
                .confirmation = error("/confirmation"),
                .syntax = error("/rules/syntax"),
                .equivalence = error("/rules/equivalence"),
                .components = error("/rules/components")};
    }
};

std::string key_of(request_action a) {
    std::string out{to_string(a)};
    std::ranges::replace(out, '-', '_');
    return out;
}

bool is_possible(const service::request_view &v, request_action a) {
    if ((a == request_action::settle && !v.may_settle) || (a == request_action::accept && !v.may_accept)) return false;
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

action_row action_of(const pages::html_page &p, const service::request_view &v, request_action a,
                     const refusal &before) {
    action_row one{.name = to_string(a),
                   .key = key_of(a),
                   .label = p.text("registration.action_" + key_of(a)),
                   .needs_text = a == request_action::give_back || a == request_action::decline ||
                                 a == request_action::reopen || a == request_action::report ||
                                 a == request_action::settle,
                   .has_reference = a == request_action::report || a == request_action::recognize ||
                                    (a == request_action::enter && v.request.state == request_state::reported),
                   .has_rules = a == request_action::settle || a == request_action::enter,
                   .is_final = is_final(a)};
    if (before.is_of(a)) {
        one.sent = before.fields();
        one.error = before.errors();
    }
    return one;
}

std::vector<action_row> actions_of(const pages::html_page &p, const service::request_view &v, const refusal &before) {
    std::vector<action_row> out;
    for (const request_action a : actions) {
        if (!is_possible(v, a)) continue;
        if (is_reviewer(v) && std::ranges::find(verdicts, a) != verdicts.end()) continue;
        out.push_back(action_of(p, v, a, before));
    }
    return out;
}

// The checklist of a review: for each section of the template what the RFC demands, what the check finds, and the
// expert's remark. The form with it has the actions that end the review.
review_section review_of(const pages::html_page &p, const service::request_view &v, const std::string &text,
                         const std::vector<registry::finding> &found, const refusal &before) {
    const auto t = registry::read_any_template(text, {.edition = edition::rfc8141});
    review_section out{.sent = before.fields()};
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        const std::string key{to_string(rule.id)};
        const registry::entry *const e = t ? t->find(rule.id) : nullptr;
        auto findings = registration_pages::findings_about(found, rule.id, p);
        // A part that a template may lack, and this one lacks, needs no judgement.
        if (rule.when != registry::presence::always && e == nullptr && findings.empty()) continue;
        checklist_row one{.key = key,
                          .name = rule.name,
                          .section = "RFC 8141, " + std::string{rule.section},
                          .help = p.text("registration.help_" + key),
                          .has_findings = !findings.empty(),
                          .findings = std::move(findings),
                          .note = std::string{before.value("note." + key)},
                          .error = before.error("/verdict." + key)};
        const std::string_view sent = before.value("verdict." + key);
        for (const std::string_view verdict : {"open", "fine", "change"}) {
            one.choices.push_back({.value = std::string{verdict},
                                   .label = p.text("registration.verdict_" + std::string{verdict}),
                                   .selected = sent == verdict || (sent.empty() && verdict == "open")});
        }
        out.checklist.push_back(std::move(one));
    }
    for (const request_action a : verdicts) {
        if (is_possible(v, a)) out.buttons.push_back(action_of(p, v, a, {}));
    }
    if (std::ranges::any_of(verdicts, [&](request_action a) { return before.is_of(a); })) {
        out.error = before.errors();
    } else {
        out.sent.text.clear(); // it is that of another form
    }
    return out;
}

// A section that is to be changed: there is one, then the request is not approved.
const registry::field_rule *section_to_change(const form &f) {
    for (const auto &rule : registry::template_fields(edition::rfc8141)) {
        if (f["verdict." + std::string{to_string(rule.id)}] == "change") return &rule;
    }
    return nullptr;
}

// The rules of the names, as the request proposes or has registered them, for confirmation.
rules_section rules_of(const pages::html_page &p, service::rules_view v) {
    rules_section out{.has_open = !v.open.empty(),
                      .has_examples = !v.examples.empty(),
                      .has_invalid = v.effect && !v.effect->examples.empty()};
    const auto add = [&](std::string_view key, std::string value) {
        if (!value.empty()) out.terms.push_back({.term = p.text(key), .value = std::move(value)});
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
    out.rules = std::move(v);
    return out;
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
        const bool has_verdict = verdict == "fine" || verdict == "change";
        if (!has_verdict && note.empty()) continue;
        if (is_first) out += out.empty() ? "" : "\n\n";
        is_first = false;
        (out += "- ").append(rule.name).append(" (").append(rule.section).append(")");
        if (has_verdict)
            out.append(": ").append(
                pages::text(pages::language::english, "registration.verdict_" + std::string{verdict}));
        if (!note.empty()) out.append(": ").append(note);
        out += '\n';
    }
    while (out.ends_with('\n')) out.pop_back();
    return out;
}

// The versions that were submitted, newest first, and what each changed.
std::vector<version_row> versions_of(store::reading &r, const service::credentials &by,
                                     const service::registration_request &q) {
    std::vector<version_row> out;
    auto list = service::list_versions(r, by, q.number);
    if (!list) return out;
    std::ranges::reverse(*list);
    for (const service::submitted_version &v : *list) {
        version_row one{.version = v.number,
                        .at = resolver::to_string(v.at).substr(0, 10),
                        .href =
                            "/api/v1/requests/" + std::to_string(q.number) + "/versions/" + std::to_string(v.number)};
        const bool has_older = v.number > 1 || !q.revises.empty();
        if (has_older && out.size() < most_compared) {
            if (const auto d = service::difference(r, by, q.number, v.number - 1, v.number)) {
                one.differences = changes_in(d->changes);
            }
        }
        one.has_differences = !one.differences.empty();
        out.push_back(std::move(one));
    }
    return out;
}

// "expert" in the language of the page.
std::string label_of_actor(const pages::html_page &p, std::string_view actor) {
    const std::string key = "registration.actor_" + std::string{actor};
    return actor.empty() ? std::string{} : p.text(key);
}

std::vector<decision_row> decisions_of(const pages::html_page &p, const service::request_view &v) {
    std::vector<decision_row> out;
    out.reserve(v.request.decisions.size());
    for (const service::request_decision &d : v.request.decisions) {
        out.push_back({.decision = d,
                       .label = registration_pages::label_of_done(p, to_string(d.action)),
                       .at = resolver::to_string(d.at),
                       .actor_label = label_of_actor(p, d.actor),
                       .who = v.with_authors ? d.who : std::string{}});
    }
    return out;
}

std::vector<comment_row> comments_of(const pages::html_page &p, std::vector<service::public_comment> list) {
    std::vector<comment_row> out;
    for (service::public_comment &k : list) {
        comment_row one{.actor_label = label_of_actor(p, k.actor), .at = resolver::to_string(k.at)};
        one.comment = std::move(k);
        out.push_back(std::move(one));
    }
    return out;
}

// The submission and the comments that wait to be accepted, for those who may do that.
std::optional<received_section> received_of(const pages::html_page &p, store::reading &r,
                                            const service::credentials &by, const service::request_view &v) {
    if ((v.actors & registry::performers_of(request_action::accept)) == 0) return std::nullopt;
    if (!v.received && v.received_comments == 0) return std::nullopt;
    received_section out;
    if (auto submission = v.received ? service::find_received(r, by, v.request.number)
                                     : std::unexpected{problem{.type = problem_type::not_found}}) {
        out.at = resolver::to_string(submission->at);
        out.submission = *std::move(submission);
    }
    if (auto comments = service::list_received_comments(r, by, v.request.number)) {
        for (service::received_comment &c : *comments) {
            received_row one{
                .id = std::move(c.id),
                .said = {.actor_label = label_of_actor(p, c.said.actor), .at = resolver::to_string(c.said.at)}};
            one.said.comment = std::move(c.said);
            out.comments.push_back(std::move(one));
        }
    }
    out.has_comments = !out.comments.empty();
    return out;
}

constexpr parameter comments_after{.name = "comments", .description = "only the comments after this number"};

// The request as far as this reader may see it, and what they may do. Problems: not_found.
std::expected<void, problem> read_request(pages::page_with<request_model> &p, const request_context &c,
                                          store::reading &r, std::uint64_t number, const refusal &before) {
    const service::credentials by{.who = c.who};
    const auto after = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(form::number_of(c.query_value("comments").value_or("")).value_or(0), UINT32_MAX));
    request_model &m = p.shows;
    UNIFORM_TRY(auto &v, service::find_request(r, by, number));
    const service::registration_request &q = v.request;
    m.template_text = service::current_template(r, by, number).value_or("");
    m.state_label = p.text("registration.state_" + std::string{to_string(q.state)});
    m.may_edit = c.who != nullptr && is_possible(v, request_action::edit);
    m.may_comment = c.who != nullptr && registry::is_open(q.state);
    m.may_revise = q.state == request_state::registered;
    if (m.may_revise && !q.nid.empty()) m.namespace_href = "/namespaces/" + q.nid + "?format=html";
    if (is_reviewer(v)) {
        const auto t = registry::read_any_template(m.template_text, {.edition = edition::rfc8141});
        const auto found = t ? service::findings_of_submission(r, *t, {.body = q.body, .revises = q.revises})
                             : std::vector<registry::finding>{};
        m.review = review_of(p, v, m.template_text, found, before);
    }
    m.received = received_of(p, r, by, v);
    if (v.rules) m.rules = rules_of(p, *std::move(v.rules));
    if (c.who != nullptr) m.actions = actions_of(p, v, before);
    m.decisions = decisions_of(p, v);
    if (auto comments = service::list_comments(r, by, number, after, most_comments)) {
        m.comments = comments_of(p, std::move(comments->first));
        if (comments->second != 0) {
            m.more_comments = m.href + "?comments=" + std::to_string(comments->second) + "#comments";
        }
    }
    m.versions = versions_of(r, by, q);
    m.request = std::move(v.request);
    return {};
}

std::expected<pages::page_with<request_model>, problem> page_of_request(const request_context &c, std::uint64_t number,
                                                                        const refusal &before = {}) {
    pages::page_with<request_model> p{c.server.settings, c.request};
    request_model &m = p.shows;
    p.title = p.text("registration.request") + " " + std::to_string(number);
    p.area = pages::area::registration;
    p.has_form = true;
    m.href = "/registration/requests/" + std::to_string(number);
    if (c.request.method == "POST") p.back = m.href;
    m.feed = "/api/v1/requests.atom?request=" + std::to_string(number);
    p.links.push_back(
        {.rel = "alternate", .type = "application/atom+xml", .href = m.feed, .title = p.text("registration.feed_one")});
    UNIFORM_CHECK(c.server.store->read([&](store::reading &r) { return read_request(p, c, r, number, before); }));
    m.revise_href = "/registration/new?revises=" + std::to_string(number);
    m.may_sign_in = c.who == nullptr;
    m.has_versions = !m.versions.empty();
    m.has_decisions = !m.decisions.empty();
    m.has_comments = !m.comments.empty();
    m.has_actions = !m.actions.empty();
    m.common.key = manage::random_key();
    if (before.sent != nullptr && before.sent->has("author")) {
        m.typed = {.author = std::string{before.value("author")}, .text = std::string{before.value("text")}};
        m.error_author = before.error("/author");
        m.error_words = before.error("/text");
    } else if (const pages::viewer *const v = pages::showing_to::current()) {
        m.typed.author = v->name;
    }
    return p;
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &number, registration_pages::number_of_request(c));
    UNIFORM_TRY(const auto &p, page_of_request(c, number));
    return manage::shown(p);
}

handler_result refused(const request_context &c, std::uint64_t number, const form &f, const problem &why) {
    UNIFORM_TRY(auto &p, page_of_request(c, number, {.sent = &f, .why = &why}));
    return manage::refused(p, why);
}

handler_result act(request_context &c) {
    UNIFORM_TRY(const auto &number, registration_pages::number_of_request(c));
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto action = registry::request_action_names.find(f["action"]);
    if (!action || std::ranges::find(actions, *action) == actions.end()) {
        return refused(c, number, f, {.type = problem_type::invalid, .detail = "choose an action"});
    }
    const pages::html_page words{c.server.settings, c.request};
    if (is_final(*action) && f["confirmation"] != std::to_string(number)) {
        return refused(c, number, f,
                       {.type = problem_type::invalid,
                        .detail = words.text("registration.confirmation_wrong"),
                        .pointer = "/confirmation"});
    }
    if (const auto *const section = section_to_change(f); section != nullptr && *action == request_action::approve) {
        return refused(c, number, f,
                       {.type = problem_type::invalid,
                        .detail = "\"" + std::string{section->name} +
                                  "\" is to be changed: return the request for changes, or judge the section to be in "
                                  "order",
                        .pointer = "/verdict." + std::string{to_string(section->id)}});
    }
    service::action_input input{.text = with_checklist(f), .reference = std::string{f["reference"]}};
    if (const auto round = f.number("round")) input.round = static_cast<std::uint32_t>(*round);
    if (*action == request_action::accept) input.received = resolver::parse_timestamp(f["received"]);
    if (*action == request_action::enter || *action == request_action::settle) {
        service::rules_decision rules{.syntax = rule_in(f["syntax"], true),
                                      .equivalence = rule_in(f["equivalence"], false),
                                      .components = rule_in(f["components"], false)};
        if (rules.syntax || rules.equivalence || rules.components) input.rules = std::move(rules);
    }
    const auto done = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::take_action(w, {.who = c.who}, number, *action, input);
    });
    if (!done) return refused(c, number, f, done.error());
    // a draft that was withdrawn may leave nothing to show
    return see_other(*action == request_action::withdraw ? "/registration"
                                                         : "/registration/requests/" + std::to_string(number));
}

handler_result comment(request_context &c) {
    UNIFORM_TRY(const auto &number, registration_pages::number_of_request(c));
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_CHECK(service::add_comment(w, {.who = c.who}, number, f["author"], f["text"]));
            return "added";
        });
    });
    if (!made) return refused(c, number, f, made.error());
    return see_other("/registration/requests/" + std::to_string(number) + "#comments");
}

handler_result handle_comment(request_context &c) {
    UNIFORM_TRY(const auto &number, registration_pages::number_of_request(c));
    UNIFORM_TRY(const auto &f, form::of(c));
    UNIFORM_TRY(const auto &pressed, f.button({"accept", "dismiss"}));
    const auto done = c.server.store->write(origin_of(c), [&](store::writing &w) -> std::expected<int, problem> {
        if (pressed == "dismiss") {
            UNIFORM_CHECK(service::dismiss_comment(w, {.who = c.who}, number, f["comment"]));
        } else {
            UNIFORM_CHECK(service::accept_comment(w, {.who = c.who}, number, f["comment"]));
        }
        return 0;
    });
    if (!done) return refused(c, number, f, done.error());
    return see_other("/registration/requests/" + std::to_string(number) + "#comments");
}

// --- the table

constexpr response_row page_row{200, "the page", "text/html", {}, {&pages::page_model_of<request_model>}};
constexpr body_row a_form{
    .content = "application/x-www-form-urlencoded=form", .required = false, .limit = std::size_t{1} << 18U};
constexpr bounded_list<int, 6> of_a_form{400, 404, 409, 412, 422};
constexpr response_row done_row{303, "carried out: to the page", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/registration/requests/{id}",
     .operation = "showRequest",
     .summary = "Show a request: its versions, decisions and comments, and the actions that the token may perform",
     .tag = "pages",
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&request_id},
     .query = {&comments_after},
     .responses = {page_row},
     .problems = {404}},
    {.method = "POST",
     .path = "/registration/requests/{id}/actions",
     .operation = "decideRequestByForm",
     .stands_for =
         "acceptRequest withdrawRequest concludeRequest reviewRequest returnRequest approveRequest reportRequest "
         "declineRequest recognizeRequester reopenRequest registerRequest settleRequest",
     .summary = "Perform an action on a request by a form",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = act,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/registration/requests/{id}/comments",
     .operation = "commentByForm",
     .stands_for = "commentOnRequest",
     .summary = "Comment on a request by a form: commentOnRequest",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = comment,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
    {.method = "POST",
     .path = "/registration/requests/{id}/received",
     .operation = "handleCommentByForm",
     .stands_for = "acceptComment dismissComment",
     .summary = "Accept or delete a comment that was made without a token, by a form",
     .tag = "pages",
     .roles = resolver::experts,
     .scope = permission_scope::prefix,
     .handler = handle_comment,
     .in_path = {&request_id},
     .body = a_form,
     .responses = {done_row},
     .problems = of_a_form},
};

} // namespace

std::span<const route> registration_request_routes() noexcept { return table; }

} // namespace uniform::http
