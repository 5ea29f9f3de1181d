// The histories of documents: one handler for all kinds.

#include <array>

#include <uniform/service/history.hpp>
#include <uniform/store/store.hpp>

#include "http/history_request.hpp"
#include "http/router.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using uniform::service::history_page;
using uniform::service::history_request;
using found_page = std::expected<history_page, problem>;

template <found_page find(store::reading &, const call &, const history_request &), bool for_some = false>
answer history(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected{p.error()};
    const auto before = event_before(*p);
    if (!before) return std::unexpected{before.error()};
    const history_request wanted{.before = *before, .limit = p->limit, .private_too = c.who != nullptr};
    const found_page found = c.site.store->read([&](store::reading &r) { return find(r, c, wanted); });
    if (!found) return std::unexpected{found.error()};
    response r = events_response(c, found->events, found->next);
    if (for_some) r.fields.emplace_back("Cache-Control", "no-store");
    return r;
}

found_page of_namespace(store::reading &r, const call &c, const history_request &h) {
    return namespace_history(r, c.path_value("nid"), h);
}
found_page of_request(store::reading &r, const call &c, const history_request &h) {
    const auto number = uniform::service::request_number(c.path_value("id"));
    if (!number) {
        return std::unexpected{problem{.type = problem_type::not_found, .detail = "requests have numbers, such as 12"}};
    }
    return request_history(r, {.who = c.who, .secret = c.request.value("Request-Secret")}, *number, h);
}
found_page of_registrar(store::reading &r, const call &c, const history_request &h) {
    return registrar_history(r, c.path_value("id"), h);
}
found_page of_delegation(store::reading &r, const call &c, const history_request &h) {
    return delegation_history(r, c.path_value("prefix"), h);
}
found_page of_transfer(store::reading &r, const call &c, const history_request &h) {
    return transfer_history(r, *c.who, c.path_value("id"), h);
}
found_page of_token(store::reading &r, const call &c, const history_request &h) {
    return token_history(r, *c.who, c.path_value("id"), h);
}

constexpr std::array table{
    route{"GET", "/api/v1/namespaces/{nid}/history", "getNamespaceHistory", resolver::anyone, history<of_namespace>, 0}
        .with_query("limit after"),
    route{"GET", "/api/v1/requests/{id}/history", "getRequestHistory", resolver::anyone, history<of_request, true>, 0}
        .with_query("limit after"),
    route{"GET", "/api/v1/registrars/{id}/history", "getRegistrarHistory", resolver::anyone, history<of_registrar>, 0}
        .with_query("limit after"),
    route{"GET", "/api/v1/delegations/{prefix}/history", "getDelegationHistory", resolver::anyone,
          history<of_delegation>, 0}
        .with_query("limit after"),
    route{"GET", "/api/v1/transfers/{id}/history", "getTransferHistory", resolver::registrars,
          history<of_transfer, true>, 0}
        .with_query("limit after"),
    route{"GET", "/api/v1/tokens/{id}/history", "getTokenHistory", resolver::readers, history<of_token, true>, 0}
        .with_query("limit after"),
};

} // namespace

std::span<const route> history_routes() noexcept { return table; }

} // namespace uniform::http
