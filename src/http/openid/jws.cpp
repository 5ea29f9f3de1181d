#include "http/openid/jws.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include <cjose/cjose.h>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "base/base64url.hpp"

namespace uniform::http::openid {

namespace {

constexpr std::size_t most_quoted = 200;
constexpr std::size_t least_modulus = 256; // octets

struct release {
    void operator()(cjose_jwk_t *k) const noexcept { cjose_jwk_release(k); }
    void operator()(cjose_jws_t *s) const noexcept { cjose_jws_release(s); }
};

// An object in base64url, without duplicate members, which RFC 7515 4 and RFC 7519 4 let a reader refuse.
std::optional<json::value> object_in(std::string_view part) {
    const auto text = base::from_base64url(part);
    if (!text || text->empty()) return std::nullopt;
    auto value = json::read(*text, {.depth = 16, .values = 5000});
    if (!value || !value->is_object()) return std::nullopt;
    return std::move(*value);
}

std::string_view type_for(std::string_view algorithm) noexcept { return algorithm == "ES256" ? "EC" : "RSA"; }
bool is_accepted(std::string_view algorithm) noexcept {
    return algorithm == "RS256" || algorithm == "PS256" || algorithm == "ES256";
}

// The octets of a member; empty if it is none.
std::string octets_of(const json::value &jwk, std::string_view name) {
    return base::from_base64url(jwk.string_of(name)).value_or(std::string{});
}

bool may_verify(const json::value &jwk) {
    if (const json::value *const use = jwk.find("use")) {
        if (use->if_string() == nullptr || *use->if_string() != "sig") return false;
    }
    const json::value *const operations = jwk.find("key_ops"); // RFC 7517 4.3
    if (operations == nullptr) return true;
    return std::ranges::any_of(operations->elements(), [](const json::value &o) {
        return o.if_string() != nullptr && *o.if_string() == "verify";
    });
}

std::optional<key> key_of(const json::value &jwk) {
    if (!jwk.is_object() || !may_verify(jwk)) return std::nullopt;
    key out{.kid = std::string{jwk.string_of("kid")},
            .kty = std::string{jwk.string_of("kty")},
            .alg = std::string{jwk.string_of("alg")}};
    if (!out.alg.empty() && (!is_accepted(out.alg) || type_for(out.alg) != out.kty)) return std::nullopt;
    json::value needed = json::object{};
    needed.set("kty", out.kty);
    if (out.kty == "RSA") {
        std::string modulus = octets_of(jwk, "n");
        modulus.erase(0, modulus.find_first_not_of('\0'));
        if (modulus.size() < least_modulus || octets_of(jwk, "e").empty()) return std::nullopt;
        needed.set("n", jwk.string_of("n")).set("e", jwk.string_of("e"));
    } else if (out.kty == "EC") {
        if (jwk.string_of("crv") != "P-256" || octets_of(jwk, "x").size() != 32 || octets_of(jwk, "y").size() != 32) {
            return std::nullopt;
        }
        needed.set("crv", "P-256").set("x", jwk.string_of("x")).set("y", jwk.string_of("y"));
    } else {
        return std::nullopt;
    }
    out.jwk = json::to_text(needed);
    return out;
}

bool is_signed_by(const std::string &token, const key &k) {
    cjose_err why{};
    const std::unique_ptr<cjose_jwk_t, release> jwk{cjose_jwk_import(k.jwk.data(), k.jwk.size(), &why)};
    if (jwk == nullptr) return false;
    const std::unique_ptr<cjose_jws_t, release> jws{cjose_jws_import(token.data(), token.size(), &why)};
    return jws != nullptr && cjose_jws_verify(jws.get(), jwk.get(), &why);
}

} // namespace

std::string in_message(std::string_view text) {
    std::string out{text.substr(0, most_quoted)};
    std::ranges::replace_if(out, [](char c) { return c < ' ' || c > '~'; }, '?');
    return '"' + out + '"';
}

result<std::vector<key>> read_keys(std::string_view text) {
    const auto value = json::read(text, {.depth = 16, .values = 20'000});
    const json::value *const keys = value ? value->find("keys") : nullptr;
    if (keys == nullptr || !keys->is_array()) {
        return fail(failure_kind::provider, "the provider's key set has no array \"keys\"", "RFC 7517 5.1");
    }
    if (keys->elements().size() > most_keys) {
        return fail(failure_kind::provider, "the provider's key set has more than 100 keys");
    }
    std::vector<key> out;
    for (const json::value &one : keys->elements()) {
        if (auto k = key_of(one)) out.push_back(std::move(*k));
    }
    return out;
}

result<json::value> verify(std::string_view token, const std::vector<key> &keys) {
    if (token.size() > longest_token) return refuse_token("is longer than 65536 bytes", {});
    std::array<std::string_view, 3> parts;
    std::string_view rest = token;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto dot = rest.find('.');
        if ((dot == std::string_view::npos) != (i == 2)) {
            return refuse_token("does not have the three parts of a signed token", "RFC 7515 7.1");
        }
        parts[i] = rest.substr(0, dot);
        if (i < 2) rest.remove_prefix(dot + 1);
    }
    const auto header = object_in(parts[0]);
    if (!header) return refuse_token("has no header", "RFC 7515 5.2");
    const json::value *const algorithm = header->find("alg");
    if (algorithm == nullptr || algorithm->if_string() == nullptr)
        return refuse_token("names no algorithm", "RFC 7515 4.1.1");
    const std::string &alg = *algorithm->if_string();
    if (!is_accepted(alg)) {
        return refuse_token("is signed by " + in_message(alg) + "; accepted are RS256, PS256 and ES256",
                            "OpenID Connect Core 3.1.3.7, 7");
    }
    if (header->find("crit") != nullptr) return refuse_token("has an extension in \"crit\"", "RFC 7515 4.1.11");
    const json::value *const named = header->find("kid");
    if (named != nullptr && named->if_string() == nullptr)
        return refuse_token("has a \"kid\" that is no text", "RFC 7515 4.1.4");

    std::vector<const key *> fitting;
    for (const key &k : keys) {
        const bool fits = k.kty == type_for(alg) && (k.alg.empty() || k.alg == alg);
        if (fits && (named == nullptr || k.kid == *named->if_string())) fitting.push_back(&k);
    }
    if (fitting.empty()) {
        return fail(failure_kind::unknown_key,
                    named == nullptr ? "no key of the provider is for " + alg
                                     : "the provider has no key " + in_message(*named->if_string()) + " for " + alg);
    }
    // OpenID Connect Core 10.1: with several keys, a token must say which.
    if (fitting.size() > 1)
        return refuse_token("does not tell which of several keys is meant", "OpenID Connect Core 10.1");
    const auto signature = base::from_base64url(parts[2]);
    if (!signature || signature->empty()) return refuse_token("has no signature", "RFC 7515 5.2");
    if (!is_signed_by(std::string{token}, *fitting.front())) {
        return refuse_token("has a signature that is not valid", "OpenID Connect Core 3.1.3.7, 6");
    }
    auto payload = object_in(parts[1]);
    if (!payload) return refuse_token("is not a JSON object in which each member occurs once", "RFC 7519 7.2");
    return std::move(*payload);
}

} // namespace uniform::http::openid
