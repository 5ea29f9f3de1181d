// The field of a form in which a registrar is chosen: a list of all, or, where there are too many for one, a text with
// suggestions.
#pragma once

#include <string_view>

#include "http/api/router.hpp"
#include "http/pages/page.hpp"

namespace uniform::http::manage {

/// Sets "registrars", a list of <option> without that for "none", and "registrars_are_many": they are suggestions for a
/// text, as not all are there. Only active ones, and `chosen`, whatever it is. Reads 1001 registrars at most.
void add_registrars(request_context &c, pages::html_page &p, std::string_view chosen);

} // namespace uniform::http::manage
