// draft-ietf-uri-url-06 3.3, 5; RFC 1738 3.3, 5; RFC 9110 4.2.

#include <uniform/url/http.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"

namespace uniform {

std::expected<httpurl_view, error> parse_httpurl(std::string_view text, url_options o) noexcept {
    constexpr std::string_view secure_name = "https";
    const bool secure = text.find(':') == secure_name.size();
    detail::url_reader read{text, detail::url_edition(o, secure ? secure_name : "http"), o.max_length};
    httpurl_view url{.text = text, .edition = read.edition(), .secure = secure};
    read.scheme(secure ? secure_name : "http");
    read.slashes(rule::httpurl);
    // 3.3: "No user name or password is allowed"; RFC 9110 4.2.4: a recipient should treat them as an error.
    if (const auto login = read.login(false)) url.login = *login;
    rule last = rule::host;
    if (read.accept('/')) {
        url.hpath = read.run(rule::hpath, rule::path);
        last = rule::hpath;
    }
    // httpurl = "http://" hostport [ "/" hpath [ "?" search ]]
    // RFC 9110 4.2.1: http-URI = "http" "://" authority path-abempty [ "?" query ]
    if ((url.hpath || !read.is_of_1994()) && read.accept('?')) {
        url.search = read.run(rule::search, rule::query);
        last = rule::search;
    }
    if (!read.end(last)) return read.why();
    return url;
}

httpurl_parts parts_of(const httpurl_view &url) {
    login_parts login = detail::decoded_login(url.login);
    httpurl_parts parts{.secure = url.secure, .host = std::move(login.host), .port = login.port};
    if (url.hpath) parts.hpath = *url.hpath;
    if (url.search) parts.search = *url.search;
    return parts;
}

std::expected<std::string, error> make_httpurl(const httpurl_parts &parts, url_options o) {
    const std::string_view scheme = parts.secure ? "https" : "http";
    std::string url{scheme};
    url += ':';
    if (auto login = detail::append_login(url, {.host = parts.host, .port = parts.port}, o, scheme); !login) {
        return std::unexpected{login.error()};
    }
    if (parts.hpath) url += '/' + *parts.hpath;
    if (parts.search) url += '?' + *parts.search;
    // Path and query are given as written: parsing checks whether they are valid.
    return detail::as_made(std::move(url), parts, parse_httpurl, o, rule::httpurl);
}

} // namespace uniform
