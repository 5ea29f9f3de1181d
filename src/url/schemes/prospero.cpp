// draft-ietf-uri-url-06 3.11, 5; RFC 1738 3.11, 5; RFC 4157 2.

#include <uniform/url/prospero.hpp>

#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// fieldspec = ";" fieldname "=" fieldvalue
constexpr char_set delimiters{";="};

} // namespace

std::expected<prosperourl_view, error> parse_prosperourl(std::string_view text, url_options o) noexcept {
    // prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
    detail::url_reader read{text, detail::url_edition(o, "prospero"), o.max_length};
    prosperourl_view url{.text = text, .edition = read.edition()};
    read.scheme("prospero");
    read.slashes(rule::prosperourl);
    if (const auto login = read.login(false)) url.login = *login;
    if (!read.accept('/')) read.fail(read.offset(), error_code::missing_part, rule::ppath);
    // RFC 4157 has no query, so that "?", which RFC 3986 keeps for one, has to be encoded; in 1994 it was no delimiter.
    url.ppath = read.run(rule::ppath, rule::path, char_set{";"});
    rule last = rule::ppath;
    const std::size_t begin = read.offset();
    while (read.accept(';')) {
        read.run(read.is_of_1994() ? url_allowed(rule::fieldname, read.edition()) - delimiters
                                   : allowed(rule::path, edition::rfc3986) - delimiters);
        if (!read.accept('=')) {
            const bool missing = read.at_end() || read.peek() == ';';
            read.fail(read.offset(), missing ? error_code::missing_part : error_code::invalid_character,
                      missing ? rule::fieldspec : rule::fieldname);
        }
        read.run(rule::fieldvalue, rule::path, char_set{";"});
        last = rule::fieldvalue;
    }
    if (!read.end(last)) return read.why();
    url.fieldspecs = text.substr(begin);
    return url;
}

prosperourl_parts parts_of(const prosperourl_view &url) {
    login_parts login = detail::decoded_login(url.login);
    prosperourl_parts parts{.host = std::move(login.host), .port = login.port};
    parts.hsoname = detail::decoded_part(url.ppath);
    std::string_view rest = url.fieldspecs;
    while (!rest.empty()) {
        const std::string_view field = rest.substr(1, rest.find(';', 1) - 1);
        const auto equals = field.find('=');
        parts.fields.emplace_back(detail::decoded_part(field.substr(0, equals)),
                                  detail::decoded_part(field.substr(equals + 1)));
        rest.remove_prefix(field.size() + 1);
    }
    return parts;
}

std::expected<std::string, error> make_prosperourl(const prosperourl_parts &parts, url_options o) {
    const edition e = detail::url_edition(o, "prospero");
    std::string url = "prospero:";
    if (auto login = detail::append_login(url, {.host = parts.host, .port = parts.port}, o, "prospero"); !login) {
        return std::unexpected{login.error()};
    }
    url += '/';
    encode_append(url, parts.hsoname, detail::made_characters(rule::ppath, e));
    for (const auto &[name, value] : parts.fields) {
        url += ';';
        encode_append(url, name, detail::made_characters(rule::fieldname, e) - delimiters);
        url += '=';
        encode_append(url, value, detail::made_characters(rule::fieldvalue, e) - delimiters);
    }
    return detail::bounded(std::move(url), o, e);
}

} // namespace uniform
