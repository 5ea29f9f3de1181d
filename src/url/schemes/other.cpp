// draft-ietf-uri-url-06 2.1, 4, 5; RFC 1738 2.1, 4, 5.

#include <uniform/url/other.hpp>

#include <array>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/url/url_scheme.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"

namespace uniform {

namespace {

struct reserved_scheme {
    std::string_view name;
    std::string_view meaning;
};

// Section 4
constexpr std::array reserved_schemes{
    reserved_scheme{"afs", "Andrew File System global file names"},
    reserved_scheme{"mid", "message identifiers for electronic mail"},
    reserved_scheme{"cid", "content identifiers for MIME body parts"},
    reserved_scheme{"nfs", "Network File System (NFS) file names"},
    reserved_scheme{"tn3270", "interactive 3270 emulation sessions"},
    reserved_scheme{"mailserver", "access to data available from mail servers"},
    reserved_scheme{"z39.50", "access to ANSI Z39.50 services"},
};

const reserved_scheme *find_reserved(std::string_view name) noexcept {
    const auto found = std::ranges::find_if(reserved_schemes, [&](const reserved_scheme &s) {
        return std::ranges::equal(name, s.name, {}, ascii::to_lower);
    });
    return found == reserved_schemes.end() ? nullptr : &*found;
}

} // namespace

std::expected<otherurl_view, error> parse_otherurl(std::string_view text, url_options o) noexcept {
    const edition e = o.edition == edition::rfc1738 ? edition::rfc1738 : edition::url_06;
    detail::url_reader read{text, e, o.max_length};
    otherurl_view url{.text = text, .edition = e};
    // scheme = 1*[ lowalpha | digit | "+" | "-" | "." ]; 2.1: upper case as well
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) read.fail(0, error_code::missing_scheme, rule::url);
    const char_set set = allowed(rule::scheme);
    for (char c = read.peek(); set.contains(c); c = read.peek()) {
        if (!read.accept(c)) break;
    }
    if (read.offset() != colon || colon == 0) read.fail(read.offset(), error_code::invalid_scheme, rule::scheme);
    read.accept(':');
    url.scheme = text.substr(0, colon);
    // RFC 1738: schemepart = *xchar | ip-schemepart; the second is among the first.
    url.schemepart = read.run(rule::schemepart);
    if (!read.end(rule::schemepart)) return read.why();
    return url;
}

otherurl_parts parts_of(const otherurl_view &url) { return {std::string{url.scheme}, std::string{url.schemepart}}; }

std::expected<std::string, error> make_otherurl(const otherurl_parts &parts, url_options o) {
    return detail::as_made<otherurl_view>(parts.scheme + ':' + parts.schemepart, parts, parse_otherurl, o,
                                          rule::otherurl);
}

scheme_standing scheme_standing_of(std::string_view scheme) noexcept {
    if (find_reserved(scheme) != nullptr) return scheme_standing::reserved;
    if (scheme.size() > 1 && ascii::to_lower(scheme[0]) == 'x' && scheme[1] == '-')
        return scheme_standing::experimental;
    const url_scheme *known = find_url_scheme(scheme);
    const bool specified =
        known != nullptr && std::ranges::find(known->editions, edition::url_06) != known->editions.end();
    return specified ? scheme_standing::specified : scheme_standing::other;
}

std::string_view to_string(scheme_standing s) noexcept {
    static constexpr auto names = enum_table<scheme_standing>({{scheme_standing::specified, "specified"},
                                                               {scheme_standing::reserved, "reserved"},
                                                               {scheme_standing::experimental, "experimental"},
                                                               {scheme_standing::other, "other"}});
    return names.name(s);
}

std::string_view reserved_for(std::string_view scheme) noexcept {
    const reserved_scheme *found = find_reserved(scheme);
    return found == nullptr ? std::string_view{} : found->meaning;
}

} // namespace uniform
