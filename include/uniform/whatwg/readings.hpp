// The differences between the readings of the same text by browsers and by RFC 3986: the source of filters that check
// one host while another is contacted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

/// The part in which two readings differ.
enum class reading_part : std::uint8_t {
    scheme,
    host,
    path,
    query,
    rejected, ///< browsers reject the text, and RFC 3986 finds a scheme and a host, or an empty one, in it
};
/// The number of parts.
inline constexpr std::size_t reading_parts = 5;
/// "scheme", "host", "path", "query" or "rejected".
[[nodiscard]] std::string_view name(reading_part part) noexcept;

/// One difference.
struct reading_difference {
    reading_part part{};
    std::size_t offset = 0; ///< the octets of the text that cause it
    std::size_t size = 0;
    std::string by_rfc3986; ///< the component as RFC 3986 Appendix B finds it, without dot segments
    std::string by_browser; ///< as the URL Standard has it; the name of the error when the text is rejected
    friend bool operator==(const reading_difference &, const reading_difference &) = default;
};

/// The differences between the components that RFC 3986 finds in a text (Appendix B, so the text need not be valid) and
/// those of the URL that a browser makes of it. A text without a scheme is a relative reference, and its base is
/// "https:", a host that nobody knows, and the path "/": a host of "" is the base's, and paths are those of the target.
/// Percent-encoding, the case of the scheme and the host, an empty path of a special URL and the A-labels of a host are
/// no differences; what IDNA maps beyond the case and NFC is one. In the order of the enumerators. Linear.
/// `reading_differences("http://a.example\\@b.example/")`: the host is "b.example" for RFC 3986, "a.example" for
/// browsers, because of the "\" at 16.
[[nodiscard]] std::vector<reading_difference> reading_differences(std::string_view text);

} // namespace whatwg
} // namespace uniform
