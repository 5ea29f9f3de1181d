// draft-ietf-uri-url-06 3.8, 5; RFC 1738 3.8, 5; RFC 4248.

#include <uniform/url/telnet.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

std::expected<telneturl_view, error> parse_telneturl(std::string_view text, url_options o) noexcept {
    // telneturl = "telnet://" login [ "/" ]
    detail::url_reader read{text, detail::url_edition(o, "telnet"), o.max_length};
    telneturl_view url{text, read.edition()};
    read.scheme("telnet");
    if (read.good()) read.slashes(rule::telneturl);
    if (const auto login = read.login(true)) url.login = *login;
    url.slash = read.accept('/');
    if (!read.end(rule::telneturl)) return read.why();
    return url;
}

telneturl_parts parts_of(const telneturl_view &url) { return {detail::decoded_login(url.login), url.slash}; }

std::expected<std::string, error> make_telneturl(const telneturl_parts &parts, url_options o) {
    std::string url = "telnet:";
    if (auto done = detail::append_login(url, parts.login, o, "telnet"); !done) return std::unexpected{done.error()};
    if (parts.slash) url += '/';
    return detail::as_made<telneturl_view>(std::move(url), parts, parse_telneturl, o, rule::telneturl);
}

} // namespace uniform
