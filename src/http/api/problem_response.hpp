// Problems as responses: problem details (RFC 9457), or a page for people.
#pragma once

#include <span>
#include <string>

#include <uniform/resolver/problem.hpp>

#include "http/engine/engine.hpp"

namespace uniform::http {

struct settings;
struct problem_about_name;

/// The problem as application/problem+json, or as text/html if the request prefers a page.
/// @param s for the frame of the page; may be null
[[nodiscard]] response to_response(const resolver::problem &p, const request &r, const settings *s = nullptr);
/// The same, and what a page shows of the name that the problem is about (problem_model.hpp).
[[nodiscard]] response to_response(const resolver::problem &p, const request &r, const settings *s,
                                   problem_about_name about);

/// The value of Allow (RFC 9110 10.2.1), which a problem with allowed methods has: "GET, HEAD".
[[nodiscard]] std::string methods_in(std::span<const std::string> methods);

/// Whether to_response() makes a page.
[[nodiscard]] bool prefers_page(const request &r);

} // namespace uniform::http
