// The files that pages need: styles, images, scripts. They are embedded when the service is built, so that a page loads
// nothing from another host and no folder has to be installed.
#pragma once

#include <string_view>

#include "http/engine/engine.hpp"

namespace uniform::http::pages {

/// One file. Its name has a hash of its content, so that a URL never has another content.
struct asset {
    std::string_view name; ///< "page.3a5c1e....css"; its URL is "/assets/" and the name
    std::string_view media_type;
    std::string_view digest; ///< the first 16 hexadecimal digits of SHA-256
    std::string_view content;
    std::string_view compressed; ///< by gzip; empty: it would not be smaller
};

/// The asset with that name; null if there is none. Logarithmic.
[[nodiscard]] const asset *find_asset(std::string_view name) noexcept;

/// Whether the response may be compressed by gzip (RFC 9110 12.5.3).
[[nodiscard]] bool accepts_gzip(const request &r) noexcept;
/// The same for zstd (RFC 8878), which must be named.
[[nodiscard]] bool accepts_zstd(const request &r) noexcept;

/// The response with it: compressed if the request accepts that (RFC 9110 12.5.3), cacheable for ever (RFC 8246), with
/// an ETag for each coding.
[[nodiscard]] response asset_response(const asset &a, const request &r);

} // namespace uniform::http::pages
