// The form of a name record gives back what it shows: saving it without a change changes nothing, and nothing that was
// sent is lost without a word.

#include <map>
#include <regex>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/json/read.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/names.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/api_support.hpp"

namespace uniform::http {
namespace {

using resolver::principal;
using testing::HasSubstr;

constexpr const char *urn = "urn:example:a";
constexpr const char *page_of_it = "//manage/names/urn%3Aexample%3Aa";

std::string unescaped(std::string text) {
    const std::pair<const char *, const char *> rows[]{
        {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
    for (const auto &[from, to] : rows) text = std::regex_replace(text, std::regex{from}, to);
    return text;
}

// The fields that a browser sends of the form with this button: an <input> has no line ends (HTML, "strip newlines"), a
// <textarea> loses a line end at its beginning, and sends CR LF.
std::multimap<std::string, std::string> fields_of(const std::string &page) {
    static const std::regex field{
        R"re(<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"|<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)</textarea>)re"};
    const auto begin = page.find("<form class=\"work\"");
    const std::string form = page.substr(begin, page.find("</form>", begin) - begin);
    std::multimap<std::string, std::string> out;
    for (std::sregex_iterator m{form.begin(), form.end(), field}, end; m != end; ++m) {
        const bool is_input = (*m)[1].matched;
        std::string value = unescaped((*m)[is_input ? 2 : 4]);
        if (is_input) {
            std::erase_if(value, [](char ch) { return ch == '\n' || ch == '\r'; });
        } else {
            if (value.starts_with('\n')) value.erase(0, 1);
            value = std::regex_replace(value, std::regex{"\n"}, "\r\n");
        }
        out.emplace((*m)[is_input ? 1 : 3], std::move(value));
    }
    return out;
}

class record_form : public api_over_a_store {
protected:
    void SetUp() override {
        api_over_a_store::SetUp();
        write([](store::writing &w) {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
        });
    }
    template <class F>
    void write(F f) {
        ASSERT_TRUE(
            s->write({.who = "test", .from = "test"}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
                f(w);
                return 0;
            }));
    }
    void assign(const std::string &record) {
        const auto json = json::read(record);
        ASSERT_TRUE(json) << record;
        auto read = resolver::record_from_json(*json);
        ASSERT_TRUE(read) << read.error().detail;
        write([&](store::writing &w) {
            const auto made = service::assign(w, admin, {.urn = urn, .record = *read});
            EXPECT_TRUE(made) << made.error().detail;
        });
    }
    service::name_entry name() {
        return s->look_up([&](store::reading &r) { return service::show(r, urn); }).value();
    }
    api_response post(const std::string &path, const std::multimap<std::string, std::string> &form) {
        std::string body;
        for (const auto &[field, value] : form) {
            (body += body.empty() ? "" : "&") += encode_query_data(field) + "=" + encode_query_data(value);
        }
        return call(admin, "POST", path, std::move(body), {}, "application/x-www-form-urlencoded");
    }
    static std::multimap<std::string, std::string> with_locators(std::size_t count) {
        std::multimap<std::string, std::string> out{{"name", urn}};
        for (std::size_t i = 0; i < count; ++i) {
            out.emplace("locator." + std::to_string(i) + ".url", "https://a.example/" + std::to_string(i));
        }
        return out;
    }
    static inline const principal admin{.id = "local:admin", .role = resolver::role::administrator};
};

TEST_F(record_form, saving_what_it_shows_changes_nothing) {
    const char *const records[]{
        R"({"locators":[{"url":"https://a.example/","media_type":"text/html","weight":0,"valid_from":"2026-01-01T00:00:00Z"}]})",
        R"({"metadata":{"publisher":"Two\nlines\tand a tab","type":" book "}})",
        R"({"metadata":{"creator":"A\ttab","publisher":"P\r\nQ","date":"2026"}})",
        R"({"metadata":{"publisher":"\n","creator":"A\tB"}})",
        R"({"metadata":{"title":["A","B"],"creator":["A","B"]}})",
        R"({"metadata":{"creator":["A"],"publisher":["P"]}})",
        R"({"metadata":{"creator":["A\r","B"],"title":"x"}})",
        R"({"metadata":{"title":"First","note":"one\r\ntwo","creator":"A"}})",
        R"({"metadata":{"note":{"z":1,"a":[2.50,{"y":1,"x":2}]},"title":"<b> & \"q\" 'r'"}})",
        R"({"other_names":["urn:example:c","urn:example:b"]})",
    };
    for (const char *const record : records) {
        TearDown();
        SetUp();
        assign(record);
        const auto before = name();
        const auto shown = call(admin, "GET", page_of_it);
        ASSERT_EQ(shown.status, 200);
        const auto saved = post(page_of_it, fields_of(shown.body));
        EXPECT_EQ(saved.status, 303) << record << saved.body;
        EXPECT_EQ(name().record.version, before.record.version)
            << record << name().record.metadata.text() << " was " << before.record.metadata.text();
        // A change elsewhere leaves the text as it was.
        auto changed = fields_of(call(admin, "GET", page_of_it).body);
        changed.erase("successor");
        changed.emplace("successor", "urn:example:next");
        EXPECT_EQ(post(page_of_it, changed).status, 303) << record;
        EXPECT_EQ(name().record.successor, "urn:example:next");
        EXPECT_TRUE(have_same_members(name().record.metadata, before.record.metadata))
            << name().record.metadata.text() << " was " << before.record.metadata.text();
    }
}

