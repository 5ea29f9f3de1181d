#include <uniform/resolver/record.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/json/writer.hpp>

#include "resolver/records.hpp"

using namespace uniform::resolver;

namespace {

std::expected<name_record, problem> parsed(std::string_view json) {
    return read_json<name_record>(json, record_from_json);
}

} // namespace

TEST(record_json, reads_what_a_client_may_set) {
    const auto r = parsed(R"({
        "locators": ["https://a.example/1",
            {"url": "http://b.example/2", "media_type": "Text/HTML; charset=utf-8", "language": "DE-at",
             "country": "at", "weight": 0, "valid_from": "2026-01-01", "valid_until": "2027-01-01T00:00:00+01:00"}],
        "metadata": {"title": "T", "creator": ["A", "B"], "date": "2026-11", "pages": 7},
        "other_names": ["URN:ISBN:951-0-18435-7"],
        "successor": "urn:EXAMPLE:b", "predecessor": "urn:example:a"})");
    ASSERT_TRUE(r) << to_json(r.error());
    EXPECT_EQ(to_json(*r, "example:x"),
              R"({"name":"urn:example:x","key":"example:x","state":"active","locators":[{"url":"https://a.example/1"},)"
              R"({"url":"http://b.example/2","media_type":"text/html;charset=utf-8","language":"de-AT","country":"AT",)"
              R"("weight":0,"valid_from":"2026-01-01T00:00:00Z","valid_until":"2026-12-31T23:00:00Z"}],)"
              R"("metadata":{"title":"T","creator":["A","B"],"date":"2026-11","pages":7},)"
              R"("other_names":["urn:isbn:9789510184356"],"successor":"urn:example:b","predecessor":"urn:example:a"})");
}

