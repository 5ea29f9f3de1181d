/// @file
/// One locator for all names of a namespace or a prefix: the template of those that have none of their own, so that ten
/// million names need no ten million locators.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The longest template of locators, in bytes.
inline constexpr std::size_t longest_locator_template = 1000;

/// Why a text is no template of locators: the predicate of a sentence ("has the unknown variable ..."), and where.
struct locator_template_error {
    std::string says{};
    std::optional<std::size_t> offset{};
};

/// A URI template (RFC 6570) with the variables of record_template: urn, nid, nss and suffix, which is what follows the
/// prefix. It must make a locator (check_locator_url) of each name, with the same host for all names of a namespace:
/// who chooses names does not choose where they lead. Its host is in US-ASCII (A-labels), and it has no dot segments.
/// Linear.
///
///     check_locator_template("https://archive.example/{nss}")  -> has a value
///     check_locator_template("https://{nss}.example/")         -> an error
///     check_locator_template("https://m\u00FCnchen.example/{nss}")  -> an error: the host must be A-labels
[[nodiscard]] std::expected<void, locator_template_error> check_locator_template(std::string_view text);

/// A new template: in its query, names are percent-encoded as a whole. What `{+nss}` keeps there of the name
/// "urn:example:a&b" would be what the q-component of "urn:example:a?=b" adds to the query (RFC 8141 2.3.2), and two
/// names would have one URL. Stores of earlier versions may have such templates. Problem: invalid, with pointer.
/// Linear.
///
///     check_new_locator_template("https://a.example/?n={nss}")   -> has a value
///     check_new_locator_template("https://a.example/?n={+nss}")  -> a problem
[[nodiscard]] std::expected<void, problem> check_new_locator_template(std::string_view text);

/// The locator of a name by a template that was checked; std::nullopt if what it makes is none: it is too long, or the
/// name has dot segments (also percent-encoded ones), which would lead out of the template's folder. Linear.
/// @param urn the name as it is written
/// @param prefix of the key, of the delegation that has the template; empty: the template is that of the namespace
///
///     locator_of_template("https://a.example/{suffix}", "urn:example:lib-7", "example:lib-") == "https://a.example/7"
[[nodiscard]] std::optional<std::string> locator_of_template(std::string_view text, std::string_view urn,
                                                             std::string_view prefix);

} // namespace resolver
} // namespace uniform
