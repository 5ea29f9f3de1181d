// ws and wss URLs: RFC 6455 3.
//
//     uniform::parts_of(uniform::parse_wsurl("ws://example.com/?bar=baz").value()).resource_name   -> "/?bar=baz"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// RFC 6455 3: ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]; no fragment.
struct wsurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc6455;
    bool secure = false; ///< wss
    login_view login{};  ///< never a user
    std::string_view path{};
    std::optional<std::string_view> query{};
};

/// The same, decoded.
struct wsurl_parts {
    bool secure = false;
    std::string host{};
    std::optional<std::uint16_t> port{};
    std::string resource_name{}; ///< path, at least "/", and "?" query; as written

    friend bool operator==(const wsurl_parts &, const wsurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<wsurl_view, error> parse_wsurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                           url_options o = {}) noexcept;
void parse_wsurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] wsurl_parts parts_of(const wsurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_wsurl(const wsurl_parts &parts, url_options o = {});

} // namespace uniform
