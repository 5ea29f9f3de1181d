// draft-ietf-uri-url-06 3.4, 5; RFC 1738 3.4, 5; RFC 4266 2.

#include <uniform/url/gopher.hpp>

#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// The delimiter of 3.4.2 and 3.4.3. A "%" always begins an escape, so finding the text is sufficient.
constexpr std::string_view tab = "%09";

// The part that contains the end of `path`.
rule last_part(std::string_view path) noexcept {
    if (path.empty()) return rule::gtype;
    const auto first = path.find(tab, path[0] == '%' ? 3 : 1);
    if (first == std::string_view::npos) return rule::selector;
    return path.find(tab, first + tab.size()) == std::string_view::npos ? rule::search : rule::gopher_plus_string;
}

} // namespace

std::expected<gopherurl_view, error> parse_gopherurl(std::string_view text, url_options o) noexcept {
    // gopherurl = "gopher://" hostport [ / [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
    detail::url_reader read{text, detail::url_edition(o, "gopher"), o.max_length};
    gopherurl_view url{.text = text, .edition = read.edition()};
    read.scheme("gopher");
    read.slashes(rule::gopherurl);
    if (const auto login = read.login(false)) url.login = *login;
    url.slash = read.accept('/');
    // 3.4.1: "Within the <gopher-path>, no additional characters have a reserved interpretation": the BNF's class for
    // `search` is narrower, but what it omits the BNF allows as part of a selector with an escape in it.
    const std::string_view path = url.slash ? read.run(rule::selector, rule::query) : std::string_view{};
    if (!read.end(url.slash ? last_part(path) : rule::host)) return read.why();
    if (path.empty()) return url;
    url.gtype = path.substr(0, path[0] == '%' ? 3 : 1);
    std::string_view rest = path.substr(url.gtype->size());
    const auto next = [&rest] {
        const std::string_view part = rest.substr(0, rest.find(tab));
        rest.remove_prefix(part.size());
        return part;
    };
    url.selector = next();
    if (!rest.empty()) {
        rest.remove_prefix(tab.size());
        url.search = next();
    }
    if (!rest.empty()) url.gopher_plus_string = rest.substr(tab.size());
    return url;
}

gopherurl_parts parts_of(const gopherurl_view &url) {
    login_parts login = detail::decoded_login(url.login);
    gopherurl_parts parts{.host = std::move(login.host), .port = login.port};
    if (url.gtype) parts.gophertype = detail::decoded_part(*url.gtype).front();
    parts.selector = detail::decoded_part(url.selector.value_or(std::string_view{}));
    parts.search = detail::decoded_part(url.search);
    parts.gopher_plus = detail::decoded_part(url.gopher_plus_string);
    return parts;
}

std::expected<std::string, error> make_gopherurl(const gopherurl_parts &parts, url_options o) {
    const edition e = detail::url_edition(o, "gopher");
    std::string url = "gopher:";
    if (auto login = detail::append_login(url, {.host = parts.host, .port = parts.port}, o, "gopher"); !login) {
        return std::unexpected{login.error()};
    }
    const auto wrong = [&](error_code code, rule r) { return std::unexpected{error{url.size(), code, r, e}}; };
    if (parts.gopher_plus && !parts.search) return wrong(error_code::missing_part, rule::search); // 3.4.3
    // 3.4.1: "Gopher selector strings are a sequence of 8-bit characters which may contain any characters except tab,
    // return, or linefeed"
    if (parts.selector.find_first_of("\t\r\n") != std::string::npos) {
        return wrong(error_code::invalid_character, rule::selector);
    }
    if (parts.search && parts.search->contains('\t')) return wrong(error_code::invalid_character, rule::search);
    url += '/';
    if (parts.gophertype == '1' && parts.selector.empty() && !parts.search)
        return detail::bounded(std::move(url), o, e);
    encode_append(url, {&parts.gophertype, 1}, detail::made_characters(rule::gtype, e));
    encode_append(url, parts.selector, detail::made_characters(rule::selector, e));
    if (parts.search) {
        url += tab;
        encode_append(url, *parts.search, detail::made_characters(rule::search, e));
    }
    if (parts.gopher_plus) {
        url += tab;
        encode_append(url, *parts.gopher_plus, detail::made_characters(rule::gopher_plus_string, e));
    }
    return detail::bounded(std::move(url), o, e);
}

std::string gopher_request(const gopherurl_parts &parts, edition e) {
    std::string sent = parts.selector;
    // 3.4.3: "If the Gopher+ URL does _not_ refer to a Gopher search (when the Gopher type is not 7)", the search
    // string is not sent; RFC 1738 3.4.3 and RFC 4266 2.3 send it always.
    const bool plus_alone = parts.gopher_plus && e == edition::url_06 && parts.gophertype != '7';
    if ((parts.search || parts.gopher_plus) && !plus_alone) {
        sent += '\t';
        sent += parts.search.value_or("");
    }
    if (parts.gopher_plus) {
        sent += '\t';
        sent += *parts.gopher_plus;
        if (read_gopher_plus(*parts.gopher_plus).what == gopher_plus::kind::form_response) return sent;
    }
    return sent += "\r\n";
}

} // namespace uniform
