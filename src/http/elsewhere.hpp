// Addresses of a name at another resolver, and whether an address is this service's own.
#pragma once

#include <string>
#include <string_view>

#include <uniform/resolver/delegation.hpp>

namespace uniform::http {

/// Another resolver's address of the name. RFC 8141 2.3.1: the r-component is supplied along with the URN. Where the
/// URN is in a query, or before other text, it is encoded.
/// @param resolver_template as delegation::resolver
[[nodiscard]] std::string address_at(std::string_view resolver_template, std::string_view urn);

/// Where the table of the link checker has what is known of a delegation to another resolver: the address of its prefix
/// there. It is "dead" there when names under the prefix are sent round in a circle (loop_checker.hpp).
[[nodiscard]] std::string loop_key(const resolver::delegation &d);

/// Host and port of an http or https URL, so that equal ones are the same server: in lower case, without a port that is
/// the scheme's own; empty when there are none.
[[nodiscard]] std::string host_of(std::string_view uri);

} // namespace uniform::http
