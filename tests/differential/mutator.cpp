#include "differential/mutator.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace differential {

namespace {

constexpr std::string_view seeds[] = {
    "http://example.com/",
    "https://www.example.org/wiki/Uniform_Resource_Identifier?action=view&lang=en#Syntax",
    "http://user:password@example.com:8080/a/b/c/./../d;p=1?q=v&w#frag",
    "https://example.com/search?q=a%20b%2Bc&page=2&sort=%D0%B0",
    "ftp://ftp.is.co.za/rfc/rfc1808.txt",
    "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "mailto:John.Doe@example.com",
    "news:comp.infosystems.www.servers.unix",
    "tel:+1-816-555-1212",
    "telnet://192.0.2.16:80/",
    "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    "urn:isbn:978-951-0-18435-6",
    "file:///etc/hosts",
    "file:/c:/windows/system32",
    "data:text/plain;charset=utf-8;base64,SGVsbG8sIFdvcmxkIQ==",
    "foo://example.com:8042/over/there?name=ferret#nose",
    "http://[::1]:80/",
    "http://[::ffff:192.0.2.1]/index.html",
    "http://[fe80::1%25eth0]/",
    "http://[v1.fe80::a+en1]/",
    "http://[1:2:3:4:5:6:7:8]:1/x",
    "http://[1:2:3:4:5:6:1.2.3.4]",
    "http://[1::8]",
    "http://256.1.1.1/",
    "http://127.0.0.1:65535/%7Euser/",
    "http://2130706433/",
    "HTTP://WWW.EXAMPLE.COM:80/%7euser/%2e%2E/x",
    "//example.com/path",
    "//user@host:/",
    "/absolute/path?query",
    "relative/path#fragment",
    "../../../g",
    "./this:that",
    "?query",
    "#fragment",
    "",
    "a:",
    "a://",
    "a:b/c/../d",
    "a:/b//c",
    "a:?q",
    "DAV:",
    "x:[y]",
    "a://b:/",
    "a://:80/",
    "a://@/",
    "a://a:b:c@d/",
    "http://3com.com./",
    "http://a-b.c-d.example/",
    "http://a_b/",
    "g;x=1/../y",
    "http:g",
    "example://a/b/c/%7Bfoo%7D",
    "https://example.com/a/very/long/path/that/goes/on/and/on/until/it/has/passed/the/border/of/the/second/block?x=1",
    "https://cdn.example.net/assets/4f2c1e0b9a8d7c6b5a4f3e2d1c0b9a8f/"
    "app.min.js?v=20240131&integrity=sha384-abcdefghijkl",
    "irc://irc.example.org:6667/%23channel,isnick",
    "sip:alice@atlanta.example.com;transport=tcp",
    "git+ssh://git@example.com/project.git",
    "view-source:http://example.com/",
    "jar:file:/a.jar!/b",
    "javascript:alert(1)",
    "z39.50r://example.com/db?id",
};

// Delimiters of the grammar, the border cases of its classes, and bytes that no rule takes.
constexpr std::string_view alphabet = "::://///???##@@[[]]%%%..--+vV!$&'()*,;=~_abfgAFG019xyZ|\\^`{}\"<> \t\n\x7f";

constexpr std::string_view tokens[] = {
    "//",
    "/../",
    "/./",
    "/..",
    "/.",
    "../",
    "./",
    "..",
    ":80",
    ":",
    ":443",
    ":0000000000",
    ":99999",
    "@",
    "u:p@",
    "%41",
    "%2F",
    "%2e%2e",
    "%",
    "%4",
    "%zz",
    "%%",
    "[::1]",
    "[::]",
    "[1::2::3]",
    "[::ffff:1.2.3.4]",
    "[1:2:3:4:5:6:7::]",
    "[1:2:3:4:5:6:7:8]",
    "[::1.2.3.256]",
    "[0:0:0:0:0:0:0:00001]",
    "[::2:3:4:5:6:7:8]",
    "[1::3:4:5:6:7:8]",
    "[1::3:4:5:6:7:8:9]",
    "[fe80::1%25en0]",
    "[fe80::1%en0]",
    "[v1.a]",
    "[V1F.a:b]",
    "[v.a]",
    "[v1.]",
    "[]",
    "[",
    "]",
    "1.2.3.4",
    "255.255.255.255",
    "1.2.3.256",
    "01.2.3.4",
    "1.2.3",
    "1.2.3.4.",
    "?",
    "??",
    "#",
    "##",
    "http:",
    "http://",
    "urn:",
    "a:",
    "%25",
    "xn--bcher-kva.example",
    "-.-",
    "a.",
    ".a",
    ";=",
    "\xc3\xa4",
    "\xff",
};

// Characters of every length in UTF-8, at the borders of ucschar and iprivate (RFC 3987 2.2), and what is no UTF-8:
// overlong, surrogates, beyond U+10FFFF, cut off, a continuation alone.
constexpr std::string_view utf8[] = {
    "\xc2\xa0",
    "\xc3\xa9",
    "\xd0\x96",
    "\xd7\xa9",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xe0\xb8\x81",
    "\xe2\x80\xae",
    "\xe3\x81\x82",
    "\xe6\xbc\xa2",
    "\xec\x95\x88",
    "\xed\x9f\xbf",
    "\xef\xa4\x80",
    "\xef\xb7\x8f",
    "\xef\xb7\xb0",
    "\xef\xbc\x8f",
    "\xef\xbf\xaf",
    "\xf0\x90\x8c\x80",
    "\xf0\x9f\x98\x80",
    "\xf0\x9f\xbf\xbd",
    "\xf3\xa1\x80\x80",
    "\xf3\xaf\xbf\xbd",
    "\xe8\xaa\x9e",
    "\xcc\x81",
    "\xe1\xbb\x87",
    // iprivate
    "\xee\x80\x80",
    "\xef\xa3\xbf",
    "\xf3\xb0\x80\x80",
    "\xf3\xbf\xbf\xbd",
    "\xf4\x80\x80\x80",
    "\xf4\x8f\xbf\xbd",
    // neither
    "\xc2\x80",
    "\xc2\x9f",
    "\xef\xb7\x90",
    "\xef\xb7\xaf",
    "\xef\xbf\xb0",
    "\xef\xbf\xbe",
    "\xef\xbf\xbf",
    "\xf0\x9f\xbf\xbe",
    "\xf3\xa0\x80\xa0",
    "\xf3\xa0\xbf\xbf",
    "\xf3\xbf\xbf\xbe",
    "\xf4\x8f\xbf\xbf",
    // no UTF-8
    "\x80",
    "\xbf\xbf",
    "\xc0\xaf",
    "\xc1\xbf",
    "\xc3",
    "\xe0\x9f\xbf",
    "\xe3\x81",
    "\xed\xa0\x80",
    "\xed\xbf\xbf",
    "\xf0\x8f\xbf\xbf",
    "\xf0\x9f\x98",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\xf9\x80\x80\x80",
    "\xff",
};
constexpr std::size_t ucschars = 25;   // so many are ucschar
constexpr std::size_t characters = 31; // so many ucschar or iprivate

// Next to the borders of what the kernels load at once, and some blocks further.
constexpr std::array<std::size_t, 36> lengths{1,  2,  3,   4,   5,   7,   8,   9,   15,  16,  17,  30,
                                              31, 32, 33,  34,  47,  48,  62,  63,  64,  65,  66,  95,
                                              96, 97, 126, 127, 128, 129, 130, 191, 192, 193, 255, 300};

constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

} // namespace

