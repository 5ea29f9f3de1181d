// Facts about the oracle itself: the two engines agree with each other, and both with what the documents print.
#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"
#include "oracle/normalize.hpp"
#include "oracle/split.hpp"

#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <stdexcept>

namespace {

using oracle::automaton;
using oracle::grammar;

const std::string folder = UNIFORM_ORACLE_GRAMMARS "/";

const grammar &rfc3986() {
    static const grammar g = grammar::from_file(folder + "rfc3986.abnf");
    return g;
}
const grammar &rfc6874() {
    static const grammar g = grammar::from_files(folder + "rfc3986.abnf", folder + "rfc6874.abnf");
    return g;
}
const grammar &draft2003() {
    static const grammar g = grammar::from_file(folder + "rfc2396bis_01.abnf");
    return g;
}
const grammar &rfc2396() {
    static const grammar g = grammar::from_file(folder + "rfc2396.abnf");
    return g;
}

bool both(const grammar &g, const std::string &rule, std::string_view text) {
    automaton a(g, {rule});
    const bool quick = a.matches(text);
    EXPECT_EQ(g.matches(rule, text), quick) << rule << " on " << text;
    return quick;
}

// RFC 5234: the notation.

TEST(abnf, Notation) {
    const grammar g("a = \"xY\"\n"
                    "b = 1*2a / %x30-32 ; a comment with \"quotes\"\n"
                    "c = ( b\n"
                    "    / \";\" ) [ \"!\" ]\n"
                    "d = %x41.42.43 2DIGIT\n"
                    "e = *2(\"p\") 3*(\"q\")\n"
                    "f = 0<a>\n"
                    "g = %d65 / %b1000010\n"
                    "h = \"l\" | \"r\"\n"
                    "i = %s\"xY\" %i\"z\" %S\"u\"\n");
    EXPECT_TRUE(both(g, "a", "Xy"));
    EXPECT_TRUE(both(g, "A", "xy")); // 2.1: rule names ignore case
    EXPECT_FALSE(both(g, "a", "x"));
    EXPECT_TRUE(both(g, "b", "xyXY"));
    EXPECT_FALSE(both(g, "b", "xyxyxy"));
    EXPECT_FALSE(both(g, "b", ""));
    EXPECT_TRUE(both(g, "b", "1"));
    EXPECT_FALSE(both(g, "b", "3"));
    EXPECT_TRUE(both(g, "c", ";!"));
    EXPECT_TRUE(both(g, "c", "0"));
    EXPECT_TRUE(both(g, "d", "ABC19"));
    EXPECT_FALSE(both(g, "d", "abc19")); // 2.3: %x names bytes, and bytes have case
    EXPECT_FALSE(both(g, "d", "ABC1"));
    EXPECT_TRUE(both(g, "e", "qqq"));
    EXPECT_TRUE(both(g, "e", "ppqqqqqqq"));
    EXPECT_FALSE(both(g, "e", "pppqqq"));
    EXPECT_FALSE(both(g, "e", "ppqq"));
    EXPECT_TRUE(both(g, "f", ""));
    EXPECT_FALSE(both(g, "f", "xy"));
    EXPECT_TRUE(both(g, "g", "A"));
    EXPECT_TRUE(both(g, "g", "B"));
    EXPECT_TRUE(both(g, "h", "l"));
    EXPECT_TRUE(both(g, "h", "R"));
    EXPECT_TRUE(both(g, "i", "xYzu")); // RFC 7405 2.1
    EXPECT_TRUE(both(g, "i", "xYZu"));
    EXPECT_FALSE(both(g, "i", "xyzu"));
    EXPECT_FALSE(both(g, "i", "xYzU"));
}

TEST(abnf, RefusesWhatItCannotRead) {
    EXPECT_THROW(grammar("a = \"x"), std::runtime_error);
    EXPECT_THROW(grammar("a = b"), std::runtime_error);                // b is not defined
    EXPECT_THROW(grammar("a = \"x\"\nA = \"y\""), std::runtime_error); // defined twice
    EXPECT_THROW(grammar("a = ( \"x\""), std::runtime_error);
    EXPECT_THROW(grammar("a = \"x\" )"), std::runtime_error);
    EXPECT_THROW(grammar("a ="), std::runtime_error);
    EXPECT_THROW(grammar("a \"x\""), std::runtime_error);
    EXPECT_THROW(grammar("  \"x\""), std::runtime_error);
    EXPECT_THROW(grammar("a = %x110000"), std::runtime_error);
    EXPECT_THROW(static_cast<void>(grammar("a = \"x\"").matches("b", "")), std::runtime_error);
}

TEST(abnf, RecursionIsSeen) {
    const grammar left("a = a \"x\" / \"x\"");
    EXPECT_THROW(static_cast<void>(left.matches("a", "xx")), std::runtime_error);
    EXPECT_THROW(automaton(left, {"a"}), std::runtime_error);
    // The plain matcher takes recursion that consumes; the automaton must refuse it, as it is not regular.
    const grammar nested("a = \"(\" [ a ] \")\"");
    EXPECT_TRUE(nested.matches("a", "((()))"));
    EXPECT_FALSE(nested.matches("a", "((())"));
    EXPECT_THROW(automaton(nested, {"a"}), std::runtime_error);
}

// The whole language, not what a greedy or first-match reading finds.
TEST(abnf, IsExact) {
    const grammar g("a = *\"x\" \"x\"\n"
                    "b = ( \"x\" / \"xy\" ) ( \"z\" / \"yz\" )\n"
                    "c = [ \"x\" ] \"x\" \"y\"\n"
                    "d = 2*3( \"x\" / \"xx\" ) \"y\"\n"
                    "e = *( *\"x\" ) \"y\"\n");
    EXPECT_TRUE(both(g, "a", "xxx"));
    EXPECT_TRUE(both(g, "b", "xyz"));
    EXPECT_TRUE(both(g, "b", "xyyz"));
    EXPECT_TRUE(both(g, "c", "xy"));
    EXPECT_FALSE(both(g, "d", "xy"));
    EXPECT_TRUE(both(g, "d", "xxxxxxy"));
    EXPECT_FALSE(both(g, "d", "xxxxxxxy"));
    EXPECT_TRUE(both(g, "e", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy"));
    EXPECT_FALSE(both(g, "e", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"));
}

TEST(abnf, AmendmentReplaces) {
    EXPECT_FALSE(both(rfc3986(), "host", "[fe80::1%25eth0]"));
    EXPECT_TRUE(both(rfc6874(), "host", "[fe80::1%25eth0]"));
    EXPECT_FALSE(both(rfc6874(), "host", "[fe80::1%25]"));
    EXPECT_FALSE(both(rfc6874(), "host", "[fe80::1%eth0]"));
    EXPECT_TRUE(both(rfc6874(), "host", "[::1]"));
    EXPECT_FALSE(both(rfc6874(), "host", "[v1.a%25eth0]"));
}

struct fact {
    const char *rule;
    const char *text;
    bool valid;
};

TEST(oracle_grammar, Rfc3986) {
    const fact facts[] = {
        // 1.1.2
        {"URI", "ftp://ftp.is.co.za/rfc/rfc1808.txt", true},
        {"URI", "ldap://[2001:db8::7]/c=GB?objectClass?one", true},
        {"URI", "tel:+1-816-555-1212", true},
        {"URI", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2", true},
        // 3, 4
        {"URI", "a:", true},
        {"URI", "a://", true},
        {"URI", "a", false},
        {"URI", "1a:b", false},
        {"URI", "a_b:c", false},
        {"URI", "a#b#c", false},
        {"URI-reference", "", true},
        {"URI-reference", "a#b#c", false},
        {"URI-reference", "%61:b", false},
        {"URI-reference", "?[a]", false},
        {"URI-reference", "a b", false},
        {"URI-reference", "/a%00b", true},
        {"URI-reference", "/a%0", false},
        {"absolute-URI", "http://a/b?c", true},
        {"absolute-URI", "http://a/b#c", false},
        {"relative-ref", "a:b", false},
        {"relative-ref", "./a:b", true},
        // 3.2
        {"authority", "a@b@c", false},
        {"authority", "b:", true},
        {"authority", "a:80b", false},
        {"authority", "[::1]x", false},
        {"host", "[V1.a]", true},
        {"host", "[v1.a:b]", true},
        {"host", "[]", false},
        {"IPv6address", "1::2::3", false},
        {"IPv6address", "::00001", false},
        {"IPv6address", "::01.2.3.4", false},
        {"IPv6address", "1:2:3:4:5:6:7:8", true},
        {"IPv6address", "1:2:3:4:5:6:7::", true},
        {"IPv6address", "1:2:3:4:5:6:7:8::", false},
        {"IPv6address", "::ffff:1.2.3.4", true},
        {"IPv6address", "1:2:3:4:5:6:7:1.2.3.4", false},
        {"IPv4address", "255.255.255.255", true},
        {"IPv4address", "256.1.1.1", false},
        {"host", "256.1.1.1", true}, // a reg-name
        {"path-empty", "", true},
        {"path-empty", "a", false},
        {"path-absolute", "//", false},
        {"path-abempty", "//", true},
    };
    for (const fact &f : facts) EXPECT_EQ(both(rfc3986(), f.rule, f.text), f.valid) << f.rule << " " << f.text;
    EXPECT_FALSE(both(rfc3986(), "URI-reference", std::string_view("/a\0b", 4)));
    EXPECT_FALSE(both(rfc3986(), "URI-reference", "/\xc3\xa4"));
}

TEST(oracle_grammar, Draft2003) {
    const fact facts[] = {
        {"absolute-URI", "DAV:", true},         // G.2
        {"absolute-URI", "x:[y]", true},        // 3
        {"absolute-URI", "http:/[::1]", false}, // 3
        {"URI-reference", "http://[v1.a]/", false},
        {"URI-reference", "this:that", true}, // 5
        {"relative-URI", "this:that", false},
        {"relative-URI", "./this:that", true},
        {"relative-URI", "", true},
        {"hostname", "1.2.3.256", true}, // as printed
        {"hostname", "a_b", false},
        {"hostname", "example.com.", true},
        {"hostname", "example.1.", false},
        {"hostname", "a.", false}, // as printed: the final dot needs two labels
        {"server", "", true},
        {"authority", "a_b", true}, // a reg-name
        {"authority", "a:b:c", true},
        {"authority", "[::1]:1", true},
        {"authority", "[::1]x", false},
    };
    for (const fact &f : facts) EXPECT_EQ(both(draft2003(), f.rule, f.text), f.valid) << f.rule << " " << f.text;
    const std::string label(63, 'a');
    EXPECT_TRUE(both(draft2003(), "hostname", label + ".b"));
    EXPECT_FALSE(both(draft2003(), "hostname", label + "a.b"));
    EXPECT_TRUE(both(draft2003(), "hostname", "a" + std::string(61, '-') + "b"));
    EXPECT_FALSE(both(draft2003(), "hostname", "a" + std::string(62, '-') + "b"));
}

TEST(oracle_grammar, Rfc2396) {
    const fact facts[] = {
        {"URI-reference", "", true},
        {"absoluteURI", "DAV:", false}, // the reason for the change in the 2003 draft's G.2
        {"relativeURI", "", false},
        {"absoluteURI", "http://a/b?c", true},
        {"absoluteURI", "x:[y]", false},
        {"relativeURI", "?y", false}, // although C.1 resolves it
        {"hostname", "a.", true},
        {"hostname", "a.1", false},
        {"IPv4address", "999.1.1.1", true},
        {"hex", "f", true},
        {"hex", "g", false},
        {"scheme", "aZ9+-.", true},
    };
    for (const fact &f : facts) EXPECT_EQ(both(rfc2396(), f.rule, f.text), f.valid) << f.rule << " " << f.text;
}

// Every rule of every grammar on strings of its own alphabet: the two engines decide alike.
TEST(oracle_engines, Agree) {
    std::mt19937_64 random(20030301);
    const std::string_view alphabet = "aF0129:/?#[]@%.-+vV!~_ 25\x7f\xff";
    for (const grammar *g : {&rfc3986(), &rfc6874(), &draft2003(), &rfc2396()})
        for (const std::string &rule : g->rule_names()) {
            automaton a(*g, {rule});
            int accepted = 0;
            for (int i = 0; i < 150; ++i) {
                // A walk that the automaton keeps alive most of the time reaches deep into the rule; half of the walks
                // go on until the rule accepts.
                std::string text;
                const std::size_t length = random() % 24;
                const bool finish = random() % 2 == 0;
                for (int step = 0; step < 400 && (text.size() < length || (finish && !a.matches(text))); ++step) {
                    text.push_back(alphabet[random() % alphabet.size()]);
                    if (a.viable(text) != text.size() && (finish || random() % 8 != 0)) text.pop_back();
                }
                const bool quick = a.matches(text);
                accepted += quick ? 1 : 0;
                ASSERT_EQ(g->matches(rule, text), quick) << rule << " on " << text;
            }
            // Every rule but the sets of characters that the alphabet lacks was also seen to accept.
            if (rule != "delims" && rule != "unwise") {
                EXPECT_GT(accepted, 0) << rule;
            }
        }
}

TEST(oracle_engines, SeveralRulesAtOnce) {
    automaton a(rfc3986(), {"URI", "URI-reference", "absolute-URI", "relative-ref"});
    EXPECT_EQ(a.accepts("http://a/b"), 0b0111U);
    EXPECT_EQ(a.accepts("http://a/b#c"), 0b0011U);
    EXPECT_EQ(a.accepts("//a/b"), 0b1010U);
    EXPECT_EQ(a.accepts("a b"), 0U);
}

TEST(oracle_engines, Viable) {
    automaton a(rfc3986(), {"URI"});
    EXPECT_EQ(a.viable("http://a b/"), 8U);
    EXPECT_EQ(a.viable("http://a/"), 9U);
    EXPECT_EQ(a.viable("http"), 4U); // not a URI, but the beginning of one
    EXPECT_EQ(a.viable("http//"), 4U);
    EXPECT_EQ(a.viable("http://[1::2::3]"), 13U);
    EXPECT_EQ(a.viable("http://a/%4x"), 11U);
}

// RFC 3986 Appendix B: the hand-made split is the printed expression.

TEST(oracle_split, IsTheRegularExpression) {
    const std::regex printed("^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\\?([^#]*))?(#([^]*))?");
    const auto group = [](const std::smatch &m, std::size_t i) {
        return m[i].matched ? std::optional<std::string>(m[i].str()) : std::nullopt;
    };
    std::mt19937_64 random(3986);
    const std::string_view alphabet = "ab:/?#[@\n";
    for (int i = 0; i < 50000; ++i) {
        std::string text;
        for (std::size_t length = random() % 16; text.size() < length;) text += alphabet[random() % alphabet.size()];
        std::smatch m;
        ASSERT_TRUE(std::regex_match(text, m, printed)) << text;
        const oracle::components expected{group(m, 2), group(m, 4), m[5].str(), group(m, 7), group(m, 9)};
        ASSERT_EQ(oracle::split(text), expected) << text;
        ASSERT_EQ(oracle::recompose(expected), text);
    }
}

TEST(oracle_split, AppendixB) {
    const oracle::components parts = oracle::split("http://www.ics.uci.edu/pub/ietf/uri/#Related");
    EXPECT_EQ(parts.scheme, "http");
    EXPECT_EQ(parts.authority, "www.ics.uci.edu");
    EXPECT_EQ(parts.path, "/pub/ietf/uri/");
    EXPECT_EQ(parts.query, std::nullopt);
    EXPECT_EQ(parts.fragment, "Related");
}

// Exactly one of the ways to cut an authority by its production fits, and it is the one that split_authority finds.
TEST(oracle_split, AuthorityByTheGrammar) {
    std::mt19937_64 random(32);
    const grammar &g = rfc3986();
    automaton authority(g, {"authority"});
    automaton userinfo(g, {"userinfo"});
    automaton host(g, {"host"});
    automaton port(g, {"port"});
    const std::string_view alphabet = "a1:@.[]%";
    const std::string_view hosts[] = {"[::1]", "[v1.a:b]", "%41", "1.2.3.4", "a:b@"};
    int checked = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::size_t length = random() % 10; text.size() < length;) {
            if (random() % 5 == 0)
                text += hosts[random() % std::size(hosts)];
            else
                text += alphabet[random() % alphabet.size()];
        }
        if (!authority.matches(text)) continue;
        ++checked;
        const std::string_view all = text;
        std::vector<oracle::authority_parts> found;
        const auto tails = [&](std::optional<std::string_view> user, std::string_view rest) {
            if (host.matches(rest)) found.push_back({user, rest, std::nullopt});
            for (std::size_t colon = rest.find(':'); colon != std::string_view::npos; colon = rest.find(':', colon + 1))
                if (host.matches(rest.substr(0, colon)) && port.matches(rest.substr(colon + 1)))
                    found.push_back({user, rest.substr(0, colon), rest.substr(colon + 1)});
        };
        tails(std::nullopt, all);
        for (std::size_t at = all.find('@'); at != std::string_view::npos; at = all.find('@', at + 1))
            if (userinfo.matches(all.substr(0, at))) tails(all.substr(0, at), all.substr(at + 1));
        ASSERT_EQ(found.size(), 1U) << text;
        ASSERT_EQ(found[0], oracle::split_authority(text)) << text;
    }
    EXPECT_GT(checked, 1000);
}

TEST(oracle_resolve, DotSegments) { // RFC 3986 5.2.4
    EXPECT_EQ(oracle::remove_dot_segments("/a/b/c/./../../g"), "/a/g");
    EXPECT_EQ(oracle::remove_dot_segments("mid/content=5/../6"), "mid/6");
    EXPECT_EQ(oracle::remove_dot_segments("/../g"), "/g");
    EXPECT_EQ(oracle::remove_dot_segments("b/../g"), "/g"); // as printed
    EXPECT_EQ(oracle::remove_dot_segments("/a/.."), "/");
    EXPECT_EQ(oracle::remove_dot_segments("..//g"), "/g");
    EXPECT_EQ(oracle::remove_dot_segments("/..//g"), "//g");
}

struct resolution {
    const char *reference;
    const char *target;
};

TEST(oracle_resolve, Rfc3986Section54) {
    const resolution examples[] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {";x", "http://a/b/c/;x"},
        {"g;x", "http://a/b/c/g;x"},
        {"g;x?y#s", "http://a/b/c/g;x?y#s"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {".g", "http://a/b/c/.g"},
        {"g..", "http://a/b/c/g.."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/./x", "http://a/b/c/g?y/./x"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"g#s/./x", "http://a/b/c/g#s/./x"},
        {"g#s/../x", "http://a/b/c/g#s/../x"},
        {"http:g", "http:g"},
    };
    for (const resolution &e : examples)
        EXPECT_EQ(oracle::resolve("http://a/b/c/d;p?q", e.reference, true), e.target) << e.reference;
    EXPECT_EQ(oracle::resolve("http://a/b/c/d;p?q", "http:g", false), "http://a/b/c/g");
}

TEST(oracle_resolve, Draft2003AppendixC) {
    const resolution examples[] = {
        {"?y", "http://a/b/c/d;p?y"},
        {"#s", "(current document)#s"},
        {"", "(current document)"},
        {".", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/../g"},
        {"../../../../g", "http://a/../../g"},
        {"/./g", "http://a/./g"},
        {"/../g", "http://a/../g"},
        {"./../g", "http://a/b/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"http:g", "http:g"},
    };
    using oracle::excess;
    const char *base = "http://a/b/c/d;p?q";
    for (const resolution &e : examples)
        EXPECT_EQ(oracle::resolve_2003(base, e.reference, true, excess::keep).target, e.target) << e.reference;
    EXPECT_EQ(oracle::resolve_2003(base, "http:g", false, excess::keep).target, "http://a/b/c/g");
    EXPECT_EQ(oracle::resolve_2003(base, "../../../../g", true, excess::remove).target, "http://a/g");
    EXPECT_TRUE(oracle::resolve_2003(base, "../../../g", true, excess::refuse).refused);
    EXPECT_FALSE(oracle::resolve_2003(base, "../../g", true, excess::refuse).refused);
    EXPECT_EQ(oracle::resolve_2003("http://a", "g", true, excess::keep).target, "http://a/g"); // G.2: no path
}

TEST(oracle_resolve, Rfc2396) {
    using oracle::excess;
    const char *base = "http://a/b/c/d;p?q";
    EXPECT_EQ(oracle::resolve_1998(base, "?y", true, excess::keep).target, "http://a/b/c/?y"); // C.1
    EXPECT_EQ(oracle::resolve_1998(base, "#s", true, excess::keep).target, "(current document)#s");
    EXPECT_EQ(oracle::resolve_1998(base, "../../../g", true, excess::keep).target, "http://a/../g");
    EXPECT_EQ(oracle::resolve_1998(base, "/./g", true, excess::keep).target, "http://a/./g");
    EXPECT_EQ(oracle::resolve_1998("http://a", "g", true, excess::keep).target, "http://ag"); // the draft's G.2
}

TEST(oracle_normalize, Examples) {
    bool guarded = false;
    const auto normal = [&](const char *text, bool percent, bool letter_case, bool dots, bool scheme) {
        return oracle::normalize(text, {percent, letter_case, dots, scheme}, oracle::document::rfc3986, true, guarded);
    };
    // 6.2.2
    EXPECT_EQ(normal("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", true, true, true, false), "example://a/b/c/%7Bfoo%7D");
    // 6.2.2.1
    EXPECT_EQ(normal("HTTP://www.EXAMPLE.com/%3a%7e", false, true, false, false), "http://www.example.com/%3A%7E");
    EXPECT_EQ(normal("HTTP://U@%4d/%3a%7E", true, false, false, false), "HTTP://U@M/%3a~");
    // 6.2.3
    EXPECT_EQ(normal("http://example.com:0080", false, false, false, true), "http://example.com/");
    EXPECT_EQ(normal("ftp://example.com:", false, false, false, true), "ftp://example.com/");
    EXPECT_FALSE(guarded);
    EXPECT_EQ(normal("a:/..//b", false, false, true, false), "a:/.//b");
    EXPECT_TRUE(guarded);
    EXPECT_EQ(oracle::normalize("a://h/../%2E", {true, true, true, false}, oracle::document::draft2003, true, guarded),
              "a://h/../%2E");
}

// The BNF of 1994 uses another notation; what is read is what was meant.
TEST(abnf, UrlsOf1994) {
    const grammar draft = grammar::from_file(folder + "url_06.abnf");
    const grammar rfc = grammar::from_file(folder + "rfc1738.abnf");
    const struct {
        const char *rule;
        const char *text;
        bool draft, rfc;
    } rows[] = {
        {"ftpurl", "ftp://@host.com/", true, true},                // 3.1: an empty user
        {"ftpurl", "ftp://foo:@host.com/", true, true},            // and an empty password
        {"ftpurl", "ftp://host.dom//etc/motd;type=a", true, true}, // 3.2.2
        {"ftpurl", "ftp://host.dom/a;type=x", false, false},
        {"ftpurl", "ftp://host.dom/a;TYPE=a", false, false}, // only scheme names come in any case (2.1)
        {"ftpurl", "FTP://host.dom", true, true},
        {"ftpurl", "ftp://3com.com/", false, true}, // hostname = alpha *uchar
        {"ftpurl", "ftp://a_b/", true, false},
        {"httpurl", "http://h/~a", true, false},  // national is no longer unreserved
        {"httpurl", "http://u@h/", false, false}, // 3.3: no user
        {"fileurl", "file:///etc/motd", false, true},
        {"fileurl", "file://host", true, false},
        {"gopherurl", "gopher://h", true, true},
        {"gopherurl", "gopher://h/7s%09w%09+", true, true},
        {"newsurl", "news:*", true, true},
        {"newsurl", "news:a+b", false, true},
        {"newsurl", "news:1@h", true, true},
        {"nntpurl", "nntp://h/g", true, true},
        {"nntpurl", "nntp://h/g/1", true, true},
        {"nntpurl", "nntp://h/g/x", false, false},
        {"waisurl", "wais://h/d?s", true, true},
        {"waisurl", "wais://h/d/t/p/q", false, false}, // "/" is no uchar
        {"prosperourl", "prospero://host.dom//pros/name;OBJECT-VERSION=3", true, true},
        {"prosperourl", "prospero://host.dom/a;b=c=d", true, false}, // "=" is in extra
        {"otherurl", "x-exp+1:[a]", true, false},
        {"otherurl", "z39.50:", true, true},
        {"url", "ftp:no-login", true, true}, // an otherurl
    };
    for (const auto &r : rows) {
        EXPECT_EQ(both(draft, r.rule, r.text), r.draft) << r.text;
        EXPECT_EQ(both(rfc, r.rule, r.text), r.rfc) << r.text;
    }
}

TEST(abnf, LaterDocumentsOfSingleSchemes) {
    const auto over_3986 = [](const char *name) { return grammar::from_files(folder + "rfc3986.abnf", folder + name); };
    const struct {
        const char *file, *rule, *yes, *no;
    } rows[] = {
        {"rfc8089.abnf", "file-URI", "file:/etc/motd", "file:etc/motd"},
        {"rfc8089.abnf", "file-URI", "file:///etc/motd", "file://h"},
        {"rfc6068.abnf", "mailtoURI", "mailto:a@b,c@d?subject=x&to=", "mailto:a@b?subject"},
        {"rfc6068.abnf", "addr-spec", "\"not@me\"@example.org", "not@me@example.org"},
        {"rfc5538.abnf", "newsURL", "news://h/example.group.th%3Fse", "news:a?b"},
        {"rfc5538.abnf", "nntpURL", "nntp://h/g/1234567890123456", "nntp://h/g/12345678901234567"},
        {"rfc6455.abnf", "ws-URI", "ws://h:1/p?q", "ws://h/#f"},
        {"rfc9110.abnf", "http-URI", "HTTP://u@/?q", "http:/h"},
        {"rfc9110.abnf", "origin-http", "http://h?q", "http://u@h/"},
        {"rfc2397.abnf", "dataurl", "data:;charset=x;base64,YQ==", "data:text,a"},
        {"rfc4516.abnf", "ldapurl", "ldap://h:1/dc=a?cn,sn?sub?(a=b)?!e=v", "ldap://h/a?b?two"},
    };
    for (const auto &r : rows) {
        const grammar g = over_3986(r.file);
        EXPECT_TRUE(both(g, r.rule, r.yes)) << r.file << ' ' << r.yes;
        EXPECT_FALSE(both(g, r.rule, r.no)) << r.file << ' ' << r.no;
    }
}

} // namespace
