#include "http/site/sent_once.hpp"

#include <array>
#include <span>

#include <openssl/sha.h>

#include <uniform/base/hex.hpp>

namespace uniform::http::manage::detail {

std::string digest_of(std::string_view path, std::string_view content) {
    std::string all{path};
    (all += '\n') += content;
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
    SHA256(reinterpret_cast<const unsigned char *>(all.data()), all.size(), hash.data());
    return base::to_hex(std::as_bytes(std::span{hash}));
}

} // namespace uniform::http::manage::detail
