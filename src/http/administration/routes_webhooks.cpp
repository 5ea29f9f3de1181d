// Webhooks, and their deliveries: the operations of the API.

#include <uniform/json/writer.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/webhooks.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/administration/permitted_webhook.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/api/history_request.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"

namespace uniform::http {

namespace {

handler_result list(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &p, page_of(c));
    const auto [found, last] =
        c.server.store->read([&](store::reading &r) { return service::list_webhooks(r, p.after, p.limit); });
    response r = list_response(c, found, last);
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

handler_result create(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    auto wanted = permitted_webhook(body, *c.server.settings);
    if (!wanted) return std::unexpected{in_body(std::move(wanted.error()), body)};
    const auto secret = service::make_webhook_secret();
    auto made = c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::create_webhook(w, *c.who, *wanted, secret); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    response r = private_response(201, json::to_text(value_of(*made).set("secret", secret.text)));
    r.fields.emplace_back("Location", "/api/v1/webhooks/" + made->id);
    return r;
}

handler_result show(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(auto &found,
                c.server.store->read([&](store::reading &r) { return service::webhook_of(r, c.path_value("id")); }));
    return private_response(200, json::written(found));
}

template <auto change>
handler_result change_webhook(request_context &c) {
    UNIFORM_TRY(auto &done, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return change(w, *c.who, c.path_value("id"));
    }));
    return private_response(200, json::written(done));
}

handler_result deliveries(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &p, page_of(c));
    UNIFORM_TRY(const auto &before, event_before(p));
    UNIFORM_TRY(const auto &found, c.server.store->read([&](store::reading &r) {
        return service::list_deliveries(r, c.path_value("id"), before, p.limit);
    }));
    const auto &[all, more] = found;
    response r = list_response(c, all, more ? std::to_string(all.back().number) : std::string{});
    r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/webhooks",
     .operation = "listWebhooks",
     .summary = "List the webhooks, without their secrets",
     .tag = "webhooks",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = list,
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of webhooks", "page(webhook)", {&next_link_field}}}},
    {.method = "POST",
     .path = "/api/v1/webhooks",
     .operation = "createWebhook",
     .summary = "Create a webhook; only this response contains its secret",
     .description =
         "From then on, what happens to registration requests is sent to the URL: docs/guide/registration.md "
         "describes the deliveries and their signature. Whether the URL can be reached, a test shows. An "
         "address in it that is not public is refused (webhooks.allow_private).",
     .tag = "webhooks",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = create,
     .body = {.content = "webhook_request", .limit = 65536},
     .responses = {{201, "the webhook", "new_webhook", {&location_field}}},
     .problems = {409}},
    {.method = "GET",
     .path = "/api/v1/webhooks/{id}",
     .operation = "getWebhook",
     .summary = "Show a webhook, without its secret",
     .tag = "webhooks",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .in_path = {&webhook_in_path},
     .responses = {{200, "the webhook", "webhook"}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/webhooks/{id}/deliveries",
     .operation = "listDeliveries",
     .summary = "List the deliveries to a webhook, newest first",
     .description = "Those that have ended are removed after webhooks.keep.",
     .tag = "webhooks",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = deliveries,
     .in_path = {&webhook_in_path},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of deliveries", "page(webhook_delivery)", {&next_link_field}}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/webhooks/{id}/test",
     .operation = "testWebhook",
     .summary = "Queue a delivery with the action \"test\"",
     .tag = "webhooks",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = change_webhook<service::test_webhook>,
     .in_path = {&webhook_in_path},
     .responses = {{200, "the webhook", "webhook"}},
     .problems = {404, 409}},
    {.method = "POST",
     .path = "/api/v1/webhooks/{id}/end",
     .operation = "endWebhook",
     .summary = "End a webhook: nothing is sent to it any more",
     .description = "Its secret and what waits for it are deleted.",
     .tag = "webhooks",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = change_webhook<service::end_webhook>,
     .in_path = {&webhook_in_path},
     .responses = {{200, "the webhook", "webhook"}},
     .problems = {404, 409}},
};

} // namespace

std::span<const route> webhooks_routes() noexcept { return table; }

} // namespace uniform::http
