#include <uniform/resolver/choose.hpp>

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/json/writer.hpp>

#include "resolver/records.hpp"

using namespace uniform::resolver;

namespace {

timestamp at(const char *text) { return *parse_timestamp(text); }
const timestamp noon = at("2026-11-21T12:00:00Z");

struct row {
    const char *why;
    std::vector<locator> locators;
    const char *accept;
    const char *languages;
    const char *r;
    std::vector<health> known;
    std::vector<std::size_t> order;
    std::vector<criterion> behind;
};
using enum criterion;

} // namespace

TEST(choose, by_one_criterion_after_the_other) {
    const row rows[] = {
        {"nothing", {}, "", "", "", {}, {}, {}},
        {"order", {{.url = "a"}, {.url = "b"}}, "", "", "", {}, {0, 1}, {none, order}},
        {"weight", {{.url = "a"}, {.url = "b", .weight = 2}}, "", "", "", {}, {1, 0}, {weight, none}},
        {"an expired one is no target, alone neither",
         {{.url = "a", .weight = 9, .valid_until = noon}},
         "",
         "",
         "",
         {},
         {},
         {validity}},
        {"valid from this moment on", {{.url = "a", .valid_from = noon}}, "", "", "", {}, {0}, {none}},
        {"not yet valid",
         {{.url = "a", .valid_from = at("2027-01-01")}, {.url = "b"}},
         "",
         "",
         "",
         {},
         {1},
         {validity, none}},
        {"weight 0 behind all others, whatever was asked for",
         {{.url = "a", .language = "de", .weight = 0}, {.url = "b", .language = "en"}},
         "",
         "de",
         "",
         {},
         {1, 0},
         {reserve, none}},
        {"weight 0 when nothing else is left",
         {{.url = "a", .weight = 0}, {.url = "b", .weight = 0}},
         "",
         "",
         "",
         {},
         {0, 1},
         {none, order}},
        {"weight 0 when the others are dead",
         {{.url = "a"}, {.url = "b", .weight = 0}},
         "",
         "",
         "",
         {health::dead, health::unknown},
         {1, 0},
         {criterion::health, none}},
        {"dead ones behind, however heavy",
         {{.url = "a", .weight = 9}, {.url = "b"}},
         "",
         "",
         "",
         {health::dead, health::alive},
         {1, 0},
         {criterion::health, none}},
        {"dead ones alone are given",
         {{.url = "a"}, {.url = "b"}},
         "",
         "",
         "",
         {health::dead, health::dead},
         {0, 1},
         {none, order}},
        {"RFC 9110 12.5.1: Accept",
         {{.url = "a", .media_type = "text/html"}, {.url = "b", .media_type = "application/pdf"}},
         "application/pdf, text/html;q=0.5",
         "",
         "",
         {},
         {1, 0},
         {media_type, none}},
        {"a type that is not known is before one that does not fit",
         {{.url = "a", .media_type = "image/png"}, {.url = "b"}},
         "text/html",
         "",
         "",
         {},
         {1, 0},
         {media_type, none}},
        {"and behind one that fits",
         {{.url = "a"}, {.url = "b", .media_type = "text/html"}},
         "text/html, */*;q=0.1",
         "",
         "",
         {},
         {1, 0},
         {media_type, none}},
        {"RFC 4647 3.4: Accept-Language",
         {{.url = "a", .language = "en"}, {.url = "b", .language = "de"}},
         "",
         "de-AT, en;q=0.9",
         "",
         {},
         {1, 0},
         {language, none}},
        {"media type before language",
         {{.url = "a", .media_type = "text/html", .language = "en"},
          {.url = "b", .media_type = "image/png", .language = "de"}},
         "text/html",
         "de",
         "",
         {},
         {0, 1},
         {none, media_type}},
        {"the r-component before Accept",
         {{.url = "a", .media_type = "text/html"}, {.url = "b", .media_type = "application/pdf"}},
         "text/html",
         "",
         "type=application/pdf",
         {},
         {1, 0},
         {media_type, none}},
        {"the country that was asked for",
         {{.url = "a"}, {.url = "b", .country = "AT"}, {.url = "c", .country = "DE"}},
         "",
         "",
         "country=at",
         {},
         {1, 0, 2},
         {country, none, country}},
        {"the example of RFC 8141 2.3.1",
         {{.url = "a"}, {.url = "b", .country = "GB"}, {.url = "c", .country = "UA"}},
         "",
         "",
         "CCResolve:cc=uk",
         {},
         {1, 0, 2},
         {country, none, country}},
        {"no such country: those without one",
         {{.url = "a", .country = "AT"}, {.url = "b"}},
         "",
         "",
         "country=FR",
         {},
         {1, 0},
         {country, none}},
        {"none asked for: those without one",
         {{.url = "a", .country = "AT", .weight = 9}, {.url = "b"}},
         "",
         "",
         "",
         {},
         {1, 0},
         {country, none}},
        {"country before health",
         {{.url = "a", .country = "AT"}, {.url = "b"}},
         "",
         "",
         "country=AT",
         {health::dead, health::alive},
         {0, 1},
         {none, country}},
    };
    for (const row &r : rows) {
        preferences w = preferences_of(r.accept, r.languages);
        w.r = read_r_component(r.r);
        const choice c = choose(r.locators, w, noon, r.known);
        EXPECT_EQ(c.order, r.order) << r.why;
        EXPECT_EQ(c.behind, r.behind) << r.why;
        std::string text;
        uniform::json::writer to{text};
        explain(to, r.locators, w, noon, r.known, c);
        const auto explained = nlohmann::json::parse(text);
        ASSERT_EQ(explained["locators"].size(), r.locators.size()) << r.why;
        for (const auto &l : explained["locators"]) EXPECT_FALSE(l["why"].get<std::string>().empty()) << r.why;
        EXPECT_EQ(explained["chosen"].is_null(), r.order.empty()) << r.why;
    }
}

TEST(choose, reports_until_when_it_is_valid) {
    const std::vector<locator> l{{.url = "a", .valid_until = at("2028-01-01")},
                                 {.url = "b", .valid_from = at("2027-01-01")},
                                 {.url = "c", .valid_until = at("2026-01-01")}};
    EXPECT_EQ(choose(l, preferences_of("", ""), noon).until, at("2027-01-01"));
    EXPECT_EQ(choose(l, preferences_of("", ""), at("2027-01-01")).until, at("2028-01-01"));
    EXPECT_FALSE(choose(l, preferences_of("", ""), at("2028-01-01")).until);
}

RC_GTEST_PROP(choose_properties, each_valid_one_has_a_place_and_no_other, ()) {
    std::vector<locator> l;
    for (int i = *rc::gen::inRange(0, 6); i > 0; --i) l.push_back(any_locator());
    const choice c = choose(l, preferences_of("text/html, */*;q=0.5", "de, en"), noon);
    RC_ASSERT(c.behind.size() == l.size());
    for (std::size_t i = 0; i < l.size(); ++i) {
        const bool valid =
            (!l[i].valid_from || *l[i].valid_from <= noon) && (!l[i].valid_until || noon < *l[i].valid_until);
        RC_ASSERT((std::ranges::count(c.order, i) == 1) == valid);
        RC_ASSERT((c.behind[i] == validity) == !valid);
    }
    RC_ASSERT(choose(l, preferences_of("text/html, */*;q=0.5", "de, en"), noon).order == c.order);
}
