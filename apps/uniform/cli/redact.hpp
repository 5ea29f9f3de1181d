// Secrets on the command line.
#pragma once

#include <span>

namespace uniform::cli {

// Other users can read the words of a command line in the list of processes: replaces tokens, secrets and the passwords
// of stores where the system keeps them. Call it when the words were copied.
void redact_secrets(std::span<char *> words);

} // namespace uniform::cli
