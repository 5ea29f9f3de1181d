// news URLs: draft-ietf-uri-url-06 3.6; RFC 1738 3.6; RFC 5538.
//
//     uniform::parts_of(uniform::parse_newsurl("news:1234@a.sn.no").value()).message_id   -> "1234@a.sn.no"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// newsurl = "news:" grouppart; RFC 5538 4: newsURL = "news:" [ server "/" ] ( article / newsgroups ).
struct newsurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc5538;
    bool secure = false;                       ///< snews, RFC 5538 alone
    std::optional<login_view> server{};        ///< RFC 5538 alone
    std::optional<std::string_view> article{}; ///< a message-id without "<" and ">": it has an "@" (3.6)
    std::optional<std::string_view> group{};   ///< "*" for all of them; RFC 5538: a wildmat, or empty
};

/// The same, decoded.
struct newsurl_parts {
    bool secure = false;
    std::optional<login_parts> server{};
    std::optional<std::string> message_id{}; ///< this or group
    std::optional<std::string> group{};

    friend bool operator==(const newsurl_parts &, const newsurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). What has an "@" is an article, the rest a
/// group (3.6; RFC 5538 4); RFC 5538 has the article decoded as a msg-id-core of RFC 5536 3.1.3, and allows a server
/// without a name, which is the configured one (2.1). Linear, no allocation.
[[nodiscard]] std::expected<newsurl_view, error> parse_newsurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_newsurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] newsurl_parts parts_of(const newsurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_newsurl(const newsurl_parts &parts, url_options o = {});

} // namespace uniform
