// What the page of a problem shows in addition when the problem is about a name (web/templates/problem.html): where the
// error is in the text, names that begin in the same way, whom to ask.
#pragma once

#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>

#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// Of a name that does not exist, or leads nowhere.
[[nodiscard]] json::value data_of_problem(const resolver::problem &p, const resolution &r, const request &q);
/// Of a text that is no name, as it was sent.
[[nodiscard]] json::value data_of_problem(const resolver::problem &p, std::string_view asked, const request &q);

} // namespace uniform::http
