#include "service/registration/request_views.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_check.hpp>
#include <uniform/service/namespaces.hpp>

#include "base/text.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/registration_effects.hpp"
#include "service/registration/registration_rules.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_actors.hpp"

namespace uniform::service::registration {

using base::concat;

bool has_other_nid(store::reading &r, const registration_request &q) {
    if (!is_superseded(q)) return false;
    const auto t = read(draft_of(r, q));
    return t && (registry::asks_for_informal(*t) || ascii::lower_copy(registry::requested_nid(*t)) != q.nid);
}

std::vector<std::string_view> possible_actions_of(const registration_request &q, registry::actors actors,
                                                  const action_needs &has) {
    using enum registry::request_action;
    std::vector<std::string_view> result;
    const std::uint32_t possible = registry::possible_actions(q.state, actors, q.track());
    for (unsigned a = 0; a <= static_cast<unsigned>(revise); ++a) {
        const auto action = static_cast<registry::request_action>(a);
        const bool always = action == edit || action == comment || action == withdraw ||
                            ((action == submit || action == accept) && has.other_nid);
        if ((action == conclude && !has.conclusion) || (action == settle && !has.open_rules) ||
            (action == accept && !has.received))
            continue;
        if (((possible >> a) & 1U) != 0 && (always || !is_superseded(q))) result.push_back(to_string(action));
    }
    return result;
}

action_needs needs_met(store::reading &r, const registration_request &q, registry::actors actors) {
    action_needs met{.other_nid = has_other_nid(r, q)};
    const auto possible = possible_actions_of(q, actors, met);
    if (std::ranges::find(possible, to_string(registry::request_action::conclude)) != possible.end()) {
        met.conclusion = may_conclude(r, q).has_value();
    }
    met.received = submitted_draft_of(r, q.number).has_value();
    met.open_rules = q.state == registry::request_state::registered && has_open_rules(r, q);
    return met;
}

std::expected<registry::request_state, problem> check_action(store::reading &r, const registration_request &q,
                                                             registry::request_action action, registry::actors actors,
                                                             const credentials &a) {
    using enum registry::request_action;
    if (is_superseded(q) && action != edit && action != submit && action != accept && action != comment &&
        action != withdraw) {
        auto refused = refuse(problem_type::conflict, superseded_message(q), std::string(resolver::registered_once),
                              {{"superseded_by", std::to_string(q.superseded_by)}});
        if (const auto n = find_namespace(r, q.nid)) refused.error().existing = value_of(*n);
        return refused;
    }
    auto to = registry::next_state(q.state, action, actors, q.track());
    if (to && action == accept && !submitted_draft_of(r, q.number)) {
        return refuse(
            problem_type::wrong_state,
            concat({"the request ", std::to_string(q.number), " has no submission that waits to be accepted"}), {},
            {{"state", to_string(q.state)}});
    }
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
        registry::next_state(q.state, action, static_cast<registry::actors>(registry::actor::expert), q.track())) {
        detail = concat({"the request is this expert's own: the action \"", to_string(action),
                         "\" requires another expert or an administrator"});
    }
    if (not_theirs && a.who != nullptr && a.who->is(resolver::experts) && !a.who->covers(concat({q.nid, ":"})))
        detail.append(", and the prefixes of this token do not cover \"").append(q.nid).append(":\"");
    return refuse(type, concat({type == problem_type::forbidden ? "insufficient permissions: " : "", detail, next}),
                  std::move(rule), std::move(members));
}

void note_received(store::reading &r, const registration_request &q, request_view &v) {
    const bool accepts = (v.actors & registry::performers_of(registry::request_action::accept)) != 0;
    if (!accepts && (v.actors & registry::any_submitter) == 0) return;
    if (const auto waits = submitted_draft_of(r, q.number)) v.received = waits->at;
    if (accepts) v.received_comments = received_comments_of(r, q.number);
}

request_view view_of(store::reading &r, registration_request q, const credentials &a) {
    request_view v;
    v.actors = actors_of(q, a);
    v.with_authors = a.who != nullptr;
    const action_needs met = needs_met(r, q, v.actors);
    v.has_other_nid = met.other_nid;
    v.may_conclude = met.conclusion;
    v.may_settle = met.open_rules;
    v.may_accept = met.received;
    note_received(r, q, v);
    if (is_open(q.state) || is_before_history(q.state)) {
        v.competing = competing_requests(r, q.nid, q.number);
    }
    v.request = std::move(q);
    return v;
}

} // namespace uniform::service::registration
