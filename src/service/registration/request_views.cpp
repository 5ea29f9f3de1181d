#include "service/registration/request_views.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_check.hpp>

#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_effects.hpp"
#include "service/registration/registration_rules.hpp"
#include "service/registration/registration_template.hpp"

namespace uniform::service::registration {

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
        const bool always =
            action == edit || action == comment || action == withdraw || (action == submit && has.other_nid);
        if ((action == conclude && !has.conclusion) || (action == settle && !has.open_rules)) continue;
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
    met.open_rules = q.state == registry::request_state::registered && has_open_rules(r, q);
    return met;
}

request_view view_of(store::reading &r, registration_request q, const credentials &a) {
    request_view v;
    v.actors = actors_of(q, a);
    v.with_authors = a.who != nullptr;
    const action_needs met = needs_met(r, q, v.actors);
    v.has_other_nid = met.other_nid;
    v.may_conclude = met.conclusion;
    v.may_settle = met.open_rules;
    if (is_open(q.state) || q.state == registry::request_state::draft) {
        v.competing = competing_requests(r, q.nid, q.number);
    }
    v.request = std::move(q);
    return v;
}

} // namespace uniform::service::registration
