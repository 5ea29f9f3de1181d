#include "http/harvest/zone.hpp"

#include <vector>

#include <uniform/service/delegations.hpp>
#include <uniform/service/namespaces.hpp>

namespace uniform::http {

namespace {

constexpr std::size_t page_size = 500;

// The delegations of a namespace that need records, and those around them, in order of their prefixes.
std::vector<resolver::delegation> with_records(store::reading &r, const std::string &within) {
    std::vector<resolver::delegation> wanted;
    std::vector<resolver::delegation> around;
    std::string after;
    for (;;) {
        const auto [all, next] = service::list_delegations(r, within, after, page_size);
        for (const auto &[d, event, version] : all) {
            if (d.state != resolver::delegation_state::active) continue;
            while (!around.empty() && !d.prefix.starts_with(around.back().prefix)) around.pop_back();
            if (resolver::in_zone(d, around.empty() ? nullptr : &around.back())) wanted.push_back(d);
            around.push_back(d);
        }
        if (next.empty()) return wanted;
        after = next;
    }
}

} // namespace

std::string zone_file(store::reading &r, const resolver::zone_options &o) {
    std::string out = resolver::zone_head(o);
    std::string after;
    for (;;) {
        const auto [all, next] = service::list_namespaces(r, after, page_size);
        for (const auto &[n, event, version] : all) {
            resolver::zone_options by_its_rules = o;
            by_its_rules.rules = &n.rules.registry();
            out += resolver::naptr_records(n.nid, with_records(r, n.nid + ":"), by_its_rules);
        }
        if (next.empty()) return out;
        after = next;
    }
}

} // namespace uniform::http
