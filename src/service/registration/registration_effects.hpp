// The effects of the actions on a registration request besides its state: submission stores a version and claims the
// NID, registration makes the namespace.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/registration/registration_documents.hpp"

namespace uniform::service::registration {

/// Why a request can no longer register its NID (RFC 8141 5.1 (1)). Requires that it is superseded.
[[nodiscard]] std::string superseded_message(const registration_request &q);

/// RFC 8141 6.2 (2): checks the template, stores it as the next version, and changes `q`, which the caller saves.
/// `findings` are those of the check, in any case; `action` is that of the events. Problems: malformed, too_large,
/// too_many, invalid, conflict.
[[nodiscard]] std::expected<void, problem>
submit_template(store::writing &w, registration_request &q, const action_input &input,
                std::vector<registry::finding> &findings,
                registry::request_action action = registry::request_action::submit);
/// The same checks for a submission by somebody unknown: it waits, outside of the history, to be accepted.
[[nodiscard]] std::expected<void, problem> receive_submission(store::writing &w, registration_request &q,
                                                              const action_input &input, const credentials &a,
                                                              std::vector<registry::finding> &findings);
/// Stores the submission that waits, as submit_template() does, and the decision of its submitter. Requires that there
/// is one. Problems: those of submit_template(), precondition_failed.
[[nodiscard]] std::expected<void, problem> accept_submission(store::writing &w, registration_request &q,
                                                             const action_input &input,
                                                             std::vector<registry::finding> &findings);

/// RFC 8141 6.2 (4): registers the NID of the last submitted version, or the new version of a registration, and changes
/// `q`, which the caller saves. Other requests for the NID are superseded. Problems: invalid, conflict, not_found.
/// The rules of its names are those of the template and of `decided`. `effect` is that of a revision's rules.
[[nodiscard]] std::expected<namespace_entry, problem> enter_namespace(store::writing &w, registration_request &q,
                                                                      const rules_decision &decided,
                                                                      std::optional<rules_effect> &effect);

/// The requirements of the fast track that the last submission does not meet by RFC 8141 6.3, which may not have been
/// requested yet when the template was submitted.
[[nodiscard]] std::vector<registry::finding> check_fast_track(store::reading &r, const registration_request &q);
/// Problems: invalid, if there are such findings.
[[nodiscard]] std::expected<void, problem> may_conclude(store::reading &r, const registration_request &q);

} // namespace uniform::service::registration
