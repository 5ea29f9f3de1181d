// The commands for URIs and references.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command parse_command, check_command, normalize_command, compare_command, resolve_command,
    relativize_command, edit_command, unique_command, explain_command, schemes_command;

inline constexpr std::array uri_commands{&parse_command,   &check_command,      &normalize_command, &compare_command,
                                         &resolve_command, &relativize_command, &edit_command,      &unique_command,
                                         &explain_command, &schemes_command};
inline constexpr command_group uri_group{"", "", "", uri_commands};

} // namespace uniform::cli
