// Why the service refuses: what RFC 9457 calls a problem. RFC 2483 section 4 asks that malformed, unknown, without
// output, gone and not allowed can be told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/error.hpp>

namespace uniform::resolver {

/// The kinds of problem. Each has a name ("unknown-name"), a title, and an HTTP status.
enum class problem_type : std::uint8_t {
    malformed,              ///< 400: not a URN, not JSON, not what the operation reads
    unauthenticated,        ///< 401: no token, or one that is unknown, expired or revoked
    forbidden,              ///< 403: the token's role or scope does not reach so far
    unknown_name,           ///< 404: well-formed, but no such name (RFC 2483: "does not exist")
    no_output,              ///< 404: the name exists, but this service has nothing for it
    not_found,              ///< 404: no such thing at this address of the API
    method_not_allowed,     ///< 405
    not_acceptable,         ///< 406
    conflict,               ///< 409: the name or the NID is taken; "existing" shows what is there
    wrong_state,            ///< 409: not in this state (nothing goes back)
    gone,                   ///< 410: withdrawn, or no longer resolved
    precondition_failed,    ///< 412
    too_large,              ///< 413
    unsupported_media_type, ///< 415
    out_of_policy,          ///< 422: the namespace's or prefix's policy does not allow it
    invalid,                ///< 422: well-formed, but a value breaks a rule
    key_reused,             ///< 422: the idempotency key was used with another request
    exhausted,              ///< 422: the minting rule has no names left
    too_many,               ///< 429
    internal,               ///< 500
    unavailable,            ///< 503: the store cannot be reached; try again
    loop,                   ///< 508: resolvers that lead to each other
};

/// "unknown-name": the last segment of the problem's type URI, "/problems/unknown-name".
[[nodiscard]] std::string_view to_string(problem_type t) noexcept;
/// A short sentence that is the same for every problem of the type.
[[nodiscard]] std::string_view title(problem_type t) noexcept;
/// The status of HTTP.
[[nodiscard]] int status(problem_type t) noexcept;

/// One refusal: what, where, and by which rule.
struct problem {
    problem_type type = problem_type::internal;
    std::string detail = {};                ///< what is wrong in this case, a sentence
    std::optional<std::size_t> offset = {}; ///< where in the text that was given
    std::string rule = {};                  ///< "RFC 8141 section 5.1"
    std::string members = {};               ///< further members of the answer: a JSON object as text, or empty
};

/// A parser's error as a problem of type malformed, with offset and rule.
[[nodiscard]] problem malformed(const error &e, std::string_view text);

/// The problem as an object of RFC 9457 ("type", "title", "status", "detail", "offset", "rule", and its members).
/// `instance` names the request, and is left out when empty.
[[nodiscard]] std::string to_json(const problem &p, std::string_view instance = {});

} // namespace uniform::resolver