void mutator::append_run(std::string_view from, std::size_t most) {
    for (std::size_t n = random_.below(most + 1); n > 0; --n) text_ += from[random_.below(from.size())];
}

void mutator::append_segments() {
    for (std::size_t n = random_.below(6); n > 0; --n) {
        text_ += '/';
        switch (random_.below(8)) {
        case 0:
            text_ += "..";
            break;
        case 1:
            text_ += '.';
            break;
        case 2:
            break;
        case 3:
            text_ += "%2E%7e%2f";
            break;
        default:
            append_run("abcXYZ019-._~!$&'()*+,;=:@", 12);
        }
    }
}

std::string_view mutator::generate() {
    text_.clear();
    random_source &r = random_;
    const std::uint64_t shape = r();
    if ((shape & 3) != 0) {
        text_ += plain[r.below(52)];
        append_run("abcdwxyzABYZ0189+-.", 6);
        text_ += ':';
    }
    if ((shape & 12) != 0) {
        text_ += "//";
        if ((shape & 0x70) == 0) {
            append_run("abcXYZ019-._~!$&'()*+,;=:", 10);
            text_ += '@';
        }
        switch (r.below(8)) {
        case 0:
            text_ += tokens[22 + r.below(20)];
            break;
        case 1:
            text_ += tokens[42 + r.below(6)];
            break;
        case 2:
            append_run("abcXYZ019-._~!$&'()*+,;=", 20);
            break;
        default:
            append_run("abcdefghij-.019", 70);
        }
        if ((shape & 0x180) == 0) {
            text_ += ':';
            append_run("0123456789", 6);
        }
        append_segments();
    } else {
        append_run("abcXYZ019-._~!$&'()*+,;=@", 8);
        append_segments();
    }
    if ((shape & 0x600) == 0) {
        text_ += '?';
        append_run("abcXYZ019-._~!$&'()*+,;=:@/?", 40);
    }
    if ((shape & 0x3800) == 0) {
        text_ += '#';
        append_run("abcXYZ019-._~!$&'()*+,;=:@/?", 10);
    }
    return text_;
}

