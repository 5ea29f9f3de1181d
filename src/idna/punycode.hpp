// Punycode (RFC 3492).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace uniform::idna::detail {

// RFC 3492 6.3: what follows "xn--"; std::nullopt if a difference is too large. Quadratic for a label of many different
// characters.
std::optional<std::string> punycode_of(std::u32string_view label);

// RFC 3492 6.2; std::nullopt for what is not Punycode. `text` is in lower case. Quadratic.
std::optional<std::u32string> punycode_decoded(std::string_view text);

} // namespace uniform::idna::detail
