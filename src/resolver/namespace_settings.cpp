#include <uniform/resolver/namespace_settings.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/nid.hpp>

#include "resolver/json_members.hpp"

namespace uniform::resolver {

namespace {

constexpr std::array<std::string_view, 3> strategies{"append", "replace", "refuse"};
constexpr std::size_t longest_title = 1000;
constexpr std::uint32_t longest_age = 31'536'000; // a year

std::unexpected<problem> invalid(std::string_view member, std::string_view says) {
    json members;
    members["member"] = member;
    std::string detail = "\"";
    detail.append(member).append("\" ").append(says);
    return std::unexpected(
        problem{.type = problem_type::invalid, .detail = std::move(detail), .members = members.dump()});
}

// Whether the member is there and can be read into `to`; says what is wrong.
template <class T, class Is>
std::expected<bool, problem> read(const json &from, std::string_view member, T &to, Is is, std::string_view what) {
    const auto found = from.find(member);
    if (found == from.end()) return false;
    if (!is(*found)) return invalid(member, "must be " + std::string(what));
    to = found->template get<T>();
    return true;
}

bool is_text(const json &j) { return j.is_string(); }
bool is_yes_or_no(const json &j) { return j.is_boolean(); }

constexpr std::array<std::string_view, 13> known{
    "nid",         "status",           "origin",  "title",  "request",     "redirect", "q_component",
    "r_component", "public_resolvers", "max_age", "syntax", "equivalence", "checks"};

constexpr std::size_t longest_rules = std::size_t{64} << 10U;

// What is nested belongs to the rules.
std::expected<json, problem> object_of(std::string_view text) {
    auto parsed = read_json(text, {.depth = 6});
    if (!parsed) {
        parsed.error().detail = "the settings of a namespace: " + parsed.error().detail;
        return parsed;
    }
    if (!parsed->is_object()) {
        return std::unexpected(
            problem{.type = problem_type::malformed, .detail = "the settings of a namespace are a JSON object"});
    }
    return parsed;
}

// The text of a member that says rules; empty when it is absent or null.
std::string rules_of(const json &from, std::string_view member) {
    const auto found = from.find(member);
    if (found == from.end() || found->is_null()) return {};
    return found->dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::string_view to_string(q_strategy s) noexcept { return strategies[static_cast<std::size_t>(s)]; }

std::string to_json(const namespace_settings &s) {
    json out;
    out["nid"] = s.nid;
    out["status"] = s.status;
    out["origin"] = s.origin;
    if (!s.title.empty()) out["title"] = s.title;
    if (!s.request.empty()) out["request"] = s.request;
    out["redirect"] = s.redirect;
    out["q_component"] = to_string(s.q);
    out["r_component"] = s.r_component;
    out["public_resolvers"] = s.public_resolvers;
    out["max_age"] = s.max_age;
    for (const auto &[member, text] : {std::pair{"syntax", &s.rules.syntax()},
                                       {"equivalence", &s.rules.equivalence()},
                                       {"checks", &s.rules.checks()}}) {
        if (!text->empty()) out[member] = json::parse(*text);
    }
    return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::expected<namespace_settings, problem> namespace_settings_from_json(std::string_view text) {
    auto parsed = object_of(text);
    if (!parsed) return std::unexpected(std::move(parsed).error());
    for (const auto &[member, value] : parsed->items()) {
        if (std::ranges::find(known, member) == known.end()) return invalid(member, "is no setting of a namespace");
    }

    namespace_settings s;
    s.origin.clear();
    for (auto [member, to] : {std::pair{"nid", &s.nid},
                              {"status", &s.status},
                              {"origin", &s.origin},
                              {"title", &s.title},
                              {"request", &s.request}}) {
        if (const auto r = read(*parsed, member, *to, is_text, "a text"); !r) return std::unexpected(r.error());
    }
    for (auto [member, to] : {std::pair{"r_component", &s.r_component}, {"public_resolvers", &s.public_resolvers}}) {
        if (const auto r = read(*parsed, member, *to, is_yes_or_no, "true or false"); !r) {
            return std::unexpected(r.error());
        }
    }

    if (!s.nid.empty()) {
        if (const nid_verdict v = judge_nid(s.nid, false); v.fault) return std::unexpected(malformed(*v.fault, s.nid));
        std::ranges::transform(s.nid, s.nid.begin(),
                               [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    }
    if (s.status != "active" && s.status != "closed") return invalid("status", "must be \"active\" or \"closed\"");
    if (!s.origin.empty() && s.origin != "iana" && s.origin != "here" && s.origin != "local") {
        return invalid("origin", "must be \"iana\", \"here\" or \"local\"");
    }
    if (s.title.size() > longest_title) return invalid("title", "must not be longer than 1000 bytes");
    if (s.request.size() > 64) return invalid("request", "is no id of a request");

    std::string q{to_string(s.q)};
    if (const auto r = read(*parsed, "q_component", q, is_text, "a text"); !r) return std::unexpected(r.error());
    const auto *strategy = std::ranges::find(strategies, q);
    if (strategy == strategies.end()) return invalid("q_component", "must be \"append\", \"replace\" or \"refuse\"");
    s.q = static_cast<q_strategy>(strategy - strategies.begin());

    std::int64_t redirect = s.redirect;
    const auto is_redirect = [](const json &j) {
        return j.is_number_integer() && (j == 301 || j == 302 || j == 303 || j == 307);
    };
    if (const auto r = read(*parsed, "redirect", redirect, is_redirect, "301, 302, 303 or 307"); !r) {
        return std::unexpected(r.error());
    }
    s.redirect = static_cast<int>(redirect);

    std::uint64_t age = s.max_age;
    const auto is_age = [](const json &j) { return j.is_number_unsigned() && j <= longest_age; };
    if (const auto r = read(*parsed, "max_age", age, is_age, "a number of seconds from 0 to 31536000"); !r) {
        return std::unexpected(r.error());
    }
    s.max_age = static_cast<std::uint32_t>(age);

    const std::string syntax = rules_of(*parsed, "syntax");
    const std::string equivalence = rules_of(*parsed, "equivalence");
    const std::string checks = rules_of(*parsed, "checks");
    if (syntax.size() + equivalence.size() + checks.size() > longest_rules) {
        return invalid("syntax", "and the other rules must not be longer than 65536 bytes together");
    }
    // Without a NID the rules are judged all the same.
    auto rules = namespace_rules::read(s.nid.empty() ? "example" : s.nid, syntax, equivalence, checks);
    if (!rules) return std::unexpected(std::move(rules.error()));
    s.rules = std::move(*rules);
    return s;
}

} // namespace uniform::resolver
