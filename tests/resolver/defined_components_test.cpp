// The q- and f-components that a namespace defines: drafts -16 and -14, Appendix A.

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
        EXPECT_EQ(defined.allow('q', r.q), r.allow_q) << r.rule << ' ' << r.q;
        EXPECT_EQ(defined.allow('f', r.f), r.allow_f) << r.rule << ' ' << r.f;
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

// RFC 8141 Appendix A: what a registration describes; the drafts' Appendix A: what it does not.
TEST(defined_components, are_named_in_the_problem) {
    constexpr std::string_view rfc = "RFC 8141 Appendix A";
    constexpr std::string_view draft = "draft-ietf-urnbis-rfc2141bis-urn-16 Appendix A";
    const struct {
        std::string_view rule;
        char letter;
        std::string_view says; // "": it may be used
        std::string_view by;
    } facts[]{
        {"{}", 'r', "", ""},
        {"{}", 'q', "define the q", draft},
        {"{}", 'f', "define the f", draft},
        {R"({"q":"^page$"})", 'q', "define the q", rfc},
        {R"({"r":"not-allowed","q":"not-allowed","f":"not-allowed"})", 'r', "allow the r", rfc},
        {R"({"r":"not-allowed","q":"not-allowed","f":"not-allowed"})", 'q', "allow the q", rfc},
        {R"({"r":"not-allowed","q":"not-allowed","f":"not-allowed"})", 'f', "allow the f", rfc},
        {R"({"r":"not-defined"})", 'r', "", ""},
        {R"({"r":"allowed"})", 'r', "", ""},
    };
    for (const auto &f : facts) {
        const auto p = defined_components::read(*uniform::json::read(f.rule))->refuse("example", f.letter, "a=b");
        ASSERT_EQ(p.has_value(), !f.says.empty()) << f.rule << f.letter;
        if (!p) continue;
        EXPECT_EQ(p->type, problem_type::out_of_policy);
        EXPECT_EQ(p->detail, "the namespace \"example\" does not " + std::string{f.says} +
                                 "-component \"a=b\" (setting components)");
        EXPECT_EQ(p->rule, f.by) << f.rule << f.letter;
    }
}

} // namespace
