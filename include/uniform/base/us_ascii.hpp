// Whether a text is in US-ASCII (RFC 20).
#pragma once

#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace base {

/// Whether each octet of `text` is one of US-ASCII, 0x00 to 0x7F. Linear. `is_us_ascii("m\xC3\xBCnchen")` is false.
[[nodiscard]] constexpr bool is_us_ascii(std::string_view text) noexcept {
    // Without a branch for each octet, so that the compiler makes vector instructions of it.
    unsigned char any = 0;
    for (const char c : text) any = static_cast<unsigned char>(any | static_cast<unsigned char>(c));
    return any < 0x80;
}

} // namespace base
} // namespace uniform
