// One locator for all names of a namespace or a prefix. RFC 6570 3.2.2 and 3.2.3 (expansion).

#include <uniform/resolver/locator_template.hpp>

#include <string>

#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>

#include "resolver/records.hpp"

namespace {

using namespace uniform::resolver;

TEST(locator_template, makes_the_locator_of_a_name) {
    struct row {
        const char *text, *urn, *prefix, *expected;
    };
    for (const row &r : {
             row{"https://a.example/{nss}", "urn:example:lib-7", "", "https://a.example/lib-7"},
             row{"https://a.example/{suffix}", "urn:example:lib-7", "example:lib-", "https://a.example/7"},
             row{"https://a.example/{nss}", "urn:example:a/b%2F", "", "https://a.example/a%2Fb%252F"},
             row{"https://a.example/{+nss}", "urn:example:a/b%2F", "", "https://a.example/a/b%2F"},
             row{"https://{nid}.example/?n={urn}", "urn:example:a", "", "https://example.example/?n=urn%3Aexample%3Aa"},
             row{"https://a.example/{?nss}#{nid}", "urn:example:a", "", "https://a.example/?nss=a#example"},
         }) {
        EXPECT_TRUE(check_locator_template(r.text)) << r.text;
        EXPECT_EQ(locator_of_template(r.text, r.urn, r.prefix), r.expected) << r.text;
    }
    EXPECT_FALSE(locator_of_template("https://a.example/{nss}{nss}{nss}{nss}{nss}",
                                     "urn:example:" + std::string(2000, 'a'), "")); // longest_locator
    // RFC 3986 3.3: dot segments, also percent-encoded, would lead out of /base/.
    for (const char *urn : {"urn:example:x/../../y", "urn:example:..", "urn:example:%2E%2e/y", "urn:example:a/.%2E",
                            "urn:example:a/./b"}) {
        EXPECT_FALSE(locator_of_template("https://a.example/base/{+nss}", urn, "")) << urn;
    }
    // Many servers decode the slashes, too.
    EXPECT_FALSE(locator_of_template("https://a.example/base/{nss}", "urn:example:a/../b", ""));
    for (const char *urn : {"urn:example:a/../b", "urn:example:q%2f..%2Fz", "urn:example:..%5c"}) {
        EXPECT_FALSE(locator_of_template("https://a.example/base/{+nss}", urn, "")) << urn;
    }
    EXPECT_EQ(locator_of_template("https://a.example/base/{nss}", "urn:example:a/...%2fb", ""),
              "https://a.example/base/a%2F...%252fb");
    EXPECT_EQ(locator_of_template("https://a.example/?n={+nss}", "urn:example:a/../b", ""),
              "https://a.example/?n=a/../b"); // no path
}

// RFC 8141 2.3.2: what a q-component adds to the query is no part of another name.
TEST(locator_template, keeps_names_apart_from_q_components) {
    const struct {
        const char *text;
        bool fine;
    } rows[]{
        {"https://a.example/?n={nss}", true},           {"https://a.example/{+nss}?n={suffix}", true},
        {"https://a.example/{+nss}?x", true},           {"https://a.example/{?nss}", true},
        {"https://a.example/{?nss}{&urn}", true},       {"https://a.example/?n=#{+nss}", true},
        {"https://a.example/?n={nss}{#urn}", true},     {"https://a.example/?n={+nid}&s={nss}", true},
        {"https://a.example/?n={+nss}", false},         {"https://a.example/?n={+suffix:9}", false},
        {"https://a.example/?n={nss}&u={+urn}", false}, {"https://a.example/{?nid}&u={+urn}", false},
        {"https://a.example/?n={+nid,nss}", false},     {"", true},
    };
    for (const auto &row : rows) {
        const auto fine = check_new_locator_template(row.text);
        EXPECT_EQ(fine.has_value(), row.fine) << row.text;
        if (!fine) {
            EXPECT_EQ(fine.error().pointer, "/locator_template");
        }
        if (*row.text != '\0') {
            EXPECT_TRUE(check_locator_template(row.text)) << "in a store: " << row.text;
        }
    }
}

TEST(locator_template, says_what_is_wrong) {
    struct row {
        const char *text, *says;
    };
    for (const row &r : {
             row{"https://a.example/{name}", "has the unknown variable \"name\"; there are urn, nid, nss and suffix"},
             row{"https://a.example/{nss", "is no URI template"},
             row{"{nss}", "must make locators, but makes \"a\""},
             row{"a/{nss}", "must make locators"},
             row{"mailto:{nss}@a.example", "must make locators"},
             row{"https://{nss}.example/", "must have the same host"},
             row{"https://a.example{+nss}", "must make locators"},
             row{"https://{+suffix}/", "must "},
             row{"https://a.example:{nss}/", "must "},
             row{"https://m\u00FCnchen.example/{nss}", "must have its host without percent-encoding"},
             row{"https://m%C3%BCnchen.example/{nss}", "must have its host without percent-encoding"},
             row{"https://a.example/b/../{nss}", "must have no \".\" or \"..\" segment"},
         }) {
        const auto fine = check_locator_template(r.text);
        ASSERT_FALSE(fine) << r.text;
        EXPECT_TRUE(fine.error().says.starts_with(r.says)) << r.text << ' ' << fine.error().says;
    }
    EXPECT_EQ(check_locator_template("https://a.example/{name}").error().offset, 19U);
}

TEST(locator_template, is_a_setting_of_a_namespace_and_a_policy_of_a_delegation) {
    const auto s = read_json(R"({"locator_template":"https://a.example/{nss}"})", namespace_settings_from_json);
    ASSERT_TRUE(s) << s.error().detail;
    EXPECT_EQ(s->locator_template, "https://a.example/{nss}");
    EXPECT_EQ(read_json(to_json(*s), namespace_settings_from_json), *s);
    const auto wrong = read_json(R"({"locator_template":"https://a.example/{name}"})", namespace_settings_from_json);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().pointer, "/locator_template");
    EXPECT_TRUE(wrong.error().detail.contains("unknown variable \"name\"")) << wrong.error().detail;

    const auto delegation = [](const std::string &text) {
        return read_json<uniform::resolver::delegation>(text, delegation_from_json);
    };
    const auto d = delegation(R"({"prefix":"example:","locator_template":"https://a.example/{suffix}"})");
    ASSERT_TRUE(d) << d.error().detail;
    EXPECT_EQ(delegation(to_json(*d)), *d);
    EXPECT_FALSE(delegation(R"({"prefix":"example:","locator_template":"https://a.example/{name}"})"));
    EXPECT_TRUE(delegation(R"({"hosts":["*.example"],"locator_template":"https://a.example/{nss}"})"));
    const auto elsewhere = delegation(R"({"hosts":["b.example"],"locator_template":"https://a.example/{nss}"})");
    ASSERT_FALSE(elsewhere);
    EXPECT_EQ(elsewhere.error().pointer, "/locator_template");
}

} // namespace
