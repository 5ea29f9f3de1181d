// URLs from their parts by name.

#include <uniform/base/ascii.hpp>
#include <uniform/url/url.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include "url/reader.hpp"
#include "url/url_edition.hpp"

namespace uniform {

namespace {

using std::string_view;

constexpr std::array<string_view, 1> of_others{"schemepart"};
constexpr std::array<string_view, 3> of_data{"media_type", "base64", "data"};
constexpr std::array<string_view, 3> of_file{"host", "path", "filename"};
constexpr std::array<string_view, 7> of_ftp{"user", "password", "host", "port", "cwd", "name", "typecode"};
constexpr std::array<string_view, 6> of_gopher{"host", "port", "gophertype", "selector", "search", "gopher_plus"};
constexpr std::array<string_view, 5> of_http{"host", "port", "path", "query", "searchpart"};
constexpr std::array<string_view, 7> of_ldap{"host", "port", "dn", "attributes", "scope", "filter", "extensions"};
constexpr std::array<string_view, 5> of_mailto{"to", "addr_spec", "subject", "body", "headers"};
constexpr std::array<string_view, 6> of_news{"user", "password", "host", "port", "group", "message_id"};
constexpr std::array<string_view, 6> of_nntp{"user", "password", "host", "port", "group", "article"};
constexpr std::array<string_view, 4> of_prospero{"host", "port", "hsoname", "fields"};
constexpr std::array<string_view, 4> of_telnet{"user", "password", "host", "port"};
constexpr std::array<string_view, 6> of_wais{"host", "port", "database", "search", "wtype", "wpath"};
constexpr std::array<string_view, 3> of_ws{"host", "port", "resource_name"};

// The fields that fields_of() derives from the others or from the scheme.
constexpr std::array<string_view, 5> derived{"user_given", "secure", "all_groups", "local", "scheme"};

// The given fields, by name and in the required form. Keeps the first error.
class given_fields {
public:
    given_fields(std::span<const url_field> all, string_view scheme, edition e, const url_options &o) noexcept
        : fields_{all}, scheme_{scheme}, edition_{e}, options_{o} {}

    [[nodiscard]] bool good() const noexcept { return good_; }
    [[nodiscard]] error why() const noexcept { return error_; }
    [[nodiscard]] string_view scheme() const noexcept { return scheme_; }
    [[nodiscard]] edition which() const noexcept { return edition_; }
    void fail(error_code code, rule r) noexcept {
        if (good_) error_ = error{0, code, r, edition_};
        good_ = false;
    }

    [[nodiscard]] const url_field *find(string_view name) const noexcept {
        const auto it = std::ranges::find(fields_, name, &url_field::name);
        return it == fields_.end() ? nullptr : &*it;
    }

    std::optional<std::string> text(string_view name) {
        const url_field *f = find(name);
        if (f == nullptr || f->what == url_field::kind::absent) return std::nullopt;
        if (f->what == url_field::kind::number) return std::to_string(f->number);
        if (f->what == url_field::kind::boolean) return f->number != 0 ? "true" : "false";
        if (f->what == url_field::kind::text) return f->text;
        if (f->what == url_field::kind::list && f->list.size() == 1) return f->list.front();
        fail(error_code::repeated_component, rule::url);
        return std::nullopt;
    }
    std::string text_or(string_view name, string_view otherwise) { return text(name).value_or(std::string{otherwise}); }
    std::vector<std::string> list(string_view name) {
        const url_field *f = find(name);
        if (f != nullptr && f->what == url_field::kind::list) return f->list;
        auto one = text(name);
        return one ? std::vector{std::move(*one)} : std::vector<std::string>{};
    }
    url_field::pairs pairs(string_view name, rule r) {
        const url_field *f = find(name);
        if (f != nullptr && f->what == url_field::kind::pair_list) return f->pair_list;
        url_field::pairs all;
        for (const std::string &pair : list(name)) { // "NAME=VALUE"
            const auto equals = pair.find('=');
            if (equals == std::string::npos) fail(error_code::missing_part, r);
            all.emplace_back(pair.substr(0, equals), equals == std::string::npos ? "" : pair.substr(equals + 1));
        }
        return all;
    }
    char letter(string_view name, char otherwise, rule r) {
        const auto value = text(name);
        if (!value) return otherwise;
        if (value->size() != 1) fail(value->empty() ? error_code::empty_component : error_code::invalid_character, r);
        return value->empty() ? otherwise : value->front();
    }
    bool boolean(string_view name, rule r) {
        const std::string value = text_or(name, "false");
        if (value != "true" && value != "false") fail(error_code::invalid_character, r);
        return value == "true";
    }

