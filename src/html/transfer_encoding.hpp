// Content-Transfer-Encoding (RFC 2045 6).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::html {

enum class transfer : std::uint8_t {
    identity, // 7bit, 8bit, binary: the body is unchanged
    decoded,
    broken, // decoded as far as it could be
    unknown,
};

// Appends the decoded body to `out` where it is encoded. Linear.
[[nodiscard]] transfer decode_transfer(std::string_view encoding, std::string_view body, std::string &out);

// A URI in a field, which may have been folded, and whose characters may be in encoded-words (RFC 2557 4.4.3): the
// words decoded, and no white space between them. The charset of an encoded-word is ignored: URIs are ASCII.
// Linear.
[[nodiscard]] std::string uri_in_field(std::string_view value);

} // namespace uniform::html
