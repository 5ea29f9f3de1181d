// The common part of the pages of the registration: the findings of the check of a template.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/registry/template_check.hpp>
#include <uniform/resolver/problem.hpp>

#include "http/api/router.hpp"
#include "http/pages/page.hpp"
#include "http/site/registration_models.hpp"

namespace uniform::http::registration_pages {

/// The number in the path of the page of a request. Problem: not_found, if it is none.
[[nodiscard]] std::expected<std::uint64_t, resolver::problem> number_of_request(const request_context &c);

/// The label of an action on a request that was taken, by its name: "Submitted" of "submit".
[[nodiscard]] std::string label_of_done(const pages::html_page &p, std::string_view action);

/// Those about one field, or about none. Linear.
[[nodiscard]] std::vector<finding_row> findings_about(const std::vector<registry::finding> &all,
                                                      std::optional<registry::field> about, const pages::html_page &p);

} // namespace uniform::http::registration_pages
