// The country that a request states.

#include <string_view>

#include <gtest/gtest.h>

#include "http/operation/country.hpp"

namespace uniform::http {
namespace {

TEST(country, is_the_region_of_the_preferred_language) {
    struct row {
        std::string_view accept_language;
        std::string_view country;
    };
    constexpr row rows[]{
        {"", ""},
        {"de-AT", "AT"},
        {"de-at,de;q=0.9,en;q=0.8", "AT"},
        {"de, en-US;q=0.7", ""}, // German, wherever
        {"en-US;q=0.5, fr-CA;q=0.8", "CA"},
        {"en-US;q=0.5, fr-CA;q=0.50", "US"}, // the first of two
        {"zh-Hant-TW", "TW"},                // RFC 5646 2.2.3: the script comes before
        {"zh-yue-HK", "HK"},                 // 2.2.2: and the extended language
        {"es-419", ""},                      // 2.2.4: a region of three digits is no country
        {"de-CH-1996", "CH"},
        {"de-x-at", ""}, // 2.2.7: private use
        {"*", ""},
        {"-", ""},
        {",,;q", ""},
        {"en-UK", "GB"},
        {"de-AT;q=0", ""}, // not acceptable
        {"a-b-c-d-e-f-GB", ""},
    };
    for (const row &r : rows) {
        const country_code found = region_of(r.accept_language);
        EXPECT_EQ(found ? found.text() : "", r.country) << r.accept_language;
    }
}

TEST(country, of_the_r_component_comes_first) {
    EXPECT_EQ(country_stated("fi", "de-AT").text(), "FI");
    EXPECT_EQ(country_stated("", "de-AT").text(), "AT");
    EXPECT_EQ(country_stated("Finland", "").operator bool(), false);
    EXPECT_FALSE(country_code::of("1A"));
    EXPECT_FALSE(country_code::of("{{"));
    for (std::size_t i = 0; i < country_code::count; ++i) {
        const country_code c = country_code::at(i);
        if (c.text() != "UK") {
            EXPECT_EQ(country_code::of(c.text()), c);
        }
        EXPECT_EQ(c.index(), i);
    }
}

} // namespace
} // namespace uniform::http
