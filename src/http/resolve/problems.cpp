#include "http/resolve/problems.hpp"

#include <utility>

#include <uniform/resolver/refusal.hpp>

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

problem withdrawn_problem(std::string_view key, const resolver::name_record &r) {
    const std::string urn = resolver::urn_of(key, r);
    problem p{.type = problem_type::gone,
              .detail = "\"" + urn + "\" was withdrawn" + (r.reason.empty() ? "" : ": " + r.reason),
              .rule = "RFC 2483 section 4.1: existed in the past"};
    const auto add = [&](const char *name, const std::string &value) {
        if (!value.empty()) p.members.emplace_back(name, value);
    };
    add("name", urn);
    add("reason", r.reason);
    add("withdrawn", r.withdrawn ? resolver::to_string(*r.withdrawn) : std::string{});
    add("successor", r.successor);
    return p;
}

problem delegated_problem(std::string_view location) {
    return {.type = problem_type::no_output,
            .detail = "the name is delegated to another resolver, " + std::string{location},
            .rule = std::string(resolver::no_available_output),
            .members = {{"location", location}}};
}

problem with_corrections(problem p, std::span<const resolver::correction> corrections) {
    if (corrections.empty()) return p;
    json::array list;
    for (const auto c : corrections) list.emplace_back(to_string(c));
    p.members.emplace_back("corrected", std::move(list));
    return p;
}

outcome outcome_of(const problem &p) noexcept {
    switch (p.type) {
    case problem_type::gone:
        return outcome::withdrawn;
    case problem_type::unknown_name:
        return outcome::unknown;
    case problem_type::no_output:
        return outcome::no_output;
    case problem_type::malformed:
        return outcome::malformed;
    default:
        return outcome::refused;
    }
}

} // namespace uniform::http
