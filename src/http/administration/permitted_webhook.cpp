#include "http/administration/permitted_webhook.hpp"

#include <string>
#include <string_view>

#include <uniform/resolver/refusal.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/special_address.hpp>

#include "base/try.hpp"

namespace uniform::http {

namespace {

// The sender refuses the address of a connection (webhooks.allow_private); one that the URL shows is refused here.
std::expected<void, resolver::problem> check_address(std::string_view url, const settings &s) {
    if (s.webhooks_allow_private) return {};
    const auto u = parse_uri(url);
    const address_in_host found = u ? address_of_host(u->host().value_or("")) : address_in_host{};
    if (found.special == nullptr) return {};
    auto refused = refuse(resolver::problem_type::out_of_policy,
                          "\"url\" has an address that is not public (" + std::string{to_string(found.special->use)} +
                              "): deliveries to it are refused unless the setting webhooks.allow_private is true");
    refused.error().pointer = "/url";
    return refused;
}

} // namespace

std::expected<service::webhook_request, resolver::problem> permitted_webhook(const json::value &body,
                                                                             const settings &s) {
    UNIFORM_TRY(auto &wanted, service::webhook_request_from_json(body));
    UNIFORM_CHECK(check_address(wanted.url, s));
    return std::move(wanted);
}

} // namespace uniform::http
