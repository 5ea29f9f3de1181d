#include "http/openid/provider.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/json/read.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/openid/id_token.hpp"
#include "http/settings/openid_rules.hpp"

namespace uniform::http::openid {

namespace {

// All but the unreserved characters, a space as "%20": so each decoder of forms and queries reads it, and the ":"
// between a client's identifier and its secret (RFC 7617 2) is the only one.
std::string encoded(std::string_view text) {
    std::string out;
    encode_append(out, text, unreserved(edition::rfc3986)); // encode() knows no set of its own for them
    return out;
}

// application/x-www-form-urlencoded
void add(std::string &to, std::string_view name, std::string_view value) {
    if (!to.empty() && !to.ends_with('?') && !to.ends_with('&')) to += '&';
    to.append(name).append(1, '=').append(encoded(value));
}

std::string with_query(std::string_view address) { return std::string{address} + (address.contains('?') ? "&" : "?"); }

result<std::string> secret_of(const settings &s) {
    if (s.openid_client_secret_file.empty()) return s.openid_client_secret;
    std::ifstream file{s.openid_client_secret_file};
    std::string line;
    if (!std::getline(file, line) || ascii::trim(line).empty()) {
        return fail(failure_kind::provider, "openid.client_secret_file cannot be read, or its first line is empty");
    }
    return std::string{ascii::trim(line)};
}

result<json::value> object_of(const answer &a, std::string_view what) {
    auto value = json::read(a.body, {.depth = 16, .values = 20'000});
    if (!value || !value->is_object()) {
        return fail(failure_kind::provider,
                    std::string{what} + " of the provider is no JSON object (status " + std::to_string(a.status) + ")");
    }
    return std::move(*value);
}

// A claim in the ID token is not replaced by one of the UserInfo endpoint.
result<json::value> with_userinfo(json::value claims, const answer &a) {
    if (a.status != 200) {
        return fail(failure_kind::provider,
                    "the UserInfo endpoint answers with the status " + std::to_string(a.status));
    }
    UNIFORM_TRY(auto &more, object_of(a, "the UserInfo"));
    if (more.string_of("sub") != claims.string_of("sub")) {
        return fail(failure_kind::provider, "the UserInfo endpoint answers about another user",
                    "OpenID Connect Core 5.3.2");
    }
    for (const json::member &m : more.members()) {
        if (claims.find(m.name) == nullptr) claims.set(m.name, m.value);
    }
    return claims;
}

} // namespace

// One of the requests that are made at the same time.
class provider::place {
public:
    explicit place(provider &of) : of_{of} {
        if (of.waiting_.fetch_add(1) < most_waiting) has_ = of.places_.try_acquire_for(patience);
        of.waiting_.fetch_sub(1);
    }
    ~place() {
        if (has_) of_.places_.release();
    }
    place(const place &) = delete;
    place &operator=(const place &) = delete;
    [[nodiscard]] bool has() const noexcept { return has_; }

private:
    provider &of_;
    bool has_ = false;
};

std::string redirect_uri(const settings &s) { return s.public_url + std::string{callback_path}; }

result<metadata> read_metadata(std::string_view text, std::string_view issuer) {
    UNIFORM_TRY(const auto &document, object_of(answer{.status = 200, .body = std::string{text}}, "the configuration"));
    metadata m{.issuer = std::string{document.string_of("issuer")}};
    if (m.issuer != issuer) {
        return fail(failure_kind::provider,
                    "the configuration is of the issuer " + in_message(m.issuer) + ", not of " + in_message(issuer),
                    "OpenID Connect Discovery 4.3");
    }
    struct row {
        std::string_view name;
        std::string metadata::*into;
        bool required;
    };
    constexpr row rows[]{{"authorization_endpoint", &metadata::authorization_endpoint, true},
                         {"token_endpoint", &metadata::token_endpoint, true},
                         {"jwks_uri", &metadata::jwks_uri, true},
                         {"userinfo_endpoint", &metadata::userinfo_endpoint, false},
                         {"end_session_endpoint", &metadata::end_session_endpoint, false}};
    for (const row &r : rows) {
        const std::string value{document.string_of(r.name)};
        if (value.empty() && !r.required) continue;
        // They may have a query, unlike an issuer.
        if (!wrong_issuer(value.substr(0, value.find('?'))).empty() || value.contains('#')) {
            return fail(failure_kind::provider,
                        std::string{r.name} + " of the provider is no https URL: " + in_message(value),
                        "OpenID Connect Discovery 3");
        }
        m.*r.into = value;
    }
    // Discovery 3: without the member, client_secret_basic
    if (const json::value *const methods = document.find("token_endpoint_auth_methods_supported")) {
        const auto takes = [&](std::string_view name) {
            return std::ranges::any_of(methods->elements(), [&](const json::value &v) {
                return v.if_string() != nullptr && *v.if_string() == name;
            });
        };
        m.secret_in_form = !takes("client_secret_basic") && takes("client_secret_post");
    }
    const json::value *const names = document.find("authorization_response_iss_parameter_supported");
    m.names_issuer = names != nullptr && names->if_boolean().value_or(false);
    return m;
}

result<answer> provider::ask(const call &c) { return options_.fetch(c); }

result<std::shared_ptr<const metadata>> provider::about(const settings &s) {
    const auto at = options_.steady();
    std::shared_ptr<const metadata> stale;
    {
        const base::scoped_lock hold{lock_};
        if (cache_.issuer != s.openid_issuer) cache_ = {.issuer = s.openid_issuer};
        if (cache_.about && at - cache_.about_at < cached) return cache_.about;
        if (cache_.about && at - cache_.about_at < usable) stale = cache_.about;
        if (cache_.failed && at - cache_.failed_at < between_failures) {
            if (stale) return stale;
            return std::unexpected{*cache_.failed};
        }
    }
    std::string url = s.openid_issuer;
    while (url.ends_with('/')) url.pop_back(); // Discovery 4.1
    const auto got = ask({.url = url + "/.well-known/openid-configuration", .timeout = s.openid_timeout});
    auto read = !got ? result<metadata>{std::unexpected{got.error()}}
                : got->status != 200
                    ? fail(failure_kind::provider, "the provider answers for its configuration with the "
                                                   "status " +
                                                       std::to_string(got->status))
                    : read_metadata(got->body, s.openid_issuer);
    const base::scoped_lock hold{lock_};
    if (cache_.issuer != s.openid_issuer) cache_ = {.issuer = s.openid_issuer};
    if (!read) {
        cache_.failed = read.error();
        cache_.failed_at = at;
        if (stale) return stale;
        return std::unexpected{std::move(read.error())};
    }
    cache_.failed.reset();
    cache_.about = std::make_shared<const metadata>(std::move(*read));
    cache_.about_at = at;
    return cache_.about;
}

result<std::shared_ptr<const provider::keys>> provider::keys_of(const settings &s, const metadata &m, bool again) {
    const auto at = options_.steady();
    std::shared_ptr<const keys> stale;
    {
        const base::scoped_lock hold{lock_};
        if (cache_.known_keys && cache_.issuer == m.issuer) {
            const auto age = at - cache_.keys_at;
            if (age < (again ? std::chrono::duration_cast<std::chrono::seconds>(between_keys)
                             : std::chrono::duration_cast<std::chrono::seconds>(cached))) {
                return cache_.known_keys;
            }
            if (age < usable) stale = cache_.known_keys;
        }
    }
    const auto got = ask({.url = m.jwks_uri, .timeout = s.openid_timeout});
    auto read = !got ? result<keys>{std::unexpected{got.error()}}
                : got->status != 200
                    ? fail(failure_kind::provider,
                           "the provider answers for its keys with the status " + std::to_string(got->status))
                    : read_keys(got->body);
    if (!read) {
        if (stale) return stale;
        return std::unexpected{std::move(read.error())};
    }
    auto fresh = std::make_shared<const keys>(std::move(*read));
    const base::scoped_lock hold{lock_};
    if (cache_.issuer == m.issuer) {
        cache_.known_keys = fresh;
        cache_.keys_at = at;
    }
    return fresh;
}

std::shared_ptr<const metadata> provider::in_cache(const settings &s) const {
    const base::scoped_lock hold{lock_};
    const bool fresh = cache_.issuer == s.openid_issuer && options_.steady() - cache_.about_at < cached;
    return fresh ? cache_.about : nullptr;
}

result<std::string> provider::authorization_url(const settings &s, const pending &p, bool fresh) {
    result<std::shared_ptr<const metadata>> m = in_cache(s);
    if (*m == nullptr) {
        const place taken{*this};
        m = taken.has() ? about(s) : fail(failure_kind::busy, "too many sign-ins wait for the provider");
    }
    UNIFORM_CHECK(m);
    std::string scopes;
    for (const std::string &scope : s.openid_scopes) scopes += (scopes.empty() ? "" : " ") + scope;
    std::string out = with_query((*m)->authorization_endpoint);
    add(out, "response_type", "code");
    add(out, "client_id", s.openid_client_id);
    add(out, "redirect_uri", redirect_uri(s));
    add(out, "scope", scopes);
    add(out, "state", p.state());
    add(out, "nonce", p.nonce());
    add(out, "code_challenge", p.challenge());
    add(out, "code_challenge_method", "S256");
    if (fresh) add(out, "prompt", "login");
    return out;
}

result<json::value> provider::claims(const settings &s, const pending &p, std::string_view code) {
    const place taken{*this};
    if (!taken.has()) return fail(failure_kind::busy, "too many sign-ins wait for the provider");
    UNIFORM_TRY(const auto &m, about(s));
    UNIFORM_TRY(const auto &secret, secret_of(s));

    call c{.url = m->token_endpoint, .timeout = s.openid_timeout};
    add(c.form, "grant_type", "authorization_code");
    add(c.form, "code", code);
    add(c.form, "redirect_uri", redirect_uri(s));
    add(c.form, "code_verifier", p.verifier());
    if (secret.empty() || m->secret_in_form) add(c.form, "client_id", s.openid_client_id);
    if (!secret.empty() && m->secret_in_form) add(c.form, "client_secret", secret);
    if (!secret.empty() && !m->secret_in_form) {
        c.user = encoded(s.openid_client_id); // RFC 6749 2.3.1
        c.password = encoded(secret);
    }
    UNIFORM_TRY(const auto &got, ask(c));
    UNIFORM_TRY(const auto &response, object_of(got, "the token response"));
    if (got.status != 200) { // RFC 6749 5.2
        return fail(failure_kind::provider,
                    "the provider does not accept the code: " + in_message(response.string_of("error")) + ", " +
                        in_message(response.string_of("error_description")));
    }
    if (!ascii::equal_ignoring_case(response.string_of("token_type"), std::string_view{"bearer"})) {
        return fail(failure_kind::provider, "the token response has another type than Bearer",
                    "OpenID Connect Core 3.1.3.3");
    }
    const std::string_view id_token = response.string_of("id_token");
    if (id_token.empty()) {
        return fail(failure_kind::provider, "the token response has no ID token", "OpenID Connect Core 3.1.3.3");
    }
    const std::string nonce = p.nonce();
    const expected_token e{.issuer = s.openid_issuer,
                           .client_id = s.openid_client_id,
                           .nonce = nonce,
                           .now = options_.now(),
                           .skew = s.openid_clock_skew};
    auto known = keys_of(s, *m, false);
    UNIFORM_CHECK(known);
    auto out = read_id_token(id_token, **known, e);
    if (!out && out.error().kind == failure_kind::unknown_key) { // Core 10.1.1: keys are rotated
        known = keys_of(s, *m, true);
        UNIFORM_CHECK(known);
        out = read_id_token(id_token, **known, e);
    }
    if (!out || !s.openid_userinfo) return out;
    const std::string_view access = response.string_of("access_token");
    if (access.empty() || !std::ranges::all_of(access, [](char ch) { return ch > ' ' && ch < 0x7F; })) {
        return fail(failure_kind::provider, "the token response has no access token", "RFC 6750 2.1");
    }
    if (m->userinfo_endpoint.empty()) {
        return fail(failure_kind::provider, "openid.userinfo is set, and the provider has no UserInfo endpoint");
    }
    UNIFORM_TRY(const auto &more,
                ask({.url = m->userinfo_endpoint, .bearer = std::string{access}, .timeout = s.openid_timeout}));
    return with_userinfo(std::move(*out), more);
}

bool provider::may_have_sent(const settings &s, std::optional<std::string_view> iss) const {
    if (iss) return *iss == s.openid_issuer;
    const base::scoped_lock hold{lock_};
    return cache_.issuer != s.openid_issuer || !cache_.about || !cache_.about->names_issuer;
}

std::string provider::end_session_url(const settings &s) {
    result<std::shared_ptr<const metadata>> m = in_cache(s);
    if (*m == nullptr) {
        const place taken{*this};
        m = taken.has() ? about(s) : fail(failure_kind::busy, {});
    }
    if (!m || (*m)->end_session_endpoint.empty()) return {};
    std::string out = with_query((*m)->end_session_endpoint);
    add(out, "client_id", s.openid_client_id);
    add(out, "post_logout_redirect_uri", s.public_url + "/");
    return out;
}

} // namespace uniform::http::openid
