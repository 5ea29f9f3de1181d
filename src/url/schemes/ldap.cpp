// RFC 4516.

#include <uniform/url/ldap.hpp>

#include <array>

#include <uniform/base/ascii.hpp>

#include "url/made.hpp"
#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

// 2.1: a "?" inside an element is encoded, and so is what RFC 3986 does not allow there.
constexpr char_set element = allowed(rule::path, edition::rfc3986);
// 2: extension = [ "!" ] extype [ "=" exvalue ]; extype = oid, of RFC 4512 1.4: a descr or a numericoid
constexpr char_set extype = characters::alpha | characters::digit | char_set{"-."};
constexpr std::array<std::string_view, 3> scopes{"base", "one", "sub"};

bool is_scope(std::string_view word) noexcept {
    return std::ranges::any_of(scopes, [&](std::string_view scope) { return ascii::equal_ignoring_case(word, scope); });
}

// attributes = attrdesc *( "," attrdesc ): none of them is empty, if there is one at all.
void check_attributes(detail::url_reader &read, std::string_view list, std::size_t begin) noexcept {
    if (!read.good() || list.empty()) return;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const bool ends = i == list.size() || list[i] == ',';
        if (ends && (i == 0 || list[i - 1] == ',')) {
            read.fail(begin + i, error_code::empty_component, rule::attributes);
            return;
        }
    }
}

// extensions = extension *( "," extension )
void read_extensions(detail::url_reader &read) noexcept {
    do {
        read.accept('!');
        const std::size_t begin = read.offset();
        while (read.good() && !read.at_end() && extype.contains(read.peek())) read.accept(read.peek());
        if (read.good() && read.offset() == begin) {
            const bool missing = read.at_end() || read.peek() == ',' || read.peek() == '=';
            read.fail(begin, missing ? error_code::empty_component : error_code::invalid_character, rule::extensions);
        }
        if (read.accept('=')) read.run(element - char_set{","});
    } while (read.accept(','));
}

std::vector<std::string> decoded_list(std::string_view list) {
    std::vector<std::string> parts;
    while (!list.empty()) {
        const auto comma = list.find(',');
        parts.push_back(detail::decoded_part(list.substr(0, comma)));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return parts;
}

void append_list(std::string &out, const std::vector<std::string> &list, char_set keep) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i != 0) out += ',';
        encode_append(out, list[i], keep);
    }
}

} // namespace

std::expected<ldapurl_view, error> parse_ldapurl(std::string_view text, url_options o) noexcept {
    // ldapurl = scheme "://" [ host [ ":" port ]] [ "/" dn [ "?" [ attributes ] [ "?" [ scope ] [ "?" [ filter ]
    //           [ "?" extensions ]]]]]
    detail::url_reader read{text, detail::url_edition(o, "ldap"), o.max_length};
    ldapurl_view url{text, read.edition()};
    url.secure = read.scheme("ldap", "ldaps");
    if (read.good()) read.slashes(rule::ldapurl);
    if (const auto login = read.login(false, true)) url.login = *login;
    rule last = rule::ldapurl;
    if (read.accept('/')) {
        url.dn = read.run(element);
        last = rule::dn;
        if (read.accept('?')) {
            const std::size_t begin = read.offset();
            url.attributes = read.run(element);
            check_attributes(read, *url.attributes, begin);
            last = rule::attributes;
        }
        if (last == rule::attributes && read.accept('?')) {
            const std::size_t begin = read.offset();
            url.scope = read.run(element);
            if (read.good() && !url.scope->empty() && !is_scope(*url.scope)) {
                read.fail(begin, error_code::invalid_character, rule::ldap_scope);
            }
            last = rule::ldap_scope;
        }
        if (last == rule::ldap_scope && read.accept('?')) {
            url.filter = read.run(element);
            last = rule::filter;
        }
        if (last == rule::filter && read.accept('?')) {
            const std::size_t begin = read.offset();
            read_extensions(read);
            if (read.good()) url.extensions = text.substr(begin, read.offset() - begin);
            last = rule::extensions;
        }
    }
    if (!read.end(last)) return read.why();
    return url;
}

ldapurl_parts parts_of(const ldapurl_view &url) {
    const login_parts login = detail::decoded_login(url.login);
    ldapurl_parts parts{
        .secure = url.secure, .host = login.host, .port = login.port, .dn = detail::decoded_part(url.dn)};
    parts.attributes = decoded_list(url.attributes.value_or(std::string_view{}));
    if (url.scope) parts.scope = ascii::lower_copy(*url.scope);
    parts.filter = detail::decoded_part(url.filter);
    parts.extensions = decoded_list(url.extensions.value_or(std::string_view{}));
    return parts;
}

std::expected<std::string, error> make_ldapurl(const ldapurl_parts &parts, url_options o) {
    const std::string_view scheme = parts.secure ? "ldaps" : "ldap";
    std::string url{scheme};
    url += ':';
    const login_parts login{.host = parts.host, .port = parts.port};
    if (auto done = detail::append_login(url, login, o, scheme, true); !done) return std::unexpected{done.error()};
    const char_set keep = detail::made_characters(rule::schemepart) - char_set{"?"};
    // The number of those of attributes, scope, filter and extensions that are written, empty ones before the last
    // included.
    const int count = !parts.extensions.empty()   ? 4
                      : parts.filter              ? 3
                      : parts.scope               ? 2
                      : !parts.attributes.empty() ? 1
                                                  : 0;
    if (parts.dn || count > 0) url += '/';
    encode_append(url, parts.dn.value_or(""), keep);
    if (count >= 1) url += '?';
    append_list(url, parts.attributes, keep - char_set{","});
    if (count >= 2) url += '?';
    url += parts.scope.value_or("");
    if (count >= 3) url += '?';
    encode_append(url, parts.filter.value_or(""), keep);
    if (count >= 4) url += '?';
    append_list(url, parts.extensions, keep - char_set{","});
    // Empty elements before a later one are not in the parts.
    ldapurl_parts whole = parts;
    if (count >= 1 && !whole.dn) whole.dn = "";
    if (count >= 3 && !whole.scope) whole.scope = "";
    if (count >= 4 && !whole.filter) whole.filter = "";
    return detail::as_made<ldapurl_view>(std::move(url), whole, parse_ldapurl, o, rule::ldapurl);
}

} // namespace uniform
