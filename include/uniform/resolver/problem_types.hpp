// What the types of problems mean: for the page at the URI of each, "/problems/unknown-name" (RFC 9457 3.1.1).
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// They are 0 to problem_type_count - 1.
inline constexpr std::size_t problem_type_count = static_cast<std::size_t>(problem_type::loop) + 1;

/// When a problem of this type is answered, and what the client may do: one to three sentences, for people.
[[nodiscard]] std::string_view meaning(problem_type t) noexcept;

/// By its name, "unknown-name"; nothing when there is none of that name.
[[nodiscard]] std::optional<problem_type> problem_type_from(std::string_view name) noexcept;

} // namespace resolver
} // namespace uniform
