// Check characters of URNs, checked and completed.
//
//     check("urn:isbn:978-951-0-18435-7"_urn).state   -> check_state::incorrect, expected "6"
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/urn/check_algorithm.hpp>
#include <uniform/urn/namespace_registry.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

/// The result of checking a URN's check characters.
enum class check_state : std::uint8_t {
    none,      ///< its namespace has no check characters, or has no registry entry
    correct,   ///< all are what the algorithm computes
    incorrect, ///< one is not
    unchecked, ///< the namespace has them, but not in names of this form
};

/// "none", "correct", "incorrect", "unchecked".
[[nodiscard]] std::string_view to_string(check_state s) noexcept;

/// The result, and the check character that decided it (the first incorrect one, or the last): its place and the
/// expected one. Trivially copyable.
struct check_result {
    check_state state = check_state::none;
    bool strict = false; ///< whether an incorrect one makes the name invalid; otherwise it deserves a warning
    check_algorithm algorithm{};
    check_characters expected{}; ///< empty when the algorithm gives none
    std::uint32_t offset = 0;    ///< of the check character, in the text of the URN
    std::string_view found{};    ///< as written
    std::string_view note{};     ///< the registry entry's note on the rule
};

/// Checks the check characters that the registry entry defines. Does not check that the NSS matches the namespace:
/// validate() does. No allocation; linear.
[[nodiscard]] check_result check(const urn_view &u, const namespace_registry &registry) noexcept;
/// With namespace_registry::standard().
[[nodiscard]] check_result check(const urn_view &u) noexcept;
void check(temporary_owner<urn_view> auto &&, const namespace_registry &) = delete;
void check(temporary_owner<urn_view> auto &&) = delete;

/// The NSS with the check character that it lacks: "951-0-18435" -> "951-0-18435-7" for isbn. Errors: unknown_namespace
/// if the NID has no registry entry; invalid_name if its entry has no check character for a name of this form and
/// length.
[[nodiscard]] std::expected<std::string, error> complete_check_character(std::string_view nid, std::string_view nss,
                                                                         const namespace_registry &registry);
/// With namespace_registry::standard().
[[nodiscard]] std::expected<std::string, error> complete_check_character(std::string_view nid, std::string_view nss);

} // namespace uniform
