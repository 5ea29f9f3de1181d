// Parsing at the boundary: the options, the productions, and the components as ranges.
#pragma once

#include <uniform/uri/parse.hpp>
#include <uniform/url/by_edition.hpp>

#include "boundary.hpp"

namespace uniform::c {

rule production_of(uniform_production constant);
parse_options parse_options_of(const uniform_parse_options &o, edition_use use = edition_use::parse);
uniform_components components_of(const reference_view &r);

// The options of a function that has no uniform_parse_options.
inline parse_options parse_options_of(uniform_edition e, std::int32_t zone_ids, edition_use use) {
    return {.edition = edition_of(e, use), .zone_ids = truth(zone_ids)};
}

// The error of the text of two that is refused.
inline uniform_status refuse(uniform_error *error, const refused_text &why,
                             const std::array<std::string_view, 2> &texts) noexcept {
    return refuse(error, why.why, texts[why.argument], why.argument);
}

} // namespace uniform::c
