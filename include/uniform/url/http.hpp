// http (and https) URLs: draft-ietf-uri-url-06 3.3; RFC 1738 3.3; RFC 9110 4.2.
//
//     const auto url = uniform::parse_httpurl("http://a.b:8000/c/d?e").value();
//     url.hpath, url.search   -> "c/d", "e"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// httpurl = "http://" hostport [ "/" hpath [ "?" search ]]; RFC 9110 4.2.1: http-URI, with an empty path before a
/// query too.
struct httpurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc9110;
    bool secure = false;                      ///< https, which only RFC 9110 4.2.2 has
    login_view login{};                       ///< never a user: 3.3, RFC 9110 4.2.4
    std::optional<std::string_view> hpath{};  ///< without the "/" before it; absent without that "/"
    std::optional<std::string_view> search{}; ///< without "?"
};

/// The same for making one: the host decoded, path and query not.
struct httpurl_parts {
    bool secure = false;
    std::string host{};
    std::optional<std::uint16_t> port{};
    std::optional<std::string> hpath{};  ///< as written: a path and a query are decoded by who knows their syntax
    std::optional<std::string> search{}; ///< as written

    friend bool operator==(const httpurl_parts &, const httpurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). RFC 9110 4.2.1: an empty host is invalid;
/// 4.2.4: so is a user. https is read by RFC 9110 whatever edition is asked for. One pass, no allocation.
[[nodiscard]] std::expected<httpurl_view, error> parse_httpurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_httpurl(temporary_owner auto &&, url_options = {}) = delete;

/// The parts; the host decoded. Allocates; linear.
[[nodiscard]] httpurl_parts parts_of(const httpurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts: missing_host, a host that is none, a path or query that is not written as one, a query without a
/// path in the documents of 1994. The error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_httpurl(const httpurl_parts &parts, url_options o = {});

} // namespace uniform
