// The pages of the published registry: web/templates/registry.html and namespace.html.
#pragma once

#include <vector>

#include <uniform/service/registration.hpp>
#include <uniform/service/registry.hpp>

#include "http/harvest/published_registry.hpp"
#include "http/pages/page.hpp"

namespace uniform::http {

/// What each revision of a namespace that was registered here changed, in the order of its revisions; without changes
/// for the first, and for those beyond the newest 20. Reads two templates for each.
[[nodiscard]] std::vector<registry::template_difference> differences_of(store::reading &r,
                                                                        const service::published_namespace &n);

/// The list, with a form for its filter.
[[nodiscard]] pages::html_page registry_view(const registry_page &p, const service::published_filter &f,
                                             const settings *s, const request &q);

/// One namespace, with all that is known about it.
[[nodiscard]] pages::html_page namespace_view(const service::published_namespace &n,
                                              const std::vector<registry::template_difference> &differences,
                                              const settings *s, const request &q);

} // namespace uniform::http
