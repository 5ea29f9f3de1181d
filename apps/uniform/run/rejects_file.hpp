// The file of --rejects, which is emptied: never one that the command reads or writes otherwise.
#pragma once

#include <expected>
#include <string>

#include "cli/command.hpp"

namespace uniform::cli {

// Opens the file and empties it; returns its descriptor. "-" and /dev/stdout are standard output itself, and
// /dev/stderr is standard error, so that nothing overwrites what they have. A file that is named by another option, or
// that standard input, output or error is, is refused before it is emptied. A problem is reported, and the error is the
// exit code.
[[nodiscard]] std::expected<int, int> open_rejects(const common_options &o, const std::string &name);

} // namespace uniform::cli
