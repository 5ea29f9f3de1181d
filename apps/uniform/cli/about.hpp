// The commands about the program itself.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command help_command, version_command, completion_command;

inline constexpr std::array about_commands{&help_command, &version_command, &completion_command};
inline constexpr command_group about_group{"", "", "", about_commands};

// Prints the output of `uniform version` and `uniform --version`.
int print_version();

} // namespace uniform::cli