std::string_view mutator::ipv6() {
    constexpr std::string_view groups[] = {"0", "1",  "db8",   "ffff", "FFFF", "0000",
                                           "a", "1f", "00001", "",     "g",    "10000"};
    constexpr std::string_view quads[] = {"1.2.3.4",  "255.255.255.255", "0.0.0.0",  "1.2.3.256",
                                          "01.2.3.4", "1.2.3",           "1.2.3.4.5"};
    random_source &r = random_;
    text_.clear();
    const std::size_t count = r.below(10);
    const std::size_t gap = r.one_in(4) ? 99 : r.below(count + 1);
    const std::size_t second = r.one_in(16) ? r.below(count + 1) : 99;
    for (std::size_t i = 0; i < count; ++i) {
        if (i == gap || i == second) text_ += i == 0 ? "::" : ":";
        text_ += groups[r.below(r.one_in(8) ? std::size(groups) : 8)];
        if (i + 1 < count) text_ += ':';
    }
    if (gap == count) text_ += "::";
    if (r.one_in(4)) {
        if (!text_.empty() && text_.back() != ':') text_ += ':';
        text_ += quads[r.below(r.one_in(2) ? 3 : std::size(quads))];
    }
    return text_;
}

void mutator::mutate() {
    random_source &r = random_;
    const std::size_t at = r.below(text_.size() + 1);
    const std::size_t length = text_.size();
    switch (r.below(12)) {
    case 0:
    case 1:
        if (at < length) text_[at] = alphabet[r.below(alphabet.size())];
        break;
    case 2:
    case 3:
        text_.insert(at, 1, alphabet[r.below(alphabet.size())]);
        break;
    case 4:
        text_.erase(at, r.below(4) + 1);
        break;
    case 5:
        text_.resize(at);
        break;
    case 6: {
        const std::string_view other = seeds[r.below(std::size(seeds))];
        text_.resize(at);
        text_ += other.substr(r.below(other.size() + 1));
        break;
    }
    case 7:
    case 8:
        text_.insert(at, tokens[r.below(std::size(tokens))]);
        break;
    case 9:
        if (at < length) text_[at] = static_cast<char>(r());
        break;
    case 10: {
        char copy[24];
        const std::size_t n = text_.copy(copy, r.below(sizeof copy) + 1, at);
        text_.insert(r.below(length + 1), copy, n);
        break;
    }
    default:
        if (at < length && ((text_[at] >= 'a' && text_[at] <= 'z') || (text_[at] >= 'A' && text_[at] <= 'Z')))
            text_[at] = static_cast<char>(text_[at] ^ 0x20);
    }
}

