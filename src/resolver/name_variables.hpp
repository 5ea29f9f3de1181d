// The variables that templates have for a name, and what they are in a URI template (RFC 6570).
#pragma once

#include <array>
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace uniform::resolver::detail {

inline constexpr std::array<std::string_view, 4> variable_names{"urn", "nid", "nss", "suffix"};

/// The values for one name, in the order of `variable_names`.
using variable_values = std::array<std::string_view, 4>;

/// @param urn the name as it is written
/// @param prefix of the key, without which `suffix` is `nss`
[[nodiscard]] variable_values values_of(std::string_view urn, std::string_view prefix);

/// The fault of a template: the predicate of a sentence whose subject the caller knows.
struct template_fault {
    std::string says;
    std::optional<std::size_t> offset = {};
    std::string rule = {};
};

/// "has the unknown variable ..."
[[nodiscard]] template_fault unknown_variable(std::string_view name, std::optional<std::size_t> offset);

/// A URI template with these values. Linear.
[[nodiscard]] std::expected<std::string, template_fault> expanded_url(std::string_view text, const variable_values &of);

} // namespace uniform::resolver::detail
