#include "http/site/sent_once.hpp"

#include <array>
#include <span>
#include <stdexcept>
#include <string>

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <uniform/base/hex.hpp>

#include "http/site/manage.hpp"

namespace uniform::http::manage {

std::string seed_of_secret(const request_context &c, std::string_view key) {
    if (key.empty()) return {};
    static const std::string secret_of_process = random_key() + random_key(); // 256 bits
    std::string data{c.request.path};
    ((data += '\n') += c.who->id) += '\n';
    data += key;
    std::string out(SHA256_DIGEST_LENGTH, '\0');
    if (HMAC(EVP_sha256(), secret_of_process.data(), static_cast<int>(secret_of_process.size()),
             reinterpret_cast<const unsigned char *>(data.data()), data.size(),
             reinterpret_cast<unsigned char *>(out.data()), nullptr) == nullptr) {
        throw std::runtime_error{"no HMAC"};
    }
    return out;
}

std::string detail::digest_of(std::string_view path, std::string_view content) {
    std::string all{path};
    (all += '\n') += content;
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
    SHA256(reinterpret_cast<const unsigned char *>(all.data()), all.size(), hash.data());
    return base::to_hex(std::as_bytes(std::span{hash}));
}

} // namespace uniform::http::manage
