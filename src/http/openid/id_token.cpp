#include "http/openid/id_token.hpp"
#include "base/try.hpp"
#include "http/session/equal_secrets.hpp"

#include <algorithm>
#include <optional>

#include <openssl/crypto.h>

namespace uniform::http::openid {

namespace {

// RFC 7519 2: NumericDate, which may have a fraction. Seconds, within what the years 1970 to 9999 have.
std::optional<double> time_in(const json::value &claims, std::string_view name) {
    const json::value *const v = claims.find(name);
    const auto seconds = v != nullptr ? v->if_number() : std::nullopt;
    constexpr double last = 253402300800.0;
    return seconds && *seconds >= 0 && *seconds < last ? seconds : std::nullopt;
}

// Core 2: "sub"
bool is_subject(std::string_view text) noexcept {
    return !text.empty() && text.size() <= longest_subject &&
           std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c < 0x7F; });
}

result<void> check_audience(const json::value &claims, std::string_view client) {
    const json::value *const aud = claims.find("aud");
    std::vector<std::string_view> audience;
    if (aud != nullptr && aud->if_string() != nullptr) audience.push_back(*aud->if_string());
    if (aud != nullptr && aud->is_array()) {
        for (const json::value &one : aud->elements()) {
            audience.push_back(one.if_string() != nullptr ? std::string_view{*one.if_string()} : std::string_view{});
        }
    }
    if (std::ranges::find(audience, client) == audience.end()) {
        return refuse_token("is not for this client", "OpenID Connect Core 3.1.3.7, 3");
    }
    // No other client is trusted here.
    const auto other = std::ranges::find_if(audience, [&](std::string_view a) { return a != client; });
    if (other != audience.end()) {
        return refuse_token("is also for " + in_message(*other) + ", which is not trusted",
                            "OpenID Connect Core 3.1.3.7, 3");
    }
    if (const json::value *const azp = claims.find("azp")) {
        if (azp->if_string() == nullptr || *azp->if_string() != client) {
            return refuse_token("was issued to another party", "OpenID Connect Core 3.1.3.7, 5");
        }
    }
    return {};
}

result<void> check_times(const json::value &claims, const expected_token &e) {
    const double now = std::chrono::duration<double>(e.now.time_since_epoch()).count();
    const double skew = std::chrono::duration<double>(e.skew).count();
    const auto expires = time_in(claims, "exp");
    const auto issued = time_in(claims, "iat");
    if (!expires) return refuse_token("has no time of expiry", "OpenID Connect Core 2");
    if (now >= *expires + skew) {
        return refuse_token("has expired; are the clocks of service and provider right?",
                            "OpenID Connect Core 3.1.3.7, 9");
    }
    if (!issued) return refuse_token("has no time of issue", "OpenID Connect Core 2");
    if (*issued > now + skew) {
        return refuse_token("was issued in the future; are the clocks of service and provider right?",
                            "OpenID Connect Core 3.1.3.7, 10");
    }
    if (*issued + std::chrono::duration<double>(oldest_token).count() + skew < now) {
        return refuse_token("was issued too long ago", "OpenID Connect Core 3.1.3.7, 10");
    }
    if (claims.find("nbf") != nullptr) { // RFC 7519 4.1.5
        const auto begins = time_in(claims, "nbf");
        if (!begins || *begins > now + skew) return refuse_token("is not valid yet", "RFC 7519 4.1.5");
    }
    return {};
}

} // namespace

result<void> check_claims(const json::value &claims, const expected_token &e) {
    const json::value *const iss = claims.find("iss");
    if (iss == nullptr || iss->if_string() == nullptr || *iss->if_string() != e.issuer) {
        return refuse_token("is of another issuer, " + in_message(iss != nullptr && iss->if_string() != nullptr
                                                                      ? *iss->if_string()
                                                                      : std::string{}),
                            "OpenID Connect Core 3.1.3.7, 2");
    }
    const json::value *const sub = claims.find("sub");
    if (sub == nullptr || sub->if_string() == nullptr || !is_subject(*sub->if_string())) {
        return refuse_token("has no subject identifier of 1 to 255 ASCII characters", "OpenID Connect Core 2");
    }
    UNIFORM_CHECK(check_audience(claims, e.client_id));
    UNIFORM_CHECK(check_times(claims, e));
    if (!session::equal_secrets(claims.string_of("nonce"), e.nonce)) {
        return refuse_token("was made for another sign-in: its nonce differs", "OpenID Connect Core 3.1.3.7, 11");
    }
    return {};
}

result<json::value> read_id_token(std::string_view token, const std::vector<key> &keys, const expected_token &e) {
    auto claims = verify(token, keys);
    UNIFORM_CHECK(claims);
    UNIFORM_CHECK(check_claims(*claims, e));
    return claims;
}

} // namespace uniform::http::openid
