// The terminal, and colors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uniform::cli {

// The values of --color.
enum class when : std::uint8_t { automatic, always, never };

[[nodiscard]] bool is_terminal(int descriptor) noexcept;

// Whether to use colors for that descriptor: as --color specifies; if automatic, on a terminal unless NO_COLOR is set.
[[nodiscard]] bool use_colour(when choice, int descriptor) noexcept;

// Columns of the terminal of that descriptor; 100 if it is none.
[[nodiscard]] std::size_t terminal_width(int descriptor) noexcept;

namespace ansi {
inline constexpr std::string_view plain = "\x1b[0m";
inline constexpr std::string_view bold = "\x1b[1m";
inline constexpr std::string_view dim = "\x1b[2m";
inline constexpr std::string_view red = "\x1b[31m";
inline constexpr std::string_view green = "\x1b[32m";
inline constexpr std::string_view yellow = "\x1b[33m";
} // namespace ansi

} // namespace uniform::cli
