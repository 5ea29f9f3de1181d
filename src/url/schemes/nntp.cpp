// draft-ietf-uri-url-06 3.7, 5; RFC 1738 3.7, 5; RFC 5538 3.

#include <uniform/url/nntp.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// RFC 5538 3: group-char
// RFC 5538 3: article-number = 1*16DIGIT
constexpr std::size_t most_digits = 16;

} // namespace

std::expected<nntpurl_view, error> parse_nntpurl(std::string_view text, url_options o) noexcept {
    // nntpurl = "nntp://" hostport "/" group [ "/" digits ]; RFC 5538 3: "nntp:" server "/" group [ "/" article-number
    // ]
    detail::url_reader read{text, detail::url_edition(o, "nntp"), o.max_length};
    nntpurl_view url{text, read.edition()};
    read.scheme("nntp");
    if (read.good()) read.slashes(rule::nntpurl);
    if (const auto login = read.login(!read.is_of_1994())) url.login = *login;
    if (read.good() && !read.accept('/')) {
        read.fail(read.offset(), read.at_end() ? error_code::missing_part : error_code::invalid_character,
                  rule::nntpurl);
    }
    const std::size_t group = read.offset();
    url.group = read.is_of_1994() ? read.group_of_1994() : read.run(detail::group_char);
    if (read.good() && url.group.empty()) {
        const bool missing = read.at_end() || read.peek() == '/';
        read.fail(group, missing ? error_code::empty_component : error_code::invalid_character, rule::group);
    }
    if (read.accept('/')) {
        const std::size_t number = read.offset();
        url.article_number = read.digits();
        if (!read.is_of_1994() && url.article_number->size() > most_digits) {
            read.fail(number + most_digits, error_code::too_long, rule::article_number);
        }
        if (read.end(rule::article_number) && url.article_number->empty()) {
            read.fail(number, error_code::empty_component, rule::article_number);
        }
    }
    if (!read.end(rule::group)) return read.why();
    return url;
}

nntpurl_parts parts_of(const nntpurl_view &url) {
    return {detail::decoded_login(url.login), detail::decoded_part(url.group),
            detail::decoded_part(url.article_number)};
}

std::expected<std::string, error> make_nntpurl(const nntpurl_parts &parts, url_options o) {
    std::string url = "nntp:";
    if (auto done = detail::append_login(url, parts.login, o, "nntp"); !done) return std::unexpected{done.error()};
    url += '/';
    encode_append(url, parts.group, detail::group_char);
    if (parts.article_number) {
        url += '/';
        encode_append(url, *parts.article_number, characters::digit);
    }
    return detail::as_made<nntpurl_view>(std::move(url), parts, parse_nntpurl, o, rule::nntpurl);
}

} // namespace uniform
