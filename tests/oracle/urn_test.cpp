// Facts about the oracle of URNs: its grammars are those of the documents, the two engines agree on them, and its
// splitter agrees with the grammar of the prose.
#include "oracle/automaton.hpp"
#include "oracle/urn.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using oracle::automaton;
using oracle::grammar;
using oracle::urn_document;
using enum oracle::urn_document;

constexpr urn_document documents[] = {rfc8141, urnbis_16, urnbis_14, rfc2141};

struct fact {
    const char *rule;
    std::string text;
    bool matches;
};

template <std::size_t N>
void check(const grammar &g, const fact (&facts)[N]) {
    for (const fact &f : facts) {
        automaton a(g, {f.rule});
        EXPECT_EQ(a.matches(f.text), f.matches) << f.rule << " " << f.text;
        EXPECT_EQ(g.matches(f.rule, f.text), f.matches) << f.rule << " " << f.text;
    }
}

const std::string thirty_two(32, 'a');

TEST(urn_grammar, Rfc8141AsPrinted) {
    const fact facts[] = {
        {"namestring", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", true},
        {"namestring", "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z", true},
        {"namestring", "urn:example:foo-bar-baz-qux#somepart", true},
        {"namestring", "URN:example:1/406/47452/2?+r?=q#", true},
        {"namestring", "urn:example:a?+r?=", true}, // the r-component "r?=": the prose excludes it
        {"namestring", "urn:example:a?=q?+r", true},
        {"namestring", "urn:example:a?b", false},
        {"namestring", "urn:example:a??r", false},
        {"namestring", "urn:example:", false},
        {"namestring", "urn:example:/a", false},
        {"NID", thirty_two, true},
        {"NID", thirty_two + "a", false},
        {"NID", "a", false},
        {"NID", "a-", false},
        {"InformalNamespaceName", "URN-10", true},
        {"InformalNamespaceName", "urn-01", false},
    };
    check(oracle::urn_grammar(rfc8141), facts);
}

TEST(urn_grammar, Rfc8141WithItsProse) {
    const fact facts[] = {
        {"namestring", "urn:example:a?+r?=", false},   {"namestring", "urn:example:a?+r?=/q", false},
        {"namestring", "urn:example:a?+r?\?=q", true}, {"namestring", "urn:example:a?+r?+r?=q?=q?+q", true},
        {"namestring", "urn:example:a?=q?+r", true},   {"namestring", "urn:example:a?+", false},
        {"namestring", "urn:example:a?+?=q", false},
    };
    check(oracle::urn_prose_grammar(rfc8141), facts);
}

TEST(urn_grammar, Draft16) {
    const fact printed[] = {
        {"namestring", "urn:example:a?=q?+r", true},    {"namestring", "urn:example:a?+r?=q#f", true},
        {"namestring", "urn:example:a?=q?+r?=q", true}, // the r-component "r?=q"
        {"namestring", "urn:example:a?=q?+", true},     // the q-component "q?+"
        {"namestring", "urn:example:a??r", false},
    };
    check(oracle::urn_grammar(urnbis_16), printed);
    const fact prose[] = {
        {"namestring", "urn:example:a?=q?+r", true},  {"namestring", "urn:example:a?+r?=q", true},
        {"namestring", "urn:example:a?=q?=q", true},  {"namestring", "urn:example:a?=q?+r?=q", false},
        {"namestring", "urn:example:a?=q?+", false},  {"namestring", "urn:example:a?+r?=q?+r", false},
        {"namestring", "urn:example:a?=q??+r", true},
    };
    check(oracle::urn_prose_grammar(urnbis_16), prose);
}

TEST(urn_grammar, Draft14) {
    const fact printed[] = {
        {"namestring", "urn:example:a?q??r", true},  {"namestring", "urn:example:a??r", true},
        {"namestring", "urn:example:a?+r?=q", true}, // the q-component "+r?=q"
        {"namestring", "urn:example:a?q??", true},   // the q-component "q??"
        {"namestring", "urn:example:a???r", false},  {"namestring", "urn:example:a?", false},
    };
    check(oracle::urn_grammar(urnbis_14), printed);
    const fact prose[] = {
        {"namestring", "urn:example:a?q??r", true},    {"namestring", "urn:example:a?q???r", true},
        {"namestring", "urn:example:a?q?", true},      {"namestring", "urn:example:a?q??", false},
        {"namestring", "urn:example:a?q?\?/r", false}, {"namestring", "urn:example:a?q?/q??r??r", true},
        {"namestring", "urn:example:a??r??", true},
    };
    check(oracle::urn_prose_grammar(urnbis_14), prose);
}

TEST(urn_grammar, Rfc2141) {
    const fact printed[] = {
        {"URN", "urn:foo:a123%2C456", true},
        {"URN", "URN:FOO:a/b?c#d%", true},
        {"URN", "urn:foo:a~b", false},
        {"NID", "a", true},
        {"NID", "a-", true},
        {"NID", "urn", true},
        {"NID", thirty_two, true},
        {"NID", thirty_two + "a", false},
        {"NSS", "%00", true},
        {"excluded", " ", true},
        {"excluded", std::string(1, 0), false},
    };
    check(oracle::urn_grammar(rfc2141), printed);
    const fact prose[] = {
        {"URN", "urn:foo:a/b", false},
        {"URN", "urn:foo:a?b", false},
        {"URN", "urn:foo:a%", false},
        {"URN", "urn:foo:a%4", false},
        {"NID", "urn", false},
        {"NID", "uRn", false},
        {"NID", "urns", true},
        {"NID", "ur", true},
        {"NID", "ur-", true},
        {"NID", "vrn", true},
        {"NID", "usn", true},
        {"NID", thirty_two, true},
        {"NID", thirty_two + "a", false},
    };
    check(oracle::urn_prose_grammar(rfc2141), prose);
}

// Texts that a rule keeps alive most of the time; those of whole URNs do not have to find "urn:" by chance.
std::string walk(automaton &a, bool whole, std::mt19937_64 &random) {
    constexpr std::string_view alphabet = "aF019:/?#%+=?+?=-~&.[ 25\x7f\xff";
    std::string text = whole && random() % 8 != 0 ? "urn:a9:" : "";
    const std::size_t length = text.size() + random() % 20;
    const bool finish = random() % 2 == 0;
    for (int step = 0; step < 400 && (text.size() < length || (finish && !a.matches(text))); ++step) {
        text.push_back(whole && text.size() < 4 ? "urn:"[text.size()] : alphabet[random() % alphabet.size()]);
        if (a.viable(text) != text.size() && (finish || random() % 8 != 0)) text.pop_back();
    }
    return text;
}

TEST(urn_grammar, TheEnginesAgree) {
    std::mt19937_64 random(8141);
    for (const urn_document d : documents) {
        for (const grammar &g : {oracle::urn_grammar(d), oracle::urn_prose_grammar(d)}) {
            for (const std::string &rule : g.rule_names()) {
                // Their first letters are not in the alphabet of the walks.
                if (rule == "InformalNamespaceName" || rule == "IP-literal" || rule == "IPvFuture") continue;
                automaton a(g, {rule});
                const bool whole = rule == "namestring" || rule == "assigned-name" || rule == "URN";
                int accepted = 0;
                for (int i = 0; i < 150; ++i) {
                    const std::string text = walk(a, whole, random);
                    const bool quick = a.matches(text);
                    accepted += quick ? 1 : 0;
                    ASSERT_EQ(g.matches(rule, text), quick) << rule << " on " << text;
                }
                EXPECT_GT(accepted, 0) << rule;
            }
        }
    }
}

// A text is a namestring by the grammar of the prose if and only if the splitter finds components that match the
// printed productions. Neither is made from the other.
TEST(urn_split, AgreesWithTheGrammarOfTheProse) {
    std::mt19937_64 random(2141);
    for (const urn_document d : documents) {
        const grammar printed = oracle::urn_grammar(d);
        automaton prose(oracle::urn_prose_grammar(d), {oracle::urn_rule(d)});
        automaton as_printed(printed, {oracle::urn_rule(d)});
        const bool oldest = d == rfc2141;
        automaton nid(oldest ? oracle::urn_prose_grammar(d) : printed, {"NID"});
        automaton nss(oldest ? oracle::urn_prose_grammar(d) : printed, {"NSS"});
        automaton component(oldest ? oracle::urn_grammar(rfc8141) : printed, {"r-component"});
        automaton fragment(oldest ? oracle::urn_grammar(rfc8141) : printed, {"f-component"});
        int accepted = 0;
        int excluded = 0;
        for (int i = 0; i < 20'000; ++i) {
            const std::string text = walk(as_printed, true, random);
            const auto parts = oracle::split_urn(text, d);
            const bool valid = parts && nid.matches(parts->nid) && nss.matches(parts->nss) &&
                               (!parts->r || component.matches(*parts->r)) &&
                               (!parts->q || component.matches(*parts->q)) &&
                               (!parts->f || fragment.matches(*parts->f));
            ASSERT_EQ(prose.matches(text), valid) << text;
            if (as_printed.matches(text) && !valid) ++excluded;
            if (!valid) continue;
            ++accepted;
            ASSERT_TRUE(as_printed.matches(text)) << text; // the prose only takes away
            if (d != urnbis_16) {
                ASSERT_EQ("urn:" + text.substr(4), oracle::recompose_urn(*parts, d)) << text;
            }
        }
        EXPECT_GT(accepted, 1000);
        EXPECT_GT(excluded, 10);
    }
}

TEST(urn_split, Components) {
    const auto p = oracle::split_urn("URN:Ex:a/b?+r?\?=q?+#", rfc8141);
    ASSERT_TRUE(p);
    EXPECT_EQ(*p, (oracle::urn_parts{"Ex", "a/b", "r?", "q?+", ""}));
    const auto d = oracle::split_urn("urn:ex:a?q???r??#f?", urnbis_14);
    ASSERT_TRUE(d);
    EXPECT_EQ(*d, (oracle::urn_parts{"ex", "a", "r??", "q?", "f?"}));
    const auto e = oracle::split_urn("urn:ex:a?=q?+r", urnbis_16);
    ASSERT_TRUE(e);
    EXPECT_EQ(*e, (oracle::urn_parts{"ex", "a", "r", "q", std::nullopt}));
    EXPECT_EQ(oracle::normalize_urn(*oracle::split_urn("URN:EX:aB%2c%c3?=x", rfc8141)), "urn:ex:aB%2C%C3");
}

} // namespace
