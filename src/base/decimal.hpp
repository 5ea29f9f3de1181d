// Decimal numbers in text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace uniform::base {

/// The number that a text of digits is; std::nullopt if it is none, or none of 64 bits. `decimal("12")` is 12. Linear.
[[nodiscard]] inline std::optional<std::uint64_t> decimal(std::string_view text) noexcept {
    std::uint64_t n = 0;
    const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (text.empty() || why != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return n;
}

} // namespace uniform::base
