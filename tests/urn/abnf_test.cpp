// ABNF: what RFC 5234 and RFC 7405 say section by section, the grammars of registrations, recursion, limits; and random
// grammars against the oracle's matcher and against a simulation of their equations.

#include <uniform/urn/abnf.hpp>

#include <chrono>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/abnf.hpp"
#include "urn/pattern.hpp"

namespace {

using namespace uniform;

std::string pattern_of(std::string_view grammar) {
    const auto g = abnf_grammar::parse(grammar);
    const auto p = g ? g->pattern() : std::unexpected{g.error()};
    return p ? *p
             : std::string{to_string(p.error().code)} + ' ' + std::to_string(p.error().line) + ':' +
                   std::to_string(p.error().column);
}

TEST(abnf, becomes_patterns) {
    const struct {
        const char *section, *grammar, *pattern;
    } rows[] = {
        {"RFC 5234 2.1: names in any case", "Foo = BAR\nbar = \"1\"", "^1$"},
        {"RFC 5234 2.2: CRLF", "a = \"1\"\r\n", "^1$"},
        {"RFC 5234 2.2: continued", "a = \"1\"\n  \"2\" /\n\n ; comment\n  \"3\"\nb = \"4\"", "^(?:12|3)$"},
        {"RFC 5234 2.2: indented uniformly", "  a = b\n      \"1\"\n  b = \"2\"", "^21$"},
        {"RFC 5234 2.3: values", "a = %d49 %x32 %b110011", "^123$"},
        {"RFC 5234 2.3: concatenated values", "a = %d49.50.51", "^123$"},
        {"RFC 5234 2.3: any case", "a = \"aB1\"", "^[Aa][Bb]1$"},
        {"RFC 5234 2.3: case-sensitive by values", "a = %d97 %d98 %d99", "^abc$"},
        {"RFC 5234 2.3: an empty string", "a = \"\" \"1\"", "^1$"},
        {"RFC 5234 3.1", "foo = %x61\nbar = %x62\nmumble = foo bar foo", "^a$"},
        {"RFC 5234 3.2", "a = \"12\" / \"3\"", "^(?:12|3)$"},
        {"RFC 5234 3.3", "a = \"1\"\na =/ \"2\"\na =/ \"34\" / \"5\"", "^(?:[125]|34)$"},
        {"RFC 5234 3.3: to a predefined rule", "a = DIGIT\ndigit =/ \"x\"", "^[0-9Xx]$"},
        {"RFC 5234 3.4", "a = %x30-37", "^[0-7]$"},
        {"RFC 5234 3.5", "a = \"1\" (\"2\" / \"34\") \"5\"", "^1(?:2|34)5$"},
        {"RFC 5234 3.5: without a group", "a = \"1\" \"2\" / \"3\" \"4\"", "^(?:12|34)$"},
        {"RFC 5234 3.6", "a = *\"1\" 1*\"2\" *3\"3\" 2*4\"4\" 3*3\"5\"", "^1*2+3{0,3}4{2,4}5{3}$"},
        {"RFC 5234 3.7", "a = 2DIGIT", "^[0-9]{2}$"},
        {"RFC 5234 3.8", "a = [\"1\" \"2\"] [\"3\"]", "^(?:12)?3?$"},
        {"RFC 5234 3.9", "a = \"1\" ; \"2\" caf\xC3\xA9\n", "^1$"},
        {"RFC 5234 4: erratum 2968", "a = \"1\"\n ; comment\nb = \"2\"", "^1$"},
        {"RFC 5234 4: erratum 3076", "; comment\n ; another\na = \"1\"", "^1$"},
        {"RFC 5234 4: no space before \"=\"", "a=\"1\"/\"2\"", "^[12]$"},
        {"RFC 5234 4: any number of nothing", "a = *(\"\") \"1\" 0\"2\"", "^1$"},
        {"RFC 5234 B.1", "a = BIT HEXDIG ALPHA DIGIT", "^[01][0-9A-Fa-f][A-Za-z][0-9]$"},
        {"RFC 5234 B.1: only what an NSS has", "a = *VCHAR", "^[!\\$-;=@-Z_a-z~]*$"},
        {"RFC 7405 2.1", "a = %s\"aB\" %i\"c\"", "^aB[Cc]$"},
        {"RFC 3986 2.1", "a = pct-encoded", "^%[0-9A-Fa-f][0-9A-Fa-f]$"},
        {"RFC 8141 2", "a = NID", "^[0-9A-Za-z][\\-0-9A-Za-z]{0,30}[0-9A-Za-z]$"},
        {"a rule of the text instead of a predefined one", "a = segment-nz\npchar = \"1\"", nullptr},
        {"its own definition", "a = 2pchar\npchar = \"1\"", "^1{2}$"},
        {"NSS", "a = \"1\"\nNSS = \"2\"", "^2$"},
        {"-NSS", "a = \"1\"\nharbour-nss = \"2\"\nother-nss = \"3\"", "^2$"},
        {"right recursion", "l = i / i \",\" l\ni = DIGIT", "^(?:[0-9],)*[0-9]$"},
        {"left recursion", "l = i / l \",\" i\ni = DIGIT", "^[0-9](?:,[0-9])*$"},
        {"recursion over two rules", "a = \"1\" b / \"2\"\nb = \"3\" a / \"4\"", "^(?:2|1(?:31)*(?:4|32))$"},
        {"recursion in an option", "a = \"1\" [a]", "^1*1$"},
        {"recursion to itself alone", "a = a / \"1\"", "^1$"},
        {"recursion with an empty text", "a = \"1\" a / \"\"", "^1*$"},
    };
    for (const auto &row : rows) {
        if (row.pattern == nullptr) {
            EXPECT_TRUE(pattern_of(row.grammar).starts_with('^')) << row.section;
        } else {
            EXPECT_EQ(pattern_of(row.grammar), row.pattern) << row.section;
        }
    }
}

TEST(abnf, says_what_is_wrong_and_where) {
    const struct {
        const char *section, *grammar, *error;
    } rows[] = {
        {"RFC 5234 2.1: a digit", "1a = \"1\"", "syntax 1:1"},
        {"RFC 5234 2.1: an underscore", "a_b = \"1\"", "syntax 1:2"},
        {"RFC 5234 2.1: not defined", "a = \"1\"\nb = c", "undefined 2:5"},
        {"RFC 5234 2.2: no definition", "a", "syntax 1:2"},
        {"RFC 5234 2.2: prose", "The names are digits.\n", "syntax 1:5"},
        {"RFC 5234 2.2: less indented", "  a = \"1\"\nb = \"2\"", "syntax 2:1"},
        {"RFC 5234 2.3: no end", "a = \"1\n", "syntax 1:5"},
        {"RFC 5234 2.3: beyond US-ASCII", "a = \"\xC3\xA9\"", "syntax 1:6"},
        {"RFC 5234 2.3: no digit", "a = %xG", "syntax 1:7"},
        {"RFC 5234 2.3: no base", "a = %q1", "syntax 1:6"},
        {"RFC 5234 3.1: no space", "a = \"1\"\"2\"", "syntax 1:8"},
        {"RFC 5234 3.2: nothing", "a = \"1\" /\nb = \"2\"", "syntax 1:10"},
        {"RFC 5234 3.3: twice", "a = \"1\"\nA = \"2\"", "redefined 2:1"},
        {"RFC 5234 3.3: nothing to add to", "a =/ \"1\"", "syntax 1:1"},
        {"RFC 5234 3.4: backwards", "a = %x39-30", "syntax 1:5"},
        {"RFC 5234 3.4: both", "a = %x30.31-32", "syntax 1:12"},
        {"RFC 5234 3.5: no end", "a = (\"1\"\n", "syntax 1:5"},
        {"RFC 5234 3.5: no beginning", "a = \"1\")", "syntax 1:8"},
        {"RFC 5234 3.6: backwards", "a = 3*2\"1\"", "syntax 1:5"},
        {"RFC 5234 3.8: no end", "a = [\"1\" ; ]\n", "syntax 1:5"},
        {"RFC 5234 4: prose", "a = \"1\" / b\nb = <a number>", "prose 2:5"},
        {"RFC 5234 4: prose without an end", "a = <a number", "syntax 1:5"},
        {"RFC 5234 4: no rule", " ; nothing\n", "syntax 2:1"},
        {"RFC 7405 2.1: no string", "a = %sfoo", "syntax 1:7"},
        {"no octet", "a = %x100-1FF", "not_an_octet 1:5"},
        {"no character of an NSS", "a = \"1\" SP \"2\"", "matches_nothing 1:1"},
        {"no end of the recursion", "a = \"1\" a", "matches_nothing 1:1"},
        {"in the middle", "a = \"(\" a \")\" / \"1\"", "not_regular 1:9"},
        {"at either end", "a = \"1\" a / a \"2\" / \"3\"", "not_regular 1:13"},
        {"within a repetition", "a = *(a \"1\")", "not_regular 1:7"},
        {"over two rules", "a = \"1\" b / \"2\"\nb = \"3\" a \"4\"", "not_regular 2:9"},
    };
    for (const auto &row : rows) EXPECT_EQ(pattern_of(row.grammar), row.error) << row.section;
    const auto cycle = abnf_grammar::parse("a = \"1\" b\n\nb = a \"2\" / c\nc = \"3\" b \"4\"")->pattern();
    ASSERT_FALSE(cycle);
    EXPECT_TRUE(
        cycle.error().message.starts_with("\"a\" (line 1), \"b\" (line 3) and \"c\" (line 4) refer to one another"))
        << cycle.error().message;
    for (const char *grammar : {"a = *DIGIT", "a = [\"1\"]", "a = \"\" / \"1\"", "a = *DIGIT b\nb = *\"2\""}) {
        const auto p = abnf_grammar::parse(grammar)->nss_pattern(); // RFC 8141 2: NSS = pchar *(pchar / "/")
        ASSERT_FALSE(p) << grammar;
        EXPECT_EQ(to_string(p.error().code), "matches_empty") << grammar;
        EXPECT_EQ(p.error().message, "the rule \"a\" matches the empty text, but an NSS has at least one character");
    }
    EXPECT_EQ(abnf_grammar::parse("a = 1*b\nb = *\"2\" \"3\"")->nss_pattern(), "^(?:2*3)+$");
    EXPECT_EQ(abnf_grammar::parse("a = \"1\"")->nss_pattern("b").error().code, abnf_error_code::undefined);
    EXPECT_EQ(abnf_grammar::parse("a = \"1\"")->pattern("b").error().code, abnf_error_code::undefined);
    EXPECT_EQ(abnf_grammar::parse("a = \"1\"")->pattern("digit").value(), "^[0-9]$");
}

TEST(abnf, of_whole_urns_is_that_of_their_nsss) { // RFC 8141 6.4.2 (1)
    const struct {
        const char *grammar;
        const char *nid;
        const char *pattern;
    } rows[]{
        {"nss = 1*DIGIT", "example", "^[0-9]+$"},
        {"nss = 1*DIGIT", "", "^[0-9]+$"}, // the NID is not known yet
        {"urn = \"urn:example:\" 1*DIGIT", "example", "^[0-9]+$"},
        {"urn = \"URN:Ex-Ample:\" 1*DIGIT", "ex-ample", "^[0-9]+$"},
        {"urn = \"urn:\" nid \":\" nss\nnid = \"urn-7\"\nnss = 2ALPHA", "urn-7", "^[A-Za-z]{2}$"},
        {"urn = \"urn:other:\" 1*DIGIT", "example", "matches_nothing"},
        {"urn = \"urn:example:\" 1*DIGIT", "", "matches_nothing"},
        {"urn = \"urn:example:\" 1*DIGIT / \"urn:other:x\"", "example", "matches_nothing"},
        {"urn = *DIGIT", "example", "matches_empty"},
    };
    for (const auto &row : rows) {
        const auto p = abnf_grammar::parse(row.grammar)->nss_pattern_in(row.nid);
        EXPECT_EQ(p ? *p : std::string{to_string(p.error().code)}, row.pattern) << row.grammar << ' ' << row.nid;
    }
}

std::string repeated(int count, auto line) {
    std::string out;
    for (int i = 0; i < count; ++i) out += line(i);
    return out;
}

TEST(abnf, takes_neither_long_nor_much_memory) {
    const auto code = [](const std::string &grammar) {
        const auto begin = std::chrono::steady_clock::now();
        const std::string result = pattern_of(grammar);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{20}) << grammar.substr(0, 60);
        return result.substr(0, result.find(' '));
    };
    const auto number = [](int i) { return std::to_string(i); };
    EXPECT_EQ(code("a = 1000*1000\"a\""), "^[Aa]{1000}$");
    EXPECT_EQ(code("a = 1000*1000(1000*1000\"a\")"), "too_large");
    EXPECT_EQ(code("a = 99999999999999999999\"a\""), "too_large");
    EXPECT_EQ(code("a = *99999\"a\""), "too_large");
    EXPECT_EQ(
        code(repeated(60,
                      [&](int i) { return "a" + number(i) + " = 2a" + number(i + 1) + " a" + number(i + 1) + "\n"; }) +
             "a60 = \"1\""),
        "too_large");
    EXPECT_EQ(code("a = " + std::string(5000, '(') + "\"1\"" + std::string(5000, ')')), "too_large");
    EXPECT_EQ(code("a = " + repeated(5000, [](int) { return "[\"1\" "; }) + std::string(5000, ']')), "too_large");
    EXPECT_EQ(code(repeated(3000, [&](int i) { return "a" + number(i) + " = \"1\" a" + number(i + 1) + "\n"; }) +
                   "a3000 = \"2\""),
              "too_large");
    EXPECT_EQ(
        code(repeated(3000, [&](int i) { return "a" + number(i) + " = a" + number(i + 1) + "\n"; }) + "a3000 = \"2\""),
        "^2$");
    EXPECT_EQ(
        code(repeated(3000, [&](int i) { return "a" + number(i) + " = \"1\" a" + number((i + 1) % 3000) + "\n"; })),
        "too_large");
    // each refers to all: the solution of the equations grows exponentially
    EXPECT_EQ(code(repeated(30,
                            [&](int i) {
                                return "a" + number(i) + " = \"1\"" +
                                       repeated(30,
                                                [&](int k) {
                                                    return " / %d" + number(65 + (i * 7 + k * 3) % 26) + " a" +
                                                           number(k);
                                                }) +
                                       "\n";
                            })),
              "too_large");
    EXPECT_EQ(code(std::string(abnf_grammar::longest_text + 1, ';')), "too_large");
    EXPECT_EQ(code("a = " + repeated(10000, [](int) { return "\"1\" / "; }) + "\"2\""), "^[12]$");
    EXPECT_EQ(code(std::string(60000, '\n') + "a = \"1\""), "^1$");
}

