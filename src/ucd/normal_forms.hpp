// Normalization Forms C and D (UAX 15).
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace ucd {

// The characters in Normalization Form C; those that are already are returned as they are. O(n log n) for marks that
// follow one another, linear for everything else.
[[nodiscard]] std::u32string nfc(std::u32string text);
[[nodiscard]] bool is_nfc(std::u32string_view text);

// The characters in Normalization Form D. Cost as above.
[[nodiscard]] std::u32string nfd(std::u32string_view text);

// UTF-8 in Normalization Form C. `text` is UTF-8.
[[nodiscard]] std::string nfc_of_utf8(std::string_view text);

// The characters of UTF-8; U+FFFD for octets that are not.
[[nodiscard]] std::u32string characters_of(std::string_view text);
[[nodiscard]] std::string utf8_of(std::u32string_view text);

} // namespace ucd
} // namespace uniform
