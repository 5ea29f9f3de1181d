// The secrets of tokens: made from the system's random bits, kept as hashes.
//
// RFC 9106 section 4 recommends Argon2id with 64 MiB and three passes where memory is short. That is meant for
// passwords, which people choose. A secret here has 256 random bits, and guessing it is out of the question whatever
// the hash; so the parameters are lighter: 19 MiB, two passes, one lane. A service under attack with wrong tokens then
// stays within its memory.

#include <uniform/service/tokens.hpp>

#include <array>
#include <stdexcept>

#include <argon2.h>
#include <openssl/rand.h>

#include "resolver/base64url.hpp"

namespace uniform::service {

namespace {

constexpr std::uint32_t passes = 2;
constexpr std::uint32_t kibibytes = 19 * 1024;
constexpr std::uint32_t lanes = 1;
constexpr std::size_t salt_size = 16;
constexpr std::size_t hash_size = 32;

std::string random_bytes(std::size_t size) {
    std::string bytes(size, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char *>(bytes.data()), static_cast<int>(size)) != 1) {
        throw std::runtime_error("the system gives no random bits");
    }
    return bytes;
}

std::string hash_of(std::string_view text, std::string_view salt) {
    std::array<char, 128> out{};
    const int error = argon2id_hash_encoded(passes, kibibytes, lanes, text.data(), text.size(), salt.data(),
                                            salt.size(), hash_size, out.data(), out.size());
    if (error != ARGON2_OK) throw std::runtime_error(std::string("Argon2: ") + argon2_error_message(error));
    return out.data();
}

} // namespace

token_secret make_token_secret() {
    token_secret s;
    constexpr std::string_view digits = "0123456789abcdef";
    for (const char c : random_bytes(6)) {
        const auto byte = static_cast<unsigned char>(c);
        s.id += digits[byte >> 4U];
        s.id += digits[byte & 15U];
    }
    s.text = "uniform_" + s.id + "_" + resolver::to_base64url(random_bytes(32));
    s.hash = hash_of(s.text, random_bytes(salt_size));
    return s;
}

bool verify_token(std::string_view text, const token *t) {
    // The hash of nothing that anybody has: the text of a token is longer.
    static const std::string nobody = hash_of("nobody", random_bytes(salt_size));
    const std::string &hash = t != nullptr ? t->hash : nobody;
    // Compares in constant time.
    return argon2id_verify(hash.c_str(), text.data(), text.size()) == ARGON2_OK && t != nullptr;
}

} // namespace uniform::service
