// The commands that find identifiers in text.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command find_uris_command, complete_command;

inline constexpr std::array text_commands{&find_uris_command, &complete_command};
inline constexpr command_group text_group{"", "", "", text_commands};

} // namespace uniform::cli
