// The life of a name: which operation is possible in which state. RFC 8141 5 (1): what was assigned is never
// assigned again: no path leads back to a name that does not exist.
//
//     (none) -assign-> active   (none) -reserve-> reserved   reserved -activate-> active
//     active -change-> active   reserved|active -withdraw-> withdrawn   withdrawn -succeed-> withdrawn
//     withdrawn -reinstate-> active, or reserved if it was: within the time that the namespace grants for errors
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The actions on a name.
enum class name_action : std::uint8_t {
    assign,
    reserve,
    activate, ///< fills a reserved name
    change,   ///< locators, description, other names
    withdraw,
    succeed,   ///< says what took the place of a withdrawn name
    reinstate, ///< reverts an erroneous withdrawal: the name is in the state before it again
};
/// "assign", ..., "reinstate": the actions in the history.
[[nodiscard]] std::string_view to_string(name_action a) noexcept;

/// The state of the name `key` after `a`; reinstate: of a name that was active. Problems: conflict for a name that is
/// there and is to be assigned or reserved; unknown_name for one that is not there; wrong_state otherwise.
/// @param name name_record::name, for the problem
[[nodiscard]] std::expected<name_state, problem> after(std::optional<name_state> from, name_action a,
                                                       std::string_view key, std::string_view name = {});

} // namespace resolver
} // namespace uniform
