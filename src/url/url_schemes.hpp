// The table of the schemes whose URLs have a syntax of their own.
#pragma once

#include <algorithm>
#include <array>

#include <uniform/url/url_scheme.hpp>

namespace uniform::detail {

// RFC 3986, which updates RFC 1738, ends the authority and the path at "?" (3.2, 3.3); the scheme has no later
// document.
inline constexpr std::array ftp_editions{edition::rfc3986, edition::rfc1738, edition::url_06};
inline constexpr std::array http_editions{edition::rfc9110, edition::rfc1738, edition::url_06};
inline constexpr std::array https_editions{edition::rfc9110};
inline constexpr std::array gopher_editions{edition::rfc4266, edition::rfc1738, edition::url_06};
inline constexpr std::array mailto_editions{edition::rfc6068, edition::rfc1738, edition::url_06};
inline constexpr std::array news_editions{edition::rfc5538, edition::rfc1738, edition::url_06};
inline constexpr std::array snews_editions{edition::rfc5538};
inline constexpr std::array telnet_editions{edition::rfc4248, edition::rfc1738, edition::url_06};
inline constexpr std::array wais_editions{edition::rfc4156, edition::rfc1738, edition::url_06};
inline constexpr std::array file_editions{edition::rfc8089, edition::rfc1738, edition::url_06};
inline constexpr std::array prospero_editions{edition::rfc4157, edition::rfc1738, edition::url_06};
inline constexpr std::array data_editions{edition::rfc2397};
inline constexpr std::array ldap_editions{edition::rfc4516};
inline constexpr std::array ws_editions{edition::rfc6455};

inline constexpr std::array url_schemes_table{
    url_scheme{"data", data_editions},     url_scheme{"file", file_editions},
    url_scheme{"ftp", ftp_editions},       url_scheme{"gopher", gopher_editions},
    url_scheme{"http", http_editions},     url_scheme{"https", https_editions},
    url_scheme{"ldap", ldap_editions},     url_scheme{"ldaps", ldap_editions},
    url_scheme{"mailto", mailto_editions}, url_scheme{"news", news_editions},
    url_scheme{"nntp", news_editions},     url_scheme{"prospero", prospero_editions},
    url_scheme{"snews", snews_editions},   url_scheme{"telnet", telnet_editions},
    url_scheme{"wais", wais_editions},     url_scheme{"ws", ws_editions},
    url_scheme{"wss", ws_editions},
};
static_assert(std::ranges::is_sorted(url_schemes_table, {}, &url_scheme::name));

} // namespace uniform::detail
