// The target of a request as the log may have it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uniform::http {

/// The first `longest` bytes of a target, without what an "access_token" in it is (RFC 6750 2.3, 5.3): tokens in
/// targets are not accepted here, but a client may send one. The value is left out up to the next "&", ";" or "#",
/// wherever the word occurs, in any case of letters, percent-encoded up to three times. Linear.
[[nodiscard]] std::string loggable_target(std::string_view target, std::size_t longest);

} // namespace uniform::http