    // std::nullopt for the scheme's default.
    std::optional<std::uint16_t> port() {
        const auto value = text("port");
        if (!value) return std::nullopt;
        std::uint16_t number = 0;
        const auto [stop, wrong] = std::from_chars(value->data(), value->data() + value->size(), number);
        if (wrong == std::errc::result_out_of_range) {
            fail(error_code::port_overflow, rule::port);
        } else if (wrong != std::errc{} || stop != value->data() + value->size()) {
            fail(error_code::invalid_port, rule::port);
        }
        if (detail::default_port(scheme_, options_) == number) return std::nullopt;
        return number;
    }
    login_parts login() {
        const url_field *user_given = find("user_given");
        const bool without =
            user_given != nullptr && user_given->what == url_field::kind::boolean && user_given->number == 0;
        return {without ? std::nullopt : text("user"), text("password"), text_or("host", ""), port()};
    }

private:
    std::span<const url_field> fields_;
    string_view scheme_;
    edition edition_;
    const url_options &options_;
    bool good_ = true;
    error error_{};
};

// The arguments of the make_ functions, filled from the given fields.

ftpurl_parts ftp_parts(given_fields &g) {
    ftpurl_parts p{.login = g.login(), .cwd = g.list("cwd"), .name = g.text_or("name", "")};
    if (g.text("typecode")) p.ftptype = g.letter("typecode", 'a', rule::ftptype);
    return p;
}

httpurl_parts http_parts(given_fields &g) {
    httpurl_parts p{.secure = g.scheme() == "https",
                    .host = g.text_or("host", ""),
                    .port = g.port(),
                    .hpath = g.text("path"),
                    .search = g.text("query")};
    if (!p.search) p.search = g.text("searchpart");
    if (g.which() != edition::rfc9110) { // "?" needs a "/" before it
        if (p.search && !p.hpath) p.hpath = "";
    } else if (p.hpath) { // there the path begins with "/"
        if (p.hpath->empty()) {
            p.hpath.reset();
        } else if (p.hpath->front() == '/') {
            p.hpath->erase(0, 1);
        }
    }
    return p;
}

gopherurl_parts gopher_parts(given_fields &g) {
    gopherurl_parts p{.host = g.text_or("host", ""),
                      .port = g.port(),
                      .gophertype = g.letter("gophertype", '1', rule::gtype),
                      .selector = g.text_or("selector", ""),
                      .search = g.text("search"),
                      .gopher_plus = g.text("gopher_plus")};
    if (p.gopher_plus && !p.search) p.search = ""; // 3.4.3: "must be supplied, although [it] may be the empty string"
    return p;
}

// RFC 6068 5: line breaks in the body "MUST be encoded with "%0D%0A"", whatever they were for who gives the text.
std::string body_of(string_view text) {
    std::string body;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r' && text[i] != '\n') {
            body += text[i];
            continue;
        }
        body += "\r\n";
        if (text.substr(i).starts_with("\r\n")) ++i;
    }
    return body;
}

mailtourl_parts mailto_parts(given_fields &g) {
    mailtourl_parts p{.to = g.list("to")};
    for (auto &address : g.list("addr_spec")) p.to.push_back(std::move(address));
    if (auto subject = g.text("subject")) p.hfields.emplace_back("subject", std::move(*subject));
    if (const auto body = g.text("body")) p.hfields.emplace_back("body", body_of(*body));
    for (auto &header : g.pairs("headers", rule::hfname)) {
        if (ascii::equal_ignoring_case(header.first, "body")) header.second = body_of(header.second);
        p.hfields.push_back(std::move(header));
    }
    return p;
}

newsurl_parts news_parts(given_fields &g) {
    newsurl_parts p{g.scheme() == "snews", {}, g.text("message_id"), g.text("group")};
    if (g.text("host") || g.text("user")) p.server = g.login();
    if (!p.message_id && !p.group) g.fail(error_code::missing_part, rule::newsurl);
    return p;
}

waisurl_parts wais_parts(given_fields &g) {
    return {.host = g.text_or("host", ""),
            .port = g.port(),
            .database = g.text_or("database", ""),
            .search = g.text("search"),
            .wtype = g.text("wtype"),
            .wpath = g.text("wpath")};
}

// The path is text as written: each segment is decoded by itself.
fileurl_parts file_parts(given_fields &g) {
    fileurl_parts p;
    if (g.find("host") == nullptr) {
        p.host = "";
    } else {
        p.host = g.text("host");
    }
    const auto path = g.text("path");
    p.slash = path.has_value();
    if (!path || path->empty()) return p;
    for (string_view rest = *path;;) {
        const auto slash = rest.find('/');
        auto segment = decode(rest.substr(0, slash));
        if (!segment) g.fail(segment.error().code, rule::pct_encoded);
        p.segments.push_back(std::move(segment).value_or(""));
        if (slash == string_view::npos) return p;
        rest.remove_prefix(slash + 1);
    }
}

