// OAI-PMH 2.0: arguments and errors by sections 3 and 4, lists in parts, deletions, dates.

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/base64url.hpp"
#include "http/harvest/oai.hpp"
#include "http/metadata/xml_text.hpp"
#include "http/resolve/resolve_support.hpp"

namespace uniform::http {
namespace {

TEST(oai_arguments, errors) {
    struct row {
        std::string query;
        std::string_view code;
    };
    const std::string token = oai_token(oai_verb::list_records, {.set = "isbn", .after = 7, .given = 5});
    const std::string resumed = "verb=ListRecords&resumptionToken=" + token;
    const std::string other = "verb=ListIdentifiers&resumptionToken=" + token;
    const std::string more = resumed + "&metadataPrefix=oai_dc";
    const row rows[]{
        {"", "badVerb"},
        {"verb=", "badVerb"},
        {"verb=identify", "badVerb"},
        {"verb=Identify&verb=Identify", "badVerb"},
        {"verb=Identify", ""},
        {"verb=Identify&set=a", "badArgument"},
        {"verb=ListMetadataFormats", ""},
        {"verb=ListMetadataFormats&identifier=urn:a:b", ""},
        {"verb=ListSets", ""},
        {"verb=ListSets&resumptionToken=x", "badResumptionToken"},
        {"verb=Identify&resumptionToken=x", "badArgument"},
        {"verb=GetRecord", "badArgument"},
        {"verb=GetRecord&identifier=urn:a:b", "badArgument"},
        {"verb=GetRecord&identifier=urn:a:b&metadataPrefix=oai_dc", ""},
        {"verb=GetRecord&identifier=urn:a:b&metadataPrefix=marc", "cannotDisseminateFormat"},
        {"verb=GetRecord&identifier=urn:a:b&metadataPrefix=datacite", ""},
        {"verb=GetRecord&identifier=urn:a:b&metadataPrefix=mods", ""},
        {"verb=GetRecord&identifier=urn:a:b&identifier=urn:a:c&metadataPrefix=oai_dc", "badArgument"},
        {"verb=ListRecords", "badArgument"},
        {"verb=ListRecords&metadataPrefix=", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc", ""},
        {"verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-01", ""},
        {"verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-02&until=2026-01-01", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01&until=2026-01-01T00:00:00Z", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z", ""},
        {"verb=ListRecords&metadataPrefix=oai_dc&from=2026-13-01", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&from=2026-01-01T00:00:00.5Z", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&until=2026-01-01T00:00:00%2B00:00", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&x=y", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai%20dc", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&set=a:b.c", ""},
        {"verb=ListRecords&metadataPrefix=oai_dc&set=a%20b", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&set=a::b", "badArgument"},
        {"verb=ListRecords&metadataPrefix=oai_dc&set=a:", "badArgument"},
        {"verb=ListRecords&resumptionToken=", "badArgument"},
        {"verb=ListRecords&resumptionToken=%2Fetc", "badResumptionToken"},
        {"verb=ListSets&resumptionToken=" + token, "badResumptionToken"},
        {resumed + "&resumptionToken=" + token, "badArgument"},
        {resumed, ""},
        {other, "badResumptionToken"},
        {more, "badArgument"},
    };
    for (const row &r : rows) {
        const auto arguments = oai_form(r.query);
        ASSERT_TRUE(arguments) << r.query;
        const auto q = oai_read(*arguments);
        EXPECT_EQ(q ? std::string_view{} : to_string(q.error().code), r.code) << r.query;
    }
    EXPECT_FALSE(oai_form("a=%"));
    EXPECT_FALSE(oai_form("a=%4"));
    EXPECT_FALSE(oai_form("a=%zz"));
    EXPECT_EQ(oai_form("a+b=%41+c&&d")->front(), (std::pair<std::string, std::string>{"a b", "A c"}));
}

RC_GTEST_PROP(oai_token_properties, is_read_as_it_was_written, ()) {
    oai_selection s{.set = *rc::gen::elementOf(std::vector<std::string>{"", "isbn", "urn-7", "isbn:prefix-952"}),
                    .format = *rc::gen::element(catalogue_format::oai_dc, catalogue_format::mods),
                    .after = *rc::gen::inRange<std::uint64_t>(0, 1U << 30U),
                    .given = *rc::gen::inRange<std::uint64_t>(0, 1U << 30U)};
    if (*rc::gen::arbitrary<bool>()) {
        s.from =
            resolver::timestamp{std::chrono::microseconds{*rc::gen::inRange<std::int64_t>(-(1LL << 50), 1LL << 50)}};
    }
    if (*rc::gen::arbitrary<bool>()) {
        s.until = resolver::timestamp{std::chrono::microseconds{*rc::gen::inRange<std::int64_t>(0, 1LL << 50)}};
    }
    const auto again = oai_selection_of(oai_token(oai_verb::list_records, s), oai_verb::list_records);
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == s);
}

RC_GTEST_PROP(oai_token_properties, of_anything_is_read_or_not, (const std::string &text)) {
    (void)oai_selection_of(text, oai_verb::list_records);
    if (const auto form = oai_form(text)) (void)oai_read(*form);
}

// XML 1.0 2.2: what is not a character of XML is replaced. pugixml escapes the rest.
TEST(oai_dc, text_of_xml) {
    const std::pair<std::string_view, std::string_view> rows[]{
        {"a<b>&\"'", "a<b>&\"'"},
        {std::string_view{"a\0b\x1b", 4}, "a\xEF\xBF\xBD"
                                          "b\xEF\xBF\xBD"},
        {"\t\n\r", "\t\n\r"},
        {"\xEF\xBF\xBE\xEF\xBF\xBF", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xC3\xA4", "\xC3\xA4"},
        {"\xF0\x9F\x93\x9A\xE2\x82\xAC", "\xF0\x9F\x93\x9A\xE2\x82\xAC"},
        {"a\xFFz", "a\xEF\xBF\xBDz"},                                             // not UTF-8
        {"\xC3", "\xEF\xBF\xBD"},                                                 // truncated
        {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"},                                 // "/" in two bytes
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},                 // a surrogate
        {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}, // above U+10FFFF
    };
    for (const auto &[text, wanted] : rows) EXPECT_EQ(xml_text(text), wanted);
}

std::vector<std::string> all_of(const std::string &xml, const std::string &name) {
    std::vector<std::string> out;
    for (std::size_t at = xml.find("<" + name + ">"); at != std::string::npos;
         at = xml.find("<" + name + ">", at + 1)) {
        const std::size_t begin = at + name.size() + 2;
        out.push_back(xml.substr(begin, xml.find("</" + name, begin) - begin));
    }
    return out;
}
std::string token_in(const std::string &xml) {
    const std::size_t at = xml.find("<resumptionToken");
    if (at == std::string::npos) return "none";
    const std::size_t close = xml.find('>', at);
    if (xml[close - 1] == '/') return {};
    return xml.substr(close + 1, xml.find('<', close) - close - 1);
}

TEST(oai, without_a_namespace_there_are_no_sets) {
    const auto folder = test::temporary_folder("oai");
    {
        const auto s = store::store::open((folder / "store.db").string());
        const std::string xml =
            oai_response(*s, {{"verb", "ListSets"}}, {.base = "http://a.example/oai"}, resolver::now());
        EXPECT_TRUE(xml.contains("<error code=\"noSetHierarchy\">")) << xml;
        s->close();
    }
    std::filesystem::remove_all(folder);
}

class harvest : public resolving {
protected:
    std::string oai(const std::string &query, std::size_t page = 100) {
        configuration.oai_enabled = true;
        configuration.oai_page = page;
        const response r = ask("/oai?" + query);
        EXPECT_EQ(r.status, 200) << r.body;
        EXPECT_EQ(value_of(r, "Content-Type"), "text/xml; charset=utf-8");
        return r.body;
    }
    std::string error(const std::string &query) {
        const std::string xml = oai(query);
        const std::size_t at = xml.find("<error code=\"");
        return at == std::string::npos ? std::string{} : xml.substr(at + 13, xml.find('"', at + 13) - at - 13);
    }
    // The identifiers of a whole list, in parts of `page`.
    std::vector<std::string> list(const std::string &query, std::size_t page) {
        std::vector<std::string> out;
        std::string xml = oai(query, page);
        for (int parts = 0; parts < 1000; ++parts) {
            const auto part = all_of(xml, "identifier");
            EXPECT_LE(part.size(), page);
            out.insert(out.end(), part.begin(), part.end());
            const std::string token = token_in(xml);
            if (token.empty() || token == "none") return out;
            xml = oai("verb=ListIdentifiers&resumptionToken=" + token, page);
        }
        ADD_FAILURE() << "the list does not end";
        return out;
    }
};

TEST_F(harvest, identify_sets_formats_record) {
    EXPECT_EQ(error("verb=ListRecords&metadataPrefix=oai_dc"), "noRecordsMatch");
    put_name("urn:example:a",
             {.locators = {{.url = "https://a.example/?x&y", .media_type = "text/html", .language = "de"}},
              .metadata = R"({"title":"A < B","creator":["One","Two"],"date":"2026","rights":"CC0"})"});
    put_name("urn:example:r", {.state = resolver::name_state::reserved});
    const std::string identify = oai("verb=Identify");
    EXPECT_EQ(all_of(identify, "baseURL").at(0), "https://urn.example.org/oai");
    EXPECT_EQ(all_of(identify, "protocolVersion").at(0), "2.0");
    EXPECT_EQ(all_of(identify, "adminEmail").at(0), "postmaster@urn.example.org");
    EXPECT_EQ(all_of(identify, "deletedRecord").at(0), "persistent");
    EXPECT_EQ(all_of(identify, "granularity").at(0), "YYYY-MM-DDThh:mm:ssZ");
    EXPECT_EQ(all_of(oai("verb=ListSets"), "setSpec"), std::vector<std::string>{"example"});
    EXPECT_EQ(all_of(oai("verb=ListMetadataFormats"), "metadataPrefix"),
              (std::vector<std::string>{"oai_dc", "datacite", "mods"}));
    EXPECT_EQ(error("verb=ListMetadataFormats&identifier=urn:example:none"), "idDoesNotExist");

    const std::string record = oai("verb=GetRecord&metadataPrefix=oai_dc&identifier=URN:EXAMPLE:a");
    EXPECT_EQ(all_of(record, "identifier"), std::vector<std::string>{"urn:example:a"});
    EXPECT_EQ(all_of(record, "dc:title"), std::vector<std::string>{"A &lt; B"});
    EXPECT_EQ(all_of(record, "dc:creator"), (std::vector<std::string>{"One", "Two"}));
    EXPECT_EQ(all_of(record, "dc:identifier"),
              (std::vector<std::string>{"urn:example:a", "https://a.example/?x&amp;y"}));
    EXPECT_EQ(all_of(record, "dc:format"), std::vector<std::string>{"text/html"});
    EXPECT_EQ(all_of(record, "dc:language"), std::vector<std::string>{"de"});
    EXPECT_EQ(all_of(record, "dc:rights"), std::vector<std::string>{"CC0"});
    for (const char *urn : {"urn:example:none", "urn:example:r", "http://a.example/", "x"}) {
        EXPECT_EQ(error(std::string{"verb=GetRecord&metadataPrefix=oai_dc&identifier="} + urn), "idDoesNotExist")
            << urn;
    }
    // Section 3.2: the request's attributes, but not after badVerb and badArgument.
    EXPECT_TRUE(record.contains("<request verb=\"GetRecord\" ")) << record;
    EXPECT_TRUE(oai("verb=No").contains("<request>https://urn.example.org/oai</request>"));
    EXPECT_TRUE(oai("verb=Identify&set=a").contains("<request>https://urn.example.org/oai</request>"));
    EXPECT_EQ(error("verb=%22%3E%3Cx%3E"), "badVerb");
    EXPECT_FALSE(oai("verb=%22%3E%3Cx%3E").contains("<x>"));
}

TEST_F(harvest, lists_in_parts_and_what_changes_meanwhile) {
    put_namespace({.nid = "isbn"});
    std::set<std::string> all;
    for (int i = 0; i < 25; ++i) {
        const std::string urn = "urn:example:" + std::to_string(i);
        put_name(urn, "https://a.example/");
        all.insert(urn);
    }
    put_name("urn:isbn:9780306406157", "https://b.example/");
    put_name("urn:example:3", "https://other.example/"); // comes later now
    put_name("urn:example:4", {.state = resolver::name_state::withdrawn, .reason = "by mistake"});
    const std::string query = "verb=ListIdentifiers&metadataPrefix=oai_dc";
    for (const std::size_t page : {1U, 7U, 13U, 26U, 100U}) {
        const auto got = list(query, page);
        EXPECT_EQ(got.size(), 26U) << page;
        EXPECT_EQ(std::set<std::string>(got.begin(), got.end()).size(), 26U) << page;
        EXPECT_EQ(got.back(), "urn:example:4") << page;
    }
    EXPECT_EQ(list(query + "&set=isbn", 10), std::vector<std::string>{"urn:isbn:9780306406157"});
    EXPECT_EQ(list(query + "&set=example", 10).size(), 25U);
    EXPECT_EQ(error(query + "&set=none"), "noRecordsMatch");
    EXPECT_EQ(error(query + "&until=2020-01-01"), "noRecordsMatch");
    EXPECT_EQ(error(query + "&from=2222-01-01"), "noRecordsMatch");
    EXPECT_EQ(list(query + "&from=2020-01-01&until=2222-01-01", 10).size(), 26U);
    EXPECT_EQ(list(query + "&from=1900-01-01&until=2222-01-01", 10).size(), 26U);
    // Forged: a place behind the end, and one of a set that is not here.
    EXPECT_EQ(error("verb=ListRecords&resumptionToken=" + oai_token(oai_verb::list_records, {.after = 1U << 30U})),
              "badResumptionToken");
    EXPECT_EQ(error("verb=ListRecords&resumptionToken=" + oai_token(oai_verb::list_records, {.set = "none"})),
              "badResumptionToken");
    EXPECT_EQ(error("verb=ListSets&resumptionToken=" + oai_token(oai_verb::list_sets, {.set = "zzz"})),
              "badResumptionToken");
    // The withdrawn one is deleted, and has no metadata.
    const std::string records = oai("verb=ListRecords&metadataPrefix=oai_dc");
    EXPECT_EQ(all_of(records, "metadata").size(), 25U);
    EXPECT_TRUE(records.contains("<header status=\"deleted\">\n<identifier>urn:example:4<")) << records;

    // One that changes between two parts comes again, at the end; nothing is left out.
    const std::string first = oai(query, 10);
    put_name("urn:example:0", "https://changed.example/");
    put_name("urn:example:20", "https://changed.example/");
    auto got = all_of(first, "identifier");
    for (std::string token = token_in(first); !token.empty() && token != "none";) {
        const std::string next = oai("verb=ListIdentifiers&resumptionToken=" + token, 10);
        const auto part = all_of(next, "identifier");
        got.insert(got.end(), part.begin(), part.end());
        token = token_in(next);
    }
    EXPECT_EQ(std::set<std::string>(got.begin(), got.end()).size(), 26U);
    EXPECT_EQ(std::ranges::count(got, "urn:example:0"), 2);
    EXPECT_EQ(std::ranges::count(got, "urn:example:20"), 1);
}

// A token of version 0.1.0, which had one format.
TEST(oai_arguments, tokens_without_a_format_are_read) {
    const auto s = oai_selection_of(base::to_base64url("ListRecords\n\n\nisbn\n7\n5"), oai_verb::list_records);
    ASSERT_TRUE(s);
    EXPECT_EQ(*s, (oai_selection{.set = "isbn", .after = 7, .given = 5}));
    EXPECT_FALSE(oai_selection_of(base::to_base64url("ListRecords\n\n\nisbn\n7\n5\nmarc"), oai_verb::list_records));
}

// Section 2.6: sets are a hierarchy; a record has all sets that it is in.
TEST_F(harvest, sets_of_registrars_and_prefixes) {
    put_namespace({.nid = "isbn"});
    write([](store::writing &w) {
        w.put("registrar", "lib", R"({"id":"lib","name":"The Library","state":"active"})", "put");
        w.put("registrar", "press", R"({"id":"press","name":"The Press","state":"active"})", "put");
    });
    put_delegation({.prefix = "example:lib:", .registrar = "lib"});
    put_delegation({.prefix = "example:lib:maps/", .registrar = "press"});
    put_delegation({.prefix = "example:old:", .state = resolver::delegation_state::ended, .registrar = "lib"});
    put_delegation({.prefix = "isbn:", .registrar = "lib"});
    put_name("urn:example:lib:1", {.registrar = "lib", .locators = {{.url = "https://a.example/"}}});
    put_name("urn:example:lib:maps/1", {.registrar = "press", .locators = {{.url = "https://a.example/"}}});
    put_name("urn:example:x", "https://a.example/");
    const std::vector<std::string> sets{"example",
                                        "example:prefix-lib~3a",
                                        "example:prefix-lib~3amaps~2f",
                                        "example:registrar-lib",
                                        "example:registrar-press",
                                        "isbn",
                                        "isbn:registrar-lib"};
    EXPECT_EQ(all_of(oai("verb=ListSets"), "setSpec"), sets);
    EXPECT_EQ(all_of(oai("verb=ListSets"), "setName").at(3), "The Library in urn:example");
    const auto after = [&](const std::string &set) {
        return all_of(oai("verb=ListSets&resumptionToken=" + oai_token(oai_verb::list_sets, {.set = set})), "setSpec");
    };
    for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
        const auto from = sets.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        EXPECT_EQ(after(sets[i]), std::vector<std::string>(from, sets.end())) << sets[i];
    }
    const std::string query = "verb=ListIdentifiers&metadataPrefix=oai_dc&set=";
    struct row {
        std::string set;
        std::vector<std::string> names;
    };
    const row rows[]{
        {"example", {"urn:example:lib:1", "urn:example:lib:maps/1", "urn:example:x"}},
        {"example:prefix-lib~3a", {"urn:example:lib:1", "urn:example:lib:maps/1"}},
        {"example:prefix-lib~3amaps~2f", {"urn:example:lib:maps/1"}},
        {"example:registrar-lib", {"urn:example:lib:1"}},
        {"example:registrar-press", {"urn:example:lib:maps/1"}},
    };
    for (const row &r : rows) {
        EXPECT_EQ(list(query + r.set, 1), r.names) << r.set;
        EXPECT_EQ(list(query + r.set, 10), r.names) << r.set;
    }
    for (const char *const set : {"example:prefix-old~3a", "example:prefix-lib~3A", "example:registrar-none",
                                  "example:other", "example:prefix-lib~3", "isbn:registrar-lib"}) {
        EXPECT_EQ(error(query + set), "noRecordsMatch") << set;
    }
    EXPECT_EQ(all_of(oai("verb=GetRecord&metadataPrefix=oai_dc&identifier=urn:example:lib:maps/1"), "setSpec"),
              (std::vector<std::string>{"example", "example:registrar-press", "example:prefix-lib~3amaps~2f",
                                        "example:prefix-lib~3a"}));
}

// Section 3.6: cannotDisseminateFormat; section 4.5: a list has the records that can be disseminated.
TEST_F(harvest, formats_that_the_metadata_fills) {
    put_name("urn:example:a", resolver::name_record{.metadata = R"({"title":"A"})"});
    put_name("urn:example:b",
             resolver::name_record{.metadata =
                                       R"({"title":"B","creator":"C","publisher":"D","date":"2026","type":"text"})"});
    put_name("urn:example:c", {.state = resolver::name_state::withdrawn});
    const std::string get = "verb=GetRecord&identifier=urn:example:a&metadataPrefix=";
    EXPECT_EQ(error(get + "datacite"), "cannotDisseminateFormat");
    EXPECT_TRUE(oai(get + "datacite").contains("lacks what the format requires: creator publisher type date<"));
    EXPECT_TRUE(oai(get + "mods").contains("<mods xmlns=\"http://www.loc.gov/mods/v3\""));
    EXPECT_TRUE(oai("verb=GetRecord&identifier=urn:example:b&metadataPrefix=datacite")
                    .contains("<resource xmlns=\"http://datacite.org/schema/kernel-4\""));
    EXPECT_EQ(all_of(oai("verb=ListMetadataFormats&identifier=urn:example:a"), "metadataPrefix"),
              (std::vector<std::string>{"oai_dc", "mods"}));
    const std::string of = "verb=ListIdentifiers&metadataPrefix=";
    EXPECT_EQ(list(of + "datacite", 1), (std::vector<std::string>{"urn:example:b", "urn:example:c"}));
    EXPECT_EQ(list(of + "mods", 1).size(), 3U);
}

// Section 3.3: from and until are inclusive, in whole seconds.
TEST_F(harvest, dates_are_inclusive) {
    fixed_time = resolver::now() + std::chrono::hours{1};
    put_name("urn:example:a", "https://a.example/");
    *fixed_time += std::chrono::seconds{2};
    put_name("urn:example:b", "https://a.example/");
    const std::string query = "verb=ListIdentifiers&metadataPrefix=oai_dc";
    const auto dates = all_of(oai(query), "datestamp");
    ASSERT_EQ(dates.size(), 2U);
    EXPECT_EQ(list(query + "&from=" + dates[0], 10).size(), 2U);
    EXPECT_EQ(list(query + "&from=" + dates[1], 10), std::vector<std::string>{"urn:example:b"});
    EXPECT_EQ(list(query + "&until=" + dates[0], 10), std::vector<std::string>{"urn:example:a"});
    EXPECT_EQ(list(query + "&from=" + dates[1] + "&until=" + dates[1], 10), std::vector<std::string>{"urn:example:b"});
}

TEST_F(harvest, by_form_and_switched_off) {
    configuration.oai_enabled = true;
    const sent_fields form{{"Content-Type", "application/x-www-form-urlencoded"}};
    EXPECT_TRUE(ask("/oai", form, "POST", "verb=ListSets").body.contains("<setSpec>example<"));
    EXPECT_EQ(ask("/oai", {}, "POST", "verb=ListSets").status, 415);
    const sent_fields loud{{"Content-Type", "Application/X-WWW-Form-URLencoded; charset=utf-8"}};
    EXPECT_EQ(ask("/oai", loud, "POST", "verb=ListSets").status, 200);
    EXPECT_EQ(ask("/oai", form, "POST", "verb=%").status, 400);
    configuration.oai_enabled = false;
    EXPECT_EQ(ask("/oai?verb=Identify").status, 404);
}

} // namespace
} // namespace uniform::http
