#include <uniform/resolver/problem_types.hpp>

#include <algorithm>
#include <array>

#include "base/indexed.hpp"

namespace uniform::resolver {

namespace {

struct row {
    problem_type which;
    std::string_view name;
    std::string_view title;
    int status;
    std::string_view meaning;
};

// In the order of problem_type.
constexpr std::array table{
    row{problem_type::malformed, "malformed", "Malformed request", 400,
        "The request does not have the form that the operation reads: text that is not a URN, not JSON, not a cursor, "
        "or an unknown parameter. The member \"offset\" is the position, \"rule\" the rule of a document. A retry gets "
        "the same response."},
    row{problem_type::unauthenticated, "unauthenticated", "Authentication required", 401,
        "The operation requires a valid access token (RFC 6750). The request had none, or one that is unknown, expired "
        "or revoked."},
    row{problem_type::forbidden, "forbidden", "Insufficient permissions", 403,
        "The access token is valid, but its role, its prefixes or its registrar do not permit the operation. The "
        "detail has what is required."},
    row{problem_type::unknown_name, "unknown-name", "Name does not exist", 404,
        "The name is well-formed, but was never assigned or reserved here (RFC 2483 section 4: it does not exist). It "
        "may be assigned later."},
    row{problem_type::no_output, "no-output", "No result of this kind for the name", 404,
        "The name exists, but this service has no result of the requested kind: the name is reserved, or has no "
        "locator that is valid now, or no other name (RFC 2483 section 4)."},
    row{problem_type::not_found, "not-found", "Not found", 404,
        "No such resource exists in the service. For names that are not assigned, the type is \"unknown-name\"."},
    row{problem_type::method_not_allowed, "method-not-allowed", "Method not allowed", 405,
        "The resource does not support the method. The field Allow of the response lists the allowed methods."},
    row{problem_type::not_acceptable, "not-acceptable", "Not acceptable", 406,
        "No available media type matches the field Accept."},
    row{problem_type::conflict, "conflict", "Already exists", 409,
        "The name, prefix or identifier already exists. The member \"existing\" is the existing resource. A name is "
        "never assigned again."},
    row{problem_type::wrong_state, "wrong-state", "Not possible in this state", 409,
        "The state of the resource does not permit the operation. States only move forward: what was withdrawn, ended "
        "or decided stays so."},
    row{problem_type::gone, "gone", "Name withdrawn", 410,
        "The name existed and was withdrawn. The member \"reason\" is the reason, \"successor\" the name that replaces "
        "it."},
    row{problem_type::precondition_failed, "precondition-failed", "Precondition failed", 412,
        "If-Match or If-None-Match does not hold for the current version (RFC 9110 section 13.1), or the round of a "
        "review has ended: get the current version and decide again. Or the store lacks the event of If-History."},
    row{problem_type::too_large, "too-large", "Content too large", 413,
        "The body, or the requested result, is larger than the service permits."},
    row{problem_type::unsupported_media_type, "unsupported-media-type", "Unsupported media type", 415,
        "The operation does not read the media type of the body. The description of the API (/api/v1/openapi.json) "
        "lists the supported ones."},
    row{problem_type::misdirected, "misdirected", "Name of another part", 421,
        "The service follows a part of a registry, to which the name does not belong: whether it exists is known to "
        "the "
        "service that has the whole registry, which the field Uniform-Follows of the response names, if it is known."},
    row{problem_type::out_of_policy, "out-of-policy", "Not permitted by policy", 422,
        "The policy of the namespace or of the prefix does not permit it: the pattern of names, the hosts of locators, "
        "or how a query is joined."},
    row{problem_type::invalid, "invalid", "Invalid value", 422,
        "The request has the right form, but a value breaks a rule. The member \"pointer\", if present, is its place."},
    row{problem_type::key_reused, "key-reused", "Idempotency key reused", 422,
        "The idempotency key was used for another request. Each request needs a key of its own."},
    row{problem_type::exhausted, "exhausted", "Minting rule exhausted", 422,
        "No names are left by the minting rule of the prefix. It needs a longer pattern."},
    row{problem_type::too_many, "too-many", "Too many requests", 429,
        "The client exceeds its rate limit, or a limit on the number of some resource. The field Retry-After of the "
        "response, if present, is the time to wait."},
    row{problem_type::internal, "internal", "Internal error", 500,
        "The service failed; its log has the error. The request is not at fault."},
    row{problem_type::unavailable, "unavailable", "Temporarily unavailable", 503,
        "The service cannot respond at the moment, usually because its store is not accessible. The request can be "
        "retried."},
    row{problem_type::outcome_unknown, "outcome-unknown", "Outcome unknown", 504,
        "The database was lost while it committed the request: it may have been carried out, or not. Repeat it with "
        "the "
        "same Idempotency-Key: then it is carried out once. A request that had no key may be repeated if that does no "
        "harm; otherwise look first whether it was carried out."},
    row{problem_type::loop, "loop", "Delegation loop", 508,
        "The name is delegated to another resolver whose response leads back to this one, or into a loop of "
        "resolvers."},
};
static_assert(base::is_indexed(table, &row::which, problem_type::loop) && table.size() == problem_type_count);

} // namespace

std::string_view to_string(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].name; }
std::string_view title(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].title; }
int status(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].status; }
std::string_view meaning(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].meaning; }

std::optional<problem_type> problem_type_from(std::string_view name) noexcept {
    const auto at = std::ranges::find(table, name, &row::name);
    if (at == table.end()) return std::nullopt;
    return static_cast<problem_type>(at - table.begin());
}

} // namespace uniform::resolver
