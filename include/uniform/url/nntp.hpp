// nntp URLs: draft-ietf-uri-url-06 3.7; RFC 1738 3.7; RFC 5538 3.
//
//     uniform::parts_of(uniform::parse_nntpurl("nntp://news.com/comp.lang.perl/42").value()).article_number   -> "42"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// nntpurl = "nntp://" hostport "/" group [ "/" digits ]; RFC 5538 3: group = 1*( group-char / pct-encoded ), at most
/// 16 digits.
struct nntpurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc5538;
    login_view login{};
    std::string_view group{};
    std::optional<std::string_view> article_number{};
};

/// The same, decoded.
struct nntpurl_parts {
    login_parts login{}; ///< a user only by RFC 5538, which takes authority from RFC 3986
    std::string group{};
    std::optional<std::string> article_number{}; ///< digits

    friend bool operator==(const nntpurl_parts &, const nntpurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<nntpurl_view, error> parse_nntpurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_nntpurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] nntpurl_parts parts_of(const nntpurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_nntpurl(const nntpurl_parts &parts, url_options o = {});

} // namespace uniform
