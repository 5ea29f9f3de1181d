// The types of problems, and what they mean: for the page at the URI of each, "/problems/unknown-name" (RFC 9457
// 3.1.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The kinds of problem. Each has a name ("unknown-name"), a title, and an HTTP status.
enum class problem_type : std::uint8_t {
    malformed,              ///< 400: not a URN, not JSON, or another form than the operation reads
    unauthenticated,        ///< 401: no token, or one that is unknown, expired or revoked
    forbidden,              ///< 403: the token's role, registrar or prefixes do not permit it
    unknown_name,           ///< 404: well-formed, but no such name (RFC 2483: "does not exist")
    no_output,              ///< 404: the name exists, but this service has nothing for it
    not_found,              ///< 404: no such resource
    method_not_allowed,     ///< 405
    not_acceptable,         ///< 406
    conflict,               ///< 409: the name or the NID already exists; "existing" shows it
    wrong_state,            ///< 409: not in this state (states only move forward)
    gone,                   ///< 410: withdrawn, or no longer resolved
    precondition_failed,    ///< 412
    too_large,              ///< 413
    unsupported_media_type, ///< 415
    misdirected,            ///< 421: the name is in a part of the registry that this service does not follow
    out_of_policy,          ///< 422: the namespace's or prefix's policy does not allow it
    invalid,                ///< 422: well-formed, but a value breaks a rule
    key_reused,             ///< 422: the idempotency key was used with another request
    exhausted,              ///< 422: the minting rule has no names left
    too_many,               ///< 429
    internal,               ///< 500
    unavailable,            ///< 503: the store is not accessible; nothing was done; retry
    outcome_unknown,        ///< 504: the store was lost during the commit; retry with the same idempotency key
    loop,                   ///< 508: a delegation loop
};

/// "unknown-name": the last segment of the problem's type URI, "/problems/unknown-name".
[[nodiscard]] std::string_view to_string(problem_type t) noexcept;
/// A short sentence that is the same for every problem of the type.
[[nodiscard]] std::string_view title(problem_type t) noexcept;
/// The status of HTTP.
[[nodiscard]] int status(problem_type t) noexcept;

/// They are 0 to problem_type_count - 1.
inline constexpr std::size_t problem_type_count = static_cast<std::size_t>(problem_type::loop) + 1;

/// When a problem of this type is answered, and what the client may do: one to three sentences, for people.
[[nodiscard]] std::string_view meaning(problem_type t) noexcept;

/// By its name, "unknown-name"; nothing when there is none of that name.
[[nodiscard]] std::optional<problem_type> problem_type_from(std::string_view name) noexcept;

} // namespace resolver
} // namespace uniform
