// The settings of a run: from --config, the environment and the flags.
#pragma once

#include <expected>
#include <string>

#include <uniform/http/settings.hpp>

#include "options.hpp"

namespace uniform::command {

// Reads and checks them; when something is wrong, it has been said, and the value is the exit code: `wrong`, or exit_io
// when the file cannot be read.
// @param file "": that of --config or UNIFORM_CONFIG, if any
[[nodiscard]] std::expected<http::configuration, int> read_settings(const options &o, const std::string &file = {},
                                                                    int wrong = exit_usage, bool quiet = false);

} // namespace uniform::command
