#include "http/site/sent_once.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <openssl/sha.h>

#include <uniform/base/hex.hpp>

namespace uniform::http::manage::detail {

std::expected<void, resolver::problem> check_key(std::string_view key) {
    constexpr std::size_t longest = 200; // as Idempotency-Key
    if (key.size() <= longest && std::ranges::all_of(key, [](char c) { return c > ' ' && c < '\x7F'; })) return {};
    return std::unexpected{resolver::problem{.type = resolver::problem_type::malformed,
                                             .detail = "an idempotency key is 1 to 200 visible ASCII characters"}};
}

std::string digest_of(std::string_view path, std::string_view content) {
    std::string all{path};
    (all += '\n') += content;
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
    SHA256(reinterpret_cast<const unsigned char *>(all.data()), all.size(), hash.data());
    return base::to_hex(std::as_bytes(std::span{hash}));
}

} // namespace uniform::http::manage::detail
