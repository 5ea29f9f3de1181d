// The bits of secrets that are shown once: of tokens and of webhooks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uniform::service {

/// Random bytes; or those of `seed`, at most 64, which are the same for the same seed. The seed must have 256 bits that
/// nobody else can know; an empty one is none. Throws std::runtime_error if the random number generator failed.
[[nodiscard]] std::string secret_bytes(std::size_t size, std::string_view seed = {});

} // namespace uniform::service
