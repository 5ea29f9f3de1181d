// Name records made of a template. RFC 6570 3.2.2 and 3.2.3 (expansion), RFC 8141 2 (the parts of a URN).

#include <uniform/resolver/record_template.hpp>

#include <string>

#include <gtest/gtest.h>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

namespace {

using uniform::json::read;
using uniform::resolver::record_template;

std::expected<record_template, uniform::resolver::problem> template_of(const std::string &json) {
    return record_template::from_json(read(json).value());
}

TEST(record_template, expands_for_each_name) {
    struct row {
        std::string url, urn, prefix, expected;
    };
    for (const row &r : {
             row{"https://a.example/{nss}", "urn:example:lib-7", "example:lib-", "https://a.example/lib-7"},
             row{"https://a.example/{suffix}", "urn:example:lib-7", "example:lib-", "https://a.example/7"},
             row{"https://a.example/{suffix}", "URN:EXAMPLE:lib-7", "example:lib-", "https://a.example/7"},
             row{"https://a.example/{suffix}", "urn:example:lib-7", "", "https://a.example/lib-7"},
             row{"https://a.example/{suffix}", "urn:uuid:f81d4fae", "uuid:", "https://a.example/f81d4fae"},
             row{"https://{nid}.example/", "urn:example:lib-7", "", "https://example.example/"},
             row{"https://a.example/?n={urn}", "urn:example:a/b", "", "https://a.example/?n=urn%3Aexample%3Aa%2Fb"},
             row{"https://a.example/{+urn}", "urn:example:a/b%2F", "", "https://a.example/urn:example:a/b%2F"},
             row{"https://a.example/{nss}", "urn:example:b%2F", "", "https://a.example/b%252F"},
             row{"https://a.example/fixed", "urn:example:b", "", "https://a.example/fixed"},
         }) {
        const auto t = template_of(R"({"locators":[{"url":")" + r.url + R"("}]})");
        ASSERT_TRUE(t) << t.error().detail;
        const auto made = t->expand(r.urn, r.prefix);
        ASSERT_TRUE(made) << made.error().detail;
        EXPECT_EQ(made->locators.at(0).url, r.expected) << r.url;
        EXPECT_EQ(template_of(R"({"locators":[")" + r.url + R"("]})")->expand(r.urn, r.prefix), *made);
    }
    const auto t = template_of(
        R"({"metadata":{"title":"Item {suffix} of {nid}","x":["{urn}",{"y":"{nss}}"},"{} {a b} {\"nss\"} {",7]},
                         "values":[{"type":"URL","value":"{nss}/{{nid}"}]})");
    ASSERT_TRUE(t) << t.error().detail;
    EXPECT_EQ(t->expand("urn:example:lib-7", "example:lib-")->metadata.text(),
              R"({"title":"Item 7 of example","x":["urn:example:lib-7",{"y":"lib-7}"},"{} {a b} {\"nss\"} {",7]})");
    EXPECT_EQ(t->expand("urn:example:lib-7", "example:lib-")->values.at(0).value, "lib-7/{example");
    EXPECT_TRUE(record_template{}.empty());
    EXPECT_EQ(record_template{}.expand("urn:example:a", "").value(), uniform::resolver::name_record{});
}

TEST(record_template, says_what_is_wrong) {
    struct row {
        std::string json, pointer, word;
    };
    for (const row &r : {
             row{"[]", "/template", "object"},
             row{R"({"locators":["https://a.example/{nss"]})", "/template/locators/0", "}"},
             row{R"({"locators":["https://a.example/",{"url":"https://a.example/{name}"}]})",
                 "/template/locators/1/url", "\"url\" of locator 2 of the template has the unknown variable \"name\""},
             row{R"({"locators":["https://a.example/{?nss,x*}"]})", "/template/locators/0",
                 "locator 1 of the template has the unknown variable \"x\""},
             row{R"({"metadata":{"title":"{name}"}})", "/template/metadata/title",
                 "\"title\" of the metadata of the template has the unknown variable \"name\""},
             row{R"({"metadata":{"a":[{"b":"{+nss}"}]}})", "/template/metadata/a/0/b",
                 "\"a\" of the metadata of the template has the unknown variable \"+nss\""},
             row{R"({"values":[{"type":"T","value":"{x}"}]})", "/template/values/0/value",
                 "\"value\" of typed value 1 of the template has the unknown variable \"x\""},
             row{R"({"locators":["{nss}"]})", "/template/locators/0", "urn:example:a"},
             row{R"({"locators":[7]})", "/template/locators/0", "urn:example:a"},
             row{R"({"locators":"{nss}"})", "/template/locators", "urn:example:a"},
             row{R"({"name":"urn:example:{nss}"})", "/template/name", "urn:example:a"},
             row{R"({"metadata":{"title":7}})", "/template/metadata/title", "urn:example:a"},
         }) {
        const auto t = template_of(r.json);
        ASSERT_FALSE(t) << r.json;
        EXPECT_EQ(t.error().pointer, r.pointer) << r.json;
        EXPECT_NE(t.error().detail.find(r.word), std::string::npos) << t.error().detail;
    }
}

} // namespace
