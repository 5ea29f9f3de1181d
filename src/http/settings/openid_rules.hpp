// The rules of the setting openid.rules: what the claims of a user permit.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/permission.hpp>

namespace uniform::http {

/// "groups=gbv -> registrar gbv nbn:de:gbv-": a claim, its value, a role, a registrar, prefixes.
struct openid_rule {
    std::string claim = {};
    std::string value = {}; ///< "*": any
    resolver::role role = resolver::role::reader;
    std::string registrar = {};
    std::vector<std::string> prefixes = {};
};

/// Reads a rule. The claim ends at the first "=", the value at the last " -> ". Error: the end of a sentence that
/// begins with the rule.
[[nodiscard]] std::expected<openid_rule, std::string> read_openid_rule(std::string_view text);

/// Why `issuer` cannot be an issuer (OpenID Connect Core 1.0 section 2: an https URL without query and fragment); empty
/// if it can. http is accepted for the loopback addresses and "localhost", which no network carries.
[[nodiscard]] std::string wrong_issuer(std::string_view issuer);

} // namespace uniform::http
