// The commands for URI templates.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command template_expand_command, template_match_command, template_check_command;

inline constexpr std::array template_commands{&template_expand_command, &template_match_command,
                                              &template_check_command};
inline constexpr command_group template_group{
    "template", "URI templates (RFC 6570), all four levels",
    "A template has expressions in braces, such as {id}, {/path*} and {?query}: expand fills them in, match finds the "
    "values in a URI, check reports what is no template.",
    template_commands};

} // namespace uniform::cli
