// SHA-256 (FIPS 180-4), under which secrets are kept.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace uniform::http::session {

/// Linear. Throws std::runtime_error if OpenSSL has no SHA-256.
[[nodiscard]] std::array<std::byte, 32> sha256(std::string_view text);

} // namespace uniform::http::session
