// The commands for URNs and their namespaces.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command urn_parse_command, urn_check_command, urn_normalize_command, urn_compare_command,
    urn_convert_command, urn_make_command, urn_guess_command, urn_nid_command, urn_namespaces_command;

inline constexpr std::array urn_commands{&urn_parse_command,   &urn_check_command,   &urn_normalize_command,
                                         &urn_compare_command, &urn_convert_command, &urn_make_command,
                                         &urn_guess_command,   &urn_nid_command,     &urn_namespaces_command};
inline constexpr command_group urn_group{"urn", "Uniform Resource Names",
                                         "Commands for Uniform Resource Names (RFC 8141), their older editions, and "
                                         "the namespaces registered at IANA. Inputs, "
                                         "results and exit codes are those of the commands for URIs.",
                                         urn_commands};

} // namespace uniform::cli
