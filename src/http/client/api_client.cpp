#include <uniform/http/api_client.hpp>

#include <array>
#include <cstdint>
#include <random>

#include <uniform/syntax/percent.hpp>

#include "http/engine/parser.hpp"

namespace uniform::http {

std::string_view api_response::value(std::string_view name) const noexcept {
    for (const auto &[n, v] : fields)
        if (same_name(n, name)) return v;
    return {};
}

std::string path_segment(std::string_view text) {
    std::string out;
    encode_append(out, text, unreserved(edition::rfc3986) | char_set{":"});
    return out;
}

std::string new_idempotency_key() {
    constexpr std::string_view hex = "0123456789abcdef";
    std::random_device random; // the kernel's
    std::string out;
    for (int word = 0; word < 4; ++word) {
        std::uint32_t bits = random();
        for (int digit = 0; digit < 8; ++digit, bits >>= 4U) out += hex[bits & 15U];
    }
    return out;
}

} // namespace uniform::http
