// The rights that the claims of a user give, by the setting openid.rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/service/tokens.hpp>

namespace uniform::http {

struct settings;

namespace openid {

/// Whether a claim has a value: it is this text, this number or boolean as text, or a list that has it; "*": it is
/// there and not empty. A claim "a.b" that is not there is the member "b" of the claim "a".
[[nodiscard]] bool has(const json::value &claims, std::string_view claim, std::string_view value);

/// The role, registrar and prefixes of a user with these claims, and the label. The first rule that matches gives the
/// role and the registrar; other rules that match and have the same two add their prefixes, and one without prefixes
/// removes the restriction. std::nullopt: no rule matches, and nobody is let in.
[[nodiscard]] std::optional<service::token_request> rights_of(const json::value &claims, const settings &s);

} // namespace openid
} // namespace uniform::http
