// The rules of the names that a registration makes of its template (RFC 8141 6.4.2), the open questions in them, and
// their effect on names that exist.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include <uniform/registry/derived_rules.hpp>
#include <uniform/resolver/namespace_settings.hpp>

#include "service/registration/registration_documents.hpp"

namespace uniform::service::registration {

/// The rules that a registration proposes, in `settings`, and what is open in them.
struct proposed_rules {
    resolver::namespace_settings settings = {};
    std::vector<registry::open_rule> open = {};
    std::vector<registry::template_example> examples = {};
};

/// The rules of `t` in the settings `now`, which are those of the namespace before. `base` is the template that is
/// revised: what both templates state alike stays as it was registered. A rule that is open stays as it is if names
/// were assigned by it, and `decided` replaces what the template has. Problems: those of the decided rules, with a
/// pointer into "/rules".
[[nodiscard]] std::expected<proposed_rules, problem> propose_rules(resolver::namespace_settings now,
                                                                   const registry::namespace_template &t,
                                                                   const registry::namespace_template *base,
                                                                   const rules_decision &decided);

/// The effect of new rules on the names of a namespace, all of which stay valid. Problem: conflict, if equivalent names
/// would exist, or names or delegations would get other keys (RFC 8141 3.1). Reads all names of the namespace.
[[nodiscard]] std::expected<rules_effect, problem>
effect_of(store::reading &r, const resolver::namespace_settings &before, const resolver::namespace_settings &after);

/// The rules that a submitted request proposes, or those that it registered, for request_view.
void show_rules(store::reading &r, request_view &v);

/// 6.4.2: decides what is open in the rules of the namespace that `q` registered. Problems: wrong_state, invalid,
/// conflict.
[[nodiscard]] std::expected<namespace_entry, problem> settle_rules(store::writing &w, const registration_request &q,
                                                                   const action_input &input);

/// Whether the rules of the namespace that `q` registered are still open.
[[nodiscard]] bool has_open_rules(store::reading &r, const registration_request &q);

} // namespace uniform::service::registration
