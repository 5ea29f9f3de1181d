// Comparing secrets.
#pragma once

#include <string_view>

#include <openssl/crypto.h>

namespace uniform::http::session {

/// Whether two secrets are equal and not empty, in a time that does not depend on where they differ.
[[nodiscard]] inline bool equal_secrets(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && !a.empty() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace uniform::http::session
