// Records of other repositories: what becomes of Dublin Core, of identifiers, and of what is no answer.
#include <gtest/gtest.h>

#include <uniform/http/oai_import.hpp>

namespace uniform::http {
namespace {

std::string response_with(const std::string &list) {
    return R"(<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">)"
           "<responseDate>2026-11-23T10:00:00Z</responseDate><request>http://r.example/oai</request>" +
           list + "</OAI-PMH>";
}
std::string record_with(const std::string &identifier, const std::string &dc) {
    return "<record><header><identifier>" + identifier +
           "</identifier><datestamp>2026-01-01</datestamp></header><metadata><oai_dc:dc "
           "xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" "
           "xmlns:dc=\"http://purl.org/dc/elements/1.1/\">" +
           dc + "</oai_dc:dc></metadata></record>";
}

TEST(oai_import, records_become_lines) {
    struct row {
        std::string identifier;
        std::string dc;
        std::string_view prefix;
        std::string_view line;
        std::string_view problem;
    };
    const row rows[]{
        {"oai:r.example:17",
         "<dc:title>A &amp; B</dc:title><dc:creator>One</dc:creator><dc:creator>Two</dc:creator><dc:date>long "
         "ago</dc:date>"
         "<dc:date>2026-05</dc:date><dc:identifier>https://r.example/17</dc:identifier><dc:identifier>local "
         "17</dc:identifier>"
         "<dc:rights/>",
         "urn:example:",
         R"({"name":"urn:example:17","locators":["https://r.example/17"],"metadata":{"title":"A & B","creator":["One",)"
         R"("Two"],"dates":"long ago","date":"2026-05","identifier":"local 17"}})"
         "\n",
         ""},
        {"oai:r.example:a/b c", "<dc:title>T</dc:title>",
         "urn:example:", "{\"name\":\"urn:example:a%2Fb%20c\",\"metadata\":{\"title\":\"T\"}}\n", ""},
        {"oai:r.example:1", "<dc:identifier>urn:nbn:de:1</dc:identifier><dc:identifier>URN:NBN:fi:2</dc:identifier>",
         "", "{\"name\":\"urn:nbn:de:1\",\"other_names\":[\"URN:NBN:fi:2\"]}\n", ""},
        {"oai:r.example:1", "<dc:identifier>urn:nbn:de:1</dc:identifier><dc:identifier>urn:nbn:fi:2</dc:identifier>",
         "urn:nbn:fi:", "{\"name\":\"urn:nbn:fi:2\",\"other_names\":[\"urn:nbn:de:1\"]}\n", ""},
        {"urn:example:x", "<dc:title>T</dc:title>", "", "{\"name\":\"urn:example:x\",\"metadata\":{\"title\":\"T\"}}\n",
         ""},
        {"oai:r.example:1", "<dc:identifier>javascript:alert(1)</dc:identifier>",
         "urn:example:", "{\"name\":\"urn:example:1\",\"metadata\":{\"identifier\":\"javascript:alert(1)\"}}\n", ""},
        {"oai:r.example:1", "<dc:title>T</dc:title>", "", "",
         "none of its identifiers is a URN; --prefix makes names of the others"},
        {"oai:r.example:1", "<dc:title>T</dc:title>", "no prefix ", "", "\"no prefix 1\" is not a URN"},
    };
    for (const row &r : rows) {
        const auto page =
            read_harvest(response_with("<ListRecords>" + record_with(r.identifier, r.dc) + "</ListRecords>"), r.prefix);
        ASSERT_TRUE(page) << page.error();
        ASSERT_EQ(page->records.size(), 1U);
        EXPECT_EQ(page->records[0].line, r.line) << r.identifier;
        EXPECT_EQ(page->records[0].problem, r.problem) << r.identifier;
    }
}

TEST(oai_import, pages_deletions_and_errors) {
    const auto page = read_harvest(
        response_with(
            "<ListRecords><record><header status=\"deleted\"><identifier>oai:r:1</identifier></header></record>"
            "<record><header><identifier>oai:r:2</identifier></header></record>"
            "<resumptionToken cursor=\"0\"> next </resumptionToken></ListRecords>"),
        "urn:example:");
    ASSERT_TRUE(page);
    EXPECT_TRUE(page->records.at(0).deleted);
    EXPECT_EQ(page->records.at(0).identifier, "oai:r:1");
    EXPECT_EQ(page->records.at(1).problem, "it has no metadata in oai_dc");
    EXPECT_EQ(page->next, "next");
    // With a reason, a deleted record withdraws its name, if its identifier has one.
    const auto deleted = [](std::string_view identifier, std::string_view prefix) {
        return read_harvest(response_with("<ListRecords><record><header status=\"deleted\"><identifier>" +
                                          std::string{identifier} + "</identifier></header></record></ListRecords>"),
                            prefix, "Deleted in the repository")
            ->records.at(0)
            .line;
    };
    EXPECT_EQ(deleted("oai:a.example:17", "urn:example:"),
              R"({"name":"urn:example:17","state":"withdrawn","reason":"Deleted in the repository"})"
              "\n");
    EXPECT_EQ(deleted("urn:example:18", ""),
              R"({"name":"urn:example:18","state":"withdrawn","reason":"Deleted in the repository"})"
              "\n");
    EXPECT_EQ(deleted("oai:a.example:17", ""), "");

    const auto none = read_harvest(response_with("<error code=\"noRecordsMatch\">none</error>"), "");
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->records.empty() && none->next.empty());
    EXPECT_EQ(read_harvest(response_with("<error code=\"badArgument\">why</error>"), "").error(),
              "the repository responds with badArgument: why");
    EXPECT_FALSE(read_harvest("<html/>", ""));
    EXPECT_FALSE(read_harvest("{}", ""));
    EXPECT_FALSE(read_harvest(response_with("<Identify/>"), ""));
    // Nothing is read from elsewhere, and no entity is expanded.
    const auto hostile = read_harvest(
        "<!DOCTYPE OAI-PMH [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" +
            response_with("<ListRecords>" + record_with("oai:r:1", "<dc:title>&x;</dc:title>") + "</ListRecords>")
                .substr(21),
        "urn:example:");
    ASSERT_TRUE(hostile) << hostile.error();
    EXPECT_EQ(hostile->records.at(0).line, "{\"name\":\"urn:example:1\",\"metadata\":{\"title\":\"&x;\"}}\n");
}

} // namespace
} // namespace uniform::http