TEST_F(record_form, keeps_each_locator) {
    ASSERT_EQ(post("//manage/assign", with_locators(60)).status, 303);
    EXPECT_EQ(name().record.locators.size(), 60U);
    auto sent = fields_of(call(admin, "GET", page_of_it).body);
    sent.erase("metadata.title");
    sent.emplace("metadata.title", "Many");
    EXPECT_EQ(post(page_of_it, sent).status, 303);
    ASSERT_EQ(name().record.locators.size(), 60U);
    EXPECT_EQ(name().record.locators.back().url, "https://a.example/59");
    EXPECT_EQ(name().record.metadata.value().string_of("title"), "Many");
}

TEST_F(record_form, refuses_more_locators_than_a_record_has) {
    const auto page = post("//manage/assign", with_locators(1001));
    EXPECT_EQ(page.status, 422);
    EXPECT_THAT(page.body,
                HasSubstr("<p class=\"error\">&quot;Locators&quot; of a name record must be an array of at most 1000"));
    EXPECT_THAT(page.body, HasSubstr("value=\"https://a.example/1000\""));
    EXPECT_EQ(post("//manage/assign", with_locators(1000)).status, 303);
    EXPECT_EQ(name().record.locators.size(), 1000U);
    EXPECT_EQ(fields_of(call(admin, "GET", page_of_it).body).count("locator.999.url"), 1U);
}

// Each version can be restored: the history goes on page by page.
TEST_F(record_form, lists_all_versions) {
    assign(R"({"metadata":{"title":"0"}})");
    for (int i = 1; i < 25; ++i) {
        EXPECT_EQ(post(page_of_it, {{"metadata.title", std::to_string(i)}}).status, 303);
    }
    const std::regex restore{R"(\?from=\d+)"};
    const std::regex older{R"(href="(/manage/names/[^"]*\?before=\d+)#history")"};
    std::size_t pages = 0;
    std::size_t versions = 0;
    for (std::string path = page_of_it; !path.empty(); ++pages) {
        const auto page = call(admin, "GET", path);
        ASSERT_EQ(page.status, 200);
        const auto end = std::sregex_iterator{};
        versions += static_cast<std::size_t>(
            std::distance(std::sregex_iterator{page.body.begin(), page.body.end(), restore}, end));
        std::smatch m;
        path = std::regex_search(page.body, m, older) ? "/" + m[1].str() : std::string{};
    }
    EXPECT_EQ(pages, 3U);
    EXPECT_EQ(versions, 24U); // all but the one of now
}

// The heading says it already.
TEST_F(record_form, says_once_that_permissions_are_insufficient) {
    for (const char *const path : {"//manage/assign", "//operation"}) {
        const principal reader{.id = "local:reader", .role = resolver::role::reader};
        const auto page = call(reader, "GET", path, {}, {{"Accept", "text/html"}});
        EXPECT_EQ(page.status, 403) << path;
        EXPECT_TRUE(page.body.contains("<h1>Insufficient permissions</h1>")) << path;
        EXPECT_FALSE(page.body.contains("nsufficient permissions:")) << path;
    }
}

// The fault of a tried name is shown in the typed text.
TEST_F(record_form, shows_where_a_tried_name_is_wrong) {
    for (const char *const typed : {"a%20b", "urn:example:a%20b"}) {
        const auto page = call(admin, "GET", std::string{"//namespaces/example?format=html&name="} + typed);
        EXPECT_EQ(page.status, 200) << typed;
        EXPECT_THAT(page.body, HasSubstr("a<mark> </mark>b")) << typed;
    }
}

// If there are more prefixes than a choice shows, any can be typed.
TEST_F(record_form, offers_a_field_where_the_prefixes_go_on) {
    const auto delegate = [&](int first, int end) {
        write([&](store::writing &w) {
            for (int i = first; i < end; ++i) {
                const std::string prefix = "example:p" + std::to_string(i) + "-";
                w.put("delegation", prefix,
                      to_json(resolver::delegation{
                          .prefix = prefix, .mint = {.method = resolver::minting_method::sequential, .pattern = "zd"}}),
                      "put");
            }
        });
    };
    delegate(0, 200);
    for (const char *const path : {"//manage/names", "//manage/mint"}) {
        EXPECT_THAT(call(admin, "GET", path).body, HasSubstr("<select id=\"prefix\"")) << path;
    }
    delegate(200, 201);
    for (const char *const path : {"//manage/names", "//manage/mint"}) {
        const std::string page = call(admin, "GET", path).body;
        EXPECT_FALSE(page.contains("<select id=\"prefix\"")) << path;
        EXPECT_TRUE(page.contains("<datalist id=\"prefix-list\">")) << path;
        EXPECT_TRUE(page.contains("There are more prefixes than are suggested")) << path;
    }
    EXPECT_EQ(post("//manage/mint", {{"prefix", "example:p99-"}, {"count", "1"}}).status, 200);
}

// Rows may be left out and sent in any order.
TEST_F(record_form, reads_locators_by_their_rows) {
    ASSERT_EQ(post("//manage/assign", {{"name", urn},
                                       {"locator.7.url", "https://a.example/7"},
                                       {"locator.10.url", "https://a.example/10"},
                                       {"locator.x.url", "https://a.example/x"},
                                       {"locator.8.color", "red"},
                                       {"locator.99999999999999999999.url", "https://a.example/9"}})
                  .status,
              303);
    ASSERT_EQ(name().record.locators.size(), 2U);
    EXPECT_EQ(name().record.locators.front().url, "https://a.example/7");
}

} // namespace
} // namespace uniform::http
