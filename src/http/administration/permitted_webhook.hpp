// The common part of the operations and the pages of webhooks: the id in their paths, and new webhooks that this
// service may deliver to.
#pragma once

#include <expected>

#include <uniform/http/settings.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/service/webhooks.hpp>

#include "http/api/route.hpp"

namespace uniform::http {

inline constexpr parameter webhook_in_path{.name = "id",
                                           .description = "the webhook's id: 12 hexadecimal digits",
                                           .least = 1,
                                           .pattern = "^[0-9a-f]{12}$",
                                           .example = "7f3a9c01d2e4"};

/// The webhook in a body of createWebhook. Problems: those of service::webhook_request_from_json(); out_of_policy, at
/// "/url", for an address that is not public, unless webhooks.allow_private is true.
[[nodiscard]] std::expected<service::webhook_request, resolver::problem> permitted_webhook(const json::value &body,
                                                                                           const settings &s);

} // namespace uniform::http
