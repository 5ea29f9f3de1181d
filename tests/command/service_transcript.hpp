// The verbs of the service, each transcript on a local store and on a running service: the same answers.
#pragma once

#include <string>

namespace uniform::test {

// Lines "$ ..." are for bash, in which `uniform VERB...` asks a store with the namespace "example" or a service with
// the same; $HARBOUR is a good template; what follows is what they print on both outputs, then "[N]" when the exit code
// N is not 0. What differs from run to run is written TIME, HASH (64 digits), ID (12 digits), SECRET, WHO and FROM (who
// asked, from where).
void check_transcript(const std::string &transcript);

} // namespace uniform::test
