#include <uniform/url/url.hpp>

#include <array>

#include "url/url_edition.hpp"
#include "url/url_schemes.hpp"

namespace uniform {

namespace {

// One reader for each scheme, in the order of the table.
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
constexpr std::array<reader, detail::url_schemes_table.size()> readers{
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

std::expected<url_view, error> parse_url(std::string_view text, url_options o) noexcept {
    const url_scheme *known = detail::defined_scheme(text.substr(0, text.find(':')), o);
    if (known == nullptr || text.size() == known->name.size()) return read_as<otherurl_view, parse_otherurl>(text, o);
    return readers[static_cast<std::size_t>(known - detail::url_schemes_table.data())](text, o);
}

std::string_view text_of(const url_view &url) noexcept {
    return std::visit([](const auto &u) { return u.text; }, url);
}

edition edition_of(const url_view &url) noexcept {
    return std::visit([](const auto &u) { return u.edition; }, url);
}

} // namespace uniform
