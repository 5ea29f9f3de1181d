// The operations of each edition: the one table, and the lists that are derived from it.

#include <uniform/syntax/edition_use.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace uniform;

// All words, so that a change of the table is seen here; data/functions.json is compared with it, too.
TEST(edition_use, has_these_editions) {
    EXPECT_EQ(to_string(edition_use::normalize), "normalize");
    EXPECT_EQ(editions_of<edition_use::parse>, "rfc3986 rfc3987 rfc2396bis-01 rfc2396");
    EXPECT_EQ(editions_of<edition_use::valid>,
              "rfc3986 rfc3987 rfc2396bis-01 rfc2396 rfc8141 urnbis-16 urnbis-14 rfc2141 url-06 rfc1738 rfc2397 "
              "rfc4156 rfc4157 rfc4248 rfc4266 rfc4516 rfc5538 rfc6068 rfc6455 rfc8089 rfc9110");
    EXPECT_EQ(editions_of<edition_use::check>, "rfc3986 rfc3987 rfc2396bis-01 rfc2396 url-06 rfc1738");
    EXPECT_EQ(editions_of<edition_use::normalize>, editions_of<edition_use::check>);
    EXPECT_EQ(editions_of<edition_use::resolve>,
              "rfc3986 rfc3987 rfc2396bis-01 rfc2396 rfc8141 urnbis-16 urnbis-14 rfc2141 url-06 rfc1738");
    EXPECT_EQ(editions_of<edition_use::find>, editions_of<edition_use::resolve>);
    EXPECT_EQ(editions_of<edition_use::explain>, editions_of<edition_use::resolve>);
    EXPECT_EQ(editions_of<edition_use::lint>, "rfc3986 rfc3987 rfc8141 urnbis-16 urnbis-14 rfc2141");
    EXPECT_EQ(editions_of<edition_use::urn>, "rfc8141 urnbis-16 urnbis-14 rfc2141");
    EXPECT_EQ(editions_of<edition_use::url>,
              "url-06 rfc1738 rfc2397 rfc4156 rfc4157 rfc4248 rfc4266 rfc4516 rfc5538 rfc6068 rfc6455 rfc8089 rfc9110");
    EXPECT_EQ(editions_listed<edition_use::urn>, "rfc8141, urnbis-16, urnbis-14, rfc2141");
}

// The operations that resolve, find and explain read identifiers of every scheme; a row names itself.
TEST(edition_use, agrees_with_what_the_editions_are) {
    for (std::size_t k = 0; k < edition_uses.size(); ++k) {
        EXPECT_EQ(static_cast<std::size_t>(edition_uses[k]), k);
        EXPECT_EQ(detail::edition_uses[k].use, edition_uses[k]);
    }
    for (std::size_t k = 0; k < detail::edition_table.size(); ++k) {
        const auto e = static_cast<edition>(k);
        SCOPED_TRACE(std::string{to_string(e)});
        EXPECT_TRUE(offers(edition_use::valid, e));
        EXPECT_EQ(offers(edition_use::resolve, e), has_every_scheme(e));
        EXPECT_EQ(offers(edition_use::urn, e), is_urn_edition(e));
        EXPECT_EQ(offers(edition_use::url, e), is_url_edition(e));
        EXPECT_EQ(offers(edition_use::parse, e), generic(e) == e);
        EXPECT_EQ(offers(edition_use::check, e), generic(e) == e || is_edition_of_1994(e));
        EXPECT_EQ(edition_of_use<edition_use::parse>(to_string(e)).has_value(), offers(edition_use::parse, e));
    }
    EXPECT_EQ(edition_of_use<edition_use::check>("url_06"), edition::url_06);
    EXPECT_EQ(edition_of_use<edition_use::check>("rfc0"), std::nullopt);
}

TEST(edition_use, refuses_in_one_sentence) {
    EXPECT_EQ(refused_edition(edition_use::parse, "url-06"),
              "the edition \"url-06\" is not offered here; there are rfc3986, rfc3987, rfc2396bis-01, rfc2396");
    EXPECT_EQ(refused_edition(edition_use::urn, "rfc0"),
              "no edition is called \"rfc0\"; there are rfc8141, urnbis-16, urnbis-14, rfc2141");
    EXPECT_EQ(refused_edition(edition_use::urn, std::string(50, 'a')).substr(0, 65),
              "no edition is called \"" + std::string(40, 'a') + "\"; ");
}

} // namespace
