// A certificate of localhost and its key, made for a test.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace uniform::http::test {

/// Writes a certificate of localhost, valid for an hour, and its key; both paths may be the same.
inline void write_certificate(const std::filesystem::path &to, const std::filesystem::path &key) {
    EVP_PKEY *pair = EVP_EC_gen("P-256");
    X509 *x = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
    X509_gmtime_adj(X509_getm_notBefore(x), 0);
    X509_gmtime_adj(X509_getm_notAfter(x), 3600);
    X509_set_pubkey(x, pair);
    X509_NAME *subject = X509_get_subject_name(x);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char *>("localhost"), -1,
                               -1, 0);
    X509_set_issuer_name(x, subject);
    X509_sign(x, pair, EVP_sha256());
    std::FILE *file = std::fopen(to.c_str(), "w");
    PEM_write_X509(file, x);
    std::fclose(file);
    file = std::fopen(key.c_str(), key == to ? "a" : "w");
    PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    X509_free(x);
    EVP_PKEY_free(pair);
}

/// Both in one PEM file, for as long as this exists.
class certificate {
public:
    certificate() {
        char name[] = "/tmp/uniform-tls-XXXXXX";
        if (::mkdtemp(name) == nullptr) throw std::runtime_error("no folder for the certificate");
        folder_ = name;
        file = folder_ + "/certificate-and-key.pem";
        write_certificate(file, file);
    }
    ~certificate() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    certificate(const certificate &) = delete;
    certificate &operator=(const certificate &) = delete;

    std::string file;

private:
    std::string folder_;
};

} // namespace uniform::http::test
