#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/problem_types.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace uniform::resolver {

namespace {

struct row {
    std::string_view name;
    std::string_view title;
    int status;
    std::string_view meaning;
};

// In the order of problem_type.
constexpr std::array table{
    row{"malformed", "The request cannot be read", 400,
        "What was sent is not in the form that the operation reads: no URN, no JSON, no cursor, a parameter that is "
        "not known. The member \"offset\" says where, \"rule\" by which document. The same request will be refused "
        "again."},
    row{"unauthenticated", "A valid token is needed", 401,
        "The operation needs an access token (RFC 6750), and there was none, or one that is unknown, expired or "
        "revoked."},
    row{"forbidden", "The token does not reach so far", 403,
        "The token is good, but its role, its prefixes or its registrar do not reach what the request is about."},
    row{"unknown-name", "There is no such name", 404,
        "The name is well-formed, but it was never assigned or reserved here (RFC 2483 section 4: it does not exist). "
        "It may be assigned later."},
    row{"no-output", "The name exists, but there is nothing of this kind for it", 404,
        "The name exists, but this service has nothing of the kind for it: it is reserved, has no locator that is "
        "valid now, or no other name (RFC 2483 section 4)."},
    row{"not-found", "There is nothing at this address", 404,
        "There is no such thing at this address of the service. Names that are not assigned are \"unknown-name\"."},
    row{"method-not-allowed", "The method is not allowed here", 405,
        "The address is there, but does not know the method. The field Allow of the answer says which methods it "
        "knows."},
    row{"not-acceptable", "None of the accepted media types is available", 406,
        "Nothing that can be given has a media type that the field Accept allows."},
    row{"conflict", "It is taken", 409,
        "The name, prefix or identifier is taken. The member \"existing\" shows by what. Names are never assigned a "
        "second time."},
    row{"wrong-state", "Its state does not allow this", 409,
        "The thing is in a state that does not allow this: what was withdrawn, ended or decided does not go back."},
    row{"gone", "The name was withdrawn", 410,
        "The name existed and was withdrawn. The members \"reason\" and \"successor\" say why, and what has taken its "
        "place."},
    row{"precondition-failed", "A condition of the request does not hold", 412,
        "If-Match or If-None-Match does not hold of what is there (RFC 9110 section 13.1), or the round of a review is "
        "over. Ask for it anew, and decide again."},
    row{"too-large", "The request is too large", 413,
        "The body, or what is asked for at once, is larger than the service allows."},
    row{"unsupported-media-type", "The media type of the request is not supported", 415,
        "The body is of a media type that the operation does not read. The description of the API "
        "(/api/v1/openapi.json) has those that it reads."},
    row{"out-of-policy", "The policy of the namespace or prefix does not allow this", 422,
        "The policy of the namespace or of the prefix does not allow it: the pattern of names, the hosts of locators, "
        "or how a query is joined."},
    row{"invalid", "A value is not valid", 422,
        "What was sent can be read, but a value breaks a rule. The member \"pointer\" says which, where there is one."},
    row{"key-reused", "The idempotency key belongs to another request", 422,
        "The field Idempotency-Key has a key that came before with another request. A new request needs a key of its "
        "own."},
    row{"exhausted", "The minting rule has no names left", 422,
        "The pattern by which names are minted under the prefix has no names left. It needs a longer pattern."},
    row{"too-many", "Too many requests", 429,
        "More requests than this client may make in this time, or more of something than there may be. The field "
        "Retry-After of the answer, where it is there, says when to come back."},
    row{"internal", "The service made an error", 500,
        "The service made an error, which its log has. It is not the client's fault."},
    row{"unavailable", "The store cannot be reached at the moment", 503,
        "The service cannot answer at the moment, mostly because its store cannot be reached. The same request may be "
        "sent again."},
    row{"loop", "Resolvers lead to each other", 508,
        "The name is left to another resolver that leads back to this one, or round in a circle."},
};
static_assert(table.size() == problem_type_count);

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
