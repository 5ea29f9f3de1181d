#include "service/authorization.hpp"

#include <algorithm>
#include <utility>

#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/instance.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/service/registrar.hpp>

#include "base/try.hpp"
#include "service/policy_documents.hpp"
#include "service/tokens/token_documents.hpp"

namespace uniform::service {

using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using resolver::role;
using token_documents::is_token_id;

namespace {

std::string nid_of_key(std::string_view key) { return std::string(key.substr(0, key.find(':'))); }

} // namespace

std::optional<std::string_view> token_id_of(const principal &who) noexcept {
    constexpr std::string_view lead = "token:";
    std::string_view id = who.id;
    if (!id.starts_with(lead)) return std::nullopt;
    id.remove_prefix(lead.size());
    return is_token_id(id) ? std::optional{id} : std::nullopt;
}

std::expected<void, problem> check_token(store::writing &w, const principal &who) {
    const auto id = token_id_of(who);
    if (!id) return {};
    const auto t = find_token(w, *id);
    if (!t) return std::unexpected{resolver::token_required()};
    return check_validity(w, *t, w.now());
}

std::expected<void, problem> check_validity(store::reading &r, const token &t, resolver::timestamp now) {
    const auto invalid = [](std::string detail, std::string_view reason) {
        return std::unexpected{problem{
            .type = problem_type::unauthenticated, .detail = std::move(detail), .members = {{"reason", reason}}}};
    };
    if (t.revoked) return invalid("the token was revoked", to_string(token_state::revoked));
    if (now >= t.expires)
        return invalid("the token expired on " + resolver::to_string(t.expires), to_string(token_state::expired));
    if (!t.registrar.empty()) {
        const auto of = find_registrar(r, t.registrar);
        if (!of || of->state != registrar_state::active) {
            return invalid("the registrar \"" + t.registrar + "\" of the token has ended", "registrar-ended");
        }
    }
    return {};
}

bool is_unbounded_administrator(const principal &who) noexcept {
    return who.is(resolver::administrators) && scope_of(who) == resolver::role_scope::instance;
}

std::expected<void, problem> may_administer(store::writing &w, const principal &who) {
    UNIFORM_CHECK(check_token(w, who));
    return resolver::check_instance(who, resolver::administrators);
}

std::string_view visible_holder(const principal &who) noexcept {
    if (is_unbounded_administrator(who)) return {};
    return who.id.empty() ? std::string_view{"-"} : who.id; // "-" is the id of no principal
}

bool acts_for_whole_registrar(store::reading &r, const principal &who) {
    const auto id = who.registrar.empty() ? std::nullopt : token_id_of(who);
    const auto own = id ? find_token(r, *id) : std::nullopt;
    return own && own->registrar == who.registrar && own->prefixes.empty();
}

std::string responsible_for(store::reading &r, std::string_view principal_id) {
    const auto token_of = [&](std::string_view holder) {
        const principal who{.id = std::string(holder)};
        const auto id = token_id_of(who);
        return id ? find_token(r, *id) : std::nullopt;
    };
    const auto own = token_of(principal_id);
    const auto maker = own ? token_of(own->created_by) : std::nullopt;
    return maker && maker->role == role::manager ? own->created_by : std::string{principal_id};
}

key_policy policy_of(store::reading &r, std::string_view key) {
    key_policy p;
    if (const auto d = r.find("namespace", nid_of_key(key))) p.settings = settings_in(*d);
    if (!p.settings) {
        p.similar_nid = similar_namespace(r, nid_of_key(key));
        return p;
    }
    p.delegation = active_delegation(r, key).first;
    return p;
}

std::expected<void, problem> may_change(const key_policy &p, const principal &who, std::string_view key) {
    if (!who.is(resolver::registrars)) {
        return std::unexpected{resolver::insufficient_role(resolver::registrars, who.role)};
    }
    if (!who.covers(key)) return std::unexpected{resolver::name_not_covered(key)};
    if (who.is(resolver::managers)) return {};
    if (!p.delegation) {
        return std::unexpected{resolver::insufficient_permissions(
            "no prefix of \"urn:" + std::string(key) + "\" is delegated to a registrar: requires role manager")};
    }
    if (who.registrar.empty() || p.delegation->registrar != who.registrar) {
        return std::unexpected{resolver::delegated_to(p.delegation->prefix, p.delegation->registrar)};
    }
    return {};
}

std::expected<void, problem> may_assign(const key_policy &p, const principal &who, std::string_view key) {
    if (!p.settings) {
        problem not_managed = namespace_not_managed(nid_of_key(key), p.similar_nid);
        not_managed.type = problem_type::out_of_policy;
        return std::unexpected{std::move(not_managed)};
    }
    UNIFORM_CHECK(may_change(p, who, key));
    if (p.settings->status != resolver::namespace_status::active) {
        return refuse(problem_type::out_of_policy, "the namespace \"" + p.settings->nid + "\" is " +
                                                       std::string(to_string(p.settings->status)) +
                                                       ": no names can be assigned in it any more");
    }
    if (p.settings->rules_from == resolver::rules_source::undecided) {
        const std::string &request = p.settings->request;
        return refuse(problem_type::out_of_policy,
                      "the rules of the names in \"" + p.settings->nid +
                          "\" are not decided yet: the template of its registration has them only in prose. "
                          "`uniform namespace request " +
                          request + "` shows what is open, and `uniform namespace decide " + request +
                          " settle` decides it",
                      "RFC 8141 section 6.4.2", {{"request", request}});
    }
    if (p.delegation && !p.delegation->resolver.empty()) {
        return refuse(problem_type::out_of_policy, "the prefix \"" + p.delegation->prefix +
                                                       "\" is delegated to the resolver " + p.delegation->resolver +
                                                       ": its names are assigned there");
    }
    return {};
}

std::expected<void, problem> check_policies(const key_policy &p, std::string_view key, const resolver::name_record &r) {
    if (!p.delegation) return {};
    return resolver::allows(*p.delegation, key, r);
}

std::expected<void, problem> check_locator_policy(const key_policy &p, const resolver::name_record &r) {
    if (!p.delegation || p.delegation->hosts.empty()) return {};
    resolver::delegation locators_only = *p.delegation;
    locators_only.naming.clear();
    return resolver::allows(locators_only, locators_only.prefix, r);
}

const std::string &registrar_for(const key_policy &p, const principal &who) noexcept {
    return p.delegation && !p.delegation->registrar.empty() ? p.delegation->registrar : who.registrar;
}

} // namespace uniform::service
