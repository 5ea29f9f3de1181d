#include "differential/mutator_url.hpp"

#include <algorithm>
#include <iterator>

namespace differential {

namespace {

constexpr std::string_view seeds[] = {
    // draft-ietf-uri-url-06
    "ftp://@host.com/",
    "ftp://host.com/",
    "ftp://foo:@host.com/",
    "ftp://myname@host.dom/%2Fetc/motd",
    "ftp://myname@host.dom//etc/motd",
    "ftp://info.cern.ch/pub/www/doc;type=d",
    "ftp://ds.internic.net/rfc",
    "http://www.acl.lanl.gov/URI/archive/uri-archive.index.html",
    "http://host.dom:8000/a;b/c?d+e;f=g&h",
    "gopher://boombox.micro.umn.edu/11/gopher/gopher_protocol",
    "gopher://h.x/7sel%09word%09+",
    "gopher://h.x:70/1",
    "gopher://h.x",
    "gopher://h/00/a%20b%09%09!+ABSTRACT%20+SMELL",
    "gopher://h/0s%09%09+application/postscript%20Es_ES",
    "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A",
    "mailto:timbl@info.cern.ch",
    "mailto:gorby%25kremvax@example.com",
    "news:comp.infosystems.www.misc",
    "news:*",
    "news:1234@a.sn.no",
    "nntp://news.com/comp.lang.perl/42",
    "nntp://news.com:119/comp.lang.perl",
    "telnet://usr:pswd@web:12345/",
    "telnet://h",
    "wais://quake.think.com/wais-discussion-archives?lynch",
    "wais://h:210/d",
    "wais://h/d/TEXT/1=a;2=b",
    "wais://h/d/TEXT/1%3Da%3B2%3Db",
    "file://vms.host.edu/disk$user/my/notes/note12345.txt",
    "file:///etc/motd",
    "file://localhost/etc/motd",
    "prospero://host.dom//pros/name",
    "prospero://host.dom:1525/a;OBJECT-VERSION=3;b=c",
    "z39.50:a",
    "x-exp:a/b?c",
    "afs:/a",
    "mid:960830.1639@XIson.com",
    // RFC 8089
    "file:/path/to/file",
    "file://host.example.com/path/to/file",
    "file:///c:/path/to/file",
    "file:c:/path/to/file",
    "file:///c|/path",
    // RFC 6068
    "mailto:infobot@example.com?subject=current-issue",
    "mailto:?to=addr1@an.example,addr2@an.example",
    "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E",
    "mailto:gorby%25kremvax@example.com,unlikely%3Faddress@example.com?blat=foop",
    "mailto:%22not%40me%22@example.org",
    "mailto:%22oh%5C%5Cno%22@example.org",
    "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
    "mailto:user@[192.0.2.1]",
    "mailto:a@%5B192.0.2.1%5D",
    // RFC 5538
    "nntp://news.server.example/example.group.this/12345",
    "nntp://wild.server.example/example.group.n%2Fa/12345",
    "news://news.server.example/example.group.this",
    "news://news.server.example/*",
    "news://news.server.example/",
    "news://wild.server.example/example.group.th%3Fse",
    "news:example.group.*",
    "news:i.am.an.article.id@non-existent.domain.example",
    "snews://u@h:563/ab%2F@c",
    // RFC 2397, 4516, 6455, 9110
    "data:,A%20brief%20note",
    "data:text/plain;charset=iso-8859-7,%be%fg%be",
    "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local",
    "data:;base64,SGVsbG8=",
    "data:image/gif;base64,R0lGODdhMAAwAPAAAAAAAP//ywAAAAAMAAwAAAC8IyPqcvt3wCcDkiLc7C0qwyGHhSWpjQu5yqmCYsap",
    "ldap://ldap1.example.net/o=University%20of%20Michigan,c=US?postalAddress",
    "ldap://ldap1.example.net:6666/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)",
    "LDAP://ldap1.example.com/c=GB?objectClass?ONE",
    "ldap:///??sub??e-bindname=cn=Manager%2cdc=example%2cdc=com",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "ldaps://h/dc=x??base?a=b?!1.2.3=x,ext",
    "ws://example.com/?bar=baz",
    "wss://example.com:443",
    "https://u@example.com/a?b",
    "https://[::1]:443?q",
};

// Texts of the schemes more often than chance would have it, each with the beginning that its other texts have.
constexpr std::string_view beginnings[] = {
    "ftp://",      "ftp://",  "http://",   "gopher://", "gopher://", "mailto:", "mailto:", "news:",
    "news:",       "nntp://", "telnet://", "wais://",   "wais://",   "file:",   "file://", "file://",
    "prospero://", "data:",   "ldap://",   "ws://",     "https://",  "news://", "snews:",  "wss://",
    "ldaps:",      "x-",      "afs:",      "FTP://",    "GoPher://",
};

constexpr std::string_view tokens[] = {
    "//",
    "/",
    ":",
    "::",
    "@",
    "?",
    "??",
    "#",
    ";",
    ";type=a",
    ";type=D",
    ";type=x",
    ";TYPE=i",
    ";type=",
    "%09",
    "%09%09",
    "%09+",
    "%2F",
    "%3B",
    "%0D%0A",
    "%00",
    "%",
    "%4",
    "%zz",
    "=",
    "&",
    "&a=b",
    ";a=b",
    ";a",
    ";=",
    ",",
    "*",
    "localhost",
    "1.2.3.4",
    "01.2.3.444",
    "1.2.3",
    "3com.com",
    "a-.b",
    "-a",
    "a.",
    ".a",
    "[::1]",
    ":80",
    ":",
    ":99999",
    "u:p@",
    "u@",
    ":p@",
    "~",
    "{}",
    "|",
    "\\",
    "^",
    "`",
    "[",
    "]",
    "+",
    "$",
    "!",
    "\"",
    "<",
    ">",
    " ",
    "\t",
    "\n",
    "\xc3\xa4",
    "%C3%A4",
    "%22a b%22",
    "%22",
    ";base64,",
    ";base64",
    "QUI=",
    "text/plain",
    ";charset=utf-8",
    "?subject=x",
    "to=",
    "??sub?",
    "(a=b)",
    "c:/",
    "c|/",
    "%5C",
    "../",
    "/..",
    "g/1",
    "a@b",
    "a..b@c",
    "12345678901234567",
    "0",
    "%5B",
    "%40",
    "%25",
};

constexpr std::string_view alphabet = "aAzZ09::///??##@@%%%;;==&&++--..__~*'(),!${}|\\^[]`<>\"| \t\x7f";
constexpr std::string_view marks = "abcXYZ019-._$+!*'(),=";

} // namespace

void url_mutator::append_run(std::string_view from, std::size_t most) {
    for (std::size_t n = random_.below(most + 1); n > 0; --n) text_ += from[random_.below(from.size())];
}

void url_mutator::append_login() {
    random_source &r = random_;
    if (r.one_in(4)) {
        append_run("abcXYZ019-._$;?&=%", 5);
        if (r.one_in(2)) {
            text_ += ':';
            append_run("abcXYZ019-._$;?&=", 4);
        }
        text_ += '@';
    }
    switch (r.below(6)) {
    case 0:
        text_ += "10.0.0.1";
        break;
    case 1:
        break;
    default:
        text_ += 'h';
        append_run("abcxyz019-.", 12);
        text_ += 'x';
    }
    if (r.one_in(4)) {
        text_ += ':';
        append_run("0123456789", 5);
    }
}

void url_mutator::generate() {
    random_source &r = random_;
    text_ = beginnings[r.below(std::size(beginnings))];
    if (text_.ends_with("//")) {
        append_login();
        if (!r.one_in(8)) text_ += '/';
    }
    for (std::size_t n = r.below(6); n > 0; --n) {
        append_run(marks, 8);
        if (r.one_in(3)) {
            text_ += tokens[r.below(std::size(tokens))];
        } else {
            text_ += "/;?:@=&,"[r.below(8)];
        }
    }
    append_run(marks, 8);
}

void url_mutator::mutate() {
    random_source &r = random_;
    const std::size_t at = r.below(text_.size() + 1);
    switch (r.below(9)) {
    case 0:
        if (at < text_.size()) text_[at] = alphabet[r.below(alphabet.size())];
        break;
    case 1:
        text_.insert(at, 1, alphabet[r.below(alphabet.size())]);
        break;
    case 2:
        text_.erase(at, r.below(3) + 1);
        break;
    case 3:
        text_.resize(at);
        break;
    case 4: {
        const std::string_view other = seeds[r.below(std::size(seeds))];
        text_.resize(at);
        text_ += other.substr(r.below(other.size() + 1));
        break;
    }
    case 5: // the same url-path under another scheme
        text_.replace(0, std::min(text_.find(':') + 1, text_.size()), beginnings[r.below(std::size(beginnings))]);
        break;
    case 6:
    case 7:
        text_.insert(at, tokens[r.below(std::size(tokens))]);
        break;
    default:
        if (at < text_.size()) text_[at] = r.one_in(4) ? static_cast<char>(r()) : static_cast<char>(text_[at] ^ 0x20);
    }
}

std::string_view url_mutator::next() {
    if (random_.one_in(2)) {
        generate();
    } else {
        text_ = seeds[random_.below(std::size(seeds))];
    }
    for (std::size_t n = random_.below(random_.one_in(4) ? 7 : 3); n > 0; --n) mutate();
    if (text_.size() > 1000) text_.resize(1000);
    return text_;
}

} // namespace differential
