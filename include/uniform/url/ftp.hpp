// ftp URLs: draft-ietf-uri-url-06 3.2, RFC 1738 3.2, and RFC 3986 3, which updates RFC 1738: "?" and "#" end the
// authority and the path, so that every part of the library finds the same host.
//
//     const auto url = uniform::parse_ftpurl("ftp://myname@host.dom/%2Fetc/motd;type=a").value();
//     url.ftptype                    -> 'a'
//     uniform::parts_of(url).cwd     -> {"/etc"}
//     uniform::parts_of(url).name    -> "motd"
#pragma once

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/url/login.hpp>

namespace uniform UNIFORM_API {

/// ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]], seen in a text that the caller keeps alive.
struct ftpurl_view {
    std::string_view text{};
    uniform::edition edition = uniform::edition::rfc3986;
    login_view login{};
    std::optional<std::string_view> fpath{}; ///< without the "/" before it; absent without that "/"
    std::optional<char> ftptype{};           ///< one of A I D a i d, as written
};

/// The same, decoded: segment by segment, so that "%2F" stays apart from "/" (3.2.2).
struct ftpurl_parts {
    login_parts login{};
    std::vector<std::string> cwd{}; ///< an argument of CWD each, in order; may be ""
    std::string name{};             ///< "" when the URL ends with the login or with "/"
    std::optional<char> ftptype{};
    bool slash = true; ///< whether there is a "/" after the login; needed only when cwd and name are empty

    friend bool operator==(const ftpurl_parts &, const ftpurl_parts &) = default;
};

/// Reads the whole text or nothing; the scheme's name in any case (2.1). Editions rfc3986 (the
/// default: RFC 1738 as RFC 3986 updates it), rfc1738 and url_06. By the default, "?" is no data: a query fails with
/// invalid_character, and a user, password or segment has "?" as "%3F". Errors have the production that fails. One
/// pass, no allocation.
[[nodiscard]] std::expected<ftpurl_view, error> parse_ftpurl(std::string_view text UNIFORM_LIFETIMEBOUND,
                                                             url_options o = {}) noexcept;
void parse_ftpurl(temporary_owner auto &&, url_options = {}) = delete;

/// Decoded. Allocates; linear. A URL that was parsed has no errors to report.
[[nodiscard]] ftpurl_parts parts_of(const ftpurl_view &url);

/// The URL of these parts. "/" and ";" inside a name are encoded (3.2.2), ":", "@" and "/" in user and password (3.1),
/// and what is no uchar. parts_of(parse_ftpurl(make_ftpurl(p))) is p again. Fails where no URL has such parts:
/// missing_host, a host that is none, a password without a user, an ftptype that is none; the error has no useful
/// offset.
[[nodiscard]] std::expected<std::string, error> make_ftpurl(const ftpurl_parts &parts, url_options o = {});

} // namespace uniform
