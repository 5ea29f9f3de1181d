#include <uniform/base/hex.hpp>
#include <uniform/http/api_client.hpp>

#include <array>
#include <cstdint>
#include <random>

#include <uniform/syntax/percent.hpp>

#include "http/engine/http_message.hpp"

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
    std::random_device random; // the kernel's
    std::string out;
    for (int word = 0; word < 4; ++word) out += base::to_hex(random(), 8);
    return out;
}

} // namespace uniform::http
