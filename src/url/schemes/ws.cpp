// RFC 6455 3.

#include <uniform/url/ws.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

std::expected<wsurl_view, error> parse_wsurl(std::string_view text, url_options o) noexcept {
    // ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]; path is path-abempty of RFC 3986. A host that is empty
    // names nothing that could be connected to (4.1).
    detail::url_reader read{text, detail::url_edition(o, "ws"), o.max_length};
    wsurl_view url{text, read.edition()};
    url.secure = read.scheme("ws", "wss");
    if (read.good()) read.slashes(rule::ws_uri);
    if (const auto login = read.login(false)) url.login = *login;
    url.path = read.run(allowed(rule::path, edition::rfc3986));
    if (read.accept('?')) url.query = read.run(allowed(rule::query, edition::rfc3986));
    if (!read.end(url.query ? rule::query : rule::path_abempty)) return read.why();
    return url;
}

wsurl_parts parts_of(const wsurl_view &url) {
    const login_parts login = detail::decoded_login(url.login);
    wsurl_parts parts{url.secure, login.host, login.port, {}};
    // 3: "/" if the path component is empty, the path component, "?" and the query component if it is not empty
    parts.resource_name = url.path.empty() ? "/" : std::string{url.path};
    if (url.query && !url.query->empty()) parts.resource_name.append("?").append(*url.query);
    return parts;
}

std::expected<std::string, error> make_wsurl(const wsurl_parts &parts, url_options o) {
    const std::string_view scheme = parts.secure ? "wss" : "ws";
    std::string url{scheme};
    url += ':';
    const login_parts login{.host = parts.host, .port = parts.port};
    if (auto done = detail::append_login(url, login, o, scheme); !done) return std::unexpected{done.error()};
    url += parts.resource_name;
    return detail::as_made<wsurl_view>(std::move(url), parts, parse_wsurl, o, rule::ws_uri);
}

} // namespace uniform
