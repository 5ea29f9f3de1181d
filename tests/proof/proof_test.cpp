// The part of the proof that fits into every run of the tests; docs/testing.md says what it proves.
#include "proof/campaign.hpp"
#include "proof/mutants.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

namespace {

using namespace proof;

void expect_agreement(const examined &x) {
    std::string differences;
    for (const std::string &d : x.found.differences) differences += d + '\n';
    EXPECT_EQ(x.found.different, 0U) << x.edition << ' ' << x.rule << ' ' << x.boundary << '\n' << differences;
    // A set in which nothing is accepted proves nothing.
    EXPECT_GT(x.found.accepted, 0U) << x.edition << ' ' << x.rule << ' ' << x.boundary;
}

// The pairs of an offset of all_offsets() and a state to which no text of so many octets leads, counted without words.
std::uint64_t placeless_states(const automaton &a) {
    std::vector<bool> reached(a.states());
    reached[0] = true;
    std::uint64_t placeless = 0;
    for (std::size_t offset = 0; offset < all_offsets().size(); ++offset) {
        std::vector<bool> next(a.states());
        for (std::uint32_t s = 0; s < a.states(); ++s) {
            placeless += reached[s] ? 0 : 1;
            for (std::uint32_t c = 0; reached[s] && c < a.mark_class(); ++c) next[a.next(s, c)] = true;
        }
        reached = std::move(next);
    }
    return placeless;
}

class proof_of_the_parser : public testing::Test {
protected:
    void TearDown() override { select_default_kernel(); }
};

TEST_F(proof_of_the_parser, accepts_the_language_of_each_grammar) {
    std::vector<std::uint64_t> before;
    for (std::size_t k = 0; k < kernels(); ++k) before.push_back(accepted_by_kernel(k));
    std::vector<std::string> placeless;
    for (const edition_case &e : edition_cases()) {
        for (const production_case &p : e.productions) {
            const examined x = examine_language(e, p, effort::part);
            expect_agreement(x);
            if (!x.places) continue;
            EXPECT_EQ(x.places->placeless, placeless_states(compile(e.as_printed(), p.rule))) << e.name;
            EXPECT_GT(x.places->crossed, 1000U) << e.name;
            placeless.push_back(e.name + ": " + std::to_string(x.places->placeless));
        }
    }
    // The states that have no place in the first three blocks, of 192 times the states of each.
    EXPECT_EQ(placeless,
              (std::vector<std::string>{"RFC 3986: 1999", "RFC 3987: 2277", "2003 draft: 1961", "RFC 2396: 209",
                                        "RFC 8141: 13123", "Draft -16: 13277", "Draft -14: 13121", "RFC 2141: 7823"}));
    // Each kernel decides many texts itself, and the scalar parser none of them.
    EXPECT_EQ(accepted_by_kernel(0), before[0]);
    for (std::size_t k = 1; k < kernels(); ++k) EXPECT_GT(accepted_by_kernel(k), before[k] + 10'000) << kernel_name(k);
}

TEST_F(proof_of_the_parser, finds_the_boundaries_of_the_components) {
    for (const edition_case &e : edition_cases()) {
        for (const examined &x : examine_boundaries(e, e.productions.front(), effort::part)) expect_agreement(x);
    }
}

TEST_F(proof_of_the_parser, takes_a_host_by_the_first_alternative_that_matches) {
    for (const edition_case &e : host_cases()) {
        for (const production_case &p : e.productions) expect_agreement(examine_language(e, p, effort::part));
    }
}

TEST_F(proof_of_the_parser, matches_each_rule_by_itself) {
    std::size_t rules = 0;
    for (const edition_case &e : rule_cases()) {
        for (const production_case &p : e.productions) expect_agreement(examine_language(e, p, effort::part));
        rules += e.productions.size();
    }
    EXPECT_GT(rules, 150U);
}

// The order of precedence only chooses among derivations.
TEST(grammars, have_the_same_language_with_precedence) {
    for (const edition_case &e : edition_cases()) {
        for (const production_case &p : e.productions) {
            const auto text =
                automaton::distinguish(compile(e.as_printed(), p.rule), compile(e.with_precedence(), p.rule));
            EXPECT_FALSE(text) << e.name << ' ' << p.rule << ": " << *text;
        }
    }
}

// Each text has one reading at most. The derivations of an edition's other productions are part of those of the first
// one.
TEST(grammars, leave_each_boundary_one_place) {
    for (const edition_case &e : edition_cases()) {
        const grammar g = e.with_precedence();
        for (const component_rules &c : e.components) {
            for (const bool is_end : {false, true}) {
                const auto text = compile(g, e.productions.front().rule, boundary{c.rules, is_end}).with_two_marks();
                EXPECT_FALSE(text) << e.name << ' ' << c.name << ": " << *text;
            }
        }
    }
}

// Without the precedence, the 2003 draft's URI-reference has texts with two readings: the order is needed, and its lack
// is seen.
TEST(grammars, of_2003_leave_some_boundaries_open) {
    const grammar g({grammar::text_of("rfc2396bis_01.abnf")});
    EXPECT_TRUE(compile(g, "URI-reference", boundary{{"userinfo"}, false}).with_two_marks() ||
                compile(g, "URI-reference", boundary{{"query"}, false}).with_two_marks() ||
                compile(g, "URI-reference", boundary{{"abs-path"}, false}).with_two_marks());
}

// The prose changes two printed languages: RFC 8141 2.3.1 has no "?=" in an r-component, and RFC 2141 2.3.1 no "%"
// alone.
TEST(grammars, differ_from_the_prose_where_it_excludes_texts) {
    const auto shortest = [](std::vector<std::string> files, const char *prose, const char *rule) {
        std::vector<std::string> texts;
        for (const std::string &file : files) texts.push_back(grammar::text_of(file));
        const automaton printed = compile(grammar(texts), rule);
        texts.push_back(grammar::text_of(prose));
        return automaton::distinguish(printed, compile(grammar(texts), rule)).value_or("");
    };
    const std::string in_8141 = shortest({"rfc3986.abnf", "rfc8141.abnf"}, "rfc8141_prose.abnf", "namestring");
    EXPECT_TRUE(in_8141.contains("?+") && in_8141.ends_with("?=")) << in_8141;
    const std::string in_2141 = shortest({"rfc2141.abnf"}, "rfc2141_prose.abnf", "URN");
    EXPECT_EQ(in_2141.find_first_of("%/?#"), 6U) << in_2141;
}

// Every automaton that differs from a grammar's in one transition is found, whichever it is.
TEST(test_sets, find_each_wrong_transition) {
    for (const char *rule : {"host", "relative-ref", "namestring"}) {
        const automaton a =
            compile(grammar({grammar::text_of("rfc3986.abnf"), grammar::text_of("rfc8141.abnf")}), rule);
        std::uint64_t faults = 0;
        for (std::uint32_t s = 0; s < a.states(); ++s) {
            const std::uint32_t c = (s * 7) % a.mark_class();
            const std::uint32_t to = (a.next(s, c) + 1 + s % (a.states() - 1)) % a.states();
            if (to == a.next(s, c)) continue;
            const automaton faulty = a.redirected(s, c, to);
            examination x(a, [&](std::string_view text) { return faulty.matches(text); });
            x.words(1);
            EXPECT_GT(x.result().different, 0U) << rule << ' ' << s << ' ' << c;
            ++faults;
        }
        EXPECT_GT(faults, a.states() / 2);
    }
}

// A fault at one offset is found there, whichever it is, and words of no symbol leave some of them out.
TEST(test_sets, find_each_fault_at_one_offset) {
    unsigned faults = 0;
    unsigned found_without = 0;
    for (const edition_case &e : edition_cases()) {
        if (!has_places(e.productions.front().by)) continue;
        for (const mutant_figures &m : examine_mutants(e, mutants_of_test)) {
            EXPECT_EQ(m.found, m.faults) << e.name << ": " << m.fault;
            faults += m.found_without ? m.faults : 0;
            found_without += m.found_without.value_or(0);
        }
    }
    EXPECT_LT(found_without, faults);
    EXPECT_GT(faults, 30U);
}

// A recognizer with one state more than the grammar: after a text that no continuation makes acceptable, "b" leads to
// it, and "a" from there to the beginning. A set for k = 0 need not find it, one for k = 1 has to.
TEST(test_sets, find_one_state_more_with_k_1) {
    const automaton a = compile(grammar({"x = *( \"a\" \"b\" )\n"}), "x");
    ASSERT_EQ(a.states(), 3U);
    const auto faulty = [](std::string_view text) {
        enum { begin, after_a, dead, one_more } state = begin;
        for (const char c : text) {
            const bool is_a = (c | 0x20) == 'a';
            const bool is_b = (c | 0x20) == 'b';
            switch (state) {
            case begin:
                state = is_a ? after_a : dead;
                break;
            case after_a:
                state = is_b ? begin : dead;
                break;
            case dead:
                state = is_b ? one_more : dead;
                break;
            case one_more:
                state = is_a ? begin : dead;
                break;
            }
        }
        return state == begin;
    };
    examination small(a, faulty);
    small.words(1);
    EXPECT_EQ(small.result().different, 0U);
    examination large(a, faulty);
    large.words(2);
    EXPECT_GT(large.result().different, 0U);
}

TEST(abnf, refuses_what_it_cannot_read) {
    EXPECT_THROW((void)compile(grammar({"a = b\n"}), "a"), std::runtime_error);
    EXPECT_THROW((void)compile(grammar({"a = \"(\" [ a ] \")\"\n"}), "a"), std::runtime_error); // no regular language
    EXPECT_THROW(grammar({"a = ( \"b\"\n"}), std::runtime_error);
    EXPECT_THROW(grammar({"a = %d65\n"}), std::runtime_error);
    EXPECT_THROW(grammar::text_of("no.abnf"), std::runtime_error);
}

TEST(abnf, reads_its_notation) {
    const auto matches = [](const char *text, std::string_view value) {
        return compile(grammar({text}), "a").matches(value);
    };
    EXPECT_TRUE(matches("a = \"Bc\" ; \"d\"\n", "bC"));
    EXPECT_TRUE(matches("a = 2*3%x41-42\n", "AB"));
    EXPECT_FALSE(matches("a = 2*3%x41-42\n", "ABAB"));
    EXPECT_TRUE(matches("a = %x41.42 /\n  2b | *1\"c\"\nb = DIGIT\n", ""));
    EXPECT_TRUE(matches("a = %x41.42 /\n  2b | *1\"c\"\nb = DIGIT\n", "09"));
    EXPECT_TRUE(matches("a = %xA0-FFFF\n", "\xE2\x82\xAC"));
    EXPECT_FALSE(matches("a = %xA0-FFFF\n", "\xC2\x9F"));
    EXPECT_FALSE(matches("a = %xA0-FFFF\n", "\xE2\x82"));
    EXPECT_TRUE(matches("a = { *b - 2b }\nb = \"x\"\n", "xxx"));
    EXPECT_FALSE(matches("a = { *b - 2b }\nb = \"x\"\n", "xx"));
}

} // namespace
