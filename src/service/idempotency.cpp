#include "service/idempotency.hpp"

#include <algorithm>
#include <array>

#include <openssl/sha.h>

namespace uniform::service {

once::once(store::writing &w, const principal &who, const terms &t, std::initializer_list<std::string_view> request)
    : writing_(w), client_(who.id), key_(t.key) {
    if (key_.empty()) return;
    std::string all;
    for (const std::string_view part : request) {
        all += std::to_string(part.size());
        all += ':';
        all += part;
    }
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
    SHA256(reinterpret_cast<const unsigned char *>(all.data()), all.size(), hash.data());
    constexpr std::string_view hex = "0123456789abcdef";
    for (const unsigned char byte : hash) {
        digest_ += hex[byte >> 4U];
        digest_ += hex[byte & 0xFU];
    }
}

std::expected<std::optional<std::string>, problem> once::before() {
    if (key_.empty()) return std::nullopt;
    const auto visible = [](char c) { return c > ' ' && c < '\x7F'; };
    if (key_.size() > 200 || !std::ranges::all_of(key_, visible)) {
        return std::unexpected(problem{.type = resolver::problem_type::malformed,
                                       .detail = "an idempotency key is 1 to 200 visible ASCII characters"});
    }
    return writing_.answered(client_, key_, digest_);
}

void once::remember(std::string_view answer) {
    if (!key_.empty()) writing_.remember(client_, key_, digest_, answer);
}

} // namespace uniform::service
