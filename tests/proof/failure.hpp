// The end of a proof that cannot be made: a grammar that cannot be read, an automaton that is none.
#pragma once

#include <string>

namespace proof {

// Throws std::runtime_error, which nobody catches but the tests of this code. Compiled without exceptions, as it is for
// WebAssembly, it writes the text to standard error and aborts.
[[noreturn]] void fail(const std::string &why);

} // namespace proof
