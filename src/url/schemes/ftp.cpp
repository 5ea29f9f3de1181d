// draft-ietf-uri-url-06 3.2, 5; RFC 1738 3.2, 5; RFC 3986 3.

#include <uniform/url/ftp.hpp>

#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

std::expected<ftpurl_view, error> parse_ftpurl(std::string_view text, url_options o) noexcept {
    // ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
    detail::url_reader read{text, detail::url_edition(o, "ftp"), o.max_length};
    ftpurl_view url{text, read.edition()};
    read.scheme("ftp");
    if (read.good()) read.slashes(rule::ftpurl);
    if (const auto login = read.login(true)) url.login = *login;
    if (read.accept('/')) {
        url.fpath = read.run(rule::fpath, rule::path, char_set{";"});
        if (read.accept(";type=")) {
            const char type = read.peek();
            if (!char_set{"AIDaid"}.contains(type)) {
                read.fail(read.offset(), read.at_end() ? error_code::empty_component : error_code::invalid_character,
                          rule::ftptype);
            }
            url.ftptype = type;
            read.accept(type);
        }
    }
    // RFC 1738 has "?" as data of users, passwords and segments; by RFC 3986 it begins a query, which no FTP command
    // takes.
    const rule last = read.is_of_1994() ? rule::fpath : rule::path;
    if (!read.end(url.ftptype ? rule::ftptype : last)) return read.why();
    return url;
}

ftpurl_parts parts_of(const ftpurl_view &url) {
    ftpurl_parts parts;
    parts.login = detail::decoded_login(url.login);
    parts.ftptype = url.ftptype;
    parts.slash = url.fpath.has_value();
    // 3.2.2: "The components are decoded prior to their use": after splitting.
    std::string_view rest = url.fpath.value_or(std::string_view{});
    for (auto slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
        parts.cwd.push_back(detail::decoded_part(rest.substr(0, slash)));
        rest.remove_prefix(slash + 1);
    }
    parts.name = detail::decoded_part(rest);
    return parts;
}

std::expected<std::string, error> make_ftpurl(const ftpurl_parts &parts, url_options o) {
    std::string url = "ftp:";
    if (auto login = detail::append_login(url, parts.login, o, "ftp"); !login) return std::unexpected{login.error()};
    const auto wrong = [&](error_code code, rule r) {
        return std::unexpected{error{url.size(), code, r, detail::url_edition(o, "ftp")}};
    };
    if (parts.ftptype && !char_set{"AIDaid"}.contains(*parts.ftptype)) {
        return wrong(error_code::invalid_character, rule::ftptype);
    }
    const bool empty = parts.cwd.empty() && parts.name.empty() && !parts.ftptype;
    if (empty && !parts.slash) return detail::bounded(std::move(url), o, detail::url_edition(o, "ftp"));
    url += '/';
    const char_set keep = detail::made_characters(rule::fsegment);
    for (const std::string &segment : parts.cwd) {
        encode_append(url, segment, keep);
        url += '/';
    }
    encode_append(url, parts.name, keep);
    if (parts.ftptype) {
        url += ";type=";
        url += *parts.ftptype;
    }
    return detail::bounded(std::move(url), o, detail::url_edition(o, "ftp"));
}

} // namespace uniform
