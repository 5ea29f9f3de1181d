// Settings of a namespace as JSON: what is read, what is refused, and that they come back.

#include <uniform/resolver/namespace_settings.hpp>

#include <set>
#include <string_view>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using namespace uniform::resolver;

std::expected<namespace_settings, problem> parsed(std::string_view json) {
    return read_json(json, namespace_settings_from_json);
}

struct fact {
    const char *text;
    const char *result; // "" or the name of the problem
};

TEST(namespace_settings, are_read_strictly) {
    const fact facts[]{
        {R"({})", ""},
        {R"({"nid":"ISBN","status":"closed","origin":"iana","title":"x","redirect":307,"q_component":"replace",)"
         R"("r_component":true,"public_resolvers":true,"max_age":0})",
         ""},
        {R"({"nid":"is_bn"})", "malformed"},
        {R"({"nid":7})", "invalid"},
        {R"({"status":"open"})", "invalid"},
        {R"({"status":""})", "invalid"},
        {R"({"origin":"there"})", "invalid"},
        {R"({"redirect":308})", "invalid"},
        {R"({"redirect":302.0})", "invalid"},
        {R"({"redirect":"302"})", "invalid"},
        {R"({"q_component":"append "})", "invalid"},
        {R"({"r_component":1})", "invalid"},
        {R"({"max_age":-1})", "invalid"},
        {R"({"max_age":31536001})", "invalid"},
        {R"({"max_age":1e3})", "invalid"},
        {R"({"maxage":1})", "invalid"},
        {R"([])", "malformed"},
        {R"({)", "malformed"},
        {"", "malformed"},
        {"{\"title\":\"\xff\"}", "malformed"},
    };
    for (const fact &f : facts) {
        const auto s = parsed(f.text);
        EXPECT_EQ(s ? "" : to_string(s.error().type), f.result) << f.text;
    }
    const auto s = parsed(facts[1].text);
    ASSERT_TRUE(s);
    EXPECT_EQ(s->nid, "isbn");
    EXPECT_EQ(s->q, q_strategy::replace);
    EXPECT_EQ(s->redirect, 307);
    EXPECT_EQ(s->max_age, 0U);
    // a deep or large value is refused, and soon
    EXPECT_FALSE(parsed(std::string(1'000'000, '[')));
    EXPECT_FALSE(parsed(R"({"title":")" + std::string(1001, 'x') + R"("})"));
    std::string nested = "{\"title\":";
    for (int i = 0; i < 100'000; ++i) nested += "{\"a\":";
    EXPECT_FALSE(parsed(nested));
}

TEST(namespace_settings, are_those_that_can_be_changed_and_three_others) {
    const auto s = parsed(R"({"nid":"local-x","title":"x","request":"1","reinstate_within":60,)"
                          R"("locator_template":"https://a.example/{nss}",)"
                          R"("components":{},"syntax":{"pattern":"^[0-9]+$"},)"
                          R"("equivalence":{"operations":[{"action":"lower-case"}]},)"
                          R"("checks":[{"algorithm":"luhn","strict":true}]})");
    ASSERT_TRUE(s) << s.error().detail;
    std::set<std::string_view> expected{"nid", "origin", "request"};
    expected.insert(changeable_settings.begin(), changeable_settings.end());
    const uniform::json::value all = value_of(*s);
    std::set<std::string_view> members;
    for (const uniform::json::member &m : all.members()) members.insert(m.name);
    EXPECT_EQ(members, expected);
}

// Drafts -16 and -14, Appendix A
TEST(namespace_settings, read_and_write_components) {
    const auto s = parsed(R"({"components":{"q":"^page=[0-9]+$"}})");
    ASSERT_TRUE(s) << s.error().detail;
    EXPECT_TRUE(s->components.allow('q', "page=7"));
    EXPECT_FALSE(s->components.allow('q', "page=x"));
    EXPECT_FALSE(s->components.allow('f', "a"));
    EXPECT_EQ(*parsed(to_json(*s)), *s);
    EXPECT_NE(*parsed(R"({"components":{}})"), *s);
    EXPECT_TRUE(parsed("{}")->components.empty());

    const auto wrong = parsed(R"({"components":{"f":"a(b"}})");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().pointer, "/components/f");
}

RC_GTEST_PROP(namespace_settings_properties, come_back, ()) {
    namespace_settings s;
    s.nid = *rc::gen::element<std::string>("isbn", "urn-7", "a-b");
    s.status = *rc::gen::element(namespace_status::active, namespace_status::closed);
    s.origin = *rc::gen::element<std::string>("iana", "here", "local");
    s.title = *rc::gen::container<std::string>(rc::gen::inRange('\x01', '\x7f'));
    s.request = *rc::gen::element<std::string>("", "12");
    s.redirect = *rc::gen::element(301, 302, 303, 307);
    s.q = *rc::gen::element(q_strategy::append, q_strategy::replace, q_strategy::refuse);
    s.r_component = *rc::gen::arbitrary<bool>();
    s.public_resolvers = *rc::gen::arbitrary<bool>();
    s.max_age = *rc::gen::inRange<std::uint32_t>(0, 31'536'001);
    const auto again = parsed(to_json(s));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == s);
}

} // namespace
