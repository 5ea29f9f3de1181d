// Names for new schemes: draft-ietf-uri-url-06 section 4, RFC 7595 section 3.8.

#include <uniform/url/scheme_name.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace uniform;
using enum scheme_name_rule;

struct row {
    std::string_view source;
    std::string_view name;
    std::vector<scheme_name_rule> broken;
    bool is_private = false;
};

TEST(scheme_name, is_free_or_broken_rules_say_why) {
    const row rows[]{
        {"RFC 7595 3.8", "weather", {}},
        {"RFC 7595 7", "http", {not_registered}},
        {"RFC 7595 3.8: lower case", "Weather", {lower_case}},
        {"RFC 7595 3.8", "HTTP", {not_registered, lower_case}},
        {"RFC 7595 3.8: its own example", "com.example.mything", {}, true},
        {"RFC 7595 3.8", "my.thing.4+", {reversed_domain}},
        {"RFC 7595 3.8", "weather.", {reversed_domain}},
        {"RFC 7595 3.8: no top-level domain has digits", "a1.example", {reversed_domain}},
        {"url-06 4: x-", "x-weather", {not_experimental}},
        {"url-06 2.1, 4", "X-weather", {lower_case, not_experimental}},
        {"url-06 4: reserved, and registered since", "mailserver", {not_registered, not_reserved}},
        {"url-06 4: the same", "z39.50", {not_registered, not_reserved, reversed_domain}},
    };
    for (const row &it : rows) {
        const auto verdict = classify_scheme_name(it.name);
        EXPECT_TRUE(verdict.well_formed()) << it.name;
        EXPECT_EQ(verdict.is_private, it.is_private) << it.name;
        EXPECT_EQ(verdict.available(), it.broken.empty()) << it.name;
        for (const scheme_name_rule r : scheme_name_rules) {
            EXPECT_EQ(verdict.breaks(r), std::ranges::find(it.broken, r) != it.broken.end())
                << it.source << ": " << it.name << " and the rule \"" << cite(r).says << '"';
        }
    }
}

TEST(scheme_name, is_a_scheme_by_rfc3986_section_3_1) {
    struct malformed {
        std::string_view name;
        error_code code;
        std::uint64_t offset;
    };
    constexpr malformed rows[]{
        {"", error_code::empty_component, 0},        {"1a", error_code::invalid_scheme, 0},
        {"a_b", error_code::invalid_character, 1},   {"h\xC3\xA9", error_code::invalid_character, 1},
        {"http:", error_code::invalid_character, 4},
    };
    for (const malformed &it : rows) {
        const auto verdict = classify_scheme_name(it.name);
        ASSERT_FALSE(verdict.well_formed()) << it.name;
        EXPECT_FALSE(verdict.available());
        EXPECT_EQ(verdict.fault->code, it.code) << it.name;
        EXPECT_EQ(verdict.fault->offset, it.offset) << it.name;
        EXPECT_EQ(verdict.fault->section(), "3.1");
    }
}

TEST(scheme_name, what_a_caller_added_is_taken) {
    scheme_registry mine;
    ASSERT_TRUE(mine.add({.name = "weather"}));
    EXPECT_FALSE(classify_scheme_name("weather", mine).available());
    EXPECT_TRUE(classify_scheme_name("weather").available());
}

} // namespace
