// The settings of a run: from --config, the environment and the flags.
#pragma once

#include <expected>
#include <string>

#include <uniform/http/settings.hpp>

#include "print/exit.hpp"
#include "service/options.hpp"

namespace uniform::cli {

// Reads and checks them. A mistake is reported, and the error is the exit code: `wrong`, or exit_io if the file cannot
// be read.
// @param file "": that of --config or UNIFORM_CONFIG, if any
[[nodiscard]] std::expected<http::configuration, int>
read_settings(const settings_options &o, const std::string &file = {}, int wrong = exit_usage, bool quiet = false);

// The same while the service runs: the mistakes are the error, in one text.
[[nodiscard]] std::expected<http::configuration, std::string> try_settings(const settings_options &o);

} // namespace uniform::cli
