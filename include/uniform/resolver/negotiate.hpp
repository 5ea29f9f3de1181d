// Media types, and which of them a client wants (RFC 9110 8.3.1, 12.5.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// RFC 9110 8.3.1: media-type = type "/" subtype parameters, of at most 255 bytes; no wildcards. Linear, no allocation.
[[nodiscard]] bool is_media_type(std::string_view text) noexcept;
/// Type, subtype and the names of parameters in lower case, without white space: "Text/HTML; Charset=x" ->
/// "text/html;charset=x". Of a media type.
[[nodiscard]] std::string canonical_media_type(std::string_view media_type);

/// One element of Accept; quality in thousandths.
struct media_range {
    std::string_view type;                                                      ///< "*" for any
    std::string_view subtype;                                                   ///< "*" for any
    std::vector<std::pair<std::string_view, std::string_view>> parameters = {}; ///< without "q"; values unquoted
    std::uint16_t quality = 1000;
};

/// The media ranges of an Accept field. Holds views into it.
class accept_list {
public:
    /// At most the first 64 elements; those that cannot be read are left out.
    explicit accept_list(std::string_view field);

    /// Whether there was no Accept at all, or nothing in it that can be read: everything is accepted.
    [[nodiscard]] bool empty() const noexcept { return ranges_.empty(); }
    [[nodiscard]] std::span<const media_range> ranges() const & noexcept UNIFORM_LIFETIMEBOUND { return ranges_; }
    std::span<const media_range> ranges() const && = delete;

    /// The quality with which a media type fits the list.
    struct fit {
        std::uint16_t quality = 0;    ///< 0: not accepted
        std::uint8_t specificity = 0; ///< 1: "*/*" or no Accept, 2: "text/*", 3: the type, 4: with its parameters
        std::uint8_t position = 255;  ///< of the range in the field
    };
    /// RFC 9110 12.5.1: the most specific range that the media type matches decides.
    [[nodiscard]] fit of(std::string_view media_type) const noexcept;

private:
    std::vector<media_range> ranges_;
};

/// Whether a client prefers HTML to JSON, as browsers do. Without Accept, or with "*/*", it does not. Linear.
[[nodiscard]] bool prefers_html(const accept_list &accept) noexcept;

} // namespace resolver
} // namespace uniform
