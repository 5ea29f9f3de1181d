// Parameters whose names indicate secrets, and parameters that are URLs.

#include <algorithm>
#include <array>
#include <cstdint>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/scheme.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

constexpr std::string_view secrets[]{
    "password",      "passwd",        "passphrase",
    "pwd",           "pass",          "secret",
    "token",         "apikey",        "accesskey",
    "secretkey",     "privatekey",    "authtoken",
    "accesstoken",   "refreshtoken",  "idtoken",
    "clientsecret",  "sessionid",     "sessid",
    "jsessionid",    "phpsessid",     "sid",
    "auth",          "authorization", "bearer",
    "credential",    "credentials",   "xamzsecuritytoken",
    "xamzsignature", "signature",     "sharedsecret",
    "otp",           "pin",           "csrftoken",
    "xsrftoken",
};
constexpr std::size_t longest_secret =
    std::ranges::max(secrets, {}, [](std::string_view name) { return name.size(); }).size();

// The lengths of the names that begin with a letter, one bit each.
constexpr auto lengths_of_secrets = [] {
    std::array<std::uint32_t, 256> lengths{};
    for (const std::string_view name : secrets) lengths[static_cast<unsigned char>(name.front())] |= 1U << name.size();
    return lengths;
}();
static_assert(longest_secret < 32);

bool names_secret(std::string_view key, bool may_be_encoded) {
    std::string decoded;
    if (may_be_encoded && key.contains('%')) key = decoded = decode_all(key);
    std::array<char, longest_secret> letters{};
    std::size_t size = 0;
    for (const char c : key) {
        if (c == '_' || c == '-' || c == '.') continue;
        if (size == longest_secret) return false;
        letters[size++] = ascii::to_lower(c);
    }
    if ((lengths_of_secrets[static_cast<unsigned char>(letters[0])] >> size & 1) == 0) return false; // nearly always
    return std::ranges::find(secrets, std::string_view{letters.data(), size}) != std::end(secrets);
}

// Whether it is a URL that leads to a host: "SCHEME://..." of a registered scheme, or "//host".
bool is_url(std::string_view value, bool may_be_encoded) {
    value = value.substr(0, 3 * std::size_t{256});
    const bool encoded = may_be_encoded && value.contains('%');
    if (!encoded && !value.starts_with("//") && !value.contains("://")) return false; // nearly always
    const std::string data = encoded ? decode_all(value) : std::string{value};
    if (data.starts_with("//") && data.size() > 2 && data[2] != '/') return true;
    const auto colon = data.find("://");
    if (colon == std::string::npos || colon == 0 || colon > 30) return false;
    return scheme_registry::standard().find(std::string_view{data}.substr(0, colon)) != nullptr;
}

void check_parameters(pass &p, range part, bool urls) {
    for (const parameter pair : query_parameters{p.of(part)}) {
        if (!pair.value || pair.value->empty()) continue;
        const auto key = static_cast<std::uint32_t>(pair.key.data() - p.text.data());
        const auto value = static_cast<std::uint32_t>(pair.value->data() - p.text.data());
        if (names_secret(pair.key, p.has_percent)) {
            p.find(lint_check::secret_in_query, {key, key + static_cast<std::uint32_t>(pair.key.size())},
                   "the parameter " + in_quotes(pair.key) +
                       " seems to contain a secret, which histories, logs and proxies store");
        }
        if (urls && is_url(*pair.value, p.has_percent)) {
            p.find(lint_check::nested_url, {value, value + static_cast<std::uint32_t>(pair.value->size())},
                   "the parameter " + in_quotes(pair.key) +
                       " is a URL: if the server follows it or redirects to it, the target can be any site");
        }
    }
}

} // namespace

void check_query(pass &p) {
    if (p.scheme == "data" || p.scheme == "urn" || p.scheme == "mailto" || p.scheme == "javascript") return;
    if (p.at.query) check_parameters(p, *p.at.query, true);
    // OAuth 2.0 puts tokens there (RFC 6749 4.2.2).
    if (p.at.fragment) check_parameters(p, *p.at.fragment, false);
}

} // namespace uniform::linting
