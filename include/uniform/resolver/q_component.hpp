// RFC 8141 2.3.2: "copying the q-component from the URN to the query component of the URI" that is the locator.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The locator with the q-component as its query, byte for byte as it was sent. When the locator has a query that is
/// not empty, `strategy` says what happens. A locator of a scheme without queries, such as ftp, stays as it is. A
/// fragment of the locator stays at the end; an f-component is never added: the client keeps its own (RFC 9110 10.2.2).
/// Errors: out_of_policy for q_strategy::refuse. Linear.
[[nodiscard]] std::expected<std::string, problem> with_q_component(std::string_view locator, std::string_view q,
                                                                   q_strategy strategy);

} // namespace resolver
} // namespace uniform
