// Names in the formats of reference managers and catalogues: what is escaped, what is left out, what is required.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/json/writer.hpp>

#include "http/metadata/catalogue.hpp"
#include "http/metadata/citation.hpp"

namespace uniform::http {
namespace {

const resolver::name_record &book() {
    static const resolver::name_record r{
        .locators = {{.url = "https://a.example/b.pdf", .media_type = "application/pdf", .language = "fi"}},
        .metadata = R"({"title":"Forests & Lakes","creator":["Aalto, Ida","National Library"],"date":"2026-11-02",)"
                    R"("publisher":"Press","type":"book","subject":["water","wood"],"language":"fi",)"
                    R"("description":"Two\nlines"})",
        .other_names = {"urn:isbn:9780306406157"},
        .successor = "urn:example:c"};
    return r;
}
name_description of_book() { return {"example:b", book(), "https://urn.example.org/urn:example:b"}; }

TEST(citation, bibtex_of_a_book) {
    EXPECT_EQ(bibtex(of_book()), "@book{urn:example:b,\n"
                                 "  author = {Aalto, Ida and {National Library}},\n"
                                 "  title = {Forests \\& Lakes},\n"
                                 "  year = {2026},\n"
                                 "  month = nov,\n"
                                 "  publisher = {Press},\n"
                                 "  abstract = {Two lines},\n"
                                 "  keywords = {water, wood},\n"
                                 "  language = {fi},\n"
                                 "  urn = {urn:example:b},\n"
                                 "  url = {https://urn.example.org/urn:example:b}\n"
                                 "}\n");
}

TEST(citation, bibtex_escapes_what_latex_interprets) {
    struct row {
        std::string title;
        std::string_view written;
    };
    const row rows[]{
        {"100 %", "100 \\%"},
        {"a_b #1 $x$", "a\\_b \\#1 \\$x\\$"},
        {"~^", "\\textasciitilde{}\\textasciicircum{}"},
        {"}", "\\textbraceright{}"}, // does not end the field
        {"{", "\\textbraceleft{}"},
        {"\\input{x}", "\\textbackslash{}input\\textbraceleft{}x\\textbraceright{}"},
        {"two\r\nlines\tand\x01more", "two lines and more"},
        {"\xC3\x84iti", "\xC3\x84iti"},
    };
    for (const row &r : rows) {
        const resolver::name_record record{.metadata = json::to_text(json::value{}.set("title", r.title))};
        EXPECT_TRUE(bibtex({"example:a", record}).contains("  title = {" + std::string(r.written) + "}"))
            << bibtex({"example:a", record});
    }
    const resolver::name_record none{};
    EXPECT_EQ(bibtex({"example:a'(,%2F)", none}), "@misc{urn:example:a____2F_,\n  urn = {urn:example:a'(,%2F)}\n}\n");
    // "and" separates names, and three parts of one have a meaning of their own.
    const resolver::name_record names{.metadata = R"({"creator":["Smith and Sons, Ltd","A, B, C","One"]})"};
    EXPECT_TRUE(bibtex({"example:a", names}).contains("author = {{Smith and Sons, Ltd} and {A, B, C} and {One}}"));
}

RC_GTEST_PROP(citation_properties, braces_of_bibtex_are_balanced, (const std::string &text)) {
    const resolver::name_record r{.metadata =
                                      json::to_text(json::value{}.set("title", text + "x").set("creator", text + "y"))};
    int depth = 0;
    for (const char c : bibtex({"example:a", r})) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        RC_ASSERT(depth >= 0);
    }
    RC_ASSERT(depth == 0);
}

TEST(citation, ris_has_one_line_for_each_value) {
    EXPECT_EQ(ris(of_book()), "TY  - BOOK\r\nID  - urn:example:b\r\nTI  - Forests & Lakes\r\nAU  - Aalto, Ida\r\n"
                              "AU  - National Library\r\nPY  - 2026\r\nDA  - 2026/11/02/\r\nPB  - Press\r\n"
                              "AB  - Two lines\r\nKW  - water\r\nKW  - wood\r\nLA  - fi\r\n"
                              "UR  - https://urn.example.org/urn:example:b\r\nER  - \r\n");
    const resolver::name_record forged{.metadata = R"({"title":"A\r\nER  - \r\nTY  - BOOK"})"};
    EXPECT_EQ(ris({"example:a", forged}), "TY  - GEN\r\nID  - urn:example:a\r\nTI  - A ER - TY - BOOK\r\nER  - \r\n");
}

TEST(citation, csl_and_schema_org) {
    const auto csl = nlohmann::json::parse(csl_json(of_book()));
    EXPECT_EQ(csl["type"], "book");
    EXPECT_EQ(csl["issued"]["date-parts"], nlohmann::json::parse("[[2026,11,2]]"));
    EXPECT_EQ(csl["author"],
              nlohmann::json::parse(R"([{"family":"Aalto","given":"Ida"},{"literal":"National Library"}])"));
    const auto ld = nlohmann::json::parse(json_ld(of_book()));
    EXPECT_EQ(ld["@context"], "https://schema.org");
    EXPECT_EQ(ld["@type"], "Book");
    EXPECT_EQ(ld["@id"], "urn:example:b");
    EXPECT_EQ(ld["creator"][0]["@type"], "Person");
    EXPECT_FALSE(ld["creator"][1].contains("@type"));
    EXPECT_EQ(ld["encoding"][0]["contentUrl"], "https://a.example/b.pdf");
    EXPECT_EQ(ld["sameAs"], "urn:isbn:9780306406157");
    const resolver::name_record odd{.metadata = R"({"title":"</script><!--<script>"})"};
    const std::string in_html = json_ld_in_html({"example:a", odd});
    EXPECT_FALSE(in_html.contains('<')) << in_html;
    EXPECT_EQ(nlohmann::json::parse(in_html)["name"], "</script><!--<script>");
    EXPECT_EQ(bibliography(of_book()), "Aalto, Ida; National Library (2026). Forests & Lakes. Press. urn:example:b\n");
}

TEST(citation, types_in_the_words_of_each_format) {
    struct row {
        std::string_view type;
        std::string_view bibtex;
        std::string_view ris;
        std::string_view csl;
        std::string_view datacite;
    };
    constexpr row rows[]{
        {"journal article", "article", "JOUR", "article-journal", "JournalArticle"},
        {"dataset", "misc", "DATA", "dataset", "Dataset"},
        {"https://schema.org/Thesis", "phdthesis", "THES", "thesis", "Dissertation"},
        {"potsherd", "misc", "GEN", "document", "Other"},
    };
    for (const row &r : rows) {
        const resolver::name_record record{.metadata = json::to_text(json::value{}.set("type", r.type))};
        const name_description described{"example:a", record};
        const resource_kind &k = described.kind();
        EXPECT_EQ(k.bibtex, r.bibtex) << r.type;
        EXPECT_EQ(k.ris, r.ris) << r.type;
        EXPECT_EQ(k.csl, r.csl) << r.type;
        EXPECT_EQ(k.datacite, r.datacite) << r.type;
    }
}

// DataCite Metadata Schema 4.4, mandatory properties 1 to 5 and 10.
TEST(catalogue, datacite_of_what_has_its_mandatory_properties) {
    EXPECT_TRUE(missing_for(catalogue_format::datacite, of_book()).empty());
    const std::string xml = document_of(catalogue_format::datacite, of_book());
    for (const std::string_view part :
         {"<identifier identifierType=\"URN\">urn:example:b</identifier>",
          "<creatorName nameType=\"Personal\">Aalto, Ida", "<familyName>Aalto</familyName>",
          "<creatorName>National Library</creatorName>", "<title>Forests &amp; Lakes</title>",
          "<publisher>Press</publisher>", "<publicationYear>2026</publicationYear>",
          "<resourceType resourceTypeGeneral=\"Book\">book</resourceType>",
          "<date dateType=\"Issued\">2026-11-02</date>", "relationType=\"IsPreviousVersionOf\">urn:example:c<",
          "<format>application/pdf</format>"}) {
        EXPECT_TRUE(xml.contains(part)) << part << xml;
    }
    const resolver::name_record lacking{.metadata = R"({"title":"A","creator":"B"})"};
    EXPECT_EQ(missing_for(catalogue_format::datacite, {"example:a", lacking}),
              (std::vector<std::string_view>{"publisher", "type", "date"}));
    EXPECT_TRUE(missing_for(catalogue_format::mods, {"example:a", lacking}).empty());
    // A name with a DOI is known to DataCite by the DOI.
    const resolver::name_record with_doi{
        .metadata = R"({"title":"A","creator":"B","publisher":"C","date":"2026","type":"text",)"
                    R"("identifier":["x","https://doi.org/10.1000/182"]})"};
    const std::string other = document_of(catalogue_format::datacite, {"example:a", with_doi});
    EXPECT_TRUE(other.contains("<identifier identifierType=\"DOI\">10.1000/182</identifier>")) << other;
    EXPECT_TRUE(other.contains("alternateIdentifierType=\"URN\">urn:example:a<")) << other;
}

TEST(catalogue, mods_and_rdf) {
    const std::string mods = document_of(catalogue_format::mods, of_book());
    for (const std::string_view part :
         {"<mods xmlns=\"http://www.loc.gov/mods/v3\"", "<title>Forests &amp; Lakes</title>",
          "<namePart type=\"family\">Aalto</namePart>", "<typeOfResource>text</typeOfResource>",
          "<dateIssued encoding=\"w3cdtf\">2026-11-02</dateIssued>",
          "<identifier type=\"urn\">urn:example:b</identifier>",
          "<languageTerm type=\"code\" authority=\"rfc5646\">fi<", "<url>https://a.example/b.pdf</url>"}) {
        EXPECT_TRUE(mods.contains(part)) << part << mods;
    }
    const std::string rdf = dublin_core_rdf(of_book());
    EXPECT_TRUE(rdf.contains("<rdf:Description rdf:about=\"urn:example:b\">\n<dc:title>Forests &amp; Lakes</dc:title>"))
        << rdf;
    const resolver::name_record hard{.metadata = R"({"title":"a]]>\u0000<b>\ufffe"})"};
    EXPECT_TRUE(document_of(catalogue_format::oai_dc, {"example:a", hard})
                    .contains("<dc:title>a]]&gt;\xEF\xBF\xBD&lt;b&gt;\xEF\xBF\xBD</dc:title>"));
}

} // namespace
} // namespace uniform::http
