#include "service/policy_documents.hpp"

#include "service/parsed_document.hpp"

namespace uniform::service {

std::shared_ptr<const resolver::namespace_settings> settings_in(const store::document &d) {
    return parsed<resolver::namespace_settings>(d, "namespace", resolver::namespace_settings_from_json);
}

std::shared_ptr<const resolver::delegation> delegation_in(const store::document &d) {
    return parsed<resolver::delegation>(d, "delegation", resolver::delegation_from_json);
}

std::pair<std::shared_ptr<const resolver::delegation>, store::revision> active_delegation(store::reading &r,
                                                                                          std::string_view key) {
    std::shared_ptr<const resolver::delegation> found;
    const auto d = r.longest_prefix("delegation", key, [&](const store::document &one) {
        found = delegation_in(one);
        return found->state == resolver::delegation_state::active;
    });
    if (!d) return {};
    return {std::move(found), store::revision{.event = d->event, .version = d->version}};
}

} // namespace uniform::service
