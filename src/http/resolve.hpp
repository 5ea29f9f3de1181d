// Resolving by HTTP: GET /urn:... on the request target as it was sent, because the "?" of "?+" and "?=" begins HTTP's
// query (RFC 8141 2.3).
#pragma once

#include <string_view>

#include "http/engine.hpp"
#include "http/router.hpp"

namespace uniform::http {

/// Whether the target asks to resolve: "/urn:...", in any case of letters, percent-encoded as a whole ("/urn%3A..."),
/// behind white space, or in another resolver's address ("/https://host/urn:..."). The router gives all of these, GET
/// and HEAD, to the route "/{urn}" (operation "resolve"), whatever slashes and question marks they hold.
[[nodiscard]] bool is_name_target(std::string_view target) noexcept;

/// The handler of "/{urn}": reads request.target.
[[nodiscard]] answer resolve(call &c);

} // namespace uniform::http
