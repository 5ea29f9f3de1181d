// The schemes of the URLs to which a resolver redirects.
#pragma once

#include <array>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// A browser follows a redirect without asking, and some schemes that IANA knows run what is in the URL or start a
/// program ("javascript"). So only these are permitted unless an administrator adds others (locators.schemes).
inline constexpr std::array<std::string_view, 3> default_location_schemes{"http", "https", "ftp"};

/// Whether a scheme cannot be permitted either: "urn", in any case of letters. A URN is no locator (RFC 8141 2.3.2),
/// and a redirect to it would lead to a resolver again, and from there perhaps back.
///
///     is_scheme_of_names("URN") && !is_scheme_of_names("https")
///
[[nodiscard]] bool is_scheme_of_names(std::string_view scheme) noexcept;

/// Whether the scheme of a URL is one of these, in any case of letters; if there are none, one of the default schemes.
/// That of names never is.
///
///     has_permitted_scheme("HTTPS://a.example/", {}) && !has_permitted_scheme("javascript://a/%0aalert(1)", {})
///
/// Linear in the schemes.
[[nodiscard]] bool has_permitted_scheme(std::string_view url, std::span<const std::string> schemes) noexcept;

/// "http, https, ftp": for messages.
[[nodiscard]] std::string list_of_schemes(std::span<const std::string> schemes);

/// Whether all locators of a name record have a permitted scheme. Errors: out_of_policy, with the pointer of the
/// locator ("/locators/0"). Linear.
[[nodiscard]] std::expected<void, problem> check_schemes(const name_record &r, std::span<const std::string> schemes);

} // namespace resolver
} // namespace uniform
