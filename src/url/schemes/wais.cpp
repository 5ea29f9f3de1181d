// draft-ietf-uri-url-06 3.9, 5; RFC 1738 3.9, 5; RFC 4156 2.

#include <uniform/url/wais.hpp>

#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

std::expected<waisurl_view, error> parse_waisurl(std::string_view text, url_options o) noexcept {
    detail::url_reader read{text, detail::url_edition(o, "wais"), o.max_length};
    waisurl_view url{.text = text, .edition = read.edition()};
    read.scheme("wais");
    read.slashes(rule::waisurl);
    if (const auto login = read.login(false)) url.login = *login;
    // waisdatabase = "wais://" hostport "/" database
    if (!read.accept('/')) read.fail(read.offset(), error_code::missing_part, rule::waisdatabase);
    url.database = read.run(rule::database, rule::segment);
    rule last = rule::database;
    if (read.accept('?')) { // waisindex
        url.search = read.run(rule::search, rule::query);
        last = rule::search;
    } else if (read.accept('/')) { // waisdoc
        url.wtype = read.run(rule::wtype, rule::segment);
        if (read.at_end()) read.fail(read.offset(), error_code::missing_part, rule::waisdoc);
        if (!read.accept('/')) read.fail(read.offset(), error_code::invalid_character, rule::wtype);
        // A document-id is opaque: what RFC 3986 allows in a path delimits nothing in it.
        url.wpath = read.run(rule::wpath, rule::path);
        last = rule::wpath;
    }
    if (!read.end(last)) return read.why();
    return url;
}

waisurl_parts parts_of(const waisurl_view &url) {
    login_parts login = detail::decoded_login(url.login);
    waisurl_parts parts{.host = std::move(login.host), .port = login.port};
    parts.database = detail::decoded_part(url.database);
    parts.search = detail::decoded_part(url.search);
    parts.wtype = detail::decoded_part(url.wtype);
    if (url.wpath) parts.wpath = *url.wpath;
    return parts;
}

std::expected<std::string, error> make_waisurl(const waisurl_parts &parts, url_options o) {
    const edition e = detail::url_edition(o, "wais");
    std::string url = "wais:";
    if (auto login = detail::append_login(url, {.host = parts.host, .port = parts.port}, o, "wais"); !login) {
        return std::unexpected{login.error()};
    }
    if (parts.wtype.has_value() != parts.wpath.has_value() || (parts.wtype && parts.search)) {
        return std::unexpected{error{url.size(), error_code::missing_part, rule::waisdoc, e}};
    }
    url += '/';
    encode_append(url, parts.database, detail::made_characters(rule::database, e));
    if (parts.search) {
        url += '?';
        encode_append(url, *parts.search, detail::made_characters(rule::search, e));
    }
    if (parts.wtype) {
        url += '/';
        encode_append(url, *parts.wtype, detail::made_characters(rule::wtype, e));
        url += '/';
        detail::url_reader written{*parts.wpath, e, o.max_length};
        written.run(rule::wpath, rule::path);
        if (!written.end(rule::wpath)) return written.why();
        url += *parts.wpath;
    }
    return detail::bounded(std::move(url), o, e);
}

} // namespace uniform
