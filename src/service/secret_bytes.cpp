#include "service/secret_bytes.hpp"

#include <array>
#include <stdexcept>

#include <openssl/rand.h>
#include <openssl/sha.h>

#include <uniform/base/assertion.hpp>

namespace uniform::service {

std::string secret_bytes(std::size_t size, std::string_view seed) {
    std::string bytes(size, '\0');
    if (seed.empty()) {
        if (RAND_bytes(reinterpret_cast<unsigned char *>(bytes.data()), static_cast<int>(size)) != 1) {
            throw std::runtime_error("the random number generator failed");
        }
        return bytes;
    }
    std::array<unsigned char, SHA512_DIGEST_LENGTH> hash{};
    UNIFORM_ASSERT(size <= hash.size());
    SHA512(reinterpret_cast<const unsigned char *>(seed.data()), seed.size(), hash.data());
    bytes.assign(hash.begin(), hash.begin() + static_cast<std::ptrdiff_t>(size));
    return bytes;
}

} // namespace uniform::service
