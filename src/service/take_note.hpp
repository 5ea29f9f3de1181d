// Taking note of what happens to a request: notices.hpp.
#pragma once

#include <uniform/registry/process.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registration {

/// Notes the last event of the request, which was caused by that action, and queues its deliveries to the webhooks.
void take_note(store::writing &w, const registration_request &q, registry::request_action action);

} // namespace uniform::service::registration
