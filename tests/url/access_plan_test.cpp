// Access plans: draft-ietf-uri-url-06 3 and 6; RFC 1738 3; RFC 4266, 5538, 6068, 8089, 9110.
#include <uniform/url/access_plan.hpp>

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/uri/scheme.hpp>

#include "url/samples.hpp"

namespace {

using namespace uniform;
using namespace samples;
using enum edition;

// "host:port login user/password | COMMAND argument | ..."; "here" for a local file; concerns at the end
std::string told(const access_plan &p) {
    std::string text = p.host ? *p.host : p.local ? "here" : "-";
    if (p.port) text += ':' + std::to_string(*p.port);
    if (p.login != credentials::none) {
        text += ' ' + std::string{to_string(p.login)} + ' ' + shown(p.user) + '/' + shown(p.password);
    }
    std::string_view login = p.scheme == "ftp" ? "UP" : ""; // told above
    for (const access_step &s : p.steps) {
        if (login.starts_with(s.command.front())) {
            login.remove_prefix(1);
            const auto &said = s.command == "USER" ? p.user : p.password;
            if (s.argument == said) continue;
        }
        text += " | " + s.command + (s.argument ? ' ' + *s.argument : "");
    }
    for (const error &e : p.concerns) text += " ! " + why(std::expected<int, error>{std::unexpected{e}});
    return text;
}

std::string planned(std::string_view url, const plan_options &options) {
    const auto plan = plan_access(url, options);
    return plan ? told(*plan) : why(plan);
}

struct row {
    std::string_view source;
    std::string_view url;
    std::string_view expected; ///< the plan, or why there is none
    std::optional<edition> by = std::nullopt;
};

const row ftp_rows[]{
    {"3.2.2", "ftp://myname@host.dom/%2Fetc/motd", "host.dom:21 ask-password myname/- | CWD /etc | TYPE I | RETR motd"},
    {"3.2.2", "ftp://myname@host.dom/etc/motd", "host.dom:21 ask-password myname/- | CWD etc | TYPE I | RETR motd"},
    {"3.2.2; RFC 1738", "ftp://myname@host.dom//etc/motd",
     "host.dom:21 ask-password myname/- | CWD  | CWD etc | TYPE I | RETR motd", url_06},
    {"3.2.1: anonymous", "FTP://host.dom/a/b/c;type=i",
     "host.dom:21 anonymous anonymous/me@here.dom | CWD a | CWD b | TYPE I | RETR c"},
    {"3.2.2: typecode d; RFC 959 4.1.3", "ftp://h/a/b/c;type=d",
     "h:21 anonymous anonymous/me@here.dom | CWD a | CWD b | TYPE A | NLST c"},
    {"3.2.2", "ftp://h/c;type=D", "h:21 anonymous anonymous/me@here.dom | TYPE A | NLST c"},
    {"3.2.1: given", "ftp://u:p%40%3A@h:2121/f", "h:2121 given u/p@: | TYPE I | RETR f"},
    {"3.1: an empty user is one", "ftp://@h/f", "h:21 ask-password ''/- | TYPE I | RETR f"},
    {"3.1: an empty password is one", "ftp://u:@h/f", "h:21 given u/'' | TYPE I | RETR f"},
    {"3.2.2: decoded", "ftp://u:p@h/a%3Bb/c%2Fd", "h:21 given u/p | CWD a;b | TYPE I | RETR c/d"},
    {"RFC 3986 6.2.2.3", "ftp://u:p@h/a/../b/./c", "h:21 given u/p | CWD b | TYPE I | RETR c"},
    {"RFC 3986 6.2.2.3", "ftp://u:p@h/../a/%2E%2E", "h:21 given u/p | TYPE A | NLST"},
    {"RFC 959 5.3.1: no name", "ftp://u:p@h", "h:21 given u/p | TYPE A | NLST"},
    {"RFC 959 5.3.1", "ftp://u:p@h/a/;type=a", "h:21 given u/p | CWD a | TYPE A | NLST"},
    {"3.2.2: no name, no file for the typecode", "ftp://u:p@h/;type=i", "h:21 given u/p | TYPE A | NLST"},
    {"3.2.2: the typecode", "ftp://u:p@h/a;type=a", "h:21 given u/p | TYPE A | RETR a"},
    {"RFC 959 5.3: in any case", "ftp://u:p@h/a;type=I", "h:21 given u/p | TYPE I | RETR a"},
    {"6: LF in a CWD", "ftp://h/a%0ADELE%20x/b", "control_in_argument@9 Security considerations"},
    {"6: CR in a name", "ftp://h/a/b%0d", "control_in_argument@11 Security considerations"},
    {"6: NUL in a name", "ftp://h/a/%00", "control_in_argument@10 Security considerations"},
    {"6: in a user", "ftp://u%0A@h/", "control_in_argument@7 Security considerations"},
    {"6: in a password", "ftp://u:%0D@h/", "control_in_argument@8 Security considerations"},
    {"6: in a host", "ftp://h%0A/", "control_in_argument@7 Security considerations", url_06},
    {"6: reserved space", "ftp://h:25/a", "foreign_port@8 Security considerations"},
    {"6", "ftp://h:0/a", "foreign_port@8 Security considerations"},
    {"6: its own", "ftp://u:p@h:0021/a", "h:21 given u/p | TYPE I | RETR a"},
    {"6: above it", "ftp://u:p@h:1024/a", "h:1024 given u/p | TYPE I | RETR a"},
    {"no such port", "ftp://h:65536/a", "port_overflow@12 port"},
    {"5", "ftp://h/a;b", "invalid_character@9 path"},
    {"3.2.2: \"..\" is a name", "ftp://u:p@h/a/../b", "h:21 given u/p | CWD a | CWD .. | TYPE I | RETR b", url_06},
    {"3.2.2: \"..\" is a name", "ftp://u:p@h/a/../b", "h:21 given u/p | CWD a | CWD .. | TYPE I | RETR b", rfc1738},
    {"5: \"?\" is data", "ftp://u:p@h/a?/../b", "h:21 given u/p | CWD a? | CWD .. | TYPE I | RETR b", url_06},
    {"RFC 3986 3.2", "ftp://trusted.example?x@evil.example/f", "invalid_character@21 path"},
    {"RFC 3986 3.3", "ftp://h/a?/../etc/motd", "invalid_character@9 path"},
};

const row gopher_rows[]{
    {"3.4.1", "gopher://h", "h:70 | send \r\n"},
    {"3.4.2", "gopher://h:7070/7sel%09a%20b", "h:7070 | send sel\ta b\r\n"},
    {"3.4.3", "gopher://h/1sel%09%09+", "h:70 | send sel\t+\r\n", url_06},
    {"RFC 4266 2.3", "gopher://h/1sel%09%09+", "h:70 | send sel\t\t+\r\n", rfc4266},
    {"3.4.5: the definition of a form, and its answers", "gopher://h/1sel%09%09?",
     "h:70 | send sel\t!+ASK\r\n | answer", url_06},
    {"3.4.5; RFC 4266 2.3", "gopher://h/1sel%09%09%3F", "h:70 | send sel\t\t!+ASK\r\n | answer"},
    {"3.4.9: the form's own line ends", "gopher://h/1s%09%09+%091%0D%0A+-1%0D%0Av%0D%0A.%0D%0A",
     "h:70 | send s\t+\t1\r\n+-1\r\nv\r\n.\r\n", url_06},
    {"6: a form's commands to another server", "gopher://h:8025/1s%09%09+%091%0D%0A+-1%0D%0Av%0D%0A.%0D%0A",
     "foreign_port@11 Security considerations"},
    {"6: NUL in a form to another server", "gopher://h:8025/1s%09%09+%091%0D%0A+-1%0D%0A%00%0D%0A.%0D%0A",
     "control_in_argument@44 Security considerations"},
    {"3.4.9: Gopher's own port, written", "gopher://h:70/1s%09%09+%091%0D%0A+-1%0D%0A.%0D%0A",
     "h:70 | send s\t\t+\t1\r\n+-1\r\n.\r\n"},
    {"6: nothing after the form", "gopher://h/1s%09%09+%091%0D%0A+-1%0D%0A.%0D%0Ax%0D%0A",
     "control_in_argument@24 Security considerations"},
    {"6: NUL in a form", "gopher://h/1s%09%09+%091%0D%0A+-1%0D%0A%00%0D%0A.%0D%0A",
     "control_in_argument@39 Security considerations"},
    {"6: in a view", "gopher://h/1s%09%09+a%0D%0A", "control_in_argument@21 Security considerations"},
    {"6: the message by SMTP", "gopher://h:25/1HELO%20x%0D%0AMAIL", "foreign_port@11 Security considerations"},
    {"6: in a selector", "gopher://h/1HELO%20x%0D%0AMAIL", "control_in_argument@20 Security considerations"},
    {"6: in a search", "gopher://h/7a%09b%0A", "control_in_argument@17 Security considerations"},
};

const row http_rows[]{
    {"3.3", "http://a.b", "a.b:80 | GET / | Host a.b"},
    {"3.3", "http://a.b:8000/c/d?e", "a.b:8000 | GET /c/d?e | Host a.b:8000"},
    {"RFC 9112 3.2.1: never empty", "http://a.b?e", "a.b:80 | GET /?e | Host a.b"},
    {"RFC 9110 4.2.2", "HTTPS://a.b:/", "a.b:443 | GET / | Host a.b"},
    {"as written: nothing gets out", "http://a.b/%0D%0Ac", "a.b:80 | GET /%0D%0Ac | Host a.b"},
    {"RFC 3986 6.2.2.3: dot segments", "http://a.b/c/../d/./e/..", "a.b:80 | GET /d/ | Host a.b"},
    {"RFC 3986 6.2.2.3: dot segments", "http://a.b/../..//c/../%7e?/../x", "a.b:80 | GET //%7e?/../x | Host a.b"},
    {"RFC 3986 6.2.2.2: encoded dots", "http://a.b/c/%2E%2e/d/%2e", "a.b:80 | GET /d/ | Host a.b"},
    {"3.3: as written", "http://a.b/c/../d", "a.b:80 | GET /c/../d | Host a.b", url_06},
    {"3.3: as written", "http://a.b/c/../d", "a.b:80 | GET /c/../d | Host a.b", rfc1738},
    {"RFC 3986 6.2.2: the host", "http://%41.%62/", "A.b:80 | GET / | Host a.b"},
    {"6", "http://a%0A/", "control_in_argument@8 Security considerations"},
    {"6", "http://a.b:443/", "foreign_port@11 Security considerations"},
    {"RFC 3986 3.2.2: an IP-literal", "http://[::1]/", "[::1]:80 | GET / | Host [::1]"},
    {"RFC 3986 3.2.2: no IP-literal", "http://%5B%3A%3A1%5D/", "invalid_character@7 host"},
    {"RFC 3986 3.2.2: no delimiter", "http://a%2Fb/", "invalid_character@8 host"},
    {"RFC 3986 3.2.2: no delimiter", "http://a%3a80/", "invalid_character@8 host"},
    {"RFC 3986 3.2.2: no space", "http://a%20b/", "invalid_character@8 host"},
    {"RFC 3986 3.2.2: no escape of an escape", "http://a%2541/", "invalid_character@8 host"},
    {"3.1: no delimiter", "http://a|b/", "invalid_character@8 host", url_06},
    {"RFC 3986 3.2.2: UTF-8", "http://%C3%BC/", "\xC3\xBC:80 | GET / | Host %C3%BC"},
    {"RFC 9110 4.2.4", "http://u@a.b/", "unexpected_userinfo@7 authority"},
};

const row message_rows[]{
    {"3.5", "mailto:a%25b@c.d", "- | to a%b@c.d"},
    {"RFC 6068 2", "mailto:a@b.c,d@e.f?subject=x%20y&body=1%0D%0A2",
     "- | to a@b.c | to d@e.f | subject x y | body 1\r\n2"},
    {"RFC 6068 2: body in any case", "mailto:a@b.c?BODY=%0D%0A", "- | to a@b.c | BODY \r\n"},
    {"6: another header field", "mailto:a@b.c?subject=x%0D%0ABcc:%20y@z.w",
     "control_in_argument@22 Security considerations"},
    {"6: in a name", "mailto:a@b.c?x%0A=y", "control_in_argument@14 Security considerations"},
    {"6: NUL in a body", "mailto:a@b.c?body=%00", "control_in_argument@18 Security considerations"},
    {"6: in the address", "mailto:a%0D@b.c", "control_in_argument@8 Security considerations", url_06},
    {"3.6: a message-id", "news:unique@full.domain", "news.dom:1119 | ARTICLE <unique@full.domain>"},
    {"3.6: a group", "news:comp.lang", "news.dom:1119 | GROUP comp.lang"},
    {"3.6: all of them", "news:*", "news.dom:1119 | LIST ACTIVE", url_06},
    {"RFC 5538 4", "news://h/", "h:119 | LIST ACTIVE"},
    {"RFC 5538 4: a wildmat", "news://h/a.th%3Fs*", "h:119 | LIST ACTIVE a.th?s*"},
    {"RFC 5538 4: a server", "news://u:p@h:1190/a@b.c", "h:1190 given u/p | ARTICLE <a@b.c>"},
    {"RFC 5538: snews", "snews://h/a.b", "h:563 | GROUP a.b"},
    {"6", "news:a%0Db@c.d", "control_in_argument@6 Security considerations", url_06},
    {"6", "news://h:25/a.b", "foreign_port@9 Security considerations"},
    {"3.7", "nntp://h.x/comp.lang/42", "h.x:119 | GROUP comp.lang | ARTICLE 42"},
    {"3.7", "nntp://h.x/comp.lang", "h.x:119 | GROUP comp.lang"},
    {"6: a space is another argument", "news:a%20b@c.d", "delimiter_in_argument@6 Security considerations", url_06},
    {"6: a tab is", "nntp://h.x/a%09b", "delimiter_in_argument@12 Security considerations", rfc5538},
    {"6: a space is", "nntp://h.x/comp.lang%20b", "delimiter_in_argument@20 Security considerations", rfc5538},
    {"6: other controls", "news:a%1Fb@c.d", "delimiter_in_argument@6 Security considerations", url_06},
    {"6: DEL", "news:a%7fb@c.d", "delimiter_in_argument@6 Security considerations", url_06},
    {"6", "nntp://h.x:80/comp.lang", "foreign_port@11 Security considerations"},
};

const row service_rows[]{
    {"3.8: advisory", "telnet://u:p@h.x:2323/", "h.x:2323 advisory u/p | connect"},
    {"3.8", "telnet://h.x", "h.x:23 | connect"},
    {"6: CR and LF for telnet", "telnet://u%0D%0A@h.x/", "control_in_argument@10 Security considerations"},
    {"3.9", "wais://h.x/db", "h.x:210 | database db"},
    {"3.9", "wais://quake.think.com/wais-discussion-archives?lynch",
     "quake.think.com:210 | database wais-discussion-archives | search lynch"},
    {"3.9", "wais://h.x/db/TEXT/p%2F1", "h.x:210 | database db | type TEXT | document p/1"},
    {"6", "wais://h.x/db?a%0Ab", "control_in_argument@15 Security considerations"},
    {"6", "wais://h.x/db/T/a%00", "control_in_argument@17 Security considerations"},
    {"3.11", "prospero://host.dom//pros/name;OBJECT-VERSION=3",
     "host.dom:1525 | hsoname /pros/name | field OBJECT-VERSION=3"},
    {"6", "prospero://h.x/a%0A", "control_in_argument@16 Security considerations"},
    {"6", "prospero://h.x/a;b=c%0D", "control_in_argument@20 Security considerations"},
    {"6", "prospero://h.x:23/a", "foreign_port@15 Security considerations"},
    {"RFC 2397", "data:,A%20brief%0D%0Anote", "- | data A brief\r\nnote"},
};

const row file_rows[]{
    {"3.10: localhost", "file://localhost/a/b", "here | path /a/b", url_06},
    {"3.10: the empty string", "file:///a/b", "here | path /a/b", url_06},
    {"RFC 8089 2", "file:/a%20b/", "here | path /a b/"},
    {"3.10: another host", "file://h.x/a", "no_access@7 file-auth"},
    {"3.10", "file://h.x/a", "no_access@7 host", url_06},
    {"6", "file:///a%0Ab", "control_in_argument@9 Security considerations"},
    {"RFC 8089 5", "file:///a%2Fb", "invalid_character@9 fsegment"},
    {"RFC 8089 5", "file:///a%00b", "invalid_character@9 fsegment"},
};

const row other_rows[]{
    {"no way is said", "ldap://h/dc=a", "no_access@0 scheme"},
    {"no way is said", "ws://h/a", "no_access@0 scheme"},
    {"4: reserved", "z39.50:a", "no_access@0 scheme"},
    {"4: experimental", "x-a:b", "no_access@0 scheme"},
    {"registered", "urn:a:b", "no_access@0 scheme"},
    {"nobody knows it", "nobodyknowsit:b", "unknown_scheme@0 scheme"},
    {"no scheme", "a/b", "missing_scheme@0 url"},
};

template <std::size_t N>
void expect_plans(const row (&rows)[N]) {
    for (const row &r : rows) {
        const plan_options options{
            .url = {.edition = r.by}, .mail_address = "me@here.dom", .news_server = "news.dom:1119"};
        EXPECT_EQ(planned(r.url, options), r.expected) << r.source << ": " << r.url;
    }
}

// draft 6: "Caution should be used when using any URL which specifies a port number other than the default"
TEST(access_plan, unusual_ports) {
    for (const auto &[url, unusual] : {std::pair{"http://h:8080/", true},
                                       {"http://h:80/", false},
                                       {"http://h:/", false},
                                       {"http://h/", false},
                                       {"gopher://h:7070/", true},
                                       {"telnet://h:23", false}}) {
        const auto plan = plan_access(url);
        ASSERT_TRUE(plan) << url;
        EXPECT_EQ(plan->unusual_port, unusual) << url;
    }
    EXPECT_TRUE(plan_access("http://h:25/", {.insist = true})->unusual_port);
}

TEST(access_plan, ftp) { expect_plans(ftp_rows); }
TEST(access_plan, gopher) { expect_plans(gopher_rows); }
TEST(access_plan, http) { expect_plans(http_rows); }
TEST(access_plan, messages) { expect_plans(message_rows); }
TEST(access_plan, services) { expect_plans(service_rows); }
TEST(access_plan, file) { expect_plans(file_rows); }
TEST(access_plan, other) { expect_plans(other_rows); }

TEST(access_plan, insisting_turns_refusals_into_concerns) {
    const row rows[]{
        {"6", "ftp://u:p@h:25/a%0D%0Ab",
         "h:25 given u/p | TYPE I | RETR a\r\nb ! foreign_port@12 Security considerations"
         " ! control_in_argument@16 Security considerations"},
        {"6", "gopher://h:25/1HELO%0A",
         "h:25 | send HELO\n\r\n ! foreign_port@11 Security considerations"
         " ! control_in_argument@19 Security considerations"},
        {"3.10", "file://h.x/a", "h.x | path /a ! no_access@7 file-auth"},
        {"NUL is in no filename", "file:///a%00", "invalid_character@9 fsegment"},
        {"no such port", "ftp://h:65536/a", "port_overflow@12 port"},
        {"nothing to insist on", "ftp://u:p@h/a", "h:21 given u/p | TYPE I | RETR a"},
    };
    for (const row &r : rows) EXPECT_EQ(planned(r.url, {.insist = true}), r.expected) << r.url;
}

TEST(access_plan, options) {
    EXPECT_EQ(planned("ftp://h/a", {}), "h:21 anonymous anonymous/'' | TYPE I | RETR a");
    // 3.10: this machine by a name of its own
    EXPECT_EQ(planned("file://Harbour.dom/a", {.this_host = {"harbour", "harbour.dom"}}), "here | path /a");
    EXPECT_EQ(planned("file://harbour.dom.x/a", {.this_host = {"harbour", "harbour.dom"}}), "no_access@7 file-auth");
    EXPECT_EQ(planned("news:a.b", {}), "no_access@5 newsURL");
    EXPECT_EQ(planned("news:a.b", {.news_server = "n.dom"}), "n.dom:119 | GROUP a.b");
    EXPECT_EQ(planned("news:a.b", {.news_server = "[::1]:8119"}), "[::1]:8119 | GROUP a.b");
    EXPECT_EQ(planned("news:a.b", {.news_server = ""}), "missing_host@0 host");
    EXPECT_EQ(planned("news:a.b", {.news_server = "u@n.dom"}), "unexpected_userinfo@0 authority");
    EXPECT_EQ(planned("news:a.b", {.news_server = "n:70000"}), "port_overflow@0 port");
    EXPECT_EQ(planned("news://h/a.b", {.news_server = "n.dom"}), "h:119 | GROUP a.b");
    EXPECT_EQ(planned("news:a.b", {.news_server = "n%0D%0AQUIT"}), "control_in_option@0 Security considerations");
    EXPECT_EQ(planned("news:a.b", {.news_server = "n\r\nQUIT"}), "control_in_option@0 Security considerations");
    EXPECT_EQ(planned("news:a.b", {.news_server = "%5B%3A%3A1%5D"}), "invalid_character@0 host");
    EXPECT_EQ(planned("ftp://h/a", {.mail_address = "a@b\r\nDELE c"}), "control_in_option@0 Security considerations");
    EXPECT_EQ(planned("ftp://h/a", {.mail_address = std::string("\0", 1)}),
              "control_in_option@0 Security considerations");
    EXPECT_EQ(planned("ftp://u:p@h/a", {.mail_address = "\n"}), "h:21 given u/p | TYPE I | RETR a"); // not sent
    EXPECT_EQ(planned("ftp://h/a", {.insist = true, .mail_address = "a\n"}),
              "h:21 anonymous anonymous/a\n | TYPE I | RETR a ! control_in_option@0 Security considerations");
    EXPECT_EQ(planned("ftp://h/a", {.url = {.max_length = 3}}), "too_long@3 ");
}

// 3.2: USER, PASS, CWD ..., TYPE, RETR or NLST
TEST(access_plan, steps_of_ftp) {
    using steps = std::vector<access_step>;
    EXPECT_EQ(plan_access("ftp://u:p%3A@h/a/b;type=i")->steps,
              (steps{{"USER", "u"}, {"PASS", "p:"}, {"CWD", "a"}, {"TYPE", "I"}, {"RETR", "b"}}));
    EXPECT_EQ(plan_access("ftp://u@h/b")->steps, (steps{{"USER", "u"}, {"PASS"}, {"TYPE", "I"}, {"RETR", "b"}}));
    EXPECT_EQ(plan_access("ftp://u:@h/b")->steps, (steps{{"USER", "u"}, {"PASS", ""}, {"TYPE", "I"}, {"RETR", "b"}}));
    EXPECT_EQ(plan_access("ftp://h/b;type=d")->steps,
              (steps{{"USER", "anonymous"}, {"PASS", ""}, {"TYPE", "A"}, {"NLST", "b"}}));
    EXPECT_EQ(plan_access("ftp://h/b", {.mail_address = "me@here.dom"})->steps,
              (steps{{"USER", "anonymous"}, {"PASS", "me@here.dom"}, {"TYPE", "I"}, {"RETR", "b"}}));
}

TEST(access_plan, by_the_callers_schemes) {
    scheme_registry mine;
    ASSERT_TRUE(mine.add({.name = "gopher", .default_port = 170}));
    ASSERT_TRUE(mine.add({.name = "nobodyknowsit"}));
    const plan_options options{.url = {.schemes = &mine}};
    EXPECT_EQ(planned("gopher://h", options), "h:170 | send \r\n");
    EXPECT_EQ(planned("gopher://h:170", options), "h:170 | send \r\n");
    EXPECT_EQ(planned("gopher://h:70", options), "foreign_port@11 Security considerations");
    EXPECT_EQ(planned("nobodyknowsit:b", options), "no_access@0 scheme");
}

TEST(access_plan, says_whose_reading_it_is) {
    EXPECT_EQ(plan_access("GOPHER://h/1")->scheme, "gopher");
    EXPECT_EQ(plan_access("gopher://h/1")->edition, rfc4266);
    EXPECT_EQ(plan_access("gopher://h/1", {.url = {.edition = url_06}})->edition, url_06);
}

// However a URL is written: no command of a plan that nobody insisted on holds the end of a command.
RC_GTEST_PROP(access_plan_properties, no_argument_ends_early, ()) {
    const std::string part = encode(*bytes(), rule::segment_nz_nc);
    const std::string other = encode(*bytes(), rule::segment_nz_nc);
    const std::string start = *rc::gen::element<std::string>("ftp://h/", "ftp://u:p@h/a/", "nntp://h/", "news://h/",
                                                             "mailto:a@b.c?subject=", "telnet://h/", "wais://h/",
                                                             "prospero://h/", "http://h/", "file:///");
    const std::string url = start + part + *rc::gen::element<std::string>("", "/", ";type=a", ";a=", "?", "@") + other;
    const auto plan = plan_access(url, {.url = {.edition = *rc::gen::element(url_06, rfc1738, rfc9110)}});
    if (!plan) return;
    RC_ASSERT(plan->concerns.empty());
    for (const access_step &s : plan->steps) {
        if (s.argument) {
            RC_ASSERT(s.argument->find_first_of(std::string_view{"\r\n\0", 3}) == std::string::npos);
        }
    }
}

RC_GTEST_PROP(access_plan_properties, ftp_is_refused_for_controls_alone, ()) {
    const ftpurl_parts p{
        .login = {.host = "h"}, .cwd = *rc::gen::container<std::vector<std::string>>(bytes()), .name = *bytes()};
    const auto is_dots = [](const std::string &s) { return s == "." || s == ".."; };
    if (is_dots(p.name) || std::ranges::any_of(p.cwd, is_dots)) return; // not sent: RFC 3986 6.2.2.3
    const auto url = make_ftpurl(p).value();
    const auto has = [](const std::string &s) {
        return s.find_first_of(std::string_view{"\r\n\0", 3}) != std::string::npos;
    };
    const bool refused = has(p.name) || std::ranges::any_of(p.cwd, has);
    const auto plan = plan_access(url);
    RC_ASSERT(plan.has_value() != refused);
    if (!plan) {
        RC_ASSERT(url[plan.error().offset] == '%');
    }
    RC_ASSERT(plan_access(url, {.insist = true})->steps.size() == p.cwd.size() + 4);
}

} // namespace
