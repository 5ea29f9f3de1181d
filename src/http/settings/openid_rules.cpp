#include "http/settings/openid_rules.hpp"

#include <algorithm>
#include <ranges>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/uri/parse.hpp>

#include "http/settings/settings_quotes.hpp"

namespace uniform::http {

namespace {

constexpr std::string_view arrow = " -> ";

} // namespace

std::expected<openid_rule, std::string> read_openid_rule(std::string_view text) {
    const auto at = text.rfind(arrow);
    if (at == std::string_view::npos) return std::unexpected{"has no \" -> \": a rule is CLAIM=VALUE -> ROLE"};
    const std::string_view condition = ascii::trim(text.substr(0, at));
    const auto equals = condition.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == condition.size()) {
        return std::unexpected{"must begin with a claim, \"=\" and a value"};
    }
    openid_rule out{.claim = std::string{condition.substr(0, equals)},
                    .value = std::string{condition.substr(equals + 1)}};
    std::vector<std::string> words;
    for (const auto part : std::views::split(text.substr(at + arrow.size()), ' ')) {
        if (!part.empty()) words.emplace_back(part.begin(), part.end());
    }
    const auto role = words.empty() ? std::nullopt : resolver::role_names.find(words.front());
    if (!role) {
        std::vector<std::string> names;
        for (const auto &[value, name] : resolver::role_names) names.emplace_back(name);
        return std::unexpected{words.empty()
                                   ? std::string{"names no role after \" -> \""}
                                   : "names no role: " + in_quotes(words.front()) + suggestion(words.front(), names)};
    }
    out.role = *role;
    for (const std::string &word : words | std::views::drop(1)) {
        if (word.contains(':')) {
            out.prefixes.push_back(word);
        } else if (out.registrar.empty()) {
            out.registrar = word;
        } else {
            return std::unexpected{"has two registrars, " + in_quotes(out.registrar) + " and " + in_quotes(word) +
                                   ": a prefix has a \":\", as \"isbn:\""};
        }
    }
    if (out.role == resolver::role::registrar && out.registrar.empty()) {
        return std::unexpected{"gives the role registrar without the registrar's id after it"};
    }
    if (out.role == resolver::role::manager && out.prefixes.empty()) {
        return std::unexpected{"gives the role manager without a prefix, as \"isbn:\", after it"};
    }
    if (!out.registrar.empty() && out.role != resolver::role::registrar && out.role != resolver::role::reader) {
        return std::unexpected{"has a registrar, " + in_quotes(out.registrar) + ", for a role that has none"};
    }
    return out;
}

std::string wrong_issuer(std::string_view issuer) {
    const auto parsed = parse_uri(issuer);
    if (!parsed || !parsed->host() || parsed->host()->empty()) return "is not a URL";
    const bool local = *parsed->host() == "127.0.0.1" || *parsed->host() == "[::1]" || *parsed->host() == "localhost";
    if (parsed->scheme() != "https" && !(parsed->scheme() == "http" && local)) {
        return "must be an https URL; http is accepted for 127.0.0.1, [::1] and localhost alone";
    }
    if (parsed->query() || parsed->fragment()) return "must have neither a query nor a fragment";
    if (parsed->userinfo()) return "must have no user information";
    return {};
}

} // namespace uniform::http