TEST(abnf, is_found_in_other_text) {
    const std::string text =
        "The names are:\n\n   nss = a\n     / b ; c\n\n   a = \"1\"\n   b = \"2\"\n\nThey are not many:\n  x = 1\n";
    const auto found = find_abnf(text);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].text, "   nss = a\n     / b ; c\n\n   a = \"1\"\n   b = \"2\"\n");
    EXPECT_EQ(found[0].offset, text.find("   nss"));
    EXPECT_EQ(found[1].text, "  x = 1\n");
    EXPECT_TRUE(find_abnf("").empty());
    EXPECT_TRUE(find_abnf("a == b\nno rule\n").empty());
}

class random_grammar {
public:
    explicit random_grammar(unsigned seed) : random_{seed} {}
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random_); }

    // Rules of which each refers to later ones only.
    std::string acyclic() {
        std::string out;
        const std::size_t rules = 1 + below(4);
        for (std::size_t i = 0; i < rules; ++i) out += "r" + std::to_string(i) + " = " + choice(i + 1, rules, 3) + "\n";
        return out;
    }
    std::string text() {
        std::string out;
        for (std::size_t n = below(8); n > 0; --n) out += "abA12:"[below(6)];
        return out;
    }

private:
    std::string choice(std::size_t next, std::size_t rules, int depth) {
        std::string out = sequence(next, rules, depth);
        while (below(3) == 0) out += " / " + sequence(next, rules, depth);
        return out;
    }
    std::string sequence(std::size_t next, std::size_t rules, int depth) {
        std::string out = item(next, rules, depth);
        while (below(2) == 0) out += ' ' + item(next, rules, depth);
        return out;
    }
    std::string item(std::size_t next, std::size_t rules, int depth) {
        static const char *const repeats[]{"", "", "", "*", "1*", "2", "*2", "1*3", "0"};
        std::string out = repeats[below(9)];
        const std::size_t kind = below(7);
        if (kind == 0 && next < rules) return out + "r" + std::to_string(next + below(rules - next));
        if (kind == 1 && depth > 0) return out + "( " + choice(next, rules, depth - 1) + " )";
        if (kind == 2 && depth > 0) return "[ " + choice(next, rules, depth - 1) + " ]";
        static const char *const terminals[]{"\"a\"", "\"ab\"", "%x61", "%x61-62", "DIGIT", "\":\"", "%d97.98", "\"\""};
        return out + terminals[below(8)];
    }
    std::mt19937 random_;
};

