// mailto URLs: draft-ietf-uri-url-06 3.5; RFC 1738 3.5; RFC 6068.
//
//     const auto url = uniform::parse_mailtourl("mailto:infobot@example.com?subject=current-issue").value();
//     uniform::parts_of(url).to        -> {"infobot@example.com"}
//     uniform::parts_of(url).hfields   -> {{"subject", "current-issue"}}
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// mailtourl = "mailto:" encoded822addr; RFC 6068 2: mailtoURI = "mailto:" [ to ] [ hfields ].
struct mailtourl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc6068;
    std::string_view to{};                     ///< encoded822addr, or the addresses with "," between them
    std::optional<std::string_view> hfields{}; ///< without "?"; RFC 6068 alone
};

/// The same, decoded.
struct mailtourl_parts {
    std::vector<std::string> to{}; ///< an addr-spec each; exactly one in the documents of 1994
    std::vector<std::pair<std::string, std::string>> hfields{}; ///< in order; names as written (case is ignored)

    friend bool operator==(const mailtourl_parts &, const mailtourl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). By RFC 6068 each address is checked as an
/// addr-spec once it is decoded (2): a local-part of dot-atom-text or a quoted-string without white space, "@", and a
/// domain of dot-atom-text or in brackets; UTF-8 beyond US-ASCII is allowed as escapes. A "," inside a quoted-string
/// separates nothing, and "%2C" never does. Linear, no allocation.
[[nodiscard]] std::expected<mailtourl_view, error> parse_mailtourl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                                   url_options o = {}) noexcept;
void parse_mailtourl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear.
[[nodiscard]] mailtourl_parts parts_of(const mailtourl_view &url);

/// The URL of these parts, encoded as its section requires; reading it gives the parts again. Fails where no
/// URL has such parts; the error has no useful offset. Line breaks in a body have to be CR LF (RFC 6068 5): here they
/// are the caller's, make_url() writes them so.
[[nodiscard]] std::expected<std::string, error> make_mailtourl(const mailtourl_parts &parts, url_options o = {});

} // namespace uniform
