// URLs scheme by scheme: views of what is written, decoded parts, and URLs made of parts.
#include <uniform/syntax/characters.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/url/compare_urls.hpp>
#include <uniform/url/data.hpp>
#include <uniform/url/file.hpp>
#include <uniform/url/ftp.hpp>
#include <uniform/url/gopher.hpp>
#include <uniform/url/http.hpp>
#include <uniform/url/ldap.hpp>
#include <uniform/url/login.hpp>
#include <uniform/url/mailto.hpp>
#include <uniform/url/news.hpp>
#include <uniform/url/nntp.hpp>
#include <uniform/url/other.hpp>
#include <uniform/url/prospero.hpp>
#include <uniform/url/telnet.hpp>
#include <uniform/url/url.hpp>
#include <uniform/url/url_characters.hpp>
#include <uniform/url/url_field.hpp>
#include <uniform/url/url_options.hpp>
#include <uniform/url/url_scheme.hpp>
#include <uniform/url/wais.hpp>
#include <uniform/url/ws.hpp>

#include "../check.hpp"

using namespace uniform;

namespace {

void data() {
    const dataurl_view url = parse_dataurl("data:text/plain;base64,SGk=").value();
    CHECK(url.base64 && url.mediatype == "text/plain");
    const dataurl_parts parts = parts_of(url);
    CHECK(parts.data == "Hi");
    CHECK(make_dataurl(dataurl_parts{.mediatype = "text/css", .data = "a{}"}).value() == "data:text/css,a%7B%7D");
}

void file() {
    const fileurl_view url = parse_fileurl("file:///E:/My%20Notes").value();
    CHECK(url.local && filename(url, file_system::windows).value() == "E:\\My Notes");
    const fileurl_parts parts = parts_of(url);
    CHECK(parts.segments == (std::vector<std::string>{"E:", "My Notes"}));
    CHECK(make_fileurl(parts).value() == "file:///E:/My%20Notes");
    CHECK(make_fileurl("/tmp/a b", file_system::posix).value() == "file:///tmp/a%20b");
}

void ftp() {
    const ftpurl_view url = parse_ftpurl("ftp://myname@host.dom/%2Fetc/motd;type=a").value();
    CHECK(url.ftptype == 'a' && url.login.user == "myname");
    const ftpurl_parts parts = parts_of(url);
    CHECK(parts.cwd == std::vector<std::string>{"/etc"} && parts.name == "motd"); // CWD /etc, RETR motd
    CHECK(make_ftpurl(parts).value() == url.text);
}

void gopher() {
    const gopherurl_view url = parse_gopherurl("gopher://h.x/7sel%09word%09+").value();
    CHECK(url.search == "word" && url.gopher_plus_string == "+");
    const gopherurl_parts parts = parts_of(url);
    CHECK(gopher_request(parts) == "sel\tword\t+\r\n");
    CHECK(make_gopherurl(parts).value() == url.text);
    const gopher_plus wanted = read_gopher_plus("+text/plain En_US");
    CHECK(wanted.what == gopher_plus::kind::view && to_string(wanted.what) == "view");
    CHECK(wanted.view == "text/plain" && wanted.language == "En_US");
    CHECK(write_gopher_plus(wanted).value() == "+text/plain En_US");
}

void http() {
    const httpurl_view url = parse_httpurl("http://a.b:8000/c/d?e").value();
    CHECK(url.hpath == "c/d" && url.search == "e" && url.login.port == "8000");
    httpurl_parts parts = parts_of(url);
    parts.secure = true;
    parts.port = std::nullopt;
    CHECK(make_httpurl(parts).value() == "https://a.b/c/d?e");
    CHECK(parse_httpurl("http://user@a.b/").error().section() == "4.2.1"); // http-URI has no user
}

void ldap() {
    const ldapurl_view url = parse_ldapurl("ldap://host/dn=base?cn,sn?sub?objectClass=*").value();
    CHECK(url.dn == "dn=base" && url.scope == "sub");
    const ldapurl_parts parts = parts_of(url);
    CHECK(parts.attributes == (std::vector<std::string>{"cn", "sn"}) && parts.filter == "objectClass=*");
    CHECK(make_ldapurl(parts).value() == url.text);
}

void logins() {
    const login_view written = parse_ftpurl("ftp://a%40b:pw@h:2121/").value().login;
    CHECK(written.user == "a%40b" && written.password == "pw" && written.host == "h" && written.port == "2121");
    const login_parts decoded = parts_of(parse_ftpurl("ftp://a%40b:pw@h:2121/").value()).login;
    CHECK(decoded.user == "a@b" && decoded.port == 2121);
    CHECK(!url_allowed(rule::user).contains('@') && url_allowed(rule::fpath).contains('/'));
    const url_options by_1994{.edition = edition::rfc1738};
    CHECK(parse_httpurl("http://h/a", by_1994)->edition == edition::rfc1738);
}

void mailto() {
    const mailtourl_view url = parse_mailtourl("mailto:infobot@example.com?subject=current-issue").value();
    CHECK(url.to == "infobot@example.com");
    const mailtourl_parts parts = parts_of(url);
    CHECK(parts.hfields.front().second == "current-issue");
    CHECK(make_mailtourl(mailtourl_parts{.to = {"ann@a.example"}, .hfields = {{"subject", "a b"}}}).value() ==
          "mailto:ann@a.example?subject=a%20b");
}

void news() {
    const newsurl_view url = parse_newsurl("news:1234@a.sn.no").value();
    CHECK(url.article == "1234@a.sn.no");
    const newsurl_parts parts = parts_of(url);
    CHECK(parts.message_id == "1234@a.sn.no" && !parts.group);
    CHECK(make_newsurl(newsurl_parts{.group = "comp.lang.c++"}).value() == "news:comp.lang.c++");
}

void nntp() {
    const nntpurl_view url = parse_nntpurl("nntp://news.com/comp.lang.perl/42").value();
    CHECK(url.group == "comp.lang.perl");
    const nntpurl_parts parts = parts_of(url);
    CHECK(parts.article_number == "42" && make_nntpurl(parts).value() == url.text);
}

void other_schemes() {
    const otherurl_view url = parse_otherurl("z39.50:a").value();
    CHECK(url.scheme == "z39.50" && url.schemepart == "a");
    const otherurl_parts parts = parts_of(url);
    CHECK(make_otherurl(parts).value() == "z39.50:a");
    CHECK(scheme_standing_of("x-exp") == scheme_standing::experimental);
    CHECK(to_string(scheme_standing_of("afs")) == "reserved" && !reserved_for("afs").empty());
}

void prospero() {
    const prosperourl_view url = parse_prosperourl("prospero://host.dom//pros/name;OBJECT-VERSION=3").value();
    CHECK(url.ppath == "/pros/name");
    const prosperourl_parts parts = parts_of(url);
    CHECK(parts.fields.front().first == "OBJECT-VERSION" && parts.fields.front().second == "3");
    CHECK(make_prosperourl(parts).value() == url.text);
}

void telnet() {
    const telneturl_view url = parse_telneturl("telnet://usr:pswd@web:12345/").value();
    CHECK(url.login.user == "usr");
    const telneturl_parts parts = parts_of(url);
    CHECK(parts.login.port == 12345 && make_telneturl(parts).value() == url.text);
}

void wais() {
    const waisurl_view url = parse_waisurl("wais://quake.think.com/wais-discussion-archives?lynch").value();
    CHECK(url.search == "lynch");
    const waisurl_parts parts = parts_of(url);
    CHECK(parts.database == "wais-discussion-archives" && make_waisurl(parts).value() == url.text);
}

void ws() {
    const wsurl_view url = parse_wsurl("wss://example.com/chat?bar=baz").value();
    CHECK(url.secure && url.query == "bar=baz");
    const wsurl_parts parts = parts_of(url);
    CHECK(parts.resource_name == "/chat?bar=baz" && make_wsurl(parts).value() == url.text);
}

void any_scheme() {
    const url_view url = parse_url("gopher://h.x/7sel%09word").value();
    CHECK(std::get<gopherurl_view>(url).search == "word");
    CHECK(text_of(url) == "gopher://h.x/7sel%09word" && edition_of(url) == edition::rfc4266);
    for (const url_field &f : fields_of(url)) {
        if (f.name == "port") CHECK(f.what == url_field::kind::number && f.number == 70);
    }
    const std::vector<url_field> fields{url_field::of("host", "h.x"), url_field::of("path", "/a")};
    CHECK(make_url("http", fields).value() == "http://h.x/a");
    CHECK(url_field_names("http").front() == "host");
}

void schemes_with_documents() {
    const url_scheme *ftp = find_url_scheme("FTP");
    CHECK(ftp != nullptr && ftp->name == "ftp" && find_url_scheme("doi") == nullptr);
    for (const url_scheme &s : url_schemes()) CHECK(!s.editions.empty());
    CHECK(current_edition("http") == edition::rfc9110);
}

void normal_forms() {
    const auto draft = [](std::string_view text) { return parse_url(text, {edition::url_06}).value(); };
    const url_view a = draft("HTTP://H.x:80/%7ea/../b");
    CHECK(normalize_url(a, {.level = comparison_level::scheme}) == "http://h.x/%7Ea/../b"); // 3.2.2: ".." is a name
    CHECK(equivalent_urls(a, draft("http://h.x/~a/../b"), {.level = comparison_level::scheme}));
    CHECK(lowest_level_of_urls(draft("http://h"), draft("http://h/")) == comparison_level::scheme); // 3.3
    CHECK(has_every_scheme(edition::url_06) && !has_every_scheme(edition::rfc4266));
    CHECK(!has_relative_references(edition::url_06) && has_relative_references(edition::rfc3986));
}

void texts_by_editions() {
    const parse_options draft{.edition = edition::url_06};
    CHECK(normalize_text("http://h.x/a/../b", draft) == "http://h.x/a/../b");
    CHECK(normalize_text("http://h.x/a/../b") == "http://h.x/b");
    CHECK(!why_invalid("../a") && why_invalid("../a", draft));
    CHECK(equivalent_texts("http://H.x/", "http://h.x/", draft) == true);
    CHECK(lowest_level_of_texts("http://h.x:80/", "http://h.x/", draft) == comparison_level::scheme);
    CHECK(resolve_texts("http://h.x/", "../a") == "http://h.x/a");
    const refused_text why = resolve_texts("http://h.x/", "../a", draft).error();
    CHECK(why.argument == 1 && why.why.edition == edition::url_06);
}

} // namespace

int main() {
    normal_forms();
    texts_by_editions();
    data();
    file();
    ftp();
    gopher();
    http();
    ldap();
    logins();
    mailto();
    news();
    nntp();
    other_schemes();
    prospero();
    telnet();
    wais();
    ws();
    any_scheme();
    schemes_with_documents();
    return 0;
}
