// The URL of a name at another resolver, and whether two URLs are of the same server.
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The URL of a name at another resolver. RFC 8141 2.3.1: the r-component is supplied along with the URN. In a query,
/// or before other text, the URN is percent-encoded; in a path also where clients would remove a part of it as a dot
/// segment (RFC 3986 5.2.4). Linear, but for names that are percent-encoded several times.
/// @param resolver_template as delegation::resolver
[[nodiscard]] std::string delegated_url(std::string_view resolver_template, std::string_view urn);

/// Host and port of a URL in one spelling, so that equal results are the same server: in lower case, without the
/// default port of the scheme (RFC 3986 6.2.3). Empty if the URL has no authority. Linear.
[[nodiscard]] std::string server_of(std::string_view url);

} // namespace resolver
} // namespace uniform
