// The pages of a name: web/templates/name.html, and list.html for the services whose result is a list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/linkset.hpp>

#include "http/api/own_url.hpp"
#include "http/metadata/description.hpp"
#include "http/pages/page_with.hpp"
#include "http/resolve/landing_models.hpp"
#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// The landing page of a name record; of a withdrawn name its tombstone page. Linear.
[[nodiscard]] pages::page_with<name_pages::name_model> landing_page(const resolution &r, const resolver::own_urls &at,
                                                                    const own_url &own);

/// The description of a name for other formats, with the URL at which it resolves here. Refers to the resolution.
[[nodiscard]] name_description description_of(const resolution &of, const own_url &own);

/// RFC 2169 3.2: a page with the list of the URIs. A URN leads to its page here. Linear.
[[nodiscard]] pages::page_with<name_pages::list_model>
list_page(const resolution &r, const std::vector<std::string> &uris, const own_url &own);

} // namespace uniform::http
