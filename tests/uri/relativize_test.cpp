// Relativize: facts, and the three promises: it resolves back, it is the shortest, and it fails only where it must.

#include <uniform/uri/relativize.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>

#include "uri/references.hpp"

namespace {

using namespace uniform;
using text = std::string_view;

std::string relative(text base, text target, edition e = edition::rfc3986, const resolve_options &o = {}) {
    const auto b = parse_uri(base, {e});
    const auto t = parse_uri(target, {e});
    if (!b || !t) return "error:not parsed";
    const auto r = relativize(*b, *t, o);
    return r ? *r : "error:" + std::string{to_string(r.error().code)};
}

struct fact {
    text base, target, expected;
};

TEST(relativize, facts) {
    const fact facts[] = {
        {"http://a/b/c/d;p?q", "http://a/b/c/d;p?q", ""},
        {"http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s", "#s"},
        {"http://a/b/c/d;p?q", "http://a/b/c/d;p?y#s", "?y#s"},
        {"http://a/b/c/d;p?q", "http://a/b/c/d;p#s", "d;p#s"}, // "#s" would bring the query along
        {"http://a/b/c/d;p?q", "http://a/b/c/g", "g"},
        {"http://a/b/c/d;p?q", "http://a/b/c/", "."},
        {"http://a/b/c/d;p?q", "http://a/b/", ".."},
        {"http://a/b/c/d;p?q", "http://a/b/?y", "..?y"},
        {"http://a/b/c/d;p?q", "http://a/b/g", "/b/g"}, // as long as "../g", with fewer ".."
        {"http://a/bb/c/d;p?q", "http://a/bb/g", "../g"},
        {"http://a/b/c/d;p?q", "http://a/", "/"},
        {"http://a/b/c/d;p?q", "http://a/g", "/g"},
        {"http://a/b/c/d;p?q", "http://a", "//a"},
        {"http://a/b/c/d;p?q", "http://g/h", "//g/h"},
        {"http://a/b/c/d;p?q", "https://a/b/c/g", "https://a/b/c/g"},
        {"http://h/path", "http://h", "//h"},
        {"http://h/path", "http://h#f", "//h#f"},
        {"http://h", "http://h/", "."},
        {"http://h/long/", "http://h/long/x:y", "./x:y"},
        {"http://h/", "http://h/x:y", "/x:y"}, // as "./x:y" and shorter
        {"http://h/long/", "http://h/long//x", ".//x"},
        {"http://h/b", "http://h//x", ".//x"},
        {"a:/b/c", "a:/.//g", "/.//g"},
        {"a:b/c", "a:b/d", "d"},
        {"a:b/c", "a:d", "a:d"}, // "../d" is a:/d
        {"a:b", "a:", "."},
        {"mailto:a@b", "mailto:c@d", "c@d"},
        {"http://h/abcdefg/b/c/d", "http://h/abcdefg/x/y/z", "../../x/y/z"},
        {"http://h/a%2Fb/c", "http://h/a%2Fb/d", "d"},
        {"http://h/a%2Fb/c", "http://h/a%2fb/d", "/a%2fb/d"}, // other characters
        {"http://h/a/b", "HTTP://h/a/c", "HTTP://h/a/c"},
        {"http://[::1]/a", "http://[::1]/b", "b"},
    };
    for (const fact &f : facts) EXPECT_EQ(relative(f.base, f.target), f.expected) << f.base << " " << f.target;
}

// Dot segments in an absolute reference go as well (5.2.2), so nothing leads to a URI that has them.
TEST(relativize, unreachable) {
    EXPECT_EQ(relative("http://a/b", "http://a/b/../c"), "error:unreachable_target");
    EXPECT_EQ(relative("http://a/b", "http://x/./c"), "error:unreachable_target");
    EXPECT_EQ(relative("http://a/b/../c", "http://a/b/../c"), "") << "the base itself is always within reach";
    EXPECT_EQ(relative("http://a/b/../c", "http://a/b/../c?y"), "?y");
    const auto r = relativize(parse_uri("a:b").value(), parse_uri("http://h/a/../c").value());
    ASSERT_FALSE(r);
    EXPECT_EQ(r.error().offset, 11U);
    EXPECT_EQ(r.error().section(), "5.2");
}

TEST(relativize, older_editions) {
    const text base = "http://a/b/c/d;p?q";
    for (const edition e : {edition::rfc2396bis_01, edition::rfc2396}) {
        EXPECT_EQ(relative("http://a/b", "http://a/b", e), "b") << "an empty reference is the current document";
        EXPECT_EQ(relative("http://a/b", "http://a/b#s", e), "b#s");
        EXPECT_EQ(relative(base, "http://a/../g", e), "/../g");
        EXPECT_EQ(relative("mailto:a@b", "mailto:c@d", e), "mailto:c@d") << "opaque";
    }
    EXPECT_EQ(relative(base, base, edition::rfc2396bis_01), "?q");
    EXPECT_EQ(relative(base, base, edition::rfc2396), "d;p?q");
    EXPECT_EQ(relative(base, "http://a/b/c/d;p?y", edition::rfc2396bis_01), "?y");
    EXPECT_EQ(relative(base, "http://a/b/c/?y", edition::rfc2396bis_01), ".?y");
    EXPECT_EQ(relative(base, "http://a/b/c/d;p?y", edition::rfc2396), "d;p?y");
    EXPECT_EQ(relative(base, "http://a/b/c/?y", edition::rfc2396), "?y");
}

// Every reference of up to four characters is resolved; for every target so reached, no reference may be shorter than
// the one that relativize gives.
TEST(relativize, no_reference_is_shorter) {
    constexpr text alphabet = "a/.:?#";
    const text bases[] = {"a:",      "a:b",    "a:b/c", "a:/",    "a:/b/c",     "a://h",   "a://h/b/c/d", "a://h?q",
                          "a:/.//b", "a:/b//", "a:/..", "a:/b?q", "a://h/b/?q", "a:a:a/b", "a://a/a:a/a"};
    std::size_t targets = 0;
    for (const edition e : editions) {
        for (const text b : bases) {
            const auto base = parse_uri(b, {e});
            if (!base) continue; // "a:" in RFC 2396
            std::map<std::string, std::string> shortest;
            for (std::size_t size = 0, count = 1; size <= 4; ++size, count *= alphabet.size()) {
                for (std::size_t number = 0; number < count; ++number) {
                    std::string r;
                    for (std::size_t i = 0, rest = number; i < size; ++i, rest /= alphabet.size()) {
                        r += alphabet[rest % alphabet.size()];
                    }
                    const auto reference = parse_uri_reference(r, {e});
                    if (!reference) continue;
                    if (const auto t = resolve(*base, *reference)) shortest.try_emplace(*t, r);
                }
            }
            for (const auto &[t, r] : shortest) {
                if (!parse_uri(t, {e})) continue; // "(current document)"
                ++targets;
                ASSERT_EQ(relative(b, t, e).size(), r.size())
                    << b << " " << t << ": " << r << ", not " << relative(b, t, e);
            }
        }
    }
    EXPECT_GT(targets, 20'000U);
}

TEST(relativize, long_paths_in_linear_time) {
    std::string base = "http://a";
    std::string up;
    for (int i = 0; i < 300'000; ++i) {
        base += "/b";
        up += "../";
    }
    // 300,000 levels up are longer than the way from the root
    EXPECT_EQ(relative(base + "/c", "http://a/x"), "/x");
    EXPECT_EQ(relative("http://a/c" + base.substr(8) + "/d", "http://a/c/" + std::string(1'000'000, 'x')).size(),
              1'000'003U);
}

RC_GTEST_PROP(relativize_properties, resolves_back, ()) {
    const edition e = *rc::gen::elementOf(std::vector<edition>(editions.begin(), editions.end()));
    const std::string authority = *rc::gen::elementOf(std::vector<std::string>{"//h", "//u@h:1", "//", ""});
    const std::string common = *testing_references::path();
    const std::string b = "http:" + authority + common + *testing_references::path() + "?q";
    const auto base = parse_uri(b, {e});
    RC_PRE(base.has_value());
    resolve_options o;
    o.strict = *rc::gen::arbitrary<bool>();
    o.excess = *rc::gen::element(excess_dots::by_edition, excess_dots::keep, excess_dots::drop, excess_dots::refuse);
    o.base_dots = *rc::gen::element(base_dots::as_written, base_dots::removed_first);

    // a target near the base, and one that a reference is known to reach
    const std::string near = "http:" + authority + common + *testing_references::path();
    if (const auto target = parse_uri(near, {e})) {
        if (const auto r = relativize(*base, *target, o)) {
            RC_ASSERT(resolve(*base, parse_uri_reference(*r, {e}).value(), o).value() == near);
            const bool reaches_itself = resolve(*base, *target, o) == std::expected<std::string, error>{near};
            RC_ASSERT(!reaches_itself || r->size() <= near.size());
        }
    }
    const std::string reference = *testing_references::any_reference();
    const auto parsed = parse_uri_reference(reference, {e});
    RC_PRE(parsed.has_value());
    const auto reached = resolve(*base, *parsed, o);
    RC_PRE(reached.has_value());
    const auto target = parse_uri(*reached, {e});
    RC_PRE(target.has_value());
    const auto r = relativize(*base, *target, o);
    RC_ASSERT(r.has_value());
    RC_ASSERT(r->size() <= reference.size());
    RC_ASSERT(resolve(*base, parse_uri_reference(*r, {e}).value(), o).value() == *reached);
}

} // namespace
