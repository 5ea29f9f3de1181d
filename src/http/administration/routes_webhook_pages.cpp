// Pages: webhooks and their deliveries. The operations of the API are in routes_webhooks.cpp.

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/webhooks.hpp>

#include "base/try.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/permitted_webhook.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/administration/webhook_models.hpp"
#include "http/api/history_request.hpp"
#include "http/api/parameters.hpp"
#include "http/site/registration_pages.hpp"
#include "http/site/sent_once.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using namespace administration;
using manage::form;
using registry::request_action;
using resolver::problem;
using service::delivery_state;
using service::webhook;
using service::webhook_state;

std::string href_of(std::string_view id) { return "/operation/webhooks/" + std::string{id}; }

shown_webhook shown_of(const pages::html_page &p, webhook h) {
    shown_webhook out{.href = href_of(h.id),
                      .state = h.state == webhook_state::active ? "active" : "withdrawn",
                      .state_label = p.text("operation.webhooks.state_" + std::string{to_string(h.state)})};
    for (const request_action a : h.actions) {
        (out.actions += out.actions.empty() ? "" : ", ") += registration_pages::label_of_done(p, to_string(a));
    }
    if (h.actions.empty()) out.actions = p.text("operation.webhooks.all");
    out.hook = std::move(h);
    return out;
}

// --- the webhooks

// No webhook is told of these: only those who may see a request that waits for its submission know of them.
bool is_told(request_action a) { return a != request_action::open && a != request_action::comment; }

// The page with the webhooks, and a form for another one.
pages::page_with<webhooks_model> webhooks_page(request_context &c, std::string_view after, const form &sent) {
    auto p = page_showing<webhooks_model>(c, part::webhooks, "operation.webhooks.heading");
    webhooks_model &m = p.shows;
    m.common.key = manage::random_key();
    auto [found, last] =
        c.server.store->read([&](store::reading &r) { return service::list_webhooks(r, after, rows_of_page); });
    for (webhook &h : found) m.webhooks.push_back(shown_of(p, std::move(h)));
    m.has_webhooks = !m.webhooks.empty();
    if (!last.empty()) m.next = "/operation/webhooks?after=" + cursor_of(last);
    m.value = {.url = std::string{sent["url"]}, .label = std::string{sent["label"]}};
    const auto chosen = sent.all("action");
    for (const auto &[a, name] : registry::request_action_names) {
        if (!is_told(a)) continue;
        m.actions.push_back({.value = std::string{name},
                             .label = registration_pages::label_of_done(p, name),
                             .selected = std::ranges::find(chosen, name) != chosen.end()});
    }
    return p;
}

handler_result show(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    return manage::shown(webhooks_page(c, cursor.value_or(""), {}));
}

// The body that the API's operation reads, so that the rules are the same.
json::value body_of(const form &f) {
    json::value body;
    body.set("url", f["url"]).set_if("label", f["label"]);
    json::array actions;
    for (std::string &a : f.all("action")) actions.emplace_back(std::move(a));
    if (!actions.empty()) body.set("actions", std::move(actions));
    return body;
}

// The id of the webhook that the form makes, or made before.
std::expected<std::string, problem> created(request_context &c, const form &f, const service::webhook_secret &secret) {
    UNIFORM_TRY(const auto &wanted, permitted_webhook(body_of(f), *c.server.settings));
    return c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_TRY(auto &h, service::create_webhook(w, *c.who, wanted, secret));
            return std::move(h.id);
        });
    });
}

handler_result create(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const auto secret = service::make_webhook_secret(manage::seed_of_secret(c, f["key"]));
    const auto made = created(c, f, secret);
    if (!made) {
        auto p = webhooks_page(c, {}, f);
        return manage::refused(p, made.error());
    }
    auto p = webhooks_page(c, {}, {});
    // A process that was started since then makes another secret of the same key.
    const bool is_the_same = *made == secret.id;
    if (is_the_same) p.shows.new_secret = secret.text;
    (is_the_same ? p.shows.made : p.shows.made_before) = href_of(*made);
    return manage::shown(p);
}

// --- one webhook

shown_delivery shown_of(const pages::html_page &p, service::delivery d) {
    shown_delivery out{.action_label = d.action == "test" ? p.text("operation.webhooks.test_delivery")
                                                          : registration_pages::label_of_done(p, d.action),
                       .state = d.state == delivery_state::delivered ? "active"
                                : d.state == delivery_state::failed  ? "withdrawn"
                                                                     : "",
                       .state_label = p.text("operation.webhooks.delivery_" + std::string{to_string(d.state)}),
                       .at = shown_time(d.at)};
    if (d.status != 0) out.status = std::to_string(d.status);
    out.delivery = std::move(d);
    return out;
}

