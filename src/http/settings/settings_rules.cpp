#include "http/settings/settings_rules.hpp"

#include <algorithm>
#include <ranges>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/location_schemes.hpp>
#include <uniform/store/location.hpp>
#include <uniform/uri/parse.hpp>

#include "http/settings/ip_network.hpp"
#include "http/settings/key_fields.hpp"
#include "http/settings/openid_rules.hpp"
#include "http/settings/settings_quotes.hpp"

namespace uniform::http {

namespace {

// OAI-PMH's emailType: no white space, a dot after the "@".
bool is_mail_address(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == 0 || at == std::string_view::npos || text.find_first_of(" \t\r\n") != std::string_view::npos)
        return false;
    const std::size_t dot = text.find('.', at + 2);
    return dot != std::string_view::npos && dot + 1 < text.size();
}

// The longest is 253 characters in labels of 1 to 63 letters, digits, "-" and "_" (RFC 1035 2.3.4, RFC 1123 2.1); the
// dot at the end may be there.
bool is_domain_name(std::string_view name) {
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty() || name.size() > 253) return false;
    return std::ranges::all_of(std::views::split(name, '.'), [](auto &&part) {
        const std::string_view label{part.begin(), part.end()};
        return !label.empty() && label.size() <= 63 && !label.starts_with('-') && !label.ends_with('-') &&
               std::ranges::all_of(label, [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; });
    });
}

void check_server(const settings &v, const wrong_setting &wrong) {
    address_bytes ignored;
    if (!read_address(v.address, ignored)) wrong("server.address", "is not an IP address: " + in_quotes(v.address));
    if (v.certificate.empty() != v.private_key.empty()) {
        wrong(v.certificate.empty() ? "server.private_key" : "server.certificate",
              "requires both server.certificate and server.private_key");
    }
    for (const std::string &proxy : v.trusted_proxies) {
        network n;
        if (!read_network(proxy, n)) {
            wrong("limits.trusted_proxies", "has " + in_quotes(proxy) + ", which is not an address or a network");
        }
    }
}

