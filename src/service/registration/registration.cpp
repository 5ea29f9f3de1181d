// The actions on a registration request, and who may perform them: RFC 8141 6.2 and 6.3.

#include <uniform/service/registration.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/registration_effects.hpp"
#include "service/registration/registration_rules.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_actors.hpp"
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
constexpr registry::actors known_submitters = actor::submitter | actor::administrator;

// The actor that performs an action: the first of these that may.
std::string actor_of(const registration_request &q, request_action action, registry::actors actors) {
    for (const actor one : {actor::submitter, actor::unconfirmed, actor::expert, actor::administrator}) {
        const auto alone = static_cast<registry::actors>(one);
        if ((actors & alone) != 0 && registry::next_state(q.state, action, alone, q.track())) {
            return std::string(to_string(one == actor::unconfirmed ? actor::submitter : one));
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
    UNIFORM_CHECK(check_text("text", input.text, longest_reason, true, reason));
    // 6.2 (4): the report is sent to a standards approval body, which directs the registration
    const bool reference = action == report || (action == request_action::enter && q.state == request_state::reported);
    if (auto ok = check_text("reference", input.reference, longest_reference, false, reference); !ok) {
        if (reference) ok.error().rule = "RFC 8141 section 6.2 (4)";
        return ok;
    }
    UNIFORM_CHECK(action == recognize ? check_body(q, input) : std::expected<void, problem>{});
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
    if (!manages && (!q || (actors_of(*q, a) & registry::any_submitter) == 0)) {
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
        UNIFORM_CHECK(check_token(w, *a.who));
    }
    for (const auto &[name, text, limit] : {std::tuple{"title", &what.title, longest_reference},
                                            {"submitter", &what.submitter, longest_name},
                                            {"fast_track", &what.body, longest_reference}}) {
        UNIFORM_CHECK(check_text(name, *text, limit, false, false));
    }
    registration_request q;
    q.revises = ascii::lower_copy(what.revises);
    if (!q.revises.empty()) {
        UNIFORM_TRY(auto &base, revisable(w, a, q.revises));
        q.base = base;
        q.nid = q.revises;
        q.informal = informal_number(q.nid).has_value();
    }
    UNIFORM_TRY(const auto &sent, registration::read(what.document, "/template"));
    const registry::namespace_template *const t = &sent.document;
    note_nid(q, *t);
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
    UNIFORM_CHECK(put_draft(w, q, {.text = sent.text, .anonymous = a.who == nullptr}, limits));
    result.view = view_of(w, std::move(q), {.who = a.who, .secret = secret.first});
    result.secret = secret.first;
    return result;
}

std::expected<opened_request, problem> submit_new_request(store::writing &w, const credentials &a,
                                                          const new_request &what,
                                                          const std::pair<std::string, std::string> &secret,
                                                          const std::string &reason, const draft_limits &limits) {
    auto opened = open_request(w, a, what, secret, limits);
    UNIFORM_CHECK(opened);
    UNIFORM_TRY(auto &submitted, take_action(w, {.who = a.who, .secret = secret.first}, opened->view.request.number,
                                             request_action::submit, {.text = reason, .limits = limits}));
    opened->view = std::move(submitted.view);
    opened->findings = std::move(submitted.findings);
    return opened;
}

std::expected<action_result, problem> edit_request(store::writing &w, const credentials &a, std::uint64_t number,
                                                   const sent_template &document, const draft_limits &limits) {
    UNIFORM_TRY(auto &found, authorize(w, a, number));
    auto *const q = &found.request;
    UNIFORM_TRY(const auto &to, check_action(w, *q, request_action::edit, found.actors, a));
    UNIFORM_TRY(const auto &sent, registration::read(document, {}));
    const registry::namespace_template *const t = &sent.document;
    action_result result;
    result.findings = check(w, *q, *t);
    q->state = to;
    note_nid(*q, *t);
    UNIFORM_CHECK(put_draft(w, *q, {.text = sent.text, .anonymous = a.who == nullptr}, limits));
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
    UNIFORM_TRY(auto &found, authorize(w, a, number));
    auto *const q = &found.request;
    const registry::actors actors = found.actors;
    UNIFORM_TRY(const auto &to, check_action(w, *q, action, actors, a));
    UNIFORM_CHECK(check_input(*q, action, input));
    // The withdrawal by somebody unknown is stored, but no text that nobody has accepted.
    const bool has_history = q->versions != 0 || q->event != 0;
    const bool has_text = !input.text.empty() || !input.reference.empty();
    if (action == withdraw && (actors & known_submitters) == 0 && has_history && has_text) {
        return refuse(problem_type::unauthenticated,
                      "the reason of a withdrawal is stored with an access token only: withdraw without text and "
                      "reference, or with a token");
    }

    const std::string by = actor_of(*q, action, actors);
    action_result result;
    // RFC 8141 6.2 (2), but a submission by somebody unknown is no event yet.
    if (action == request_action::submit && (actors & known_submitters) == 0) {
        q->state = to;
        UNIFORM_CHECK(receive_submission(w, *q, input, a, result.findings));
        result.view = view_of(w, std::move(*q), a);
        show_rules(w, result.view);
        return result;
    }
    if (action == request_action::submit) {
        UNIFORM_CHECK(submit_template(w, *q, input, result.findings));
    } else if (action == accept) {
        UNIFORM_CHECK(accept_submission(w, *q, input, result.findings));
    } else if (action == recognize) {
        q->recognized = true;
        if (q->body.empty()) q->body = input.body;
        result.findings = check_fast_track(w, *q);
    } else if (action == conclude) {
        UNIFORM_CHECK(may_conclude(w, *q));
    } else if (action == request_action::enter) {
        UNIFORM_TRY(auto &registered, enter_namespace(w, *q, input.rules.value_or(rules_decision{}), result.effect));
        result.registered = std::move(registered);
    } else if (action == settle) {
        UNIFORM_TRY(auto &settled, settle_rules(w, *q, input));
        result.registered = std::move(settled);
    }
    q->state = to;
    q->decisions.push_back({.action = action,
                            .round = q->rounds,
                            .text = input.text,
                            .reference = input.reference,
                            .at = w.now(),
                            .actor = by,
                            .who = w.by().who});
    const bool never_submitted = q->versions == 0 && q->event == 0;
    if (action == request_action::submit || action == accept || action == withdraw) delete_draft(w, number);
    // A request that was never submitted leaves nothing.
    if (!never_submitted) save(w, *q, action);
    result.view = view_of(w, std::move(*q), a);
    show_rules(w, result.view);
    return result;
}

} // namespace uniform::service
