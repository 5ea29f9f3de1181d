// The commands for IANA's list of URN namespaces.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command registry_show_command, registry_update_command;

inline constexpr std::array registry_commands{&registry_show_command, &registry_update_command};
inline constexpr command_group registry_group{
    "registry", "IANA's list of URN namespaces",
    "Commands for IANA's list of URN namespaces: its date, and replacing it by a newer one. `uniform registry` is "
    "`uniform registry show`.\n\n"
    "The list of this release is used, or a newer one in the file that the environment variable UNIFORM_REGISTRY "
    "names, "
    "else $XDG_DATA_HOME/uniform/urn-namespaces.json or ~/.local/share/uniform/urn-namespaces.json. A store has a list "
    "of its own.",
    registry_commands, &registry_show_command};

} // namespace uniform::cli
