// Which q- and f-components a namespace defines: drafts -16 and -14, Appendix A.

#include <uniform/resolver/defined_components.hpp>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/json/read.hpp>

namespace {

using namespace uniform::resolver;

struct row {
    std::string_view rule; // "": none
    std::string_view q;
    std::string_view f;
    bool allow_q;
    bool allow_f;
};

const row rows[]{
    {"", "a=b", "c", true, true}, // RFC 8141
    {"{}", "a=b", "c", false, false},
    {"{}", "", "", false, false}, // "?=" is never empty, "#" may be
    {R"({"q":"^page=[0-9]+$"})", "page=7", "", true, false},
    {R"({"q":"^page=[0-9]+$"})", "page=", "c", false, false},
    {R"({"q":"^page=[0-9]+$"})", "a&page=7", "c", false, false},
    {R"({"f":"^p[0-9]*$"})", "page=7", "p12", false, true},
    {R"({"q":".*","f":".*"})", "%C3%A4&?/", "", true, true},
};

TEST(defined_components, may_be_used) {
    for (const row &r : rows) {
        defined_components defined;
        if (!r.rule.empty()) {
            const auto value = uniform::json::read(r.rule);
            auto read = defined_components::read(*value);
            ASSERT_TRUE(read) << r.rule << ": " << read.error().detail;
            defined = *read;
            EXPECT_EQ(defined.value(), *value);
        }
        EXPECT_EQ(defined.empty(), r.rule.empty());
        EXPECT_EQ(defined.allow_q(r.q), r.allow_q) << r.rule << ' ' << r.q;
        EXPECT_EQ(defined.allow_f(r.f), r.allow_f) << r.rule << ' ' << r.f;
    }
}

TEST(defined_components, are_read_with_their_mistakes) {
    struct mistake {
        std::string_view text;
        std::string_view pointer;
    };
    constexpr mistake mistakes[]{{R"({"q":""})", "/components/q"},
                                 {R"({"q":"("})", "/components/q"},
                                 {R"({"q":7})", "/components/q"},
                                 {R"({"r":"a"})", "/components/r"},
                                 {R"([])", "/components"}};
    for (const mistake &m : mistakes) {
        const auto read = defined_components::read(*uniform::json::read(m.text));
        ASSERT_FALSE(read) << m.text;
        EXPECT_EQ(read.error().pointer, m.pointer) << m.text << ": " << read.error().detail;
    }
}

TEST(defined_components, are_named_in_the_problem) {
    const problem p = undefined_component("example", 'q', "a=b");
    EXPECT_EQ(p.type, problem_type::out_of_policy);
    EXPECT_EQ(p.detail, "the namespace \"example\" does not define the q-component \"a=b\" (setting components)");
    EXPECT_EQ(p.rule, "draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A");
}

} // namespace
