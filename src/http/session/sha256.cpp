#include "http/session/sha256.hpp"

#include <stdexcept>

#include <openssl/evp.h>

namespace uniform::http::session {

std::array<std::byte, 32> sha256(std::string_view text) {
    std::array<std::byte, 32> out{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char *>(out.data()), &size, EVP_sha256(),
                   nullptr) != 1) {
        throw std::runtime_error{"SHA-256 is not available"};
    }
    return out;
}

} // namespace uniform::http::session
