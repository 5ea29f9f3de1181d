// Patterns for NSSs: what can be read, what matches, where a text stops matching, and how big patterns may grow. The
// property test compares with a matcher that knows nothing of automata.

#include "urn/pattern.hpp"

#include <chrono>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace {

using uniform::error_code;
using uniform::detail::pattern;

TEST(pattern, matches_whole_texts) {
    const struct {
        const char *pattern;
        const char *text;
        bool matches;
    } rows[] = {
        {"", "", true},
        {"", "a", false},
        {"^$", "", true},
        {"a", "a", true},
        {"^a$", "ba", false},
        {"a|b|", "", true},
        {"^(?:a|b)c$", "bc", true},
        {"(ab)+", "ababab", true},
        {"(ab)+", "aba", false},
        {"[a-c]*", "abcabc", true},
        {"[^a-c]*", "xyz", true},
        {"[^a-c]*", "xbz", false},
        {"[a-]", "-", true},
        {"[\\-\\]]+", "]-]", true},
        {"a{3}", "aaa", true},
        {"a{3}", "aaaa", false},
        {"a{2,}", "aaaaaa", true},
        {"a{2,}", "a", false},
        {"a{2,4}", "aaaa", true},
        {"a{2,4}", "aaaaa", false},
        {"a{0}", "", true},
        {"a{0}", "a", false},
        {"a*?b+?c??", "aabbc", true},
        {".", "\xFF", true},
        {".", "", false},
        {"\\.\\+\\|\\$\\(", ".+|$(", true},
        {"a\\$", "a$", true},
        {"a\\$$", "a$", true},
        {"a\\\\$", "a\\", true},
        {"(a*)*", "aaaa", true},
        {"(a?){3}", "", true},
        {"((a|)(b|)){2}", "ab", true},
        {"(?:(?:)*)*", "", true},
        {"x-y", "x-y", true},
    };
    for (const auto &row : rows) {
        const auto p = pattern::compile(row.pattern);
        ASSERT_TRUE(p) << row.pattern;
        EXPECT_EQ(p->matches(row.text), row.matches) << row.pattern << " " << row.text;
    }
}

TEST(pattern, ignores_case_when_asked) {
    const auto p = pattern::compile("^ul:[a-f]+[^x]$", true);
    ASSERT_TRUE(p);
    EXPECT_TRUE(p->matches("UL:aBcDeFy"));
    EXPECT_FALSE(p->matches("UL:aBX"));
    EXPECT_FALSE(pattern::compile("a").value().matches("A"));
    EXPECT_FALSE(pattern::compile("[@`]", true)
                     .value()
                     .matches("\x60"
                              "a"));
    EXPECT_TRUE(pattern::compile("[@-@]", true).value().matches("@"));
    EXPECT_FALSE(pattern::compile("@", true).value().matches("`")); // letters only
}

TEST(pattern, says_where_a_text_stops_matching) {
    const struct {
        const char *pattern;
        const char *text;
        std::size_t offset;
    } rows[] = {
        {"abc", "abx", 2},   {"abc", "ab", 2}, {"abc", "abcd", 3}, {"(ab)*", "aba", 3},
        {"(ab)*", "abb", 2}, {"a|bc", "c", 0}, {"", "x", 0},       {"[0-9]{2}-", "1-", 1},
    };
    for (const auto &row : rows)
        EXPECT_EQ(pattern::compile(row.pattern).value().mismatch(row.text), row.offset) << row.pattern;
}

