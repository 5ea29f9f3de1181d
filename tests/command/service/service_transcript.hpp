// The commands of the service: each transcript has the same results on a local store and on a running service.
#pragma once

#include <string>

namespace uniform::test {

// Lines "$ ..." are for bash, in which `uniform COMMAND...` uses a store with the namespace "example", or a service
// with the same store; $HARBOUR is a valid template. After each line is what it prints on both outputs, then "[N]" if
// the exit code N is not 0. What differs from run to run is written TIME, HASH (64 digits), ID (12 digits), SECRET, WHO
// and FROM (who asked, from where).
void check_transcript(const std::string &transcript);

} // namespace uniform::test