TEST(abnf, matches_what_the_oracle_matches) {
    random_grammar random{8141};
    int good = 0;
    for (int i = 0; i < 400; ++i) {
        const std::string text = random.acyclic();
        const auto g = abnf_grammar::parse(text);
        ASSERT_TRUE(g) << text << g.error().message;
        const auto p = g->pattern("r0");
        ASSERT_TRUE(p) << text << p.error().message;
        const auto compiled = detail::pattern::compile(*p);
        ASSERT_TRUE(compiled) << *p;
        const oracle::grammar judge{text};
        for (int k = 0; k < 25; ++k) {
            const std::string name = random.text();
            const bool expected = judge.matches("r0", name);
            ASSERT_EQ(compiled->matches(name), expected) << text << *p << '\n' << name;
            good += expected ? 1 : 0;
        }
    }
    EXPECT_GT(good, 500);
}

// Random systems of equations, right-linear or left-linear, against the automaton that they describe.
TEST(abnf, solves_linear_recursion) {
    random_grammar random{5234};
    for (int i = 0; i < 300; ++i) {
        const bool right = random.below(2) == 0;
        const std::size_t rules = 1 + random.below(4);
        struct step {
            char c;
            std::size_t to; // == rules: the end
        };
        std::vector<std::vector<step>> steps(rules);
        std::string text;
        for (std::size_t r = 0; r < rules; ++r) {
            text += "r" + std::to_string(r) + " =";
            const std::size_t count = 1 + random.below(3);
            for (std::size_t k = 0; k <= count; ++k) {
                const step s{"abc"[random.below(3)], k == count ? rules : random.below(rules)};
                steps[r].push_back(s);
                const std::string c = std::string{"%s\""} + s.c + '"';
                const std::string to = "r" + std::to_string(s.to);
                text += (k == 0 ? " " : " / ") + (s.to == rules ? c : right ? c + ' ' + to : to + ' ' + c);
            }
            text += '\n';
        }
        const auto p = abnf_grammar::parse(text)->pattern("r0");
        ASSERT_TRUE(p) << text << p.error().message;
        const auto compiled = detail::pattern::compile(*p).value();
        for (int k = 0; k < 40; ++k) {
            std::string name;
            for (std::size_t n = random.below(7); n > 0; --n) name += "abc"[random.below(3)];
            const std::string read = right ? name : std::string{name.rbegin(), name.rend()};
            std::set<std::size_t> states{0};
            for (const char c : read) {
                std::set<std::size_t> next;
                for (const std::size_t s : states) {
                    if (s == rules) continue;
                    for (const step &one : steps[s]) {
                        if (one.c == c) next.insert(one.to);
                    }
                }
                states = std::move(next);
            }
            ASSERT_EQ(compiled.matches(name), states.contains(rules)) << text << *p << '\n' << name;
        }
    }
}

} // namespace
