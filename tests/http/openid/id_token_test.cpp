// ID tokens: each requirement of OpenID Connect Core 1.0 section 3.1.3.7 that applies to the code flow, with tokens
// that violate it; RFC 7515 for the signature, RFC 7517 for the keys.

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "http/openid/id_token.hpp"
#include "http/openid/jws.hpp"
#include "http/openid/signer.hpp"

namespace uniform::http::openid {
namespace {

using namespace std::chrono_literals;
using test::signer;
using testing::HasSubstr;

constexpr std::int64_t now = 1'800'000'000;
constexpr std::string_view issuer = "https://login.example.org/realms/library";

const signer &first() {
    static const signer s = signer::rsa();
    return s;
}
const signer &second() {
    static const signer s = signer::rsa();
    return s;
}
const signer &curve() {
    static const signer s = signer::ec();
    return s;
}

std::string set_of(const std::vector<std::string> &keys) {
    std::string out = "{\"keys\":[";
    for (const std::string &k : keys) out += (out.ends_with('[') ? "" : ",") + k;
    return out + "]}";
}

std::vector<key> keys() {
    return *read_keys(
        set_of({first().jwk(R"(,"kid":"a","use":"sig")"), curve().jwk(R"(,"kid":"e","use":"sig","alg":"ES256")")}));
}

expected_token wanted() {
    return {.issuer = issuer,
            .client_id = "uniform",
            .nonce = "n-0S6_WzA2Mj",
            .now = resolver::timestamp{std::chrono::seconds{now}},
            .skew = 60s};
}

json::value claims() {
    json::value v = json::object{};
    v.set("iss", issuer).set("sub", "24400320").set("aud", "uniform").set("nonce", "n-0S6_WzA2Mj");
    return std::move(v.set("exp", now + 300).set("iat", now - 5));
}

constexpr std::string_view header = R"({"alg":"RS256","kid":"a"})";
std::string token_of(const json::value &v) { return first().sign("RS256", header, json::to_text(v)); }

// The failure as a text: "token: OpenID Connect Core ...", "valid".
std::string judged(std::string_view token, const std::vector<key> &k = keys(), const expected_token &e = wanted()) {
    constexpr std::string_view kinds[]{"unreachable", "provider", "token", "unknown_key", "busy"};
    const auto read = read_id_token(token, k, e);
    if (read) return "valid";
    return std::string{kinds[static_cast<std::size_t>(read.error().kind)]} + ": " + std::string{read.error().rule};
}

TEST(id_token, is_accepted_with_each_algorithm) {
    const std::string payload = json::to_text(claims());
    EXPECT_EQ(judged(first().sign("RS256", header, payload)), "valid");
    EXPECT_EQ(judged(first().sign("PS256", R"({"alg":"PS256","kid":"a"})", payload)), "valid");
    EXPECT_EQ(judged(curve().sign("ES256", R"({"alg":"ES256","kid":"e","typ":"JWT"})", payload)), "valid");
    // Core 10.1: without "kid", if one key alone is possible
    EXPECT_EQ(judged(first().sign("RS256", R"({"alg":"RS256"})", payload)), "valid");
    const auto read = read_id_token(token_of(claims()), keys(), wanted());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->string_of("sub"), "24400320");
}

struct claims_row {
    std::string_view what;
    void (*change)(json::value &);
    std::string_view judged;
};

void remove(json::value &v, std::string_view name) {
    std::erase_if(*v.if_object(), [&](const json::member &m) { return m.name == name; });
}

constexpr claims_row rows[]{
    {"3.1.3.7, 2: another issuer", [](json::value &v) { v.set("iss", "https://evil.example"); },
     "token: OpenID Connect Core 3.1.3.7, 2"},
    {"3.1.3.7, 2: the issuer with a slash more", [](json::value &v) { v.set("iss", std::string{issuer} + "/"); },
     "token: OpenID Connect Core 3.1.3.7, 2"},
    {"3.1.3.7, 2: in another case", [](json::value &v) { v.set("iss", "https://LOGIN.example.org/realms/library"); },
     "token: OpenID Connect Core 3.1.3.7, 2"},
    {"2: no issuer", [](json::value &v) { remove(v, "iss"); }, "token: OpenID Connect Core 3.1.3.7, 2"},
    {"2: an issuer that is a list", [](json::value &v) { v.set("iss", json::array{json::value{issuer}}); },
     "token: OpenID Connect Core 3.1.3.7, 2"},
    {"3.1.3.7, 3: for another client", [](json::value &v) { v.set("aud", "other"); },
     "token: OpenID Connect Core 3.1.3.7, 3"},
    {"3.1.3.7, 3: for a client whose id begins so", [](json::value &v) { v.set("aud", "uniform2"); },
     "token: OpenID Connect Core 3.1.3.7, 3"},
    {"3.1.3.7, 3: for others", [](json::value &v) { v.set("aud", json::array{json::value{"x"}, json::value{"y"}}); },
     "token: OpenID Connect Core 3.1.3.7, 3"},
    {"3.1.3.7, 3: also for one that is not trusted",
     [](json::value &v) { v.set("aud", json::array{json::value{"uniform"}, json::value{"y"}}); },
     "token: OpenID Connect Core 3.1.3.7, 3"},
    {"3.1.3.7, 3: for this client, in a list",
     [](json::value &v) { v.set("aud", json::array{json::value{"uniform"}}); }, "valid"},
    {"3.1.3.7, 3: for nobody", [](json::value &v) { v.set("aud", json::array{}); },
     "token: OpenID Connect Core 3.1.3.7, 3"},
    {"2: no audience", [](json::value &v) { remove(v, "aud"); }, "token: OpenID Connect Core 3.1.3.7, 3"},
    {"3.1.3.7, 3: a number in the list",
     [](json::value &v) { v.set("aud", json::array{json::value{"uniform"}, json::value{1}}); },
     "token: OpenID Connect Core 3.1.3.7, 3"},
    {"3.1.3.7, 5: issued to this client", [](json::value &v) { v.set("azp", "uniform"); }, "valid"},
    {"3.1.3.7, 5: issued to another", [](json::value &v) { v.set("azp", "other"); },
     "token: OpenID Connect Core 3.1.3.7, 5"},
    {"3.1.3.7, 5: issued to nobody", [](json::value &v) { v.set("azp", ""); }, "token: OpenID Connect Core 3.1.3.7, 5"},
    {"3.1.3.7, 9: expired longer ago than the clocks may differ", [](json::value &v) { v.set("exp", now - 60); },
     "token: OpenID Connect Core 3.1.3.7, 9"},
    {"3.1.3.7, 9: expired, within that difference", [](json::value &v) { v.set("exp", now - 59); }, "valid"},
    {"2: no expiry", [](json::value &v) { remove(v, "exp"); }, "token: OpenID Connect Core 2"},
    {"RFC 7519 2: an expiry that is a text", [](json::value &v) { v.set("exp", "1800000300"); },
     "token: OpenID Connect Core 2"},
    {"RFC 7519 2: one with a fraction", [](json::value &v) { v.set("exp", 1800000300.5); }, "valid"},
    {"an expiry after the year 9999", [](json::value &v) { v.set("exp", 1e300); }, "token: OpenID Connect Core 2"},
    {"an expiry before 1970", [](json::value &v) { v.set("exp", -1); }, "token: OpenID Connect Core 2"},
    {"3.1.3.7, 10: issued in the future", [](json::value &v) { v.set("iat", now + 61); },
     "token: OpenID Connect Core 3.1.3.7, 10"},
    {"3.1.3.7, 10: the provider's clock is ahead", [](json::value &v) { v.set("iat", now + 60); }, "valid"},
    {"3.1.3.7, 10: issued long ago", [](json::value &v) { v.set("iat", now - 661); },
     "token: OpenID Connect Core 3.1.3.7, 10"},
    {"2: no time of issue", [](json::value &v) { remove(v, "iat"); }, "token: OpenID Connect Core 2"},
    {"RFC 7519 4.1.5: not valid yet", [](json::value &v) { v.set("nbf", now + 61); }, "token: RFC 7519 4.1.5"},
    {"RFC 7519 4.1.5: valid", [](json::value &v) { v.set("nbf", now); }, "valid"},
    {"3.1.3.7, 11: another nonce", [](json::value &v) { v.set("nonce", "n-0S6_WzA2Mk"); },
     "token: OpenID Connect Core 3.1.3.7, 11"},
    {"3.1.3.7, 11: the beginning of the nonce", [](json::value &v) { v.set("nonce", "n-0S6"); },
     "token: OpenID Connect Core 3.1.3.7, 11"},
    {"3.1.3.7, 11: no nonce", [](json::value &v) { remove(v, "nonce"); }, "token: OpenID Connect Core 3.1.3.7, 11"},
    {"2: no subject", [](json::value &v) { remove(v, "sub"); }, "token: OpenID Connect Core 2"},
    {"2: an empty subject", [](json::value &v) { v.set("sub", ""); }, "token: OpenID Connect Core 2"},
    {"2: a subject that is a number", [](json::value &v) { v.set("sub", 1); }, "token: OpenID Connect Core 2"},
    {"2: a subject of 255 characters", [](json::value &v) { v.set("sub", std::string(255, 's')); }, "valid"},
    {"2: a subject of 256 characters", [](json::value &v) { v.set("sub", std::string(256, 's')); },
     "token: OpenID Connect Core 2"},
    {"2: a subject that is not ASCII", [](json::value &v) { v.set("sub", "\xC3\xA9"); },
     "token: OpenID Connect Core 2"},
    {"claims that nobody knows", [](json::value &v) { v.set("x", json::array{json::value{json::object{}}}); }, "valid"},
};

TEST(id_token, claims) {
    for (const claims_row &r : rows) {
        json::value v = claims();
        r.change(v);
        EXPECT_EQ(judged(token_of(v)), r.judged) << r.what;
    }
}

TEST(id_token, signature) {
    const std::string payload = json::to_text(claims());
    const std::string good = token_of(claims());
    const std::string head = base::to_base64url(header) + ".";
    const std::string body = base::to_base64url(payload);
    const auto says = [&](std::string_view h) { return judged(first().sign("RS256", h, payload)); };
    // 3.1.3.7, 7 and RFC 8725 2.1: "none", with and without a signature
    const std::string none = base::to_base64url(R"({"alg":"none"})") + "." + body + ".";
    EXPECT_EQ(judged(none), "token: OpenID Connect Core 3.1.3.7, 7");
    EXPECT_EQ(says(R"({"alg":"none"})"), "token: OpenID Connect Core 3.1.3.7, 7");
    EXPECT_EQ(says(R"({"alg":"None"})"), "token: OpenID Connect Core 3.1.3.7, 7");
    // 3.1.3.7, 8 and RFC 8725 2.1: the public key as the secret of a MAC
    for (const std::string &secret : {first().jwk(R"(,"kid":"a")"), std::string{"secret"}, keys().front().jwk}) {
        EXPECT_EQ(judged(signer::mac(R"({"alg":"HS256","kid":"a"})", payload, secret)),
                  "token: OpenID Connect Core 3.1.3.7, 7");
    }
    for (const std::string_view alg : {"HS512", "RS384", "RS512", "ES384", "EdDSA", "rs256", ""}) {
        EXPECT_EQ(says(R"({"alg":")" + std::string{alg} + R"(","kid":"a"})"), "token: OpenID Connect Core 3.1.3.7, 7")
            << alg;
    }
    // Signatures by another key, changed, cut.
    EXPECT_EQ(judged(second().sign("RS256", header, payload)), "token: OpenID Connect Core 3.1.3.7, 6");
    std::string other = payload;
    other.replace(other.find("24400320"), 8, "24400321");
    EXPECT_EQ(judged(head + base::to_base64url(other) + good.substr(good.rfind('.'))),
              "token: OpenID Connect Core 3.1.3.7, 6");
    const std::string bytes = *base::from_base64url(good.substr(good.rfind('.') + 1));
    EXPECT_EQ(judged(head + body + "." + base::to_base64url(bytes.substr(0, 252))),
              "token: OpenID Connect Core 3.1.3.7, 6");
    EXPECT_EQ(judged(good.substr(0, good.rfind('.') + 1)), "token: RFC 7515 5.2");
    EXPECT_EQ(judged(good.substr(0, good.rfind('.'))), "token: RFC 7515 7.1");
    EXPECT_EQ(judged(good + ".x"), "token: RFC 7515 7.1");
    EXPECT_EQ(judged(good + "="), "token: RFC 7515 5.2");
    EXPECT_EQ(judged(""), "token: RFC 7515 7.1");
    EXPECT_EQ(judged(".."), "token: RFC 7515 5.2");
    EXPECT_EQ(judged("a.b.c.d.e"), "token: RFC 7515 7.1"); // 3.1.3.7, 1: encrypted
    // RFC 7518 3.4: ES256 as DER, and of another length
    const std::string es = R"({"alg":"ES256","kid":"e"})";
    const std::string text = base::to_base64url(es) + "." + body;
    EXPECT_EQ(judged(text + "." + base::to_base64url(curve().signature("DER", text))),
              "token: OpenID Connect Core 3.1.3.7, 6");
    EXPECT_EQ(judged(text + "." + base::to_base64url(std::string(64, '\0'))), "token: OpenID Connect Core 3.1.3.7, 6");
    // PS256 and RS256 are not exchanged.
    EXPECT_EQ(judged(first().sign("PS256", header, payload)), "token: OpenID Connect Core 3.1.3.7, 6");
    // A key of another type than the algorithm
    EXPECT_EQ(says(R"({"alg":"ES256","kid":"a"})"), "unknown_key: ");
    EXPECT_EQ(says(R"({"alg":"RS256","kid":"e"})"), "unknown_key: ");
}

TEST(id_token, form) {
    const std::string payload = json::to_text(claims());
    const auto says = [&](std::string_view h) { return judged(first().sign("RS256", h, payload)); };
    EXPECT_EQ(says(R"({"alg":"RS256","kid":"a","crit":["exp"]})"), "token: RFC 7515 4.1.11");
    EXPECT_EQ(says(R"({"alg":"RS256","alg":"RS256","kid":"a"})"), "token: RFC 7515 5.2"); // duplicate member
    EXPECT_EQ(says(R"({"alg":"none","alg":"RS256"})"), "token: RFC 7515 5.2");
    EXPECT_EQ(says(R"({"kid":"a"})"), "token: RFC 7515 4.1.1");
    EXPECT_EQ(says(R"({"alg":["RS256"],"kid":"a"})"), "token: RFC 7515 4.1.1");
    EXPECT_EQ(says(R"({"alg":"RS256","kid":7})"), "token: RFC 7515 4.1.4");
    EXPECT_EQ(says("[]"), "token: RFC 7515 5.2");
    EXPECT_EQ(says(""), "token: RFC 7515 5.2");
    // Keys that come with the token are not looked at (RFC 8725 3.10).
    EXPECT_EQ(judged(second().sign("RS256", R"({"alg":"RS256","kid":"a","jwk":)" + second().jwk("") + "}", payload)),
              "token: OpenID Connect Core 3.1.3.7, 6");
    const auto with = [&](std::string_view p) { return judged(first().sign("RS256", header, p)); };
    EXPECT_EQ(with(payload.substr(0, payload.size() - 1) + R"(,"sub":"x"})"), "token: RFC 7519 7.2");
    EXPECT_EQ(with(payload.substr(0, payload.size() - 1)), "token: RFC 7519 7.2");
    EXPECT_EQ(with("[]"), "token: RFC 7519 7.2");
    EXPECT_EQ(with("\"x\""), "token: RFC 7519 7.2");
    EXPECT_EQ(with(std::string(100, '[') + std::string(100, ']')), "token: RFC 7519 7.2");
    json::value long_one = claims();
    long_one.set("x", std::string(50'000, 'x'));
    EXPECT_EQ(judged(token_of(long_one)), "token: "); // more than 64 KiB in base64url
    long_one.set("x", std::string(40'000, 'x'));
    EXPECT_EQ(judged(token_of(long_one)), "valid");
}

TEST(keys, which_are_used) {
    const auto count = [](const std::string &k) { return read_keys(set_of({k}))->size(); };
    EXPECT_EQ(count(first().jwk("")), 1U);
    EXPECT_EQ(count(first().jwk(R"(,"use":"enc")")), 0U);          // RFC 7517 4.2
    EXPECT_EQ(count(first().jwk(R"(,"key_ops":["verify"])")), 1U); // RFC 7517 4.3
    EXPECT_EQ(count(first().jwk(R"(,"key_ops":["encrypt"])")), 0U);
    EXPECT_EQ(count(first().jwk(R"(,"alg":"RSA-OAEP")")), 0U);
    EXPECT_EQ(count(first().jwk(R"(,"alg":"ES256")")), 0U);
    EXPECT_EQ(count(first().jwk(R"(,"alg":"HS256")")), 0U);
    EXPECT_EQ(count(signer::rsa(1024).jwk("")), 0U); // RFC 7518 3.3: 2048 bits or more
    EXPECT_EQ(count(R"({"kty":"oct","k":"c2VjcmV0"})"), 0U);
    EXPECT_EQ(count(R"({"kty":"EC","crv":"P-384","x":"AA","y":"AA"})"), 0U);
    EXPECT_EQ(count(R"({"kty":"EC","crv":"P-256","x":"AA","y":"AA"})"), 0U);
    EXPECT_EQ(count(R"({"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})"), 0U);
    EXPECT_EQ(count(R"({"kty":"RSA","n":"!","e":"AQAB"})"), 0U);
    EXPECT_EQ(count("7"), 0U);
    // Others in the set harm nothing (RFC 7517 5).
    EXPECT_EQ(read_keys(set_of({R"({"kty":"new"})", first().jwk("")}))->size(), 1U);
    for (const std::string_view text : {"", "{}", "[]", R"({"keys":7})", R"({"keys":[],"keys":[]})"}) {
        EXPECT_FALSE(read_keys(text)) << text;
    }
    EXPECT_FALSE(read_keys(set_of(std::vector<std::string>(101, "{}"))));
    // A point that is not on the curve fits by its form, and verifies nothing.
    const std::string zero(43, 'A');
    const auto off =
        read_keys(set_of({R"({"kty":"EC","crv":"P-256","kid":"e","x":")" + zero + R"(","y":")" + zero + "\"}"}));
    EXPECT_EQ(judged(curve().sign("ES256", R"({"alg":"ES256","kid":"e"})", json::to_text(claims())), *off),
              "token: OpenID Connect Core 3.1.3.7, 6");
}

TEST(keys, which_is_meant) {
    const std::string payload = json::to_text(claims());
    const auto two = *read_keys(set_of({first().jwk(R"(,"kid":"a")"), second().jwk(R"(,"kid":"b")")}));
    EXPECT_EQ(judged(second().sign("RS256", R"({"alg":"RS256","kid":"b"})", payload), two), "valid");
    EXPECT_EQ(judged(second().sign("RS256", header, payload), two), "token: OpenID Connect Core 3.1.3.7, 6");
    EXPECT_EQ(judged(second().sign("RS256", R"({"alg":"RS256"})", payload), two), "token: OpenID Connect Core 10.1");
    EXPECT_EQ(judged(second().sign("RS256", R"({"alg":"RS256","kid":"c"})", payload), two), "unknown_key: ");
    EXPECT_EQ(judged(first().sign("RS256", header, payload), {}), "unknown_key: ");
    const auto for_ps = *read_keys(set_of({first().jwk(R"(,"kid":"a","alg":"PS256")")}));
    EXPECT_EQ(judged(first().sign("RS256", header, payload), for_ps), "unknown_key: ");
}

TEST(messages, quote_the_provider_safely) {
    EXPECT_EQ(in_message("a\r\nb\xC3\xA9"), "\"a??b??\"");
    EXPECT_EQ(in_message(std::string(1000, 'x')).size(), 202U);
}

} // namespace
} // namespace uniform::http::openid
