// The command that warns.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command lint_command;

inline constexpr std::array lint_commands{&lint_command};
inline constexpr command_group lint_group{"", "", "", lint_commands};

} // namespace uniform::cli
