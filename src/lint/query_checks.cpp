// Parameters whose names indicate secrets, and parameters that are URLs.

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/scheme.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

bool names_secret(std::string_view key) {
    std::string name;
    if (key.contains('%')) {
        name = decode_all(key);
    } else {
        name = key;
    }
    ascii::make_lower(name);
    std::erase_if(name, [](char c) { return c == '_' || c == '-' || c == '.'; });
    if (name.size() < 3 || name.size() > 17) return false;
    constexpr std::string_view names[]{
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
    return std::ranges::find(names, std::string_view{name}) != std::end(names);
}

// Whether it is a URL that leads to a host: "SCHEME://..." of a registered scheme, or "//host".
bool is_url(std::string_view value) {
    value = value.substr(0, 3 * std::size_t{256});
    const bool encoded = value.contains('%');
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
        if (names_secret(pair.key)) {
            p.find(lint_check::secret_in_query, {key, key + static_cast<std::uint32_t>(pair.key.size())},
                   "the parameter " + in_quotes(pair.key) +
                       " seems to contain a secret, which histories, logs and proxies store");
        }
        if (urls && is_url(*pair.value)) {
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
