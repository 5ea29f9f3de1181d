// Whether a template of locators has a scheme to which the service redirects.
#pragma once

#include <expected>
#include <string_view>

#include <uniform/resolver/problem.hpp>

namespace uniform::http {

struct request_context;

/// A template that was checked; empty: there is none. Problem: out_of_policy, for the setting locators.schemes.
[[nodiscard]] std::expected<void, resolver::problem> check_scheme_of_template(const request_context &c,
                                                                              std::string_view text);

} // namespace uniform::http