// Some characters beyond US-ASCII: mostly what IRIs have, so that many stay valid.
void mutator::internationalize() {
    random_source &r = random_;
    const std::size_t kinds = r.one_in(3) ? std::size(utf8) : r.one_in(4) ? characters : ucschars;
    std::size_t at = r.below(text_.size() + 1);
    for (std::size_t n = r.below(r.one_in(4) ? 40 : 8) + 1; n > 0; --n) {
        std::string_view one = utf8[r.below(r.one_in(8) ? kinds : ucschars)];
        std::string triplets;
        if (r.one_in(6)) {
            for (const char c : one) {
                const auto octet = static_cast<unsigned char>(c);
                const std::string_view digits = r.one_in(2) ? "0123456789abcdef" : "0123456789ABCDEF";
                triplets.append({'%', digits[octet >> 4], digits[octet & 15]});
            }
            one = triplets;
        }
        text_.insert(at, one);
        at += one.size();
        if (r.one_in(3)) at = r.below(text_.size() + 1);
    }
}

void mutator::bring_to_length() {
    const std::size_t wanted = lengths[random_.below(lengths.size())];
    if (text_.size() > wanted) {
        text_.resize(wanted);
        return;
    }
    const std::size_t at = random_.below(text_.size() + 1);
    text_.insert(at, wanted - text_.size(), 'a');
    // Not only one letter: what the run is made of decides in which masks it is seen.
    if (random_.one_in(3))
        for (std::size_t i = at; i < text_.size() && random_.below(32) != 0; ++i)
            if (text_[i] == 'a') text_[i] = plain[random_.below(plain.size())];
}

std::string_view mutator::changed(std::string_view text) {
    text_ = text;
    if (random_.one_in(2) || text_.empty()) {
        mutate();
        return text_;
    }
    // Another spelling, often of an equivalent reference.
    const std::size_t at = random_.below(text_.size());
    const auto c = static_cast<unsigned char>(text_[at]);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (c == '/' && random_.one_in(2)) {
        text_.insert(at, random_.one_in(2) ? "/." : "/x/..");
    } else if (letter && random_.one_in(2)) {
        text_[at] = static_cast<char>(c ^ 0x20);
    } else if (letter || c == '-' || c == '.' || c == '~') {
        const std::string_view digits = random_.one_in(2) ? "0123456789abcdef" : "0123456789ABCDEF";
        const char triplet[3] = {'%', digits[c >> 4], digits[c & 15]};
        text_.replace(at, 1, triplet, 3);
    } else {
        mutate();
    }
    return text_;
}

std::string_view mutator::next() {
    if (random_.one_in(3))
        generate();
    else
        text_ = seeds[random_.below(std::size(seeds))];
    const bool border = random_.one_in(6);
    // Before the mutations, so that they meet at the border too.
    if (border && random_.one_in(2)) bring_to_length();
    for (std::size_t n = random_.below(random_.one_in(4) ? 9 : 3); n > 0; --n) mutate();
    if (random_.one_in(3)) internationalize();
    if (border && random_.one_in(2)) bring_to_length();
    if (text_.size() > 2000) text_.resize(2000);
    return text_;
}

} // namespace differential
