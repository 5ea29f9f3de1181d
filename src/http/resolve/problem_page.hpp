// The additions to the page of a problem when the problem is about a name (web/templates/problem.html).
#pragma once

#include <string_view>

#include <uniform/resolver/problem.hpp>

#include "http/api/problem_model.hpp"
#include "http/resolve/resolution_result.hpp"

namespace uniform::http {

/// Those for a name that does not exist, or leads nowhere.
[[nodiscard]] problem_about_name about_name(const resolver::problem &p, const resolution &r, const request &q);
/// Those for a text that is no name, as it was sent.
[[nodiscard]] problem_about_name about_name(const resolver::problem &p, std::string_view asked, const request &q);

} // namespace uniform::http
