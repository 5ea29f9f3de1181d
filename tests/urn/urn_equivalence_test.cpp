// RFC 8141 3 (drafts -16 3, -14 4; RFC 2141 5 and 6): URN-equivalence, the same for all namespaces.
#include <uniform/urn/equivalence.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <unordered_set>
#include <vector>

#include "urn/allocations.hpp"

namespace {

using namespace uniform;
using namespace uniform::literals;
using text = std::string_view;

constexpr edition now = edition::rfc8141;
constexpr edition d16 = edition::urnbis_16;
constexpr edition d14 = edition::urnbis_14;
constexpr edition old = edition::rfc2141;

// URNs of one group are equivalent to each other and to no URN of another group of the same list.
struct list {
    text source;
    uniform::edition edition;
    std::vector<std::vector<text>> groups;
};

const list lists[]{
    {"RFC 8141 3.2",
     now,
     {{"urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456",                // first
       "urn:example:a123,z456?+abc", "urn:example:a123,z456?=xyz", "urn:example:a123,z456#789"}, // second
      {"urn:example:a123,z456/foo"},                                                             // third
      {"urn:example:a123,z456/bar"},
      {"urn:example:a123,z456/baz"},
      {"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"}, // fourth
      {"urn:example:A123,z456"},                              // fifth
      {"urn:example:a123,Z456"},
      {"urn:example:%D0%B0123,z456"}}}, // sixth: CYRILLIC SMALL LETTER A
    {"draft -16 3.2",
     d16,
     {{"urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456", "urn:example:a123,z456?=abc",
       "urn:example:a123,z456#789", "urn:example:a123,z456#abc"},
      {"urn:example:a123,z456/foo"},
      {"urn:example:a123,z456/bar"},
      {"urn:example:a123,z456/baz"},
      {"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"},
      {"urn:example:A123,z456"},
      {"urn:example:a123,Z456"},
      {"urn:example:%D0%B0123,z456"}}},
    // The examples of draft -14 4.2 are lost in the copy at hand; the same, with its delimiters.
    {"draft -14 4.1",
     d14,
     {{"urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456", "urn:example:a123,z456?abc",
       "urn:example:a123,z456?\?abc", "urn:example:a123,z456?a?\?b#c", "urn:example:a123,z456#789"},
      {"urn:example:a123,z456/foo", "URN:example:a123,z456/foo?q"},
      {"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"},
      {"urn:example:A123,z456"}}},
    {"RFC 2141 6",
     old,
     {{"URN:foo:a123,456", "urn:foo:a123,456", "urn:FOO:a123,456"},
      {"urn:foo:A123,456"},
      {"urn:foo:a123%2C456", "URN:FOO:a123%2c456"}}},
    {"RFC 8141 3.1",
     now,
     {{"urn:example:%c3%a4", "urn:example:%C3%A4", "urn:example:%c3%A4"},
      {"urn:example:%41"}, // nothing is decoded
      {"urn:example:A"},
      {"urn:example:%2F"},
      {"urn:example:a%25aF", "urn:example:a%25aF?+r"}, // the letters behind "%25" are no digits of a triplet
      {"urn:example:a%25af"},
      {"urn:example:a/../b"}, // no dot segments
      {"urn:example:b"},
      {"urn:ex-ample:b"},
      {"urn:example1:b"},
      {"urn:exampl:eb"}}},
};

TEST(urn_equivalence, the_examples_of_the_documents) {
    for (const list &l : lists) {
        SCOPED_TRACE(l.source);
        for (std::size_t i = 0; i < l.groups.size(); ++i) {
            for (const text a : l.groups[i]) {
                for (std::size_t k = 0; k < l.groups.size(); ++k) {
                    for (const text b : l.groups[k]) {
                        SCOPED_TRACE(std::string{a} + " " + std::string{b});
                        const urn_view x = parse_urn(a, {l.edition}).value();
                        const urn_view y = parse_urn(b, {l.edition}).value();
                        EXPECT_EQ(urn_equivalent(x, y), i == k);
                        EXPECT_EQ(normalized_assigned_name(x) == normalized_assigned_name(y), i == k);
                        EXPECT_EQ(urn_equal{}(x, y), i == k);
                        if (i == k) {
                            EXPECT_EQ(urn_hash(x), urn_hash(y));
                            EXPECT_EQ(urn_hasher{}(x), urn_hasher{}(y));
                        }
                    }
                }
            }
        }
    }
}

struct normal_form {
    text source;
    text urn;
    text normal;
};

const normal_form normal_forms[]{
    {"3.1 (1)", "URN:example:a", "urn:example:a"},
    {"3.1 (1)", "uRn:example:a", "urn:example:a"},
    {"3.1 (2)", "urn:EXAMPLE:A", "urn:example:A"},
    {"3.1 (2)", "urn:X9-Z:A", "urn:x9-z:A"},
    {"3.1 (3)", "urn:example:a123%2cz456", "urn:example:a123%2Cz456"},
    {"3.1 (3)", "urn:example:%c3%a4%e2%82%ac", "urn:example:%C3%A4%E2%82%AC"},
    {"3.1 (3): A to F alone", "urn:example:%2fabc%25ab", "urn:example:%2Fabc%25ab"},
    {"3.1: not decoded", "urn:example:%41%7e", "urn:example:%41%7E"},
    {"3.1: r, q and f ignored", "urn:example:a?+r%aa?=q#f", "urn:example:a"},
    {"3.1: the NSS is case-sensitive", "urn:example:aBc", "urn:example:aBc"},
    {"3.1", "urn:example:a/b%2f", "urn:example:a/b%2F"},
};

TEST(urn_equivalence, normalizes_the_assigned_name) {
    for (const normal_form &f : normal_forms) {
        SCOPED_TRACE(std::string{f.source} + " " + std::string{f.urn});
        const urn_view u = parse_urn(f.urn).value();
        EXPECT_EQ(normalized_assigned_name(u), f.normal);
        EXPECT_EQ(is_normal(u), u.assigned_name() == f.normal);
        const urn_view n = parse_urn(f.normal).value();
        EXPECT_TRUE(is_normal(n));
        EXPECT_EQ(normalized_assigned_name(n), f.normal);
        EXPECT_TRUE(urn_equivalent(u, n));
        std::string appended = "before ";
        appended.reserve(200);
        const std::size_t allocations = test::allocations();
        normalized_assigned_name_append(appended, u);
        EXPECT_EQ(test::allocations(), allocations); // there was room
        EXPECT_EQ(appended, "before " + std::string{f.normal});
    }
}

TEST(urn_equivalence, serves_containers) {
    std::unordered_set<urn_view, urn_hasher, urn_equal> names;
    for (const text t : lists[0].groups[0]) names.insert(parse_urn(t).value());
    EXPECT_EQ(names.size(), 1U);
    names.insert("urn:example:a123,Z456"_urn);
    EXPECT_EQ(names.size(), 2U);
    EXPECT_TRUE(names.contains("URN:Example:a123,Z456?=q"_urn));
}

// Editions differ in the delimiters, not in what an assigned-name is.
TEST(urn_equivalence, holds_between_editions) {
    const urn_view a = parse_urn("urn:foo:a%2c?+r", {now}).value();
    const urn_view b = parse_urn("URN:FOO:a%2C", {old}).value();
    const urn_view c = parse_urn("urn:Foo:a%2C?q?\?r", {d14}).value();
    EXPECT_TRUE(urn_equivalent(a, b) && urn_equivalent(b, c) && urn_equivalent(a, c));
    EXPECT_EQ(urn_hash(a), urn_hash(b));
    EXPECT_EQ(urn_hash(b), urn_hash(c));
}

// Names of every length, of which two differ in one place: equal hashes would be found here if a part of the NSS were
// left out of the hash.
TEST(urn_equivalence, the_hash_sees_every_character) {
    for (std::size_t length = 1; length < 70; ++length) {
        const std::string a = "urn:example:" + std::string(length, 'a');
        const std::uint64_t h = urn_hash(parse_urn(a).value());
        for (std::size_t i = 0; i < length; ++i) {
            std::string b = a;
            b[12 + i] = 'b';
            EXPECT_NE(urn_hash(parse_urn(b).value()), h) << b;
        }
        EXPECT_NE(urn_hash(urn::parse(a + "a").value()), h);
        EXPECT_NE(urn_hash(urn::parse("urn:exampl:" + std::string(length, 'a')).value()), h);
    }
}

// An equivalence relation: what is equivalent to the same is equivalent to each other, whatever the spelling.
RC_GTEST_PROP(urn_equivalence_properties, is_a_relation_that_ignores_spelling, ()) {
    const auto spelling = [](text scheme, text nid, text nss, text tail) {
        std::string t;
        for (const char c : scheme) t += *rc::gen::element(c, static_cast<char>(c & ~0x20));
        t += ':';
        for (const char c : nid) t += *rc::gen::element(c, c >= 'a' ? static_cast<char>(c & ~0x20) : c);
        t += ':';
        for (std::size_t i = 0; i < nss.size(); ++i) {
            const bool digit = (i > 0 && nss[i - 1] == '%') || (i > 1 && nss[i - 2] == '%');
            t += digit && nss[i] >= 'A' ? *rc::gen::element(nss[i], static_cast<char>(nss[i] | 0x20)) : nss[i];
        }
        return t + std::string{tail};
    };
    const auto nss = *rc::gen::element<text>("a", "a%2Cb", "%C3%A4/x", "A:b%AF%FA", "%EF%BB%BF~");
    const auto tails = rc::gen::element<text>("", "?+r", "?=q", "#f", "?+r?=q#f");
    const std::string a = spelling("urn", "ex-1", nss, *tails);
    const std::string b = spelling("urn", "ex-1", nss, *tails);
    const urn_view x = parse_urn(a).value();
    const urn_view y = parse_urn(b).value();
    RC_ASSERT(urn_equivalent(x, y) && urn_equivalent(y, x) && urn_equivalent(x, x));
    RC_ASSERT(urn_hash(x) == urn_hash(y));
    RC_ASSERT(normalized_assigned_name(x) == normalized_assigned_name(y));
    RC_ASSERT(normalized_assigned_name(x) == "urn:ex-1:" + std::string{nss});
}

} // namespace
