// draft-ietf-uri-url-06 3.3, 5; RFC 1738 3.3, 5; RFC 9110 4.2.

#include <uniform/url/http.hpp>

#include <uniform/uri/parse.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

std::expected<httpurl_view, error> parse_httpurl(std::string_view text, url_options o) noexcept {
    constexpr std::string_view secure_name = "https";
    const bool secure = text.find(':') == secure_name.size();
    detail::url_reader read{text, detail::url_edition(o, secure ? secure_name : "http"), o.max_length};
    httpurl_view url{.text = text, .edition = read.edition(), .secure = secure};
    read.scheme(secure ? secure_name : "http");
    read.slashes(rule::httpurl);
    if (read.good() && url.edition == edition::rfc9110) {
        // Nearly always: what the kernels read. They leave the errors, and what is no URL of the Web, to what follows.
        const auto uri = parse_absolute_uri(text);
        if (uri && !uri->userinfo() && !uri->host().value_or("").empty()) {
            url.login.host = *uri->host();
            url.login.port = uri->port();
            if (!uri->path().empty()) url.hpath = uri->path().substr(1);
            url.search = uri->query();
            return url;
        }
    }
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
    return detail::as_made<httpurl_view>(std::move(url), parts, parse_httpurl, o, rule::httpurl);
}

} // namespace uniform