std::expected<pages::page_with<webhook_model>, problem> webhook_page(request_context &c, std::uint64_t before) {
    auto p = page_showing<webhook_model>(c, part::webhooks, "operation.webhooks.heading");
    webhook_model &m = p.shows;
    const std::string_view id = c.path_value("id");
    UNIFORM_CHECK(c.server.store->read([&](store::reading &r) -> std::expected<void, problem> {
        UNIFORM_TRY(auto &found, service::webhook_of(r, id));
        UNIFORM_TRY(auto &sent, service::list_deliveries(r, id, before, rows_of_page));
        auto &[deliveries, more] = sent;
        if (more) m.next = href_of(id) + "?after=" + cursor_of(std::to_string(deliveries.back().number));
        for (service::delivery &d : deliveries) m.deliveries.push_back(shown_of(p, std::move(d)));
        m.created = shown_time(found.created);
        m.created_by = shown_principal(r, found.created_by);
        m.is_active = found.state == webhook_state::active;
        m.webhook = shown_of(p, std::move(found));
        return {};
    }));
    m.has_deliveries = !m.deliveries.empty();
    m.confirmation_label = manage::text_with(p, "manage.several.confirm", id);
    m.common.key = manage::random_key();
    p.title = m.webhook.hook.url;
    p.back = m.webhook.href;
    return p;
}

handler_result show_webhook(request_context &c) {
    UNIFORM_CHECK(resolver::check_instance(*c.who, resolver::administrators));
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    UNIFORM_TRY(const auto &before, event_before({.limit = rows_of_page, .after = cursor.value_or("")}));
    UNIFORM_TRY(const auto &p, webhook_page(c, before));
    return manage::shown(p);
}

// The page of the webhook, after something was done to it, or with the problem.
template <class T>
handler_result shown_after(request_context &c, const std::expected<T, problem> &done) {
    if (done) return see_other(href_of(c.path_value("id")));
    auto p = webhook_page(c, 0);
    if (!p) return std::unexpected{done.error()}; // as for a webhook that does not exist
    return manage::refused(*p, done.error());
}

handler_result test(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    return shown_after(c, c.server.store->write(origin_of(c), [&](store::writing &w) {
        return manage::once(w, c, f["key"], c.request.body, [&]() -> std::expected<std::string, problem> {
            UNIFORM_TRY(auto &h, service::test_webhook(w, *c.who, c.path_value("id")));
            return std::move(h.id);
        });
    }));
}

handler_result end(request_context &c) {
    UNIFORM_TRY(const auto &f, form::of(c));
    const std::string_view id = c.path_value("id");
    // The secret is deleted, so that the id must be typed.
    if (ascii::trim(f["confirmation"]) != id) {
        return shown_after<webhook>(
            c, resolver::refuse_member("confirmation", "type the id to confirm: " + std::string{id}));
    }
    return shown_after(
        c, c.server.store->write(origin_of(c), [&](store::writing &w) { return service::end_webhook(w, *c.who, id); }));
}

constexpr response_row done_row{303, "carried out: to the page of the webhook", {}, {&location_field}};

constexpr route table[]{
    {.method = "GET",
     .path = "/operation/webhooks",
     .operation = "showWebhooks",
     .stands_for = "listWebhooks",
     .summary = "Show the webhooks, and the form that creates one: listWebhooks",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show,
     .query = {&after_parameter},
     .responses = {page_row<webhooks_model>}},
    {.method = "POST",
     .path = "/operation/webhooks",
     .operation = "createWebhookByForm",
     .stands_for = "createWebhook",
     .summary = "Create a webhook by a form: createWebhook",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = create,
     .body = small_form,
     .responses = {{200,
                    "the page with the secret of the new webhook, shown once",
                    "text/html",
                    {},
                    {&pages::page_model_of<webhooks_model>}}},
     .problems = {409, 422}},
    {.method = "GET",
     .path = "/operation/webhooks/{id}",
     .operation = "showWebhook",
     .stands_for = "getWebhook listDeliveries",
     .summary = "Show a webhook and its deliveries: getWebhook, listDeliveries",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = show_webhook,
     .in_path = {&webhook_in_path},
     .query = {&after_parameter},
     .responses = {page_row<webhook_model>},
     .problems = {404}},
    {.method = "POST",
     .path = "/operation/webhooks/{id}/test",
     .operation = "testWebhookByForm",
     .stands_for = "testWebhook",
     .summary = "Queue a delivery with the action \"test\" by a form: testWebhook",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = test,
     .in_path = {&webhook_in_path},
     .body = small_form,
     .responses = {done_row},
     .problems = {404, 409, 422}},
    {.method = "POST",
     .path = "/operation/webhooks/{id}/end",
     .operation = "endWebhookByForm",
     .stands_for = "endWebhook",
     .summary = "End a webhook by a form, in which its id is typed to confirm: endWebhook",
     .tag = "pages",
     .roles = resolver::administrators,
     .scope = permission_scope::instance,
     .handler = end,
     .in_path = {&webhook_in_path},
     .body = small_form,
     .responses = {done_row},
     .problems = {404, 409, 422}},
};

} // namespace

std::span<const route> webhook_pages_routes() noexcept { return table; }

} // namespace uniform::http
