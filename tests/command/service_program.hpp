// Programs in Python that start the service, ask it, and end it.
#pragma once

#include <string>

#include "runner.hpp"

namespace uniform::test {

// Runs the program in an empty folder. It has `service(*WORDS, store=, env=)`, which starts the service on a free port
// and waits until it says "started": `ask()`, `command(*WORDS, **ENVIRONMENT)` (a verb with --server), `stop()`, `said`
// (its log), `token` (when it made one); and `command(*WORDS, **ENVIRONMENT)` for a verb.
[[nodiscard]] result python(const std::string &program);

} // namespace uniform::test
