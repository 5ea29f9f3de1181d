#include <uniform/service/keys.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/record.hpp>

#include "base/try.hpp"
#include "service/policy_documents.hpp"

namespace uniform::service {

resolver::namespace_rules rules_of(store::reading &r, std::string_view nid) {
    if (nid.empty() || nid.size() > 32) return {}; // RFC 8141 section 2: NID = (alphanum) 0*30(ldh) (alphanum)
    const auto d = r.find("namespace", ascii::lower_copy(nid));
    return d ? settings_in(*d)->rules : resolver::namespace_rules{};
}

std::expected<std::string, resolver::problem> key_of(store::reading &r, std::string_view urn) {
    UNIFORM_TRY(auto &key, resolver::key_of(urn));
    const resolver::namespace_rules rules = rules_of(r, resolver::nid_of(key));
    if (rules.empty()) return std::move(key);
    return resolver::key_of(urn, rules.keys());
}

std::expected<std::string, resolver::problem> prefix_of_keys(store::reading &r, std::string_view text) {
    UNIFORM_TRY(auto &prefix, resolver::prefix_of_keys(text));
    const resolver::namespace_rules rules = rules_of(r, resolver::nid_of(prefix));
    if (rules.empty()) return std::move(prefix);
    return resolver::prefix_of_keys(text, rules.keys());
}

} // namespace uniform::service
