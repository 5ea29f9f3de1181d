// Exit codes, and how a command reports why it ends with one.
#pragma once

#include <string_view>

#include "print/standard_output.hpp"

namespace uniform::cli {

inline constexpr int exit_good = 0;
inline constexpr int exit_bad_input = 1; // some input is invalid, or not equivalent
inline constexpr int exit_usage = 2;
inline constexpr int exit_io = 3;

// Writes "uniform: SAYS" to standard error; returns the code.
int fail(int code, std::string_view says);

// Writes the whole text to standard output. Returns exit_good, also if the reader has ended, or reports why it cannot
// be written and returns exit_io.
[[nodiscard]] int print_all(std::string_view text, own_colours colours = own_colours::no);

// Writes the text to standard error.
void print_message(std::string_view text);

} // namespace uniform::cli
