// telnet URLs: draft-ietf-uri-url-06 3.8; RFC 1738 3.8; RFC 4248.
//
//     uniform::parse_telneturl("telnet://usr:pswd@web:12345/").value().login.user   -> "usr"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// telneturl = "telnet://" login [ "/" ].
struct telneturl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc4248;
    login_view login{};
    bool slash = false;
};

/// The same, decoded.
struct telneturl_parts {
    login_parts login{};
    bool slash = true;

    friend bool operator==(const telneturl_parts &, const telneturl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<telneturl_view, error> parse_telneturl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                   url_options o = {}) noexcept;
void parse_telneturl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] telneturl_parts parts_of(const telneturl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_telneturl(const telneturl_parts &parts, url_options o = {});

} // namespace uniform
