// Tables of productions: two facts for each, and texts walked through its grammar on which the library and the oracle
// must agree.
#pragma once

#include <uniform/syntax/characters.hpp>

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"

namespace productions {

using text = std::string_view;

inline bool in(uniform::char_set set, text t) { return t.size() == 1 && set.contains(t.front()); }

struct row {
    text source;         // document, section: the production as the document writes it
    bool (*match)(text); // the library's word
    text yes, no;        // one text that it matches, one that it does not
    text start = "";     // the beginning of most of the walks, where chance would not find it
};

// The production's name in the grammar: what stands after the section.
inline std::string name_of(const row &r) { return std::string{r.source.substr(r.source.find(": ") + 2)}; }

// Texts from the production's own alphabet: walks that its grammar keeps alive most of the time, half of them until it
// accepts.
class walks {
public:
    walks(oracle::automaton &a, text start, text alphabet) : a_{a}, start_{start}, alphabet_{alphabet} {}

    std::string next() {
        std::string t{random_() % 8 == 0 ? text{} : start_};
        const std::size_t length = t.size() + random_() % 24;
        const bool finish = random_() % 2 == 0;
        for (int step = 0; step < 300 && (t.size() < length || (finish && !a_.matches(t))); ++step) {
            t.push_back(alphabet_[random_() % alphabet_.size()]);
            if (a_.viable(t) != t.size() && (finish || random_() % 8 != 0)) t.pop_back();
        }
        return t;
    }

private:
    oracle::automaton &a_;
    text start_;
    text alphabet_;
    std::mt19937_64 random_{3986}; // the same texts every time
};

inline constexpr text uri_alphabet = "aF0129:/?#[]@%.-+vV!~_;=&'* 25\x7f\xff";
// The bytes of characters at the borders of ucschar and iprivate, too.
inline constexpr text iri_alphabet =
    "aF0129:/?#[]@%.-+vV!~_;=&'* 25\x7f\xff"
    "\xc2\xc3\x80\x9f\xa0\xbf\xe0\xe3\xed\xee\xef\xa3\xa4\xb7\x8f\x90\xaf\xb0\xf0\xf3\xf4\xbd\xbe";

inline void check(std::span<const row> rows, const oracle::grammar &g, text alphabet = uri_alphabet) {
    for (const row &r : rows) {
        SCOPED_TRACE(r.source);
        const std::string name = name_of(r);
        ASSERT_TRUE(g.has(name));
        oracle::automaton a(g, {name});
        EXPECT_TRUE(r.match(r.yes)) << r.yes;
        EXPECT_TRUE(a.matches(r.yes)) << r.yes;
        EXPECT_FALSE(r.match(r.no)) << r.no;
        EXPECT_FALSE(a.matches(r.no)) << r.no;
        walks w{a, r.start, alphabet};
        int accepted = 0;
        for (int i = 0; i < 2'000; ++i) {
            const std::string t = w.next();
            if (t.empty()) continue;
            const bool expected = a.matches(t);
            accepted += expected ? 1 : 0;
            ASSERT_EQ(r.match(t), expected) << t;
        }
        if (!name.ends_with("path-empty")) {
            EXPECT_GT(accepted, 10);
        }
    }
}

// Every rule of a grammar has its row.
inline void check_complete(std::span<const row> rows, const oracle::grammar &g,
                           const std::set<std::string> &elsewhere = {}) {
    std::set<std::string> named = elsewhere;
    for (const row &r : rows) EXPECT_TRUE(named.insert(name_of(r)).second) << r.source;
    for (const std::string &name : g.rule_names()) EXPECT_TRUE(named.contains(name)) << name;
}

} // namespace productions
