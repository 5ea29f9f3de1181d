// The file with a list of IANA's that is newer than this release.
#pragma once

#include <string>

namespace uniform::cli {

// UNIFORM_REGISTRY, else $XDG_DATA_HOME/uniform/urn-namespaces.json, else that in ~/.local/share.
[[nodiscard]] std::string registry_file();

// Makes the list in that file the one that the program uses. No file: nothing happens. One that cannot be used is
// reported, and the list of this release is used.
void use_registry_file();

} // namespace uniform::cli
