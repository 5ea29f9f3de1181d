#include "service/policies.hpp"

#include <algorithm>

namespace uniform::service {

namespace {

constexpr std::size_t most_delegations = 2000;
constexpr std::size_t most_namespaces = 100;

policies::space load(store::reading &r, std::string_view nid) {
    policies::space s;
    const auto d = r.find("namespace", nid);
    if (!d) return s;
    s.bare.space = settings_of(*d);
    s.versions.push_back(d->event);
    const auto all = r.list("delegation", std::string(nid) + ":", "", most_delegations + 1);
    s.too_many = all.size() > most_delegations;
    if (s.too_many) return s;
    for (const store::document &one : all) {
        s.versions.push_back(one.event);
        auto delegation = delegation_of(one);
        if (delegation->state != "active") continue;
        s.prefixes.emplace_back(one.id, ground{.space = s.bare.space, .delegation = std::move(delegation)});
    }
    std::ranges::sort(s.prefixes, {}, &std::pair<std::string, ground>::first);
    return s;
}

} // namespace

const policies::space *policies::known_space(std::string_view nid) {
    if (last_ == nullptr || last_nid_ != nid) {
        const auto at = spaces_.find(nid);
        if (at == spaces_.end()) return nullptr;
        last_ = at->second.get();
        last_nid_ = nid;
    }
    return last_;
}

const resolver::namespace_rules *policies::rules(std::string_view nid) {
    static const resolver::namespace_rules none;
    const space *const s = known_space(nid);
    if (s == nullptr) return nullptr;
    return s->bare.space ? &s->bare.space->rules : &none;
}

const ground *policies::known(std::string_view key) {
    const space *const s = known_space(resolver::nid_of(key));
    if (s == nullptr || s->too_many) return nullptr;
    // The last prefix that is not behind the key begins it, or shares with it all that a shorter one can have.
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
    return &s->bare;
}

ground policies::find(store::reading &r, std::string_view key) {
    if (const ground *g = known(key)) return *g;
    const std::string_view nid = resolver::nid_of(key);
    if (!spaces_.contains(nid)) {
        // Hostile input names many namespaces; then they are read again.
        if (spaces_.size() >= most_namespaces) {
            spaces_.clear();
            last_ = nullptr;
        }
        spaces_.emplace(std::string(nid), std::make_shared<const space>(load(r, nid)));
        if (const ground *g = known(key)) return *g;
    }
    return ground_of(r, key);
}

bool is_current(const policies::snapshot &s, store::reading &r) {
    return std::ranges::all_of(s, [&](const auto &one) {
        return !one.second->too_many && load(r, one.first).versions == one.second->versions;
    });
}

} // namespace uniform::service