void check_locators(const settings &v, const wrong_setting &wrong) {
    const auto of_scheme = [](char c) { return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.'; };
    if (v.location_schemes.empty()) wrong("locators.schemes", "must have at least one scheme");
    for (const std::string &scheme : v.location_schemes) { // RFC 3986 3.1
        if (scheme.empty() || !ascii::is_alpha(scheme[0]) || !std::ranges::all_of(scheme, of_scheme)) {
            wrong("locators.schemes", "has " + in_quotes(scheme) + ", which is not a scheme");
        } else if (resolver::is_scheme_of_names(scheme)) {
            wrong("locators.schemes", "has " + in_quotes(scheme) +
                                          ", but a URN is no locator: a redirect to it would lead to a resolver "
                                          "again (RFC 8141 section 2.3.2)");
        }
    }
}

void check_resolution(const settings &v, const wrong_setting &wrong) {
    for (const std::string &parameter : v.added_parameters) {
        const std::string_view name{parameter.data(), parameter.size() - (parameter.ends_with('*') ? 1 : 0)};
        if (name.empty() || name.find_first_of("*&=?#") != std::string_view::npos ||
            !std::ranges::all_of(name, [](char c) { return c > ' ' && c < 0x7F; })) {
            wrong("resolution.added_parameters",
                  "has " + in_quotes(parameter) +
                      ", which is not the name of a query parameter, or the beginning of one with \"*\" after it");
        }
    }
    for (const char c : v.added_suffixes) {
        if (c <= ' ' || c >= 0x7F || ascii::is_alnum(c)) {
            wrong("resolution.added_suffixes", "has a character that is not ASCII punctuation");
            break;
        }
    }
}

void check_registration(const settings &v, const wrong_setting &wrong) {
    if (v.draft_size > v.drafts_per_address) {
        wrong("registration.draft_size",
              "is more than registration.drafts_per_address, " + std::to_string(v.drafts_per_address));
    }
}

// Without the slashes at its end.
void check_public_url(settings &v, const wrong_setting &wrong) {
    if (!v.public_url.empty()) {
        const auto parsed = parse_uri(v.public_url);
        const bool web = parsed && (parsed->scheme() == "http" || parsed->scheme() == "https") && parsed->host() &&
                         !parsed->host()->empty();
        if (!web || parsed->query() || parsed->fragment() || parsed->userinfo()) {
            wrong("server.public_url", "must be an http or https URL without query and fragment");
        } else {
            while (v.public_url.ends_with('/')) v.public_url.pop_back();
        }
    }
}

// By default ten times the rate.
void set_bursts(settings &v) {
    if (v.burst_address == 0) v.burst_address = v.rate_address * 10;
    if (v.burst_api == 0) v.burst_api = v.rate_api * 10;
    if (v.burst_writes == 0) v.burst_writes = v.rate_writes * 10;
    if (v.burst_token == 0) v.burst_token = v.rate_token * 10;
}

void check_harvest(const settings &v, const wrong_setting &wrong) {
    if (v.oai_enabled && !v.oai_email.empty() && !is_mail_address(v.oai_email)) {
        wrong("harvest.email", "is not a mail address");
    }
    if (!v.zone_origin.empty() && !is_domain_name(v.zone_origin)) {
        wrong("harvest.zone", "is not a domain name: " + in_quotes(v.zone_origin));
    }
}

void check_tokens(const settings &v, const wrong_setting &wrong) {
    if (v.token_days > v.longest_token_days) {
        wrong("limits.token_days", "is more than limits.longest_token_days, " + std::to_string(v.longest_token_days));
    }
}

void check_openid(const settings &v, const wrong_setting &wrong) {
    if (const std::string says = wrong_issuer(v.openid_issuer); !says.empty()) wrong("openid.issuer", says);
    if (v.openid_client_id.empty()) {
        wrong("openid.client_id", "is missing: openid.issuer needs the identifier under which the provider knows "
                                  "this service");
    }
    if (!v.openid_client_secret.empty() && !v.openid_client_secret_file.empty()) {
        wrong("openid.client_secret_file", "and openid.client_secret are both set: one must be empty");
    }
    // OpenID Connect Core 1.0 3.1.2.1: the scope must contain "openid"
    if (std::ranges::find(v.openid_scopes, "openid") == v.openid_scopes.end()) {
        wrong("openid.scopes", "must contain \"openid\"");
    }
    for (const std::string &scope : v.openid_scopes) { // RFC 6749 3.3: %x21 / %x23-5B / %x5D-7E
        const auto fits = [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '\\'; };
        if (scope.empty() || !std::ranges::all_of(scope, fits)) {
            wrong("openid.scopes", "has " + in_quotes(scope) + ", which is not a scope");
        }
    }
    for (const std::string &rule : v.openid_rules) {
        if (const auto read = read_openid_rule(rule); !read) {
            wrong("openid.rules", "has " + in_quotes(rule) + ", which " + read.error());
        }
    }
}

void check_purge(const settings &v, const wrong_setting &wrong) {
    for (const std::string &url : v.purge_urls) {
        const auto parsed = parse_uri(url);
        const bool web = parsed && (parsed->scheme() == "http" || parsed->scheme() == "https") && parsed->host() &&
                         !parsed->host()->empty();
        if (!web || parsed->userinfo()) {
            wrong("purge.urls", "has " + in_quotes(url) + ", which is not an http or https URL without userinfo");
        }
    }
    if (!v.purge_urls.empty() && v.shared_keys == key_field_names.name(key_field::none)) {
        wrong("purge.urls", "needs shared_cache.keys: without keys, a cache does not know what to purge");
    }
    // A replica may have given the old response for so long.
    if (!v.purge_urls.empty() && v.store_stale_replicas && v.purge_repeat <= v.store_replica_lag) {
        wrong("purge.repeat", "must be longer than store.replica_lag: an older response may be stored until then");
    }
}

void check_store(const settings &v, const wrong_setting &wrong) {
    if (!v.store_location.empty()) {
        if (const auto says = store::location_error(v.store_location); !says.empty()) {
            wrong("store.location", "is invalid: " + says);
        }
    }
}

// A file, or a URL of a service as clients of the API name it.
void check_follow(const settings &v, const wrong_setting &wrong) {
    if (v.store_follow.empty()) {
        if (!v.store_follow_token_file.empty()) wrong("store.follow_token_file", "needs store.follow");
        if (!v.store_follow_prefixes.empty()) wrong("store.follow_prefixes", "needs store.follow");
        return;
    }
    for (const std::string &text : v.store_follow_prefixes) {
        if (!resolver::prefix_of_keys(text)) {
            wrong("store.follow_prefixes", "\"" + text + "\" is not a prefix of URNs, as \"urn:example:lib-\" is");
        }
    }
    if (store::is_postgresql(v.store_location)) {
        wrong("store.follow", "needs a store in an SQLite file: store.location is in PostgreSQL");
    }
    if (v.demo) wrong("demo.fill", "and store.follow are both set: a store that follows has the names of its primary");
    if (v.store_follow.contains("://") && !is_service_url(v.store_follow)) {
        wrong("store.follow", "must be an http or https URL without user, query and fragment, or a file");
    }
}

} // namespace

bool is_service_url(std::string_view text) noexcept {
    const auto url = parse_uri(text);
    const auto is = [&](std::string_view scheme) { return ascii::equal_ignoring_case(url->scheme(), scheme); };
    return url && (is("http") || is("https")) && url->host() && !url->host()->empty() && !url->query() &&
           !url->fragment() && !url->userinfo();
}

void check_together(settings &v, const wrong_setting &wrong) {
    check_server(v, wrong);
    check_locators(v, wrong);
    check_resolution(v, wrong);
    check_registration(v, wrong);
    check_public_url(v, wrong);
    set_bursts(v);
    check_harvest(v, wrong);
    check_tokens(v, wrong);
    if (!v.openid_issuer.empty()) check_openid(v, wrong);
    check_purge(v, wrong);
    check_store(v, wrong);
    check_follow(v, wrong);
}

} // namespace uniform::http
