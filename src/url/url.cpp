#include <uniform/url/url.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <uniform/base/ascii.hpp>

#include "url/reader.hpp"

namespace uniform {

namespace {

using enum edition;

// RFC 3986, which updates RFC 1738, ends the authority and the path at "?" (3.2, 3.3); the scheme has no later
// document.
constexpr std::array ftp_editions{rfc3986, rfc1738, url_06};
constexpr std::array http_editions{rfc9110, rfc1738, url_06};
constexpr std::array https_editions{rfc9110};
constexpr std::array gopher_editions{rfc4266, rfc1738, url_06};
constexpr std::array mailto_editions{rfc6068, rfc1738, url_06};
constexpr std::array news_editions{rfc5538, rfc1738, url_06};
constexpr std::array snews_editions{rfc5538};
constexpr std::array telnet_editions{rfc4248, rfc1738, url_06};
constexpr std::array wais_editions{rfc4156, rfc1738, url_06};
constexpr std::array file_editions{rfc8089, rfc1738, url_06};
constexpr std::array prospero_editions{rfc4157, rfc1738, url_06};
constexpr std::array data_editions{rfc2397};
constexpr std::array ldap_editions{rfc4516};
constexpr std::array ws_editions{rfc6455};

constexpr std::array schemes{
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
static_assert(std::ranges::is_sorted(schemes, {}, &url_scheme::name));

// Where the names begin that have the letter "a", "b", ... in front, or would.
constexpr auto first_of_letter = [] {
    std::array<std::uint8_t, 'z' - 'a' + 2> first{};
    for (std::size_t i = 0; i < first.size(); ++i) {
        const auto is_before = [&](const url_scheme &s) { return static_cast<std::size_t>(s.name.front() - 'a') < i; };
        first[i] = static_cast<std::uint8_t>(std::ranges::count_if(schemes, is_before));
    }
    return first;
}();

// One reader for each scheme, in the order of `schemes`.
using reader = std::expected<url_view, error> (*)(std::string_view, url_options) noexcept;

template <class View, std::expected<View, error> (*Read)(std::string_view, url_options) noexcept>
std::expected<url_view, error> read_as(std::string_view text, url_options o) noexcept {
    const auto read = Read(text, o);
    if (!read) return std::unexpected{read.error()};
    return url_view{*read};
}

constexpr reader http = read_as<httpurl_view, parse_httpurl>;
constexpr reader ldap = read_as<ldapurl_view, parse_ldapurl>;
constexpr reader news = read_as<newsurl_view, parse_newsurl>;
constexpr reader ws = read_as<wsurl_view, parse_wsurl>;
constexpr std::array<reader, schemes.size()> readers{
    read_as<dataurl_view, parse_dataurl>,
    read_as<fileurl_view, parse_fileurl>,
    read_as<ftpurl_view, parse_ftpurl>,
    read_as<gopherurl_view, parse_gopherurl>,
    http,
    http,
    ldap,
    ldap,
    read_as<mailtourl_view, parse_mailtourl>,
    news,
    read_as<nntpurl_view, parse_nntpurl>,
    read_as<prosperourl_view, parse_prosperourl>,
    news,
    read_as<telneturl_view, parse_telneturl>,
    read_as<waisurl_view, parse_waisurl>,
    ws,
    ws,
};

} // namespace

std::span<const url_scheme> url_schemes() noexcept { return schemes; }

const url_scheme *find_url_scheme(std::string_view name) noexcept {
    const unsigned letter =
        name.empty() ? 0U : static_cast<unsigned char>(ascii::to_lower(name.front())) - unsigned{'a'};
    if (letter > 'z' - 'a') return nullptr;
    for (std::size_t i = first_of_letter[letter]; i < first_of_letter[letter + 1]; ++i) {
        if (ascii::equal_ignoring_case(name, schemes[i].name)) return &schemes[i];
    }
    return nullptr;
}

edition current_edition(std::string_view scheme) noexcept {
    const url_scheme *known = find_url_scheme(scheme);
    return known == nullptr ? url_06 : known->editions.front();
}

const url_scheme *detail::defined_scheme(std::string_view name, const url_options &o) noexcept {
    const url_scheme *known = find_url_scheme(name);
    if (known == nullptr || !o.edition || !is_edition_of_1994(*o.edition)) return known;
    return std::ranges::find(known->editions, *o.edition) == known->editions.end() ? nullptr : known;
}

edition detail::url_edition(const url_options &o, std::string_view scheme) noexcept {
    const url_scheme *known = find_url_scheme(scheme);
    if (known == nullptr) return o.edition == rfc1738 ? rfc1738 : url_06;
    if (o.edition && std::ranges::find(known->editions, *o.edition) != known->editions.end()) return *o.edition;
    return known->editions.front();
}

std::expected<url_view, error> parse_url(std::string_view text, url_options o) noexcept {
    const url_scheme *known = detail::defined_scheme(text.substr(0, text.find(':')), o);
    if (known == nullptr || text.size() == known->name.size()) return read_as<otherurl_view, parse_otherurl>(text, o);
    return readers[static_cast<std::size_t>(known - schemes.data())](text, o);
}

std::string_view text_of(const url_view &url) noexcept {
    return std::visit([](const auto &u) { return u.text; }, url);
}

edition edition_of(const url_view &url) noexcept {
    return std::visit([](const auto &u) { return u.edition; }, url);
}

} // namespace uniform
