// The URLs that may be locators of a name.
#pragma once

#include <cstddef>
#include <expected>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The longest URL of a locator, in bytes.
inline constexpr std::size_t longest_locator = 8192;

/// RFC 8141 2.3.2: "a URI that is a locator". It is a URI of RFC 3986 whose scheme IANA knows and that names a host;
/// "file" is none, because it leads somewhere else on every machine, and news: needs no host. A URL of http or https
/// has no userinfo (RFC 9110 4.2.4) and a port that exists. Errors: malformed, with the offset in `url`; invalid.
/// Linear.
[[nodiscard]] std::expected<void, problem> check_locator_url(std::string_view url);

} // namespace resolver
} // namespace uniform
