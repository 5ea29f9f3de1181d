#include "service/lists/policy_cache.hpp"

#include <algorithm>

#include <uniform/service/namespaces.hpp>

#include "service/authorization.hpp"
#include "service/policy_documents.hpp"

namespace uniform::service {

namespace {

constexpr std::size_t most_delegations = 2000;
constexpr std::size_t most_namespaces = 100;

policy_cache::of_namespace load_policy(store::reading &r, std::string_view nid) {
    policy_cache::of_namespace s;
    const auto d = r.find("namespace", nid);
    if (!d) {
        s.undelegated.similar_nid = similar_namespace(r, nid);
        return s;
    }
    s.undelegated.settings = settings_in(*d);
    s.versions.push_back(d->event);
    const auto all = r.list("delegation", std::string(nid) + ":", "", most_delegations + 1);
    s.too_many = all.size() > most_delegations;
    if (s.too_many) return s;
    for (const store::document &one : all) {
        s.versions.push_back(one.event);
        auto delegation = delegation_in(one);
        if (delegation->state != resolver::delegation_state::active) continue;
        s.prefixes.emplace_back(one.id,
                                key_policy{.settings = s.undelegated.settings, .delegation = std::move(delegation)});
    }
    std::ranges::sort(s.prefixes, {}, &std::pair<std::string, key_policy>::first);
    return s;
}

} // namespace

const policy_cache::of_namespace *policy_cache::cached_namespace(std::string_view nid) {
    if (last_ == nullptr || last_nid_ != nid) {
        const auto at = namespaces_.find(nid);
        if (at == namespaces_.end()) return nullptr;
        last_ = at->second.get();
        last_nid_ = nid;
    }
    return last_;
}

const resolver::namespace_rules *policy_cache::rules(std::string_view nid) {
    static const resolver::namespace_rules none;
    const of_namespace *const s = cached_namespace(nid);
    if (s == nullptr) return nullptr;
    return s->undelegated.settings ? &s->undelegated.settings->rules : &none;
}

const key_policy *policy_cache::cached(std::string_view key) {
    const of_namespace *const s = cached_namespace(resolver::nid_of(key));
    if (s == nullptr || s->too_many) return nullptr;
    // The last prefix not after the key is a prefix of it, or shares with it all that a shorter prefix can have.
    std::string_view probe = key;
    while (!probe.empty()) {
        auto at =
            std::ranges::upper_bound(s->prefixes, probe, {}, [](const auto &p) { return std::string_view(p.first); });
        if (at == s->prefixes.begin()) break;
        --at;
        if (key.starts_with(at->first)) return &at->second;
        const auto [in_key, in_prefix] = std::ranges::mismatch(key, at->first);
        probe = key.substr(0, static_cast<std::size_t>(in_key - key.begin()));
    }
    return &s->undelegated;
}

key_policy policy_cache::find(store::reading &r, std::string_view key) {
    if (const key_policy *g = cached(key)) return *g;
    const std::string_view nid = resolver::nid_of(key);
    if (!namespaces_.contains(nid)) {
        // Hostile input has many namespaces: they are read again then.
        if (namespaces_.size() >= most_namespaces) {
            namespaces_.clear();
            last_ = nullptr;
        }
        namespaces_.emplace(std::string(nid), std::make_shared<const of_namespace>(load_policy(r, nid)));
        if (const key_policy *g = cached(key)) return *g;
    }
    return policy_of(r, key);
}

bool is_current(const policy_cache::snapshot &s, store::reading &r) {
    return std::ranges::all_of(s, [&](const auto &one) {
        return !one.second->too_many && load_policy(r, one.first).versions == one.second->versions;
    });
}

} // namespace uniform::service
