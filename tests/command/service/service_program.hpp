// Programs in Python that start the service, make requests, and end it.
#pragma once

#include <string>

#include "command/runner.hpp"

namespace uniform::test {

// Runs the program in an empty folder. It has `service(*WORDS, store=, env=)`, which starts the service on a free port
// and waits for its log entry "started": `ask()`, `command(*WORDS, **ENVIRONMENT)` (a command with --server), `stop()`,
// `read_log(EVENT)`, `said` (its log), `token` (if it made one); `command(*WORDS, **ENVIRONMENT)` for a command; and
// `quiet_server`, to which a command connects.
[[nodiscard]] result python(const std::string &program);

} // namespace uniform::test
