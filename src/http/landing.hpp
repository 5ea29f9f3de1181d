// The page of a name, for people: small, without scripts, readable without style.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "http/resolve_core.hpp"

namespace uniform::http {

/// A whole page. `c` has the locators that are valid now.
[[nodiscard]] std::string landing_page(const known_name &n, const resolver::choice &c,
                                       const resolver::own_addresses &at, const own_place &here);

/// RFC 2169 3.2: a page with the list of the URIs.
[[nodiscard]] std::string list_page(std::string_view urn, const std::vector<std::string> &uris);

} // namespace uniform::http
