#include "service/tokens/token_requests.hpp"

#include <utility>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/service/registrar.hpp>

#include "service/registrars/registrars_common.hpp"
#include "service/registration/registration_documents.hpp"

namespace uniform::service::token_documents {

using namespace service::detail;
using resolver::role;

namespace {

// A token can have prefixes only of namespaces that are managed here.
std::expected<void, problem> check_managed(store::reading &r, std::string_view nid) {
    auto n = namespace_of(r, nid);
    if (n) return {};
    problem p = std::move(n.error());
    if (const auto open_requests = registration::competing_requests(r, nid, 0); !open_requests.empty()) {
        p.detail = "the namespace \"" + std::string(nid) + "\" is not registered yet: the request " +
                   std::to_string(open_requests.front().number) + " for it is in the state \"" +
                   std::string(to_string(open_requests.front().state)) +
                   "\"; a token for its prefixes can be created after the registration";
        p.rule = "RFC 8141 section 6.2";
        json::array requests;
        for (const auto &q : open_requests) requests.emplace_back(std::to_string(q.number));
        p.members = {{"requests", std::move(requests)}};
    }
    return std::unexpected{std::move(p)};
}

} // namespace

std::string pointer_to(const token_request &t, const std::string &prefix) {
    return "/prefixes/" + std::to_string(&prefix - t.prefixes.data());
}

std::expected<void, problem> check_role(const token_request &t) {
    switch (t.role) {
    case role::registrar:
        if (t.registrar.empty())
            return refuse_member("registrar",
                                 "a token of the role registrar must have the registrar for which it acts");
        break;
    case role::reader:
        break;
    case role::manager:
        if (t.prefixes.empty()) {
            return refuse_member("prefixes",
                                 "a token of the role manager must have prefixes: \"isbn:\" for a whole namespace");
        }
        [[fallthrough]];
    case role::expert:
    case role::administrator:
        if (!t.registrar.empty()) {
            return refuse_member("registrar", "a token of this role cannot have a registrar");
        }
        break;
    }
    return {};
}

std::expected<void, problem> normalize_prefixes(store::reading &r, token_request &t) {
    for (std::string &p : t.prefixes) {
        auto normal = prefix_of_keys(r, p);
        if (!normal) {
            normal.error().pointer = pointer_to(t, p);
            return std::unexpected{std::move(normal.error())};
        }
        p = std::move(*normal);
    }
    return {};
}

std::expected<void, problem> check_scope(store::reading &r, const token_request &t) {
    for (const std::string &p : t.prefixes) {
        if (auto there = check_managed(r, resolver::nid_of(p)); !there) {
            there.error().pointer = pointer_to(t, p);
            return std::unexpected{std::move(there.error())};
        }
    }
    if (t.registrar.empty()) return {};
    const auto of = find_registrar(r, t.registrar);
    if (of && of->state == registrar_state::active) return {};
    return refuse_member("registrar", of ? "the registrar \"" + t.registrar + "\" has ended"
                                         : resolver::registrar_does_not_exist(t.registrar).detail);
}

} // namespace uniform::service::token_documents
