// A name tried by the rules of a namespace, on the page of that namespace.
#pragma once

#include <string_view>

#include <uniform/service/registry.hpp>

#include "http/harvest/registry_models.hpp"
#include "http/pages/page.hpp"

namespace uniform::http {

/// The result of the rules of the namespace for a text. Linear.
[[nodiscard]] registries::trial trial_of(const pages::html_page &p, const service::published_namespace &n,
                                         std::string_view text);

} // namespace uniform::http
