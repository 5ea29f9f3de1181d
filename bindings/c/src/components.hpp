// Parsing at the boundary: the options, the productions, and the components as ranges.
#pragma once

#include <uniform/uri/parse.hpp>

#include "boundary.hpp"

namespace uniform::c {

rule production_of(uniform_production constant);
parse_options parse_options_of(const uniform_parse_options &o);
uniform_components components_of(const reference_view &r);

// The options of a function that has no uniform_parse_options.
inline parse_options parse_options_of(uniform_edition e, std::int32_t zone_ids) {
    return {.edition = edition_of(e), .zone_ids = truth(zone_ids)};
}

} // namespace uniform::c
