// Lists of public suffixes, between their sources.
#pragma once

#include <cstddef>
#include <string_view>

namespace uniform::idna {

inline constexpr std::size_t longest_dns_name = 253; ///< RFC 1035 2.3.4, without the octet of the root

/// The version that a list states in a comment; empty if it does not. Linear.
[[nodiscard]] std::string_view stated_version(std::string_view text) noexcept;

} // namespace uniform::idna
