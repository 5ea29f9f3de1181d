#include <uniform/version.hpp>

#include "boundary.hpp"

const char *uniform_version(void) { return UNIFORM_VERSION; }