TEST(record_json, says_what_is_wrong_and_where) {
    struct row {
        const char *document;
        std::string json;
        problem_type type;
        const char *pointer; // RFC 6901; null: none
    };
    const auto locator = [](const std::string &members) {
        return R"({"locators":[{"url":"https://a.example/",)" + members + "}]}";
    };
    const auto url = [](const std::string &u) { return R"({"locators":[")" + u + R"("]})"; };
    const row rows[] = {
        {"RFC 8259: not JSON", "{", problem_type::malformed, nullptr},
        {"not an object", "[]", problem_type::invalid, ""},
        {"nested too deep", std::string(40, '['), problem_type::malformed, nullptr},
        {"a misspelt member", R"({"locator":[]})", problem_type::invalid, "/locator"},
        {"a member that a client may not set", R"({"state":"active"})", problem_type::invalid, "/state"},
        {"a misspelt member of a locator", locator(R"("langauge":"de")"), problem_type::invalid,
         "/locators/0/langauge"},
        {"no url", R"({"locators":[{}]})", problem_type::invalid, "/locators/0/url"},
        {"RFC 3986 3: a space", url("https://a.example/a b"), problem_type::invalid, "/locators/0"},
        {"RFC 3986 4.2: relative", url("/a"), problem_type::invalid, "/locators/0"},
        {"a scheme that nobody knows", url("hhtp://a.example/"), problem_type::invalid, "/locators/0"},
        {"a scheme that leads nowhere", url("javascript:alert(1)"), problem_type::invalid, "/locators/0"},
        {"a scheme that holds the content", url("data:,x"), problem_type::invalid, "/locators/0"},
        {"a name is no locator", url("urn:example:a"), problem_type::invalid, "/locators/0"},
        {"RFC 8141 2.3.2: nor in capitals", url("URN:example:a"), problem_type::invalid, "/locators/0"},
        {"a file of somebody", url("file:///etc/passwd"), problem_type::invalid, "/locators/0"},
        {"RFC 9110 4.2.4: userinfo", url("https://bank.example@evil.example/"), problem_type::invalid, "/locators/0"},
        {"RFC 9110 4.2.1: port", url("https://a.example:99999/"), problem_type::invalid, "/locators/0"},
        {"no host", url("https:///a"), problem_type::invalid, "/locators/0"},
        {"RFC 9110 8.3.1: media type", locator(R"("media_type":"html")"), problem_type::invalid,
         "/locators/0/media_type"},
        {"RFC 5646 2.1: language", locator(R"("language":"de_AT")"), problem_type::invalid, "/locators/0/language"},
        {"ISO 3166: country", locator(R"("country":"AUT")"), problem_type::invalid, "/locators/0/country"},
        {"a negative weight", locator(R"("weight":-1)"), problem_type::invalid, "/locators/0/weight"},
        {"a great weight", locator(R"("weight":1000001)"), problem_type::invalid, "/locators/0/weight"},
        {"RFC 3339: time", locator(R"("valid_from":"tomorrow")"), problem_type::invalid, "/locators/0/valid_from"},
        {"never valid", locator(R"("valid_from":"2027-01-01","valid_until":"2027-01-01")"), problem_type::invalid,
         "/locators/0/valid_until"},
        {"metadata: an empty title", R"({"metadata":{"title":""}})", problem_type::invalid, "/metadata/title"},
        {"metadata: another direction", "{\"metadata\":{\"title\":\"gpj\u202Eexe\"}}", problem_type::invalid,
         "/metadata/title"},
        {"metadata: an invisible character", "{\"metadata\":{\"title\":\"a\u200Bb\"}}", problem_type::invalid,
         "/metadata/title"},
        {"metadata: an escaped filler", R"({"metadata":{"creator":["\u3164"]}})", problem_type::invalid,
         "/metadata/creator/0"},
        {"metadata: an invisible name of a member", "{\"metadata\":{\"x\u200B\":1}}", problem_type::invalid,
         "/metadata"},
        {"metadata: an escaped control character", R"({"metadata":{"creator":["A","\u001b[2J"]}})",
         problem_type::invalid, "/metadata/creator/1"},
        {"metadata: a title of two lines", R"({"metadata":{"title":"a\nb"}})", problem_type::invalid,
         "/metadata/title"},
        {"metadata: deep inside", "{\"metadata\":{\"x\":[1,{\"y\":\"\u2066\"}]}}", problem_type::invalid,
         "/metadata/x/1/y"},
        {"metadata: the name of a member", "{\"metadata\":{\"\u202Ex\":1}}", problem_type::invalid, "/metadata"},
        {"metadata: a number as creator", R"({"metadata":{"creator":[1]}})", problem_type::invalid,
         "/metadata/creator"},
        {"metadata: a date", R"({"metadata":{"date":"yesterday"}})", problem_type::invalid, "/metadata/date"},
        {"metadata: no object", R"({"metadata":"x"})", problem_type::invalid, "/metadata"},
        {"metadata: too long", R"({"metadata":{"x":")" + std::string(70000, 'x') + R"("}})", problem_type::invalid,
         "/metadata"},
        {"other names: not a URN", R"({"other_names":["http://a.example/"]})", problem_type::invalid, "/other_names/0"},
        {"other names: the same name twice", R"({"other_names":["urn:isbn:9789510184356","urn:isbn:951-0-18435-7"]})",
         problem_type::invalid, "/other_names/1"},
        {"locators: the same one twice", R"({"locators":["http://a.example/",{"url":"http://a.example/"}]})",
         problem_type::invalid, "/locators/1"},
        {"successor: with a component", R"({"successor":"urn:example:a#f"})", problem_type::invalid, "/successor"},
    };
    for (const row &r : rows) {
        const auto read = parsed(r.json);
        ASSERT_FALSE(read) << r.document;
        EXPECT_EQ(read.error().type, r.type) << r.document;
        EXPECT_FALSE(read.error().detail.empty()) << r.document;
        if (r.pointer == nullptr) continue;
        EXPECT_EQ(read.error().pointer, r.pointer) << r.document;
    }
}

TEST(record_json, names_what_nobody_sees) {
    const auto read = parsed("{\"metadata\":{\"title\":\"ab\u200Bc\"}}");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().detail, "\"title\" of the metadata contains the invisible character U+200B");
    EXPECT_EQ(read.error().rule, "Unicode: Default_Ignorable_Code_Point");
    EXPECT_EQ(read.error().offset, 24U);
    EXPECT_TRUE(parsed("{\"metadata\":{\"title\":\"\u0645\u06CC\u200C\u062E\"}}")) << "as Persian has it";
}

TEST(record_json, other_locators_that_lead_somewhere) {
    for (const char *url : {"ftp://ftp.example/a", "gopher://gopher.example/1", "news:comp.infosystems.www",
                            "ldap://ldap.example/o=x", "HTTPS://A.example:443/%20?q#f", "http://[2001:db8::1]/"}) {
        const auto r = parsed(std::string(R"({"locators":[")") + url + R"("]})");
        ASSERT_TRUE(r) << url << ": " << to_json(r.error());
        EXPECT_EQ(r->locators.front().url, url) << "as it was written";
    }
}

TEST(record_json, is_the_same_as_a_value) {
    name_record r = parsed(R"({"locators":["https://a.example/",{"url":"https://b.example/","media_type":"text/html",
        "language":"de","country":"AT","weight":3,"valid_from":"2026-01-01","valid_until":"2027-01-01"}],
        "metadata":{"title":"A","x":[1,{"y":null}]},"other_names":["urn:example:b"],"successor":"urn:example:c",
        "predecessor":"urn:example:d"})")
                        .value();
    r.state = name_state::withdrawn;
    r.name = "urn:example:A";
    r.registrar = "library";
    r.batch = "7";
    r.reason = "gone";
    r.withdrawn = parse_timestamp("2026-11-21T10:00:00Z");
    EXPECT_EQ(uniform::json::to_text(value_of(r, "example:a")), to_json(r, "example:a"));
}

RC_GTEST_PROP(record_json_properties, is_json_whatever_the_texts_are, ()) {
    name_record r = any_record();
    r.reason = *rc::gen::arbitrary<std::string>();
    r.metadata = {};
    r.withdrawn = std::nullopt;
    for (locator &l : r.locators) l.valid_from = l.valid_until = std::nullopt;
    const auto read = nlohmann::json::parse(to_json(r, "example:a"), nullptr, false);
    RC_ASSERT(!read.is_discarded());
    RC_ASSERT(read["state"] == to_string(r.state));
    RC_ASSERT(uniform::json::to_text(value_of(r, "example:a")) == to_json(r, "example:a"));
}
