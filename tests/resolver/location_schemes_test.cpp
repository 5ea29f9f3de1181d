// The schemes that a redirect may have.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/resolver/location_schemes.hpp>

namespace {

using namespace uniform::resolver;

TEST(location_schemes, by_default_and_by_the_setting) {
    const std::vector<std::string> more{"https", "Gopher", "urn"};
    constexpr struct {
        const char *url;
        bool by_default, with_more;
    } rows[]{
        {"http://a.example/", true, false},
        {"HTTPS://a.example/", true, true},
        {"ftp://a.example/", true, false},
        {"urn:example:a", false, false}, // RFC 8141 2.3.2: no locator
        {"gopher://a.example/", false, true},
        {"javascript://a.example/%0aalert(1)", false, false},
        {"JavaScript://a.example/%0aalert(1)", false, false},
        {"data:text/html,x", false, false},
        {"https", true, true}, // no URL: check_locator_url() refuses it
        {"", false, false},
        {"//a.example/", false, false},
    };
    for (const auto &r : rows) {
        EXPECT_EQ(has_permitted_scheme(r.url, {}), r.by_default) << r.url;
        EXPECT_EQ(has_permitted_scheme(r.url, more), r.with_more) << r.url;
    }
}

TEST(location_schemes, of_names_are_none) {
    EXPECT_TRUE(is_scheme_of_names("urn"));
    EXPECT_TRUE(is_scheme_of_names("URN"));
    EXPECT_FALSE(is_scheme_of_names("urns"));
    EXPECT_FALSE(is_scheme_of_names(""));
    for (const std::string_view scheme : default_location_schemes) EXPECT_FALSE(is_scheme_of_names(scheme)) << scheme;
}

TEST(location_schemes, a_refusal_says_what_where_and_by_which_rule) {
    const name_record r{.locators = {{.url = "https://a.example/"}, {.url = "javascript://a.example/%0aalert(1)"}}};
    const auto refused = check_schemes(r, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().type, problem_type::out_of_policy);
    EXPECT_EQ(refused.error().detail,
              "the scheme \"javascript\" of the locator is not one to which this service redirects: http, https, ftp "
              "(setting locators.schemes)");
    EXPECT_EQ(refused.error().pointer, "/locators/1");
    EXPECT_EQ(refused.error().rule, "setting locators.schemes; RFC 3986 section 7.1");
    EXPECT_TRUE(check_schemes(r, std::vector<std::string>{"javascript", "https"}));
}

} // namespace
