// Whether a new namespace may have a NID.

#include <uniform/urn/new_nid.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform {

std::vector<nid_citation> refusals_of_new_nid(std::string_view nid, bool registered, edition e) {
    std::vector<nid_citation> all;
    const nid_classification v = classify_nid(nid, registered, e);
    if (v.fault) return all;
    for (const nid_rule r : nid_rules) {
        if (!v.breaks(r)) continue;
        if (r == nid_rule::no_urn_hyphen && v.kind == nid_kind::informal) {
            // 5.2: "the registrant does not designate the NID". For a registered one 5.1 (1) says enough.
            const nid_citation kind = v.citation();
            if (!registered) {
                all.push_back({kind.document, kind.section,
                               "the number of an informal namespace is assigned when it is registered"});
            }
        } else {
            all.push_back(cite(r, e));
        }
    }
    if (ascii::equal_ignoring_case(nid, "urn")) {
        // No younger edition has the rule; its names would be no URNs of RFC 2141: docs/decisions/0007.
        all.push_back(
            {"RFC 2141", "2.1", "RFC 2141 alone reserves it, and whoever reads by it would refuse every name"});
    }
    return all;
}

bool is_used_unregistered(std::string_view nid) noexcept {
    return is_used_unregistered(nid, namespace_registry::standard());
}

bool is_used_unregistered(std::string_view nid, const namespace_registry &registry) noexcept {
    const namespace_info *const known = registry.find(nid);
    return known != nullptr && known->status == namespace_status::unregistered;
}

} // namespace uniform
