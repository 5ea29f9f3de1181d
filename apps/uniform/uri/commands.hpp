// The commands for URIs and references.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command parse_command, check_command, normalize_command, compare_command, resolve_command,
    relativize_command, edit_command, unique_command, explain_command, schemes_command, iri_to_uri_command,
    iri_to_iri_command, repair_command, encode_command, decode_command;

inline constexpr std::array uri_commands{&parse_command,   &check_command,      &normalize_command, &compare_command,
                                         &resolve_command, &relativize_command, &edit_command,      &unique_command,
                                         &encode_command,  &decode_command,     &explain_command,   &repair_command,
                                         &schemes_command};
inline constexpr command_group uri_group{"", "", "", uri_commands};

inline constexpr std::array iri_commands{&iri_to_uri_command, &iri_to_iri_command};
inline constexpr command_group iri_group{"iri", "IRIs (RFC 3987): conversion to URIs and back",
                                         "An IRI is a URI that may contain characters outside US-ASCII, in UTF-8. The "
                                         "other commands read IRIs with --edition "
                                         "rfc3987 or --as iri.",
                                         iri_commands};

} // namespace uniform::cli
