// Taking note of what happens to a request: notices.hpp.
#pragma once

#include <string>
#include <string_view>

#include <uniform/registry/process.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registration {

/// Whether notices tell of this action on a request: drafts are not public, comments are too many.
[[nodiscard]] bool is_noted(const registration_request &q, registry::request_action action) noexcept;
/// The body of the notice about an action on a request, which this is after it.
/// @param uuid of the notice: random, so that two stores do not have the same
[[nodiscard]] std::string notice_body(const registration_request &q, registry::request_action action,
                                      resolver::timestamp at, std::string_view uuid);
/// Notes the last event of the request, which was caused by that action, and queues its deliveries to the webhooks.
void take_note(store::writing &w, const registration_request &q, registry::request_action action);

} // namespace uniform::service::registration