TEST(pattern, refuses_what_it_cannot_read) {
    const struct {
        const char *pattern;
        std::size_t offset;
    } rows[] = {
        {"a(b", 1},   {"a)b", 1},      {"[a", 0},          {"[]", 0},   {"[b-a]", 1}, {"*a", 0},       {"a**", 2},
        {"a++", 2},   {"a{2,1}", 1},   {"a{", 1},          {"a{x}", 1}, {"a{1", 1},   {"a{99999}", 1}, {"(?=a)", 0},
        {"(?!a)", 0}, {"(?P<n>a)", 0}, {"\\1", 0},         {"\\d", 0},  {"a\\", 1},   {"a^b", 1},      {"a$b", 1},
        {"a]", 1},    {"}", 0},        {"[[:alpha:]]", 1}, {"[a\\", 2},
    };
    for (const auto &row : rows) {
        const auto p = pattern::compile(row.pattern);
        ASSERT_FALSE(p) << row.pattern;
        EXPECT_EQ(p.error().code, error_code::invalid_pattern) << row.pattern;
        EXPECT_EQ(p.error().offset, row.offset) << row.pattern;
    }
}

TEST(pattern, refuses_what_is_too_big) {
    const auto big = pattern::compile("x(?:a{1000}){1000}");
    ASSERT_FALSE(big);
    EXPECT_EQ(big.error().code, error_code::invalid_pattern);
    EXPECT_EQ(big.error().offset, 12U); // the repetition that makes it too big
    EXPECT_FALSE(pattern::compile(std::string(100'000, 'a')));
    EXPECT_FALSE(pattern::compile(std::string(1000, '(') + std::string(1000, ')')));
    EXPECT_TRUE(pattern::compile(std::string(100, '(') + std::string(100, ')')));
    EXPECT_TRUE(pattern::compile("(?:(?:){10000}){10000}")); // nothing, however often
    EXPECT_FALSE(pattern::compile("(?:(?:(?:a|){100}){100}){100}"));
}

// Its table would have more than 2^17 rows: rows are made as texts need them, and thrown away.
TEST(pattern, stays_linear_and_bounded_when_the_table_is_big) {
    const auto p = pattern::compile("[ab]*a[ab]{16}");
    ASSERT_TRUE(p);
    EXPECT_FALSE(p->is_small());
    std::mt19937 random{1}; // NOLINT: the same every time
    std::string text;
    for (int i = 0; i < 60'000; ++i) text += random() % 2 == 0 ? 'a' : 'b';
    text[text.size() - 17] = 'a';
    EXPECT_TRUE(p->matches(text));
    text[text.size() - 17] = 'b';
    EXPECT_FALSE(p->matches(text));
    EXPECT_EQ(p->mismatch(text), text.size());
    text[30'000] = 'c';
    EXPECT_EQ(p->mismatch(text), 30'000U);
    // patterns that send backtrackers astray
    const auto nested = pattern::compile("(?:(?:a*)*)*b");
    ASSERT_TRUE(nested);
    EXPECT_EQ(nested->mismatch(std::string(100'000, 'a')), 100'000U);
}

// A random pattern as a tree, which prints itself and says where it can end in a text that begins at an offset.
struct tree {
    int kind = 0; // 0 byte, 1 set, 2 negated set, 3 sequence, 4 choice, 5 repeat
    std::string bytes{};
    std::vector<tree> children{};
    unsigned min = 0;
    unsigned max = 0; // 99: no bound

    [[nodiscard]] std::string text() const {
        switch (kind) {
        case 0:
            return bytes;
        case 1:
            return "[" + bytes + "]";
        case 2:
            return "[^" + bytes + "]";
        case 3: {
            std::string all;
            for (const tree &t : children) all += t.kind == 4 ? "(?:" + t.text() + ")" : t.text();
            return all;
        }
        case 4: {
            std::string all = children[0].text();
            for (std::size_t i = 1; i < children.size(); ++i) all += "|" + children[i].text();
            return all;
        }
        default:
            return "(?:" + children[0].text() + ")" +
                   (max == 99              ? min == 0   ? "*"
                                             : min == 1 ? "+"
                                                        : "{" + std::to_string(min) + ",}"
                    : min == 0 && max == 1 ? "?"
                    : min == max           ? "{" + std::to_string(min) + "}"
                                           : "{" + std::to_string(min) + "," + std::to_string(max) + "}");
        }
    }
    [[nodiscard]] std::set<std::size_t> ends(const std::string &s, std::size_t at) const {
        switch (kind) {
        case 0:
        case 1:
            return at < s.size() && bytes.find(s[at]) != std::string::npos ? std::set{at + 1} : std::set<std::size_t>{};
        case 2:
            return at < s.size() && bytes.find(s[at]) == std::string::npos ? std::set{at + 1} : std::set<std::size_t>{};
        case 3: {
            std::set<std::size_t> now{at};
            for (const tree &t : children) now = t.ends_of(s, now);
            return now;
        }
        case 4: {
            std::set<std::size_t> all;
            for (const tree &t : children) all.merge(t.ends(s, at));
            return all;
        }
        default: {
            std::set<std::size_t> now{at};
            for (unsigned i = 0; i < min; ++i) now = children[0].ends_of(s, now);
            std::set<std::size_t> all = now;
            const unsigned more = max == 99 ? static_cast<unsigned>(s.size()) + 1 : max - min;
            for (unsigned i = 0; i < more; ++i) {
                now = children[0].ends_of(s, now);
                all.insert(now.begin(), now.end());
            }
            return all;
        }
        }
    }
    [[nodiscard]] std::set<std::size_t> ends_of(const std::string &s, const std::set<std::size_t> &from) const {
        std::set<std::size_t> all;
        for (const std::size_t at : from) all.merge(ends(s, at));
        return all;
    }
    [[nodiscard]] bool matches(const std::string &s) const { return ends(s, 0).contains(s.size()); }
};

class maker {
public:
    explicit maker(unsigned seed) : random_{seed} {}
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    tree make(unsigned depth) {
        tree t;
        t.kind = static_cast<int>(below(depth == 0 ? 3 : 6));
        switch (t.kind) {
        case 0:
            t.bytes = std::string(1, "abc"[below(3)]);
            break;
        case 1:
        case 2:
            t.bytes = std::string("abc").substr(0, below(2) + 1);
            break;
        case 3:
        case 4:
            for (unsigned i = 0, n = below(3) + (t.kind == 4 ? 1 : 0); i < n; ++i)
                t.children.push_back(make(depth - 1));
            break;
        default:
            t.children.push_back(make(depth - 1));
            t.min = below(3);
            t.max = below(2) == 0 ? 99 : t.min + below(3);
            break;
        }
        return t;
    }
    std::string string(unsigned longest) {
        std::string s;
        for (unsigned i = 0, n = below(longest + 1); i < n; ++i) s += "abcd"[below(4)];
        return s;
    }

private:
    std::mt19937 random_;
};

TEST(pattern, agrees_with_a_naive_matcher) {
    maker m{8141};
    int matching = 0;
    for (int round = 0; round < 4000; ++round) {
        const tree t = m.make(4);
        const std::string text = t.text();
        const auto p = pattern::compile(text);
        ASSERT_TRUE(p) << text;
        for (int i = 0; i < 12; ++i) {
            const std::string s = m.string(7);
            const bool expected = t.matches(s);
            matching += expected ? 1 : 0;
            ASSERT_EQ(p->matches(s), expected) << text << " on " << s;
            if (expected) continue;
            // up to the offset some text goes on, with the byte there none does
            const std::size_t at = p->mismatch(s);
            ASSERT_LE(at, s.size());
            for (int k = 0; k < 8; ++k) {
                const std::string other = s.substr(0, at) + m.string(4);
                if (t.matches(other) && at < s.size()) {
                    ASSERT_NE(other.substr(0, at + 1), s.substr(0, at + 1)) << text;
                }
            }
            // a proper prefix goes on: its own mismatch is its end, or it matches
            const std::size_t before = p->mismatch(s.substr(0, at));
            ASSERT_TRUE(before == at || before == pattern::matched) << text << " on " << s;
        }
    }
    EXPECT_GT(matching, 4000);
}

} // namespace
