#include <uniform/resolver/problem.hpp>

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace uniform::resolver {

namespace {

struct row {
    std::string_view name;
    std::string_view title;
    int status;
};

// In the order of problem_type.
constexpr std::array table{
    row{"malformed", "The request cannot be read", 400},
    row{"unauthenticated", "A valid token is needed", 401},
    row{"forbidden", "The token does not reach so far", 403},
    row{"unknown-name", "There is no such name", 404},
    row{"no-output", "The name exists, but there is nothing of this kind for it", 404},
    row{"not-found", "There is nothing at this address", 404},
    row{"method-not-allowed", "The method is not allowed here", 405},
    row{"not-acceptable", "None of the accepted media types is available", 406},
    row{"conflict", "It is taken", 409},
    row{"wrong-state", "Its state does not allow this", 409},
    row{"gone", "The name was withdrawn", 410},
    row{"precondition-failed", "It has changed in the meantime", 412},
    row{"too-large", "The request is too large", 413},
    row{"unsupported-media-type", "The media type of the request is not supported", 415},
    row{"out-of-policy", "The policy of the namespace or prefix does not allow this", 422},
    row{"invalid", "A value is not valid", 422},
    row{"key-reused", "The idempotency key belongs to another request", 422},
    row{"exhausted", "The minting rule has no names left", 422},
    row{"too-many", "Too many requests", 429},
    row{"internal", "The service made an error", 500},
    row{"unavailable", "The store cannot be reached at the moment", 503},
    row{"loop", "Resolvers lead to each other", 508},
};
static_assert(table.size() == static_cast<std::size_t>(problem_type::loop) + 1);

} // namespace

std::string_view to_string(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].name; }
std::string_view title(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].title; }
int status(problem_type t) noexcept { return table[static_cast<std::size_t>(t)].status; }

problem malformed(const error &e, std::string_view text) {
    problem p{.type = problem_type::malformed, .detail = message(e, text), .offset = e.offset};
    p.rule = std::string(e.document()) + " section " + std::string(e.section());
    return p;
}

std::string to_json(const problem &p, std::string_view instance) {
    using json = nlohmann::ordered_json;
    json out;
    out["type"] = "/problems/" + std::string(to_string(p.type));
    out["title"] = title(p.type);
    out["status"] = status(p.type);
    if (!p.detail.empty()) out["detail"] = p.detail;
    if (!instance.empty()) out["instance"] = instance;
    if (p.offset) out["offset"] = *p.offset;
    if (!p.rule.empty()) out["rule"] = p.rule;
    if (!p.members.empty()) {
        const json members = json::parse(p.members, nullptr, false);
        if (members.is_object()) out.update(members);
    }
    // What a client sent may hold bytes that are no UTF-8.
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace uniform::resolver
