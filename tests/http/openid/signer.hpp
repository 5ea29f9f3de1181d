// A provider's keys and tokens for tests, signed by OpenSSL alone, so that nothing that the service verifies with is
// used.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>

#include "base/base64url.hpp"

namespace uniform::test {

/// RFC 7636 4.2
inline std::string s256(std::string_view verifier) {
    std::string out(32, '\0');
    unsigned size = 0;
    EVP_Digest(verifier.data(), verifier.size(), reinterpret_cast<unsigned char *>(out.data()), &size, EVP_sha256(),
               nullptr);
    return base::to_base64url(out);
}

class signer {
public:
    static signer rsa(unsigned bits = 2048) { return signer{EVP_RSA_gen(bits)}; }
    static signer ec(const char *curve = "P-256") { return signer{EVP_EC_gen(curve)}; }

    /// The public key as a JSON Web Key, with more members before its end.
    [[nodiscard]] std::string jwk(std::string_view more) const {
        if (EVP_PKEY_get_base_id(key_.get()) == EVP_PKEY_RSA) {
            return R"({"kty":"RSA","n":")" + number(OSSL_PKEY_PARAM_RSA_N) + R"(","e":")" +
                   number(OSSL_PKEY_PARAM_RSA_E) + '"' + std::string{more} + "}";
        }
        return R"({"kty":"EC","crv":"P-256","x":")" + number(OSSL_PKEY_PARAM_EC_PUB_X, 32) + R"(","y":")" +
               number(OSSL_PKEY_PARAM_EC_PUB_Y, 32) + '"' + std::string{more} + "}";
    }

    /// The token in compact form: signed by this key as the algorithm wants, whatever the header says.
    [[nodiscard]] std::string sign(std::string_view alg, std::string_view header, std::string_view payload) const {
        const std::string text = base::to_base64url(header) + "." + base::to_base64url(payload);
        return text + "." + base::to_base64url(signature(alg, text));
    }

    [[nodiscard]] std::string signature(std::string_view alg, const std::string &text) const {
        const std::unique_ptr<EVP_MD_CTX, free_digest> c{EVP_MD_CTX_new()};
        EVP_PKEY_CTX *parameters = nullptr;
        must(EVP_DigestSignInit(c.get(), &parameters, EVP_sha256(), nullptr, key_.get()));
        if (alg == "PS256") {
            must(EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING));
            must(EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST));
        }
        const auto *const data = reinterpret_cast<const unsigned char *>(text.data());
        std::size_t size = 0;
        must(EVP_DigestSign(c.get(), nullptr, &size, data, text.size()));
        std::string out(size, '\0');
        must(EVP_DigestSign(c.get(), reinterpret_cast<unsigned char *>(out.data()), &size, data, text.size()));
        out.resize(size);
        return alg == "ES256" ? fixed(out) : out;
    }

    /// HS256 with any secret, as an attacker has it who knows a public key.
    static std::string mac(std::string_view header, std::string_view payload, std::string_view secret) {
        const std::string text = base::to_base64url(header) + "." + base::to_base64url(payload);
        std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
        unsigned size = 0;
        HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
             reinterpret_cast<const unsigned char *>(text.data()), text.size(), out.data(), &size);
        return text + "." + base::to_base64url({reinterpret_cast<const char *>(out.data()), size});
    }

private:
    struct free_key {
        void operator()(EVP_PKEY *k) const noexcept { EVP_PKEY_free(k); }
    };
    struct free_digest {
        void operator()(EVP_MD_CTX *c) const noexcept { EVP_MD_CTX_free(c); }
    };
    explicit signer(EVP_PKEY *k) : key_{k} { must(k != nullptr ? 1 : 0); }

    static void must(int done) {
        if (done != 1) throw std::runtime_error{"OpenSSL failed"};
    }
    [[nodiscard]] std::string number(const char *name, int width = 0) const {
        BIGNUM *n = nullptr;
        must(EVP_PKEY_get_bn_param(key_.get(), name, &n));
        std::string out(static_cast<std::size_t>(width != 0 ? width : BN_num_bytes(n)), '\0');
        must(BN_bn2binpad(n, reinterpret_cast<unsigned char *>(out.data()), static_cast<int>(out.size())) > 0 ? 1 : 0);
        BN_free(n);
        return base::to_base64url(out);
    }
    // RFC 7518 3.4: R and S, 32 octets each.
    static std::string fixed(const std::string &der) {
        const auto *at = reinterpret_cast<const unsigned char *>(der.data());
        ECDSA_SIG *const s = d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size()));
        must(s != nullptr ? 1 : 0);
        std::string out(64, '\0');
        auto *const to = reinterpret_cast<unsigned char *>(out.data());
        BN_bn2binpad(ECDSA_SIG_get0_r(s), to, 32);
        BN_bn2binpad(ECDSA_SIG_get0_s(s), to + 32, 32);
        ECDSA_SIG_free(s);
        return out;
    }

    std::unique_ptr<EVP_PKEY, free_key> key_;
};

} // namespace uniform::test
