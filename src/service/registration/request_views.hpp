// A request as a client sees it, and the actions that it may perform now.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include <uniform/registry/process.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

#include "service/registration/registration_documents.hpp"

namespace uniform::service::registration {

/// Whether a superseded request has a draft that asks for another NID.
[[nodiscard]] bool has_other_nid(store::reading &r, const registration_request &q);
/// The conditions that actions need beyond the state of the request.
struct action_needs {
    bool other_nid = false;  ///< has_other_nid(): to submit a superseded request
    bool conclusion = true;  ///< may_conclude()
    bool open_rules = false; ///< has_open_rules(): to settle them
    bool received = false;   ///< a submission waits to be accepted
};
/// The conditions that are met. The conclusion counts as possible where these actors cannot reach it.
[[nodiscard]] action_needs needs_met(store::reading &r, const registration_request &q, registry::actors actors);
/// The names of the actions that these actors can perform now.
[[nodiscard]] std::vector<std::string_view> possible_actions_of(const registration_request &q, registry::actors actors,
                                                                const action_needs &has);
/// The state after the action, if these actors can perform it. Problems: wrong_state, forbidden, unauthenticated,
/// conflict (the request is superseded).
[[nodiscard]] std::expected<registry::request_state, problem>
check_action(store::reading &r, const registration_request &q, registry::request_action action, registry::actors actors,
             const credentials &a);
/// Notes in the view what waits to be accepted, if its actors may see it.
void note_received(store::reading &r, const registration_request &q, request_view &v);
[[nodiscard]] request_view view_of(store::reading &r, registration_request q, const credentials &a);

} // namespace uniform::service::registration
