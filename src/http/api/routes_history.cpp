// The histories of all documents: one handler for all kinds.

#include <array>

#include <uniform/resolver/refusal.hpp>
#include <uniform/service/history.hpp>
#include <uniform/service/registration_request.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/history_request.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using service::history_page;
using service::history_request;
using found_page = std::expected<history_page, problem>;

template <found_page find(store::reading &, const request_context &, const history_request &), bool for_some = false>
handler_result history(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    UNIFORM_TRY(const auto &before, event_before(p));
    const history_request wanted{.before = before, .limit = p.limit, .private_too = c.who != nullptr};
    const found_page found = c.server.store->read([&](store::reading &r) { return find(r, c, wanted); });
    UNIFORM_CHECK(found);
    response r = events_response(c, found->events, found->next);
    if (for_some) r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

found_page of_namespace(store::reading &r, const request_context &c, const history_request &h) {
    return namespace_history(r, c.path_value("nid"), h);
}
found_page of_request(store::reading &r, const request_context &c, const history_request &h) {
    const auto number = service::request_number(c.path_value("id"));
    if (!number) {
        return refuse(problem_type::not_found, "the request \"" + std::string(c.path_value("id")) +
                                                   "\" does not exist: requests have numbers, such as 12");
    }
    return request_history(r, {.who = c.who, .secret = c.request.value("Request-Secret")}, *number, h);
}
found_page of_registrar(store::reading &r, const request_context &c, const history_request &h) {
    return registrar_history(r, c.path_value("id"), h);
}
found_page of_delegation(store::reading &r, const request_context &c, const history_request &h) {
    return delegation_history(r, c.path_value("prefix"), h);
}
found_page of_transfer(store::reading &r, const request_context &c, const history_request &h) {
    return transfer_history(r, *c.who, c.path_value("id"), h);
}
found_page of_token(store::reading &r, const request_context &c, const history_request &h) {
    return token_history(r, *c.who, c.path_value("id"), h);
}

constexpr std::string_view author_shown = "The members `who` and `from` are shown only with a token.";

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/namespaces/{nid}/history",
     .operation = "getNamespaceHistory",
     .summary = "Show the history of a namespace, newest event first",
     .description = author_shown,
     .tag = "namespaces",
     .scope = permission_scope::none,
     .handler = history<of_namespace>,
     .in_path = {&nid_in_path},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of events", "events(namespace_settings)", {&next_link_field}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/requests/{id}/history",
     .operation = "getRequestHistory",
     .summary = "Show the history of a registration request, newest event first",
     .description = "To those who may see the request. The members `who` and `from` are shown only with a token.",
     .tag = "registration",
     .scope = permission_scope::none,
     .handler = history<of_request, true>,
     .in_path = {&request_id},
     .query = {&limit_parameter, &after_parameter},
     .headers = {&request_secret},
     .responses = {{200, "a page of events", "events(stored_request)", {&next_link_field}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/registrars/{id}/history",
     .operation = "getRegistrarHistory",
     .summary = "Show the history of a registrar, newest event first",
     .description = "The members `who` and `from`, and the contacts, are shown only with a token.",
     .tag = "registrars",
     .scope = permission_scope::none,
     .handler = history<of_registrar>,
     .in_path = {&registrar_id},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of events", "events(stored_registrar)", {&next_link_field}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/delegations/{prefix}/history",
     .operation = "getDelegationHistory",
     .summary = "Show the history of the delegation of exactly this prefix, newest event first",
     .description = author_shown,
     .tag = "delegations",
     .scope = permission_scope::none,
     .handler = history<of_delegation>,
     .in_path = {&delegation_prefix},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of events", "events(stored_delegation)", {&next_link_field}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/transfers/{id}/history",
     .operation = "getTransferHistory",
     .summary = "Show the history of a transfer, newest event first",
     .description = "To its two sides and the managers of the prefix.",
     .tag = "transfers",
     .roles = resolver::registrars,
     .scope = permission_scope::own,
     .handler = history<of_transfer, true>,
     .in_path = {&transfer_id},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of events", "events(stored_transfer)", {&next_link_field}}},
     .problems = {404}},
    {.method = "GET",
     .path = "/api/v1/tokens/{id}/history",
     .operation = "getTokenHistory",
     .summary = "Show the history of a token, newest event first",
     .description = "To those who may see the token; without its hash.",
     .tag = "tokens",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = history<of_token, true>,
     .in_path = {&token_id},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of events", "events(stored_token)", {&next_link_field}}},
     .problems = {404}},
};

} // namespace

std::span<const route> history_routes() noexcept { return table; }

} // namespace uniform::http
