// The commands for URLs by their schemes.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command get_command, url_parse_command, url_make_command, url_plan_command;

inline constexpr std::array get_commands{&get_command};
inline constexpr command_group get_group{"", "", "", get_commands};

inline constexpr std::array url_commands{&url_parse_command, &url_make_command, &url_plan_command};
inline constexpr command_group url_group{
    "url", "Uniform Resource Locators, scheme by scheme",
    "Commands for the parts that a scheme gives its URLs (draft-ietf-uri-url-06 of 1994 and its successors): reading "
    "them, making a URL of them, and planning how a client accesses the resource.",
    url_commands};

} // namespace uniform::cli
