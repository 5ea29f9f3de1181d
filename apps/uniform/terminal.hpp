// What is known about the terminal, and its colours.
#pragma once

#include <cstddef>
#include <string_view>

#include "options.hpp"

namespace uniform::command {

[[nodiscard]] bool is_terminal(int descriptor) noexcept;

// Whether to colour what goes to that descriptor: as --color says; by itself on a terminal unless NO_COLOR is set.
[[nodiscard]] bool use_colour(when choice, int descriptor) noexcept;

// Columns of the terminal behind that descriptor; 100 where there is none.
[[nodiscard]] std::size_t terminal_width(int descriptor) noexcept;

namespace ansi {
inline constexpr std::string_view plain = "\x1b[0m";
inline constexpr std::string_view bold = "\x1b[1m";
inline constexpr std::string_view dim = "\x1b[2m";
inline constexpr std::string_view red = "\x1b[31m";
inline constexpr std::string_view green = "\x1b[32m";
inline constexpr std::string_view yellow = "\x1b[33m";
} // namespace ansi

} // namespace uniform::command
