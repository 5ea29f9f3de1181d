// The pages of the published registry: web/templates/registry.html and namespace.html.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/registry/template.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/registry.hpp>

#include "http/harvest/published_registry.hpp"
#include "http/harvest/registry_models.hpp"
#include "http/pages/page_with.hpp"

namespace uniform::http {

/// The details that only the page of a namespace shows.
struct namespace_details {
    /// The changes by each revision of a namespace that was registered here, in the order of its revisions; without
    /// changes for the first, and for those beyond the newest 20.
    std::vector<registry::template_difference> differences = {};
    std::optional<registry::namespace_template> registered = {}; ///< its template as it is in force
    std::vector<std::string> names = {};                         ///< a few active names of a managed one, as examples
    /// The registrars of the delegation of the entire namespace, by name: the present one and the first one; empty:
    /// managers.
    std::string responsible = {};
    std::string first_responsible = {};
};
/// Reads two templates for each revision, a few names, and the history of one delegation.
[[nodiscard]] namespace_details details_of(store::reading &r, const service::published_namespace &n);

/// The list, with a form for its filter.
[[nodiscard]] pages::page_with<registries::registry_model>
registry_view(registry_page list, const service::published_filter &f, const settings *s, const request &q);

/// One namespace, with all that is known about it, and what its rules say of the name `tried`, unless that is empty.
[[nodiscard]] pages::page_with<registries::namespace_model> namespace_view(service::published_namespace n,
                                                                           const namespace_details &more,
                                                                           std::string_view tried, const settings *s,
                                                                           const request &q);

} // namespace uniform::http
