// The commands for host names.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command host_ascii_command, host_unicode_command, host_display_command, host_domain_command;

inline constexpr std::array host_commands{&host_ascii_command, &host_unicode_command, &host_display_command,
                                          &host_domain_command};
inline constexpr command_group host_group{
    "host", "host names in any script, and their domains",
    "Internationalized host names (IDNA): as the DNS stores them, as people read them, and as they may safely be "
    "shown; "
    "and the part of a name that somebody registered. The documents differ on which names there are: --rules selects "
    "one. uts46 (Unicode Technical Standard 46, section 4, nontransitional, with all its checks) maps what people "
    "type, "
    "for example upper case; idna2008 (RFC 5891 section 5) maps nothing and refuses symbols; browser (the URL "
    "Standard) accepts each name in US-ASCII.",
    host_commands};

} // namespace uniform::cli
