// data URLs: RFC 2397.
//
//     uniform::parts_of(uniform::parse_dataurl("data:,A%20brief%20note").value()).data   -> "A brief note"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// RFC 2397 3: dataurl = "data:" [ mediatype ] [ ";base64" ] "," data.
struct dataurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc2397;
    std::string_view mediatype{}; ///< as written; maybe empty
    bool base64 = false;
    std::string_view data{}; ///< as written
};

/// The same, decoded.
struct dataurl_parts {
    std::string mediatype{}; ///< "text/plain;charset=US-ASCII" where the URL has none; "text/plain" filled in
    bool base64 = false;     ///< whether the URL writes the data so
    std::string data{};      ///< the bytes themselves

    friend bool operator==(const dataurl_parts &, const dataurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). The first "," begins the data. mediatype is
/// that of RFC 2045 5.1 once decoded: tokens, and quoted-strings as values. Base64 (RFC 4648 4) is checked: alphabet,
/// length, padding. One pass, no allocation.
[[nodiscard]] std::expected<dataurl_view, error> parse_dataurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_dataurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] dataurl_parts parts_of(const dataurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_dataurl(const dataurl_parts &parts, url_options o = {});

} // namespace uniform
