// The properties of characters by UTS 39: their use in identifiers, their scripts, and the characters that they look
// like.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace ucd {

// Numbers of scripts; the first three are Common, Inherited and Unknown.
using script_set = std::bitset<256>;
enum class script : std::uint8_t { common, inherited, unknown };

// Script, and its name: "Cyrillic". Logarithmic.
[[nodiscard]] script script_of(char32_t c) noexcept;
[[nodiscard]] std::string_view name_of(script s) noexcept;

// The augmented script set (UTS 39 5.1): Script_Extensions, with the writing systems that the scripts are of; all for
// what is common or inherited.
[[nodiscard]] script_set augmented_scripts_of(char32_t c) noexcept;
// The sets of Latin, and of the writing systems that people mix with it (UTS 39 5.2, Highly Restrictive).
[[nodiscard]] script_set latin_script() noexcept;
[[nodiscard]] script_set mixed_with_latin() noexcept;

// Identifier_Status is Allowed (UTS 39 3.1). Logarithmic.
[[nodiscard]] bool is_for_identifiers(char32_t c) noexcept;
// A dot above it cannot be seen (UTS 39 5.4). Logarithmic.
[[nodiscard]] bool hides_dot_above(char32_t c) noexcept;
// The digit zero of the system of a decimal digit (UTS 39 5.3); 0 for everything else. Logarithmic.
[[nodiscard]] char32_t zero_of(char32_t c) noexcept;
// The text in US-ASCII that a character beyond it looks like (UTS 39 4: its skeleton); "" if there is none, and for
// what is not shown. Logarithmic.
[[nodiscard]] std::string_view ascii_lookalike(char32_t c) noexcept;

} // namespace ucd
} // namespace uniform
