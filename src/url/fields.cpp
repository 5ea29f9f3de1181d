// The parts of a URL by their names.

#include <uniform/base/ascii.hpp>
#include <uniform/url/url.hpp>

#include <ranges>

#include "url/reader.hpp"
#include "url/schemes/mail_addresses.hpp"

namespace uniform {

namespace {

using fields = std::vector<url_field>;

std::optional<std::string> copied(const std::optional<std::string_view> &text) {
    if (!text) return std::nullopt;
    return std::string{*text};
}

void add(fields &all, std::string_view name, std::optional<std::string> value) {
    all.push_back(url_field::of(std::string{name}, std::move(value)));
}

void add(fields &all, const otherurl_view &url, [[maybe_unused]] const url_options &o) {
    add(all, "scheme", std::string{url.scheme});
    add(all, "schemepart", std::string{url.schemepart});
}

void add(fields &all, const ftpurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, "ftp", true, o);
    // 3.2.1: 'The user name "anonymous" is supplied.'
    if (!url.login.user) all.front() = url_field::of("user", "anonymous");
    all.push_back(url_field::of_boolean("user_given", url.login.user.has_value()));
    ftpurl_parts parts = parts_of(url);
    all.push_back(url_field::of_list("cwd", std::move(parts.cwd)));
    add(all, "name", std::move(parts.name));
    add(all, "typecode", parts.ftptype ? std::optional{std::string(1, *parts.ftptype)} : std::nullopt);
}

void add(fields &all, const httpurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, url.secure ? "https" : "http", false, o);
    all.push_back(url_field::of_boolean("secure", url.secure));
    if (url.edition == edition::rfc9110) {
        add(all, "path", url.hpath ? '/' + std::string{*url.hpath} : std::string{});
        add(all, "query", copied(url.search));
    } else { // 3.1: "the "/" between the host (or port) and the url-path is NOT part of the url-path"
        add(all, "path", std::string{url.hpath.value_or("")});
        add(all, "searchpart", copied(url.search));
    }
}

void add(fields &all, const gopherurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, "gopher", false, o);
    gopherurl_parts parts = parts_of(url);
    add(all, "gophertype", std::string(1, parts.gophertype));
    add(all, "selector", std::move(parts.selector));
    add(all, "search", std::move(parts.search));
    add(all, "gopher_plus", std::move(parts.gopher_plus));
}

void add(fields &all, const mailtourl_view &url, [[maybe_unused]] const url_options &o) {
    mailtourl_parts parts = parts_of(url);
    if (url.edition != edition::rfc6068) return add(all, "addr_spec", std::move(parts.to.front()));
    std::optional<std::string> subject;
    std::optional<std::string> body;
    url_field::pairs headers;
    for (auto &[name, value] : parts.hfields) {       // 2: "<hfname> is case-insensitive"
        if (ascii::equal_ignoring_case(name, "to")) { // 2: both places are equivalent
            detail::append_addresses(parts.to, value);
        } else if (ascii::equal_ignoring_case(name, "subject") && !subject) {
            subject = std::move(value);
        } else if (ascii::equal_ignoring_case(name, "body") && !body) {
            body = std::move(value);
        } else {
            headers.emplace_back(std::move(name), std::move(value));
        }
    }
    all.push_back(url_field::of_list("to", std::move(parts.to)));
    add(all, "subject", std::move(subject));
    add(all, "body", std::move(body));
    all.push_back(url_field::of_pairs("headers", std::move(headers)));
}

void add(fields &all, const newsurl_view &url, [[maybe_unused]] const url_options &o) {
    if (url.edition == edition::rfc5538) {
        const std::string_view scheme = url.secure ? "snews" : "news";
        if (url.server) {
            detail::append_login_fields(all, *url.server, scheme, true, o);
        } else {
            for (const std::string_view name : {"user", "password", "host", "port"}) add(all, name, std::nullopt);
        }
        all.push_back(url_field::of_boolean("secure", url.secure));
    }
    newsurl_parts parts = parts_of(url);
    // RFC 5538 4: news://news.server.example/* and news://news.server.example/ are equivalent.
    const bool every = parts.group && (*parts.group == "*" || parts.group->empty());
    add(all, "group", std::move(parts.group));
    all.push_back(url_field::of_boolean("all_groups", every));
    add(all, "message_id", std::move(parts.message_id));
}

void add(fields &all, const nntpurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, "nntp", url.edition == edition::rfc5538, o);
    nntpurl_parts parts = parts_of(url);
    add(all, "group", std::move(parts.group));
    add(all, "article", std::move(parts.article_number));
}

void add(fields &all, const telneturl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, "telnet", true, o);
}

void add(fields &all, const waisurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, "wais", false, o);
    waisurl_parts parts = parts_of(url);
    add(all, "database", std::move(parts.database));
    add(all, "search", std::move(parts.search));
    add(all, "wtype", std::move(parts.wtype));
    add(all, "wpath", std::move(parts.wpath));
}

void add(fields &all, const fileurl_view &url, [[maybe_unused]] const url_options &o) {
    add(all, "host", url.host ? std::optional{detail::host_part(*url.host)} : std::nullopt);
    all.push_back(url_field::of_boolean("local", url.local));
    add(all, "path", copied(url.fpath)); // with its escapes: "%2F" is no "/"
    const auto name = filename(url, file_system::posix);
    add(all, "filename", name ? std::optional{*name} : std::nullopt);
}

void add(fields &all, const prosperourl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, "prospero", false, o);
    prosperourl_parts parts = parts_of(url);
    add(all, "hsoname", std::move(parts.hsoname));
    all.push_back(url_field::of_pairs("fields", std::move(parts.fields)));
}

void add(fields &all, const dataurl_view &url, [[maybe_unused]] const url_options &o) {
    dataurl_parts parts = parts_of(url);
    add(all, "media_type", std::move(parts.mediatype));
    all.push_back(url_field::of_boolean("base64", parts.base64));
    add(all, "data", std::move(parts.data));
}

void add(fields &all, const ldapurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, url.secure ? "ldaps" : "ldap", false, o);
    all.push_back(url_field::of_boolean("secure", url.secure));
    ldapurl_parts parts = parts_of(url);
    add(all, "dn", std::move(parts.dn));
    all.push_back(url_field::of_list("attributes", std::move(parts.attributes)));
    // RFC 4516 3: "If <scope> is not specified, the default is a base search"; "If <filter> is not specified, the
    // default is "(objectClass=*)""
    const auto or_else = [](std::optional<std::string> &value, std::string_view otherwise) {
        return value && !value->empty() ? std::move(*value) : std::string{otherwise};
    };
    add(all, "scope", or_else(parts.scope, "base"));
    add(all, "filter", or_else(parts.filter, "(objectClass=*)"));
    all.push_back(url_field::of_list("extensions", std::move(parts.extensions)));
}

void add(fields &all, const wsurl_view &url, [[maybe_unused]] const url_options &o) {
    detail::append_login_fields(all, url.login, url.secure ? "wss" : "ws", false, o);
    all.push_back(url_field::of_boolean("secure", url.secure));
    add(all, "resource_name", parts_of(url).resource_name);
}

} // namespace

std::vector<url_field> fields_of(const url_view &url, const url_options &o) {
    fields all;
    all.reserve(10);
    std::visit([&](const auto &u) { add(all, u, o); }, url);
    return all;
}

} // namespace uniform
