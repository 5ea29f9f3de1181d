// draft-ietf-uri-url-06 3.6, 5; RFC 1738 3.6, 5; RFC 5538.

#include <uniform/url/news.hpp>

#include "url/address.hpp"
#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// RFC 5538 3: group-char = ALPHA / DIGIT / "-" / "+" / "_" / "."

// grouppart = "*" | group | article
void read_grouppart(detail::url_reader &read, newsurl_view &url) noexcept {
    const std::size_t begin = read.offset();
    // 3.6: "distinguished ... by the presence of the commercial at "@" character"
    if (read.good() && read.rest().contains('@')) {
        // article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
        if (read.run(rule::article).empty() && read.peek() == '@') {
            read.fail(begin, error_code::empty_component, rule::article);
        }
        if (!read.accept('@')) read.fail(read.offset(), error_code::invalid_character, rule::article);
        read.host_of_1994();
        if (read.end(rule::host)) url.article = read.text().substr(begin);
        return;
    }
    if (read.accept('*')) {
        if (read.end(rule::grouppart)) url.group = read.text().substr(begin);
        return;
    }
    // group = alpha *[ alpha | digit | "-" | "." ]
    if (read.good() && !characters::alpha.contains(read.peek())) {
        read.fail(begin, read.at_end() ? error_code::empty_component : error_code::invalid_character, rule::group);
    }
    url.group = read.group_of_1994();
    read.end(rule::group);
}

// newsURL = "news:" [ server "/" ] ( article / newsgroups )
void read_of_5538(detail::url_reader &read, newsurl_view &url) noexcept {
    if (read.accept("//")) { // server = "//" authority
        url.server = read.login(true, true);
        if (read.good() && !read.accept('/')) {
            read.fail(read.offset(), read.at_end() ? error_code::missing_part : error_code::invalid_character,
                      rule::newsurl);
        }
    }
    if (!read.good()) return;
    const std::size_t begin = read.offset();
    if (!read.rest().contains('@')) { // newsgroups = *( group-char / pct-encoded / "*" )
        url.group = read.run(detail::group_char | char_set{"*"});
        read.end(rule::group);
        return;
    }
    // RFC 5538 4: what RFC 3986 does not allow in a segment of a path is encoded.
    const std::string_view article = read.run(allowed(rule::segment, edition::rfc3986));
    if (!read.end(rule::article)) return;
    detail::decoded_bytes in{article};
    auto wrong = detail::read_msg_id_core(in);
    if (!wrong && !in.at_end()) wrong.emplace().offset = in.offset();
    if (wrong) {
        read.fail(begin + wrong->offset, wrong->code, rule::article);
    } else {
        url.article = article;
    }
}

} // namespace

std::expected<newsurl_view, error> parse_newsurl(std::string_view text, url_options o) noexcept {
    const bool secure = text.find(':') == 5; // not "news::"
    detail::url_reader read{text, detail::url_edition(o, secure ? "snews" : "news"), o.max_length};
    newsurl_view url{text, read.edition()};
    url.secure = read.scheme("news", "snews");
    read.is_of_1994() ? read_grouppart(read, url) : read_of_5538(read, url);
    if (!read.good()) return read.why();
    return url;
}

newsurl_parts parts_of(const newsurl_view &url) {
    newsurl_parts parts{url.secure, {}, detail::decoded_part(url.article), detail::decoded_part(url.group)};
    if (url.server) parts.server = detail::decoded_login(*url.server);
    return parts;
}

std::expected<std::string, error> make_newsurl(const newsurl_parts &parts, url_options o) {
    const std::string_view scheme = parts.secure ? "snews" : "news";
    std::string url{scheme};
    url += ':';
    if (parts.server) {
        if (auto done = detail::append_login(url, *parts.server, o, scheme, true); !done) {
            return std::unexpected{done.error()};
        }
        url += '/';
    }
    if (parts.message_id) {
        const char_set keep = detail::made_characters(rule::article) - char_set{";/?:&=,()"};
        const auto at = parts.message_id->rfind('@');
        encode_append(url, std::string_view{*parts.message_id}.substr(0, at), keep);
        if (at != std::string::npos) {
            url += '@';
            encode_append(url, std::string_view{*parts.message_id}.substr(at + 1), keep);
        }
    } else {
        encode_append(url, parts.group.value_or(""), detail::group_char | char_set{"*"});
    }
    return detail::as_made<newsurl_view>(std::move(url), parts, parse_newsurl, o, rule::newsurl);
}

} // namespace uniform
