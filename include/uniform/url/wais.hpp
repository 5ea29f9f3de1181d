// wais URLs, three forms: draft-ietf-uri-url-06 3.9; RFC 1738 3.9; RFC 4156.
//
//     uniform::parse_waisurl("wais://quake.think.com/wais-discussion-archives?lynch").value().search   -> "lynch"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// waisurl = waisdatabase | waisindex | waisdoc: "/" database, then nothing, "?" search or "/" wtype "/" wpath. RFC
/// 4156 allows "/" and "?" in a search and "/" in a wpath, as RFC 3986 does where nothing is delimited; the documents
/// of 1994 do not.
struct waisurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc4156;
    login_view login{};
    std::string_view database{};
    std::optional<std::string_view> search{}; ///< of waisindex
    std::optional<std::string_view> wtype{};  ///< of waisdoc
    std::optional<std::string_view> wpath{};  ///< of waisdoc
};

/// The same, decoded.
struct waisurl_parts {
    std::string host{};
    std::optional<std::uint16_t> port{};
    std::string database{};
    std::optional<std::string> search{};
    std::optional<std::string> wtype{};
    std::optional<std::string> wpath{}; ///< as written: "it may only be decomposed by the server that issued it" (3.9)

    friend bool operator==(const waisurl_parts &, const waisurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). One pass, no allocation.
[[nodiscard]] std::expected<waisurl_view, error> parse_waisurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                               url_options o = {}) noexcept;
void parse_waisurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded, except wpath. Allocates; linear.
[[nodiscard]] waisurl_parts parts_of(const waisurl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts: missing_part for a wtype without a wpath or the reverse, or beside a search; invalid_character
/// for a wpath that is not written as one. The error has no useful offset.
[[nodiscard]] std::expected<std::string, error> make_waisurl(const waisurl_parts &parts, url_options o = {});

} // namespace uniform
