// Problems that occur in several operations: one sentence for one situation.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// `if (text.empty()) return refuse(problem_type::invalid, "the text is empty");`
[[nodiscard]] inline std::unexpected<problem> refuse(problem_type type, std::string detail, std::string rule = {},
                                                     json::object members = {}) {
    return std::unexpected{
        problem{.type = type, .detail = std::move(detail), .rule = std::move(rule), .members = std::move(members)}};
}

/// Invalid: a member of the request. `name` is its pointer without the first slash: "hosts/1".
[[nodiscard]] inline std::unexpected<problem> refuse_member(std::string_view name, std::string detail) {
    return std::unexpected{
        problem{.type = problem_type::invalid, .detail = std::move(detail), .pointer = "/" + std::string(name)}};
}

/// unauthenticated: "a valid access token is required, as "Authorization: Bearer TOKEN"".
[[nodiscard]] problem token_required();

// Each of these is forbidden and begins with "insufficient permissions: ".

/// "requires role manager, the token has role registrar". The least of several roles that suffice is named.
[[nodiscard]] problem insufficient_role(roles required, role has);
/// "the token does not cover the prefix "isbn:"".
[[nodiscard]] problem prefix_not_covered(std::string_view prefix);
/// "the token does not cover the name "urn:isbn:..."".
[[nodiscard]] problem name_not_covered(std::string_view key);
/// "the prefix "isbn:" is delegated to the registrar "library""; for an empty registrar, to managers only.
[[nodiscard]] problem delegated_to(std::string_view prefix, std::string_view registrar);
/// Any other reason.
[[nodiscard]] problem insufficient_permissions(std::string_view reason);

/// unknown_name (RFC 2483 section 4): "the name "urn:example:a" does not exist here".
[[nodiscard]] problem name_does_not_exist(std::string_view key);

// Rules of problems that occur in several operations.

/// The rule of unknown_name.
inline constexpr std::string_view valid_but_nonexistent =
    "RFC 2483 section 4.1: syntactically valid but does not exist";
/// The rule of a name for which a service has no result.
inline constexpr std::string_view no_available_output = "RFC 2483 section 4.1: exists but there is no available output";
/// Exactly one of several requests for one NID is registered.
inline constexpr std::string_view registered_once = "RFC 8141 section 5.1 (1)";

// `what` is the kind of object: "registrar".

/// not_found: "the registrar "library" does not exist".
[[nodiscard]] problem does_not_exist(std::string_view what, std::string_view id);
/// The same, with the commands that list and add registrars.
[[nodiscard]] problem registrar_does_not_exist(std::string_view id);
/// conflict: "the registrar "library" already exists".
[[nodiscard]] problem already_exists(std::string_view what, std::string_view id);
/// wrong_state: "the registrar "library" has ended: it cannot be changed".
[[nodiscard]] problem has_ended(std::string_view what, std::string_view id);

} // namespace resolver
} // namespace uniform
