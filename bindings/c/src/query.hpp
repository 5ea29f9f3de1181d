// The options of queries at the boundary.
#pragma once

#include <uniform/uri/query.hpp>

#include "boundary.hpp"

namespace uniform::c {

query_options query_options_of(const uniform_query_options *given);

} // namespace uniform::c
