// draft-ietf-uri-url-06 sentence by sentence, as far as a program can hold it: what docs/conformance/urls.md points at
// where no test of a single scheme says it. The labels are the sections.

#include <uniform/syntax/percent.hpp>
#include <uniform/text/find.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/url/access_plan.hpp>
#include <uniform/url/url.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "url/shown.hpp"

namespace {

using namespace uniform;
using test::reading;
using test::shown;

constexpr edition draft = edition::url_06;

// "host:port login user password | COMMAND argument | ..."; "local" for this machine.
std::string planned(std::string_view url, plan_options o = {}) {
    o.url.edition = draft;
    o.mail_address = "me@example.org";
    o.news_server = "news.example.org";
    const auto plan = plan_access(url, o);
    if (!plan) return shown(plan.error());
    std::string out = plan->local ? "local" : "";
    if (plan->host && !plan->local) out += *plan->host;
    if (plan->port) out += ":" + std::to_string(*plan->port);
    if (plan->login != credentials::none) out += " " + std::string(to_string(plan->login));
    if (plan->user) out += " " + *plan->user;
    if (plan->password) out += " " + *plan->password;
    for (const access_step &s : plan->steps) {
        out += " | " + s.command;
        if (s.argument) out += " '" + shown(*s.argument) + "'";
    }
    if (!plan->concerns.empty()) out += " (" + shown(plan->concerns.front()) + ")";
    return out;
}

struct row {
    std::string_view source;
    std::string_view url;
    std::string_view expected;
};

TEST(draft_1994, what_a_url_says) {
    const row rows[] = {
        {"2.1: <scheme>:<scheme-specific-part>", "x-exp:a/b", "scheme=x-exp schemepart=a/b"},
        {"2.1: letters, digits, +, period and hyphen", "a+b.c-1:x", "scheme=a+b.c-1 schemepart=x"},
        {"2.1: upper case is equivalent to lower case", "FTP://h/a", "user=anonymous host=h port=21 name=a"},
        {"2.2: two hexadecimal digits", "ftp://h/%41%4a", "user=anonymous host=h port=21 name=AJ"},
        {"2.2: no space", "ftp://h/a b", "invalid_character at 9, fpath"},
        {"2.2: no other non-printable characters", "ftp://h/a\tb", "invalid_character at 9, fpath"},
        {"2.2: ASCII only", "ftp://h/\xC3\xA9", "invalid_character at 8, fpath"},
        {"2.2: the character % must always be encoded", "ftp://h/100%", "invalid_percent_encoding at 11, escape"},
        {"2.2: a reserved byte as data is encoded", "ftp://h/a%2Fb%3Bc", "user=anonymous host=h port=21 name=a/b;c"},
        {"2.2: encoding a reserved character changes the meaning", "ftp://h/a/b",
         "user=anonymous host=h port=21 cwd=[a] name=b"},
        {"2.2: < and > are unsafe", "http://h/<a>", "invalid_character at 9, hpath"},
        {"2.2: the quote mark is unsafe", "http://h/\"a\"", "invalid_character at 9, hpath"},
        {"2.2: # should always be encoded", "http://h/a%23b", "host=h port=80 path=a%23b"},
        {"2.2: safe characters may be encoded", "news:%2A@h", "message_id=*@h"},
        {"2.2: reserved characters that have no purpose stand for themselves", "mailto:a;/?:&=b@c",
         "addr_spec=a;/?:&=b@c"},
        {"3.1: user, password, host, port, url-path", "ftp://u:p@h:2121/x",
         "user=u password=p host=h port=2121 user_given=yes name=x"},
        {"3.1: : @ / are encoded in user and password", "ftp://a%3Ab:c%40d%2Fe@h/",
         "user=a:b password=c@d/e host=h port=21 user_given=yes name="},
        {"3.1: an empty user name and no password", "ftp://@host.com/",
         "user= host=host.com port=21 user_given=yes name="},
        {"3.1: no user name", "ftp://host.com/", "user=anonymous host=host.com port=21 name="},
        {"3.1: a user name of foo and an empty password", "ftp://foo:@host.com/",
         "user=foo password= host=host.com port=21 user_given=yes name="},
        {"3.1: four decimal numbers", "ftp://10.0.0.1/", "user=anonymous host=10.0.0.1 port=21 name="},
        {"3.1: a port in decimal", "ftp://h:0x15/", "invalid_port at 9, port"},
        {"3.1: the slash is not part of the url-path", "http://h/a", "host=h port=80 path=a"},
        {"3.2.2: <cwd1>/<cwd2>/<name>;type=<typecode>", "ftp://h/a/b/c;type=d",
         "user=anonymous host=h port=21 cwd=[a|b] name=c typecode=d"},
        {"3.2.2: typecode is a, i or d", "ftp://h/a;type=e", "invalid_character at 15, ftptype"},
        {"3.2.2: ; is reserved in a name", "ftp://h/a;b", "invalid_character at 9, fpath"},
        {"3.3: <host>:<port>/<path>?<searchpart>", "http://h:8000/p?s", "host=h port=8000 path=p searchpart=s"},
        {"3.3: no user name or password", "http://u:p@h/", "unexpected_userinfo at 7, hostport"},
        {"3.3: ? is reserved in path and searchpart", "http://h/a?b?c", "invalid_character at 12, search"},
        {"3.3: / is reserved in the searchpart", "http://h/a?b/c", "invalid_character at 12, search"},
        {"3.3: the slash may be omitted", "http://h", "host=h port=80 path="},
        {"3.4.1: a type, a selector", "gopher://h/0a", "host=h port=70 gophertype=0 selector=a"},
        {"3.4.1: the path may be empty", "gopher://h/", "host=h port=70 gophertype=1 selector="},
        {"3.4.1: and the slash optional", "gopher://h", "host=h port=70 gophertype=1 selector="},
        {"3.4.1: <selector>%09<gopher+_string> is read as a search", "gopher://h/0a%09+",
         "host=h port=70 gophertype=0 selector=a search=+"},
        {"3.4.1: the type twice", "gopher://h/00a", "host=h port=70 gophertype=0 selector=0a"},
        {"3.4.1: no additional characters are reserved", "gopher://h/0a/b?c;d=e&f",
         "host=h port=70 gophertype=0 selector=a/b?c;d=e&f"},
        {"3.4.3: the search must be there", "gopher://h/0a%09%09+",
         "host=h port=70 gophertype=0 selector=a search= "
         "gopher_plus=+"},
        {"3.5: an addr-spec, % encoded", "mailto:gorby%25kremvax@h", "addr_spec=gorby%kremvax@h"},
        {"3.6: a newsgroup name", "news:comp.infosystems.www.misc", "group=comp.infosystems.www.misc"},
        {"3.6: a message-id has an @", "news:unique@full.domain", "message_id=unique@full.domain"},
        {"3.6: no < and > around it", "news:<unique@full.domain>", "invalid_character at 5, article"},
        {"3.6: all available news groups", "news:*", "group=* all_groups=yes"},
        {"3.7: host, port, group, number", "nntp://h:1190/a.b/42", "host=h port=1190 group=a.b article=42"},
        {"3.7: a numeric id", "nntp://h/a.b/x", "invalid_character at 13, digits"},
        {"3.8: user and password are optional", "telnet://u:p@h/", "user=u password=p host=h port=23"},
        {"3.8: a password requires a user", "telnet://:p@h", "user= password=p host=h port=23"},
        {"3.9: a database", "wais://h/d", "host=h port=210 database=d"},
        {"3.9: a search", "wais://h/d?s", "host=h port=210 database=d search=s"},
        {"3.9: a document, opaque", "wais://h/d/T/a%2Fb", "host=h port=210 database=d wtype=T wpath=a%2Fb"},
        {"3.10: the VMS file", "file://vms.host.edu/disk$user/my/notes/note12345.txt",
         "host=vms.host.edu path=disk$user/my/notes/note12345.txt"},
        {"3.10: the empty string is this machine", "file:///a", "host= local=yes path=a filename=/a"},
        {"3.10: localhost is this machine", "file://localhost/a", "host=localhost local=yes path=a filename=/a"},
        {"3.11: a slash at the beginning of the hsoname", "prospero://host.dom//pros/name",
         "host=host.dom port=1525 hsoname=/pros/name"},
        {"3.11: no user name or password", "prospero://u@h/a", "unexpected_userinfo at 11, hostport"},
        {"3.11: fields and values", "prospero://h/a;OBJECT-VERSION=3;b=c",
         "host=h port=1525 hsoname=a fields=[OBJECT-VERSION=3|b=c]"},
        {"3.11: ; in the hsoname is quoted", "prospero://h/a%3Bb", "host=h port=1525 hsoname=a;b"},
    };
    for (const row &r : rows) EXPECT_EQ(reading(r.url, draft), r.expected) << r.source << ": " << r.url;
}

TEST(draft_1994, what_a_client_does) {
    const row rows[] = {
        {"3.2.1: anonymous, and the e-mail address", "ftp://h/a",
         "h:21 anonymous anonymous me@example.org | USER 'anonymous' | PASS 'me@example.org' | TYPE 'I' | RETR 'a'"},
        {"3.2.1: a password is asked for", "ftp://u@h/a",
         "h:21 ask-password u | USER 'u' | PASS | TYPE 'I' | RETR 'a'"},
        {"3.2.1: both are given", "ftp://u:p@h/a", "h:21 given u p | USER 'u' | PASS 'p' | TYPE 'I' | RETR 'a'"},
        {"3.2.2: CWD for each element", "ftp://u:p@h/a/b/c;type=i",
         "h:21 given u p | USER 'u' | PASS 'p' | CWD 'a' | CWD 'b' | TYPE 'I' | RETR 'c'"},
        {"3.2.2: NLST", "ftp://u:p@h/a/b;type=d",
         "h:21 given u p | USER 'u' | PASS 'p' | CWD 'a' | TYPE 'A' | NLST 'b'"},
        {"3.2.2: CWD /etc", "ftp://myname@host.dom/%2Fetc/motd",
         "host.dom:21 ask-password myname | USER 'myname' | PASS | CWD '/etc' | TYPE 'I' | RETR 'motd'"},
        {"3.2.2: CWD etc", "ftp://myname@host.dom/etc/motd",
         "host.dom:21 ask-password myname | USER 'myname' | PASS | CWD 'etc' | TYPE 'I' | RETR 'motd'"},
        {"3.2.2: CWD with a null argument", "ftp://myname@host.dom//etc/motd",
         "host.dom:21 ask-password myname | USER 'myname' | PASS | CWD '' | CWD 'etc' | TYPE 'I' | RETR 'motd'"},
        {"3.2.3: without a typecode, the program guesses", "ftp://u:p@h/a.txt",
         "h:21 given u p | USER 'u' | PASS 'p' | TYPE 'I' | RETR 'a.txt'"},
        {"3.4.1: the selector is sent", "gopher://h/0a%20b", "h:70 | send 'a b\\x0D\\x0A'"},
        {"3.4.1: an empty selector is the top-level directory", "gopher://h", "h:70 | send '\\x0D\\x0A'"},
        {"3.4.2: selector, tab, search string", "gopher://h/7s%09w", "h:70 | send 's\\x09w\\x0D\\x0A'"},
        {"3.4.3: type 7 sends the search too", "gopher://h/7s%09w%09+", "h:70 | send 's\\x09w\\x09+\\x0D\\x0A'"},
        {"3.4.3: another type leaves it out", "gopher://h/0s%09w%09+", "h:70 | send 's\\x09+\\x0D\\x0A'"},
        {"3.4.5: the form's definition, then its answers", "gopher://h/0s%09%09?",
         "h:70 | send 's\\x09!+ASK\\x0D\\x0A' | answer"},
        {"3.4.6: attributes", "gopher://h/0s%09%09!", "h:70 | send 's\\x09!\\x0D\\x0A'"},
        {"3.4.7: several attributes", "gopher://h/0s%09%09!+ABSTRACT%20+SMELL",
         "h:70 | send 's\\x09!+ABSTRACT +SMELL\\x0D\\x0A'"},
        {"3.4.8: a view", "gopher://h/0s%09%09+application/postscript%20Es_ES",
         "h:70 | send 's\\x09+application/postscript Es_ES\\x0D\\x0A'"},
        {"3.4.9: a form", "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Av1%0D%0Av2%0D%0A.%0D%0A",
         "h:70 | send 's\\x09+\\x091\\x0D\\x0A+-1\\x0D\\x0Av1\\x0D\\x0Av2\\x0D\\x0A.\\x0D\\x0A'"},
        {"3.5: nothing is accessed but an address", "mailto:a@b", " | to 'a@b'"},
        {"3.6: an article from the configured server", "news:1@h", "news.example.org:119 | ARTICLE '<1@h>'"},
        {"3.7: the group and its article", "nntp://h/a.b/42", "h:119 | GROUP 'a.b' | ARTICLE '42'"},
        {"3.8: user and password are advisory", "telnet://u:p@h/", "h:23 advisory u p | connect"},
        {"3.9: a search in a database", "wais://h/d?s", "h:210 | database 'd' | search 's'"},
        {"3.9: a document with its type", "wais://h/d/T/a%2Fb", "h:210 | database 'd' | type 'T' | document 'a/b'"},
        {"3.10: the path on this host", "file:///etc/motd", "local | path '/etc/motd'"},
        {"3.11: the directory server is asked for the name", "prospero://h/a;b=c",
         "h:1525 | hsoname 'a' | field 'b=c'"},
        {"6: a port within the reserved space", "gopher://h:25/1a", "foreign_port at 11, Security considerations"},
        {"6: another port above it", "gopher://h:7070/1a", "h:7070 | send 'a\\x0D\\x0A'"},
        {"6: CR and LF stay encoded", "ftp://h/a%0D%0ADELE%20b", "control_in_argument at 9, Security considerations"},
        {"6: in a user name too", "ftp://a%0Ab@h/c", "control_in_argument at 7, Security considerations"},
        {"6: rude messages by gopher", "gopher://h:25/1%0D%0AHELO%20x", "foreign_port at 11, Security considerations"},
    };
    for (const row &r : rows) EXPECT_EQ(planned(r.url), r.expected) << r.source << ": " << r.url;
}

TEST(draft_1994, section_6_can_be_insisted_on) {
    EXPECT_EQ(planned("gopher://h:25/1a", {.insist = true}),
              "h:25 | send 'a\\x0D\\x0A' (foreign_port at 11, Security considerations)");
}

// 2.2: "All unsafe characters should always be encoded"; 3.x: what each part has to encode.
TEST(draft_1994, what_is_made_is_encoded) {
    using text = std::string;
    const url_options o{.edition = draft};
    EXPECT_EQ(
        make_ftpurl({.login = {.user = "a:b", .password = "c@d/e", .host = "h"}, .cwd = {"/etc"}, .name = "m;d"}, o),
        text{"ftp://a%3Ab:c%40d%2Fe@h/%2Fetc/m%3Bd"});
    EXPECT_EQ(make_ftpurl({.login = {.host = "h"}, .name = "<>\"# {}|\\^[]`%\x7F\xE9"}, o),
              text{"ftp://h/%3C%3E%22%23%20%7B%7D%7C%5C%5E%5B%5D%60%25%7F%E9"});
    EXPECT_EQ(make_ftpurl({.login = {.host = "h"}, .name = "aZ9$-_.+"}, o), text{"ftp://h/aZ9$-_.+"});
    EXPECT_EQ(make_gopherurl({.host = "h", .gophertype = '7', .selector = "s t", .search = "w"}, o),
              text{"gopher://h/7s%20t%09w"});
    EXPECT_EQ(make_prosperourl({.host = "h", .hsoname = "/a;b", .fields = {{"n=", "v;"}}}, o),
              text{"prospero://h//a%3Bb;n%3D=v%3B"});
    EXPECT_EQ(make_mailtourl({.to = {"a%b@c"}}, o), text{"mailto:a%25b@c"});
}

// APPENDIX: "Recommendations for URLs in Context", with its example.
TEST(draft_1994, urls_in_context) {
    constexpr std::string_view example = "   Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc\n"
                                         "   ;type=d> but you can probably pick it up from <URL:ftp://ds.inter\n"
                                         "   nic.net/rfc>.  Note the warning in <URL:http://ds.internic.net/\n"
                                         "   instructions/overview.html#WARNING>.\n";
    std::vector<std::string> texts;
    for (const found &f : find_uris(example)) {
        EXPECT_EQ(f.how, delimited::angle);
        EXPECT_TRUE(f.cleaned);               // "extra whitespace may need to be added to break long URLs across lines"
        EXPECT_NE(example[f.begin - 1], '<'); // the wrapper "does not form part of the URL": neither "<" nor "URL:"
        EXPECT_EQ(example[f.end], '>');
        texts.push_back(f.text);
    }
    const std::vector<std::string> expected{"ftp://info.cern.ch/pub/www/doc;type=d", "ftp://ds.internic.net/rfc",
                                            "http://ds.internic.net/instructions/overview.html#WARNING"};
    EXPECT_EQ(texts, expected);
    // "prefix consisting of the characters "URL:"", by itself
    const auto prefixed = find_uris("see URL:news:comp.lang.c now");
    ASSERT_EQ(prefixed.size(), 1U);
    EXPECT_EQ(prefixed[0].text, "news:comp.lang.c");
    EXPECT_EQ(clean_typed("<URL:ftp://ds.inter\n   nic.net/rfc>").text, "ftp://ds.internic.net/rfc");
}

} // namespace