std::expected<std::string, error> make_file(given_fields &g, const url_options &o) {
    if (const auto name = g.text("filename"); name && !g.text("path")) {
        if (g.text_or("host", "").empty()) return make_fileurl(*name, file_system::posix, o);
    }
    const fileurl_parts parts = file_parts(g);
    if (!g.good()) return std::unexpected{g.why()};
    url_options of_any_length = o;
    of_any_length.max_length = url_options{}.max_length;
    auto url = make_fileurl(parts, of_any_length);
    if (!url || parts.segments.empty()) return url ? detail::bounded(*std::move(url), o, g.which()) : url;
    // The path stays as it was written, including escapes; characters that are not allowed are encoded.
    const bool of_1994 = is_edition_of_1994(g.which());
    const char_set keep = of_1994 ? url_allowed(rule::fpath, g.which()) : allowed(rule::path, g.which());
    url = make_fileurl({.host = parts.host}, of_any_length);
    if (!url) return url;
    const std::string path = g.text_or("path", "");
    for (string_view rest = path; !rest.empty();) { // its escapes are well-formed, or file_parts() had refused it
        const auto size = rest.front() == '%' ? 3 : std::min(rest.find('%'), rest.size());
        rest.front() == '%' ? void(url->append(rest.substr(0, size))) : encode_append(*url, rest.substr(0, size), keep);
        rest.remove_prefix(size);
    }
    return detail::bounded(*std::move(url), o, g.which());
}

ldapurl_parts ldap_parts(given_fields &g) {
    ldapurl_parts p{.secure = g.scheme() == "ldaps",
                    .host = g.text_or("host", ""),
                    .port = g.port(),
                    .dn = g.text("dn"),
                    .attributes = g.list("attributes"),
                    .scope = g.text("scope"),
                    .filter = g.text("filter"),
                    .extensions = g.list("extensions")};
    // RFC 4516 2.1: a default need not be written.
    if (p.scope == "base") p.scope.reset();
    if (p.filter == "(objectClass=*)") p.filter.reset();
    return p;
}

std::expected<std::string, error> make(given_fields &g, const url_scheme *known, const url_options &o) {
    const auto finish = [&](const auto &parts, auto made) -> std::expected<std::string, error> {
        if (!g.good()) return std::unexpected{g.why()};
        return made(parts, o);
    };
    if (known == nullptr)
        return finish(otherurl_parts{std::string{g.scheme()}, g.text_or("schemepart", "")}, make_otherurl);
    const string_view scheme = known->name;
    if (scheme == "data") {
        dataurl_parts p{g.text_or("media_type", ""), g.boolean("base64", rule::dataurl), g.text_or("data", "")};
        return finish(p, make_dataurl);
    }
    if (scheme == "file") return make_file(g, o);
    if (scheme == "ftp") return finish(ftp_parts(g), make_ftpurl);
    if (scheme == "gopher") return finish(gopher_parts(g), make_gopherurl);
    if (scheme == "http" || scheme == "https") return finish(http_parts(g), make_httpurl);
    if (scheme == "ldap" || scheme == "ldaps") return finish(ldap_parts(g), make_ldapurl);
    if (scheme == "mailto") return finish(mailto_parts(g), make_mailtourl);
    if (scheme == "news" || scheme == "snews") return finish(news_parts(g), make_newsurl);
    if (scheme == "nntp") {
        return finish(nntpurl_parts{g.login(), g.text_or("group", ""), g.text("article")}, make_nntpurl);
    }
    if (scheme == "prospero") {
        return finish(prosperourl_parts{g.text_or("host", ""), g.port(), g.text_or("hsoname", ""),
                                        g.pairs("fields", rule::fieldspec)},
                      make_prosperourl);
    }
    if (scheme == "telnet") return finish(telneturl_parts{g.login(), true}, make_telneturl);
    if (scheme == "wais") return finish(wais_parts(g), make_waisurl);
    return finish(wsurl_parts{scheme == "wss", g.text_or("host", ""), g.port(), g.text_or("resource_name", "/")},
                  make_wsurl);
}

std::span<const string_view> field_names_of(const url_scheme *known) noexcept {
    if (known == nullptr) return of_others;
    switch (known->name.front()) {
    case 'd':
        return of_data;
    case 'g':
        return of_gopher;
    case 'h':
        return of_http;
    case 'l':
        return of_ldap;
    case 'm':
        return of_mailto;
    case 'p':
        return of_prospero;
    case 's':
        return of_news;
    case 't':
        return of_telnet;
    case 'w':
        return known->name == "wais" ? std::span<const string_view>{of_wais} : of_ws;
    case 'f':
        return known->name == "ftp" ? std::span<const string_view>{of_ftp} : of_file;
    default:
        return known->name == "nntp" ? std::span<const string_view>{of_nntp} : of_news;
    }
}

} // namespace

std::span<const string_view> url_field_names(string_view scheme) noexcept {
    return field_names_of(find_url_scheme(scheme));
}

std::expected<std::string, error> make_url(string_view scheme, std::span<const url_field> fields, url_options o) {
    const url_scheme *known = detail::defined_scheme(scheme, o);
    given_fields g{fields, known == nullptr ? scheme : known->name,
                   detail::url_edition(o, known == nullptr ? "" : scheme), o};
    const auto names = field_names_of(known);
    for (const url_field &f : fields) {
        if (std::ranges::find(names, f.name) == names.end() && std::ranges::find(derived, f.name) == derived.end()) {
            g.fail(error_code::not_found, rule::url);
            return std::unexpected{g.why()};
        }
    }
    return make(g, known, o);
}

} // namespace uniform
