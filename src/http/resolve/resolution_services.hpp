// Carrying out the resolution services of RFC 2483. A service is one row of the table in resolution_services.cpp; its
// name is in <uniform/resolver/services.hpp>.
//
// I2R is a redirect to the instance, which this service does not fetch: a resolver that did would serve what others
// host, under its own name and with its own bandwidth. For the same reason the versions of I2Rs are sent as
// message/external-body (response.hpp).
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/linkset.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/services.hpp>

#include "http/api/own_url.hpp"
#include "http/resolve/look_up.hpp"
#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// Carries out a service with one operand: replaces `r.result`, which is the target, and sets `r.service`.
void carry_out(resolver::named_service s, store::reading &reading, const own_url &own, resolution &r);

/// RFC 2483 4.2, RFC 8141 2.3.2: the locators that are valid now, the best first, each with the q-component of the
/// request: of I2Ls and I2Rs, of text/uri-list and of the landing page. Those whose query the namespace does not join
/// with a q-component are left out. Linear. Example: urn:example:a?=q at https://a.example/1 -> https://a.example/1?q.
[[nodiscard]] std::vector<valid_locator> valid_locators(const resolution &r);

/// RFC 2483 4.7: the names that both namespaces have agreed to be of the same resource. Those of the other names that
/// exist here, are not withdrawn, and have this one among theirs. One look-up for each other name.
[[nodiscard]] std::vector<std::string> agreed_names(store::reading &r, const name_lookup &n);

/// L2N and L2Ns of a URL that is not that of a name at a resolver: the names that have it as a locator, from the index
/// of search; std::nullopt for other services and operands. Problems: no_output, also without an index. A few look-ups.
[[nodiscard]] std::optional<std::expected<std::vector<std::string>, resolver::problem>>
names_of_locator(store::reading &r, resolver::named_service s, std::string_view uri);

/// The URLs and the media types of the formats that the metadata of a name fills. None without metadata. Linear.
[[nodiscard]] std::vector<description_list::link>
exported_forms(std::string_view key, const resolver::name_record &record, const resolver::own_urls &at);

/// The URLs of the service's own representations of a name: what others get, in header fields and metadata. Those whose
/// locators have the q-component of the request, the page and the link set, have its components (RFC 9110 8.7).
[[nodiscard]] resolver::own_urls own_urls_of(const own_url &own, const name_lookup &n);
/// Their paths: what a page of the service loads and links to, whatever the host is called by which it was asked.
[[nodiscard]] resolver::own_urls own_paths_of(const name_lookup &n);
/// The URLs of a name, without components.
[[nodiscard]] resolver::own_urls own_paths_of(std::string_view urn);

/// RFC 2483 4.9, I=I: by the equivalence of the namespace, by agreed names, and for other URIs by RFC 3986 6. Errors:
/// malformed; unknown_name if it cannot be decided because neither name exists here.
[[nodiscard]] std::expected<bool, resolver::problem> are_equal(const sources &s, store::reading &r, std::string_view a,
                                                               std::string_view b);

/// The name that the operand of a service is. Errors: unknown_name for a URI that is not a URN; no_output for a service
/// of locators ("L2N") whose operand is not the URL of a name at a resolver.
[[nodiscard]] std::expected<requested_name, resolver::problem> operand(resolver::named_service s, std::string_view uri);

} // namespace uniform::http
