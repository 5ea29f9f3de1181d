#include <uniform/resolver/language.hpp>
#include <uniform/resolver/negotiate.hpp>

#include <gtest/gtest.h>

using namespace uniform::resolver;

TEST(negotiate, knows_media_types) {
    for (const char *good : {"text/html", "application/ld+json", "text/html;charset=utf-8",
                             "text/html ; charset=\"a b\"", "text/plain; format=flowed; delsp=yes"}) {
        EXPECT_TRUE(is_media_type(good)) << good;
    }
    for (const char *bad : {"", "html", "text/", "/html", "*/*", "text/*", "text/html;", "text/html;charset",
                            "text/html; charset=a b", "text/ html", "text/html\r\nX: y", "text/html;a=\"b"}) {
        EXPECT_FALSE(is_media_type(bad)) << bad;
    }
    EXPECT_FALSE(is_media_type("text/" + std::string(300, 'x')));
    EXPECT_EQ(canonical_media_type("Text/HTML ; CharSet=UTF-8"), "text/html;charset=UTF-8");
}

TEST(negotiate, the_most_specific_range_decides) {
    // RFC 9110 12.5.1, with its table
    const accept_list a{
        "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5"};
    struct row {
        const char *media_type;
        int quality;
    };
    constexpr row rows[] = {
        {"text/plain;format=flowed", 1000}, {"text/plain", 700},       {"text/html", 300}, {"image/jpeg", 500},
        {"text/plain;format=fixed", 400},   {"text/html;level=3", 300}};
    for (const row &r : rows) EXPECT_EQ(a.of(r.media_type).quality, r.quality) << r.media_type;
}

TEST(negotiate, what_cannot_be_read_is_left_out) {
    EXPECT_EQ(accept_list{"text/html;q=2, application/json"}.of("text/html").quality, 0);
    EXPECT_EQ(accept_list{"*/html, application/json"}.of("application/json").quality, 1000);
    EXPECT_EQ(accept_list{"application/json;q=0"}.of("application/json").quality, 0);
    EXPECT_TRUE(accept_list{""}.empty());
    EXPECT_TRUE(accept_list{", ;;,"}.empty());
    EXPECT_EQ(accept_list{""}.of("image/png").quality, 1000);
    EXPECT_EQ(accept_list{"TEXT/html;Charset=\"UTF-8\""}.of("text/html;charset=utf-8").quality, 1000);
}

TEST(language, well_formed_tags) {
    // RFC 5646 Appendix A
    for (const char *good : {"de", "i-enochian", "zh-Hant", "zh-cmn-Hans-CN", "cmn-Hans-CN", "sl-rozaj-biske",
                             "de-CH-1901", "hy-Latn-IT-arevela", "es-419", "de-CH-x-phonebk", "x-whatever",
                             "en-a-myext-b-another", "zh-gan-yue", "sgn-BE-FR", "en-us-u-islamcal"}) {
        EXPECT_TRUE(is_language_tag(good)) << good;
    }
    for (const char *bad : {"", "d", "de_AT", "de--AT", "de-", "-de", "de-419-DE", "a-DE", "ar-a-aaa-b-bbb-a-ccc", "x",
                            "en-x", "de-1901-1901", "en-a", "english-language-tag", "12"}) {
        EXPECT_FALSE(is_language_tag(bad)) << bad;
    }
    EXPECT_EQ(canonical_language_tag("EN-ca-X-CA"), "en-CA-x-ca");
    EXPECT_EQ(canonical_language_tag("sgn-be-fr"), "sgn-BE-FR");
    EXPECT_EQ(canonical_language_tag("az-latn-x-LATN"), "az-Latn-x-latn");
}

TEST(language, the_better_fit) {
    struct row {
        const char *document;
        const char *accept;
        const char *better;
        const char *worse; // null: `better` fits, nothing else is asked
    };
    constexpr row rows[] = {
        {"RFC 9110 12.5.4: quality", "da, en-gb;q=0.8, en;q=0.7", "da", "en-GB"},
        {"RFC 9110 12.5.4: the narrower one", "da, en-gb;q=0.8, en;q=0.7", "en-GB", "en"},
        {"RFC 4647 3.4: cut from the end", "zh-Hant-CN-x-private1-private2", "zh-Hant-CN-x-private1", "zh-Hant-CN"},
        {"RFC 4647 3.4: cut with the single letter", "zh-Hant-CN-x-private1", "zh-Hant-CN", "zh-Hant"},
        {"equal before narrower", "de", "de", "de-AT"},
        {"order when qualities are the same", "fr, de", "fr", "de"},
        {"wildcard behind", "fr, *;q=0.5", "fr", "it"},
        {"wildcard", "*", "it", nullptr},
        {"any case", "DE-at", "de-AT", nullptr},
    };
    for (const row &r : rows) {
        const auto ranges = parse_accept_language(r.accept);
        EXPECT_GT(language_fit(r.better, ranges), r.worse == nullptr ? 0 : language_fit(r.worse, ranges)) << r.document;
    }
    EXPECT_EQ(language_fit("it", parse_accept_language("de, en")), 0U);
    EXPECT_EQ(language_fit("de-AT", parse_accept_language("de-AT;q=0, de")), 0U) << "RFC 9110 12.4.2: q=0";
    EXPECT_NE(language_fit("de-CH", parse_accept_language("de-AT;q=0, de")), 0U);
    EXPECT_EQ(language_fit("de", parse_accept_language("d_e, de;q=x, de;r=1")), 0U) << "not readable";
}
