// Names as the styles of bibliographies cite them.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "http/metadata/citation_styles.hpp"

namespace uniform::http {
namespace {

using enum citation_style;

TEST(citation_styles, cite) {
    constexpr std::string_view lakes =
        R"({"title":"Forests & Lakes","creator":["Aalto, Ida Maria","Väli-Maa, Jean-Luc"],"date":"2026-11-02",)"
        R"("publisher":"Press"})";
    constexpr std::string_view many =
        R"({"title":"What?","creator":["Aalto, Ida","Berg, Bo","National Library"],"date":"2026"})";
    constexpr std::string_view body = R"({"title":"Report","creator":"Agency","publisher":"Agency"})";
    struct row {
        std::string_view metadata;
        citation_style style;
        std::string_view cited;
    };
    const row rows[]{
        {lakes, apa, "Aalto, I. M., & Väli-Maa, J.-L. (2026). Forests & Lakes. Press. https://u.example/urn:example:b"},
        {lakes, chicago,
         "Aalto, Ida Maria, and Jean-Luc Väli-Maa. 2026. Forests & Lakes. Press. https://u.example/urn:example:b."},
        {lakes, mla,
         "Aalto, Ida Maria, and Jean-Luc Väli-Maa. Forests & Lakes. Press, 2026, https://u.example/urn:example:b."},
        {lakes, iso_690,
         "Aalto, Ida Maria and Jean-Luc Väli-Maa. Forests & Lakes. Press, 2026. Available from: "
         "https://u.example/urn:example:b. urn:example:b"},
        {many, apa, "Aalto, I., Berg, B., & National Library. (2026). What? https://u.example/urn:example:b"},
        {many, chicago, "Aalto, Ida, Bo Berg, and National Library. 2026. What? https://u.example/urn:example:b."},
        {many, mla, "Aalto, Ida, et al. What? 2026, https://u.example/urn:example:b."},
        {body, apa, "Agency. (n.d.). Report. https://u.example/urn:example:b"},
        {R"({"title":"Alone","date":"1994"})", apa, "Alone. (1994). https://u.example/urn:example:b"},
        {R"({"title":"Alone"})", chicago, "Alone. n.d. https://u.example/urn:example:b."},
        {R"({"title":"Two\nlines"})", mla, "Two lines. https://u.example/urn:example:b."},
    };
    for (const row &r : rows) {
        const resolver::name_record record{.metadata = std::string{r.metadata}};
        EXPECT_EQ(cited({"example:b", record, "https://u.example/urn:example:b"}, r.style), std::string{r.cited} + "\n")
            << to_string(r.style);
    }
}

TEST(citation_styles, cut_long_lists_of_authors) {
    std::string creators;
    for (int i = 0; i < 25; ++i) {
        creators.append(creators.empty() ? "" : ",").append("\"F").append(std::to_string(i)).append(", G\"");
    }
    const resolver::name_record record{.metadata = R"({"title":"T","creator":[)" + creators + "]}"};
    const name_description d{"example:b", record, {}};
    EXPECT_TRUE(cited(d, apa).contains("F18, G., . . . F24, G. (n.d.)")) << cited(d, apa);
    EXPECT_TRUE(cited(d, chicago).contains("G F6, et al. n.d.")) << cited(d, chicago);
    EXPECT_TRUE(cited(d, apa).ends_with("T. urn:example:b\n")) << "without a known address, the name";
}

} // namespace
} // namespace uniform::http
