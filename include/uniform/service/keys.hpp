// Keys of names, by the rules of their namespace as it is managed here (resolver/namespace_rules.hpp; RFC 8141 3.1).
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// The rules of a namespace: its own, or those that the library knows. Any case of letters; the empty rules if it is
/// not managed here. One look-up.
[[nodiscard]] resolver::namespace_rules rules_of(store::reading &r, std::string_view nid);

/// resolver::key_of() by these rules.
[[nodiscard]] std::expected<std::string, resolver::problem> key_of(store::reading &r, std::string_view urn);

/// resolver::prefix_of_keys() by these rules.
[[nodiscard]] std::expected<std::string, resolver::problem> prefix_of_keys(store::reading &r, std::string_view text);

} // namespace service
} // namespace uniform
