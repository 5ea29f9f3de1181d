// The actions on a registration request, and who may perform them: RFC 8141 6.2 and 6.3.

#include <uniform/service/registration.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "service/authorization.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/registration_effects.hpp"
#include "service/registration/registration_rules.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration/request_views.hpp"

namespace uniform::service {

namespace {

using namespace registration;
using base::concat;
using registry::actor;
using registry::request_action;
using registry::request_state;

constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_reference = 1000;
constexpr std::size_t longest_reason = 65'536;
constexpr std::size_t most_decisions = 1000;

// The state after the action, if these actors can perform it.
std::expected<request_state, problem> next(store::reading &r, const registration_request &q, request_action action,
                                           registry::actors actors, const credentials &a) {
    using enum request_action;
    if (is_superseded(q) && action != edit && action != submit && action != comment && action != withdraw) {
        auto refused = refuse(problem_type::conflict, superseded_message(q), std::string(resolver::registered_once),
                              {{"superseded_by", std::to_string(q.superseded_by)}});
        if (const auto n = find_namespace(r, q.nid)) refused.error().existing = value_of(*n);
        return refused;
    }
    auto to = registry::next_state(q.state, action, actors, q.track());
    if (to) return *to;
    const registry::action_refusal &no = to.error();
    json::object members{{"state", to_string(q.state)}, {"track", to_string(q.track())}};
    members.emplace_back("possible_actions", possible_actions_of(q, actors, needs_met(r, q, actors)));
    std::string rule = no.section.empty() ? std::string{} : concat({"RFC 8141 section ", no.section});
    const bool not_theirs = no.why == registry::refusal_reason::not_theirs;
    const problem_type type = !not_theirs                            ? problem_type::wrong_state
                              : a.who == nullptr && a.secret.empty() ? problem_type::unauthenticated
                                                                     : problem_type::forbidden;
    std::string next;
    if (no.why == registry::refusal_reason::wrong_state && !registry::is_final(q.state))
        next = concat({". `uniform namespace request ", std::to_string(q.number), "` shows the possible actions"});
    std::string detail = no.detail;
    // The experts are designated to review the requests of others.
    if (not_theirs && a.who != nullptr && a.who->role == resolver::role::expert && is_own(q, actors, a) &&
        registry::next_state(q.state, action, static_cast<registry::actors>(actor::expert), q.track())) {
        detail = concat({"the request is this expert's own: the action \"", to_string(action),
                         "\" requires another expert or an administrator"});
    }
    return refuse(type, concat({type == problem_type::forbidden ? "insufficient permissions: " : "", detail, next}),
                  std::move(rule), std::move(members));
}

// The actor that performs an action: the first of these that may.
std::string actor_of(const registration_request &q, request_action action, registry::actors actors) {
    for (const actor one : {actor::submitter, actor::expert, actor::administrator}) {
        const auto alone = static_cast<registry::actors>(one);
        if ((actors & alone) != 0 && registry::next_state(q.state, action, alone, q.track())) {
            return std::string(to_string(one));
        }
    }
    return {};
}

// 6.3: the fast track is for a body that is recognized by its name, which the request states or the administrator does.
std::expected<void, problem> check_body(const registration_request &q, const action_input &input) {
    auto ok = check_text("body", input.body, longest_reference, false, q.body.empty());
    if (ok && !q.body.empty() && !input.body.empty() && input.body != q.body) {
        ok = refuse(problem_type::invalid,
                    concat({"the request is on behalf of \"", q.body, "\", and keeps the name of that body"}));
        ok.error().pointer = "/body";
    }
    if (!ok) ok.error().rule = "RFC 8141 section 6.3";
    return ok;
}

// Checks the input of an action.
std::expected<void, problem> check_input(const registration_request &q, request_action action,
                                         const action_input &input) {
    using enum request_action;
    const bool reason = action == give_back || action == decline || action == report || action == reopen ||
                        action == settle || input.rules.has_value();
    if (auto ok = check_text("text", input.text, longest_reason, true, reason); !ok) return ok;
    // 6.2 (4): the report is sent to a standards approval body, which directs the registration
    const bool reference = action == report || (action == request_action::enter && q.state == request_state::reported);
    if (auto ok = check_text("reference", input.reference, longest_reference, false, reference); !ok) {
        if (reference) ok.error().rule = "RFC 8141 section 6.2 (4)";
        return ok;
    }
    if (auto ok = action == recognize ? check_body(q, input) : std::expected<void, problem>{}; !ok) return ok;
    // 6.3: the IESG decides whom to recognize; the reference is to its decision.
    if (action == recognize && input.reference.empty()) {
        auto ok = check_text("reference", input.reference, longest_reference, false, true);
        ok.error().rule = "RFC 8141 section 6.3";
        return ok;
    }
    if (input.round && *input.round != q.rounds) {
        return refuse(
            problem_type::precondition_failed,
            concat({"round ", std::to_string(*input.round), *input.round < q.rounds ? " has ended" : " has not begun",
                    ": the request is in round ", std::to_string(q.rounds)}),
            {}, {{"round", q.rounds}});
    }
    if (q.decisions.size() >= most_decisions) {
        return refuse(problem_type::too_many, "a request can have 1000 decisions at most");
    }
    return {};
}

// The request whose registration `nid` has, if the client may revise it.
std::expected<std::uint64_t, problem> revisable(store::reading &r, const credentials &a, std::string_view nid) {
    const auto n = find_namespace(r, nid);
    const namespace_info *known = namespace_registry::standard().find(nid);
    if ((!n || n->settings.origin == "iana") && known != nullptr && known->status == namespace_status::registered) {
        return refuse(problem_type::out_of_policy,
                      concat({"the namespace \"", known->nid, "\" is registered with IANA: it is revised there"}),
                      "RFC 8141 section 6.2");
    }
    if (!n || n->settings.origin != "here") {
        auto refused =
            refuse(problem_type::not_found,
                   concat({"the namespace \"", nid, "\" was not registered here: only a registration can be revised"}));
        if (n) refused.error().type = problem_type::out_of_policy;
        return refused;
    }
    const std::uint64_t base = request_number(n->settings.request).value_or(0);
    const auto q = load(r, base);
    const bool manages =
        a.who != nullptr && a.who->is(resolver::managers) && a.who->covers(concat({n->settings.nid, ":"}));
    if (!manages && (!q || (actors_of(*q, a) & static_cast<registry::actors>(actor::submitter)) == 0)) {
        return refuse(a.who == nullptr && a.secret.empty() ? problem_type::unauthenticated : problem_type::forbidden,
                      concat({"insufficient permissions: requires role manager for \"", n->settings.nid,
                              ":\", or the secret of the request that registered it"}),
                      "RFC 8141 section 6.2");
    }
    return base;
}

} // namespace

std::vector<registry::finding> findings_of_submission(store::reading &r, const registry::namespace_template &t,
                                                      const new_request &what) {
    registration_request q;
    q.revises = ascii::lower_copy(what.revises);
    q.body = what.body;
    if (!q.revises.empty()) {
        if (const auto current = find_namespace(r, q.revises)) {
            q.base = request_number(current->settings.request).value_or(0);
        }
    }
    return check(r, q, t);
}

std::expected<opened_request, problem> open_request(store::writing &w, const credentials &a, const new_request &what,
                                                    const std::pair<std::string, std::string> &secret,
                                                    const draft_limits &limits) {
    if (a.who != nullptr) {
        if (auto valid = check_token(w, *a.who); !valid) return std::unexpected{std::move(valid).error()};
    }
    for (const auto &[name, text, limit] : {std::tuple{"title", &what.title, longest_reference},
                                            {"submitter", &what.submitter, longest_name},
                                            {"body", &what.body, longest_reference}}) {
        if (auto ok = check_text(name, *text, limit, false, false); !ok) return std::unexpected{std::move(ok).error()};
    }
    registration_request q;
    q.revises = ascii::lower_copy(what.revises);
    if (!q.revises.empty()) {
        auto base = revisable(w, a, q.revises);
        if (!base) return std::unexpected{std::move(base).error()};
        q.base = *base;
        q.nid = q.revises;
        q.informal = informal_number(q.nid).has_value();
    }
    const auto sent = registration::read(what.document, "/template");
    if (!sent) return std::unexpected{sent.error()};
    const registry::namespace_template *const t = &sent->document;
    if (q.revises.empty()) {
        // So that competing requests are shown; whether the NID can be registered is checked at submission.
        q.informal = registry::asks_for_informal(*t);
        const std::string_view nid = registry::requested_nid(*t);
        if (!q.informal && classify_nid(nid, false).well_formed()) q.nid = ascii::lower_copy(nid);
    }
    q.title = what.title;
    q.submitter = what.submitter;
    q.body = what.body;
    q.number = next_number(w);
    q.opened = w.now();
    if (a.who != nullptr) q.opened_with = a.who->id;
    q.secret_digest = secret.second;
    opened_request result;
    result.findings = check(w, q, *t);
    q.state = request_state::draft;
    if (auto ok = put_draft(w, q, sent->text, limits); !ok) return std::unexpected{std::move(ok).error()};
    result.view = view_of(w, std::move(q), {.who = a.who, .secret = secret.first});
    result.secret = secret.first;
    return result;
}

std::expected<opened_request, problem> submit_new_request(store::writing &w, const credentials &a,
                                                          const new_request &what,
                                                          const std::pair<std::string, std::string> &secret,
                                                          const std::string &reason, const draft_limits &limits) {
    auto opened = open_request(w, a, what, secret, limits);
    if (!opened) return opened;
    auto submitted = take_action(w, {.who = a.who, .secret = secret.first}, opened->view.request.number,
                                 request_action::submit, {.text = reason, .longest = limits.size});
    if (!submitted) return std::unexpected{std::move(submitted).error()};
    opened->view = std::move(submitted->view);
    opened->findings = std::move(submitted->findings);
    return opened;
}

std::expected<action_result, problem> edit_request(store::writing &w, const credentials &a, std::uint64_t number,
                                                   const sent_template &document, const draft_limits &limits) {
    auto found = authorize(w, a, number);
    if (!found) return std::unexpected{std::move(found).error()};
    auto *const q = &found->request;
    const auto to = next(w, *q, request_action::edit, found->actors, a);
    if (!to) return std::unexpected{to.error()};
    const auto sent = registration::read(document, {});
    if (!sent) return std::unexpected{sent.error()};
    const registry::namespace_template *const t = &sent->document;
    action_result result;
    result.findings = check(w, *q, *t);
    q->state = *to;
    if (q->versions == 0 && q->revises.empty()) {
        q->informal = registry::asks_for_informal(*t);
        const std::string_view nid = registry::requested_nid(*t);
        q->nid = !q->informal && classify_nid(nid, false).well_formed() ? ascii::lower_copy(nid) : std::string{};
    }
    if (auto ok = put_draft(w, *q, sent->text, limits); !ok) return std::unexpected{std::move(ok).error()};
    result.view = view_of(w, std::move(*q), a);
    return result;
}

std::expected<action_result, problem> take_action(store::writing &w, const credentials &a, std::uint64_t number,
                                                  request_action action, const action_input &input) {
    using enum request_action;
    if (action == open || action == edit || action == comment || action == supersede || action == revise) {
        return refuse(problem_type::invalid,
                      concat({"\"", to_string(action), "\" is not an action of this operation"}));
    }
    auto found = authorize(w, a, number);
    if (!found) return std::unexpected{std::move(found).error()};
    auto *const q = &found->request;
    const registry::actors actors = found->actors;
    const auto to = next(w, *q, action, actors, a);
    if (!to) return std::unexpected{to.error()};
    if (auto ok = check_input(*q, action, input); !ok) return std::unexpected{std::move(ok).error()};

    const std::string by = actor_of(*q, action, actors);
    action_result result;
    if (action == request_action::submit) {
        if (auto ok = submit_template(w, *q, input, result.findings); !ok)
            return std::unexpected{std::move(ok).error()};
    } else if (action == recognize) {
        q->recognized = true;
        if (q->body.empty()) q->body = input.body;
        result.findings = check_fast_track(w, *q);
    } else if (action == conclude) {
        if (auto ok = may_conclude(w, *q); !ok) return std::unexpected{std::move(ok).error()};
    } else if (action == request_action::enter) {
        auto registered = enter_namespace(w, *q, input.rules.value_or(rules_decision{}), result.effect);
        if (!registered) return std::unexpected{std::move(registered).error()};
        result.registered = std::move(*registered);
    } else if (action == settle) {
        auto settled = settle_rules(w, *q, input);
        if (!settled) return std::unexpected{std::move(settled).error()};
        result.registered = std::move(*settled);
    }
    q->state = *to;
    q->decisions.push_back({.action = action,
                            .round = q->rounds,
                            .text = input.text,
                            .reference = input.reference,
                            .at = w.now(),
                            .actor = by,
                            .who = w.by().who});
    const bool never_submitted = q->versions == 0 && q->event == 0;
    if (action == request_action::submit || action == withdraw) delete_draft(w, number);
    // What was never submitted leaves nothing.
    if (!never_submitted) save(w, *q, action);
    result.view = view_of(w, std::move(*q), a);
    show_rules(w, result.view);
    return result;
}

std::expected<public_comment, problem> add_comment(store::writing &w, const credentials &a, std::uint64_t number,
                                                   std::string_view author, std::string_view text) {
    auto found = authorize(w, a, number);
    if (!found) return std::unexpected{std::move(found).error()};
    auto *const q = &found->request;
    const registry::actors actors = found->actors;
    const auto to = next(w, *q, request_action::comment, actors, a);
    if (!to) return std::unexpected{to.error()};
    if (auto ok = check_text("author", author, longest_name, false, true); !ok) return std::unexpected{ok.error()};
    if (auto ok = check_text("text", text, 16'384, true, true); !ok) return std::unexpected{ok.error()};
    if (q->comments >= 9999) return refuse(problem_type::too_many, "a request can have 9999 comments at most");
    ++q->comments;
    public_comment c{.number = q->comments,
                     .round = q->rounds,
                     .author = std::string(author),
                     .verified = a.who != nullptr,
                     .actor = {},
                     .text = std::string(text),
                     .at = w.now()};
    // Anyone can claim a name; this is known by the credentials.
    for (const actor one : {actor::administrator, actor::expert, actor::submitter}) {
        if ((actors & static_cast<registry::actors>(one)) != 0) c.actor = to_string(one);
    }
    w.put("comment", comment_id(number, c.number), json::written(c), to_string(request_action::comment));
    save(w, *q, request_action::comment);
    return c;
}

} // namespace uniform::service
