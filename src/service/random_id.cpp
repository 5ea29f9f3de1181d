#include "service/random_id.hpp"

#include <array>
#include <cstddef>

#include <openssl/rand.h>

#include <uniform/base/hex.hpp>
#include <uniform/store/database.hpp>

namespace uniform::service {

std::string random_id() {
    std::array<std::byte, 8> bytes{};
    if (RAND_bytes(reinterpret_cast<unsigned char *>(bytes.data()), static_cast<int>(bytes.size())) != 1) {
        throw store::failure(store::failure_kind::other, "no random numbers");
    }
    return base::to_hex(bytes);
}

} // namespace uniform::service
