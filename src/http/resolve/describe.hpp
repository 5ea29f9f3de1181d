// The bodies of the resolver's responses: representations of a name, lists of URIs, versions of a resource.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "http/api/own_url.hpp"
#include "http/engine/engine.hpp"
#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// The representation with Content-Type, Content-Location, Link, Vary and Cache-Control. `status` is 200, or that of a
/// problem. Not for representation::none.
[[nodiscard]] response describe(representation form, const resolution &r, const own_url &own, int status = 200);

/// A list of URIs as text/uri-list, as HTML (RFC 2169 3.2), or as a JSON array.
[[nodiscard]] response list_response(representation form, const resolution &r, const std::vector<std::string> &uris,
                                     const own_url &own);

/// RFC 2169 3.4: "only return versions of the resource that are acceptable".
[[nodiscard]] std::vector<valid_locator> acceptable_versions(std::span<const valid_locator> versions,
                                                             const resolver::accept_list &accept);
/// RFC 2483 4.4: multipart/alternative. The parts are message/external-body (RFC 2046 5.2.3) of access-type URL
/// (RFC 2017), in order of increasing preference (RFC 2046 5.1.4).
[[nodiscard]] response versions_response(const resolution &r, std::span<const valid_locator> versions,
                                         const own_url &own);

/// Whether the choice depends on Accept-Language.
[[nodiscard]] bool depends_on_language(const resolution &r) noexcept;

/// Adds the ETag to a 200 and a 410, of the event and the body. Conditional requests: preconditions.hpp.
void add_etag(response &out, std::uint64_t event);

} // namespace uniform::http
