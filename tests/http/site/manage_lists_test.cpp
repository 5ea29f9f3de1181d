// The pages of uploaded lists: columns, checks, imports that are cut and continue, refusals.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/service/names.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "http/api/api_support.hpp"
#include "http/site/manage_fixture.hpp"
#include "http/site/multipart.hpp"

namespace uniform::http {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// RFC 7578: fields and a file.
TEST(multipart, parts) {
    const std::string body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n"
                             "content-disposition: form-data; name=\"file\"; filename=\"C:\\\\dir\\\\n.csv\"\r\n"
                             "Content-Type: text/csv\r\n\r\nname,url\r\n\r\n--x\r\nContent-Disposition: form-data; "
                             "name=empty\r\n\r\n\r\n--x--\r\n";
    const auto parts = parts_of("multipart/form-data; boundary=x", body);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 3U);
    EXPECT_EQ((*parts)[0].name, "a");
    EXPECT_EQ((*parts)[0].content, "1");
    EXPECT_EQ((*parts)[1].file, "n.csv");
    EXPECT_EQ((*parts)[1].content, "name,url\r\n");
    EXPECT_EQ((*parts)[2].name, "empty");
    EXPECT_EQ((*parts)[2].content, "");
    for (std::size_t n = 0; n + 4 < body.size(); ++n) {
        EXPECT_FALSE(parts_of("multipart/form-data; boundary=x", body.substr(0, n))) << n;
    }
    EXPECT_FALSE(parts_of("multipart/form-data", body));
    EXPECT_FALSE(parts_of("text/plain; boundary=x", body));
    EXPECT_TRUE(parts_of("multipart/form-data; charset=utf-8; boundary=\"x\"", body));
}

class lists_by_page : public managing {
protected:
    api_response upload(const std::string &content, const std::string &file = "names.csv",
                        const std::string &key = {}) {
        const std::string body = "--b\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n" + key +
                                 "\r\n--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\r\n--b\r\n"
                                 "Content-Disposition: form-data; name=\"file\"; filename=\"" +
                                 file + "\"\r\n\r\n" + content + "\r\n--b--\r\n";
        return call(registrar, "POST", "//manage/lists", body, {}, "multipart/form-data; boundary=b");
    }
    std::string uploaded(const std::string &content, const std::string &file = "names.csv") {
        const auto r = upload(content, file);
        EXPECT_EQ(r.status, 303) << r.body;
        const auto location = std::ranges::find(r.fields, "Location", [](const auto &f) { return f.first; });
        return location == r.fields.end() ? "" : location->second.substr(location->second.rfind('/') + 1);
    }
    std::vector<service::list_entry> lists() {
        return s->read([](store::reading &r) { return service::lists_of(r, registrar); });
    }
    service::list_entry list(const std::string &id) {
        return s->read([&](store::reading &r) { return service::list_of(r, registrar, id); }).value();
    }
    bool work(const std::function<bool()> &ends = nullptr) { return service::work_on_lists(*s, "here", {}, ends); }
};

TEST_F(lists_by_page, columns_are_mapped_checked_and_imported) {
    const std::string id = uploaded("Link;URN;Subject;Nothing\n"
                                    "https://a.example/1;urn:example:lib-1;lakes;x\n"
                                    "not a url;urn:example:lib-2;;\n"
                                    "https://a.example/3;\"urn:example:lib-3\";\"with; semicolon\";\n"
                                    "https://a.example/4;urn:example:foreign;;\n");
    const std::string page = "/manage/lists/" + id;
    EXPECT_THAT(get(page).body, AllOf(HasSubstr("Subject"), HasSubstr("<option value=\"url\" selected>")));
    EXPECT_EQ(get(page, manager).status, 404); // somebody else's
    EXPECT_EQ(post(page, {{"do", "check"}, {"column.0", "url"}, {"column.1", "url"}}).status, 422);
    const form columns{{"column.0", "url"}, {"column.1", "name"}, {"column.2", "metadata."}, {"column.3", ""}};
    form check = columns;
    check.emplace_back("do", "check");
    EXPECT_EQ(post(page, check).status, 303);
    EXPECT_EQ(list(id).state, service::list_state::checking);
    EXPECT_EQ(post(page, check).status, 409);
    EXPECT_TRUE(work());
    EXPECT_FALSE(work());
    EXPECT_EQ(list(id).state, service::list_state::checked) << list(id).says;
    EXPECT_EQ(list(id).counts.assigned, 2U);
    EXPECT_EQ(list(id).counts.problems, 2U);
    EXPECT_FALSE(s->look_up([](store::reading &r) { return service::show(r, "urn:example:lib-1"); }));
    EXPECT_THAT(get(page + "?problems=1").body,
                AllOf(HasSubstr("urn:example:lib-2"), Not(HasSubstr("urn:example:lib-1<"))));
    form start = columns;
    start.emplace_back("do", "import");
    EXPECT_EQ(post(page, start).status, 303);
    EXPECT_EQ(post(page, {{"do", "remove"}}).status, 409);
    EXPECT_TRUE(work());
    EXPECT_EQ(list(id).state, service::list_state::imported) << list(id).says;
    EXPECT_EQ(name("urn:example:lib-3").record.metadata.value().string_of("Subject"), "with; semicolon");
    const auto result = get(page + "/result?format=csv");
    EXPECT_THAT(result.body, AllOf(HasSubstr("line,result,name,detail\n2,assigned,urn:example:lib-1,"),
                                   HasSubstr("3,problem,"), HasSubstr("5,problem,urn:example:foreign,")));
    EXPECT_THAT(get(page + "/result?format=ndjson").body, HasSubstr(R"({"line":4,"result":"assigned")"));
    EXPECT_EQ(post(page, start).status, 409);
    EXPECT_EQ(post(page, {{"do", "remove"}}).status, 303);
    EXPECT_EQ(get(page).status, 404);
}

TEST_F(lists_by_page, a_cut_import_continues) {
    constexpr int count = 10000;
    std::string content = "name,url\n";
    for (int i = 0; i < count; ++i) {
        content += (i % 100 == 7 ? "urn:example:foreign-" : "urn:example:lib-n") + std::to_string(i) +
                   ",https://a.example/" + std::to_string(i) + "\n";
    }
    const std::string id = uploaded(content);
    const form start{{"do", "import"}, {"column.0", "name"}, {"column.1", "url"}};
    ASSERT_EQ(post("/manage/lists/" + id, start).status, 303);
    // Cut after each block, as a service that is restarted again and again.
    int times = 0;
    while (list(id).state == service::list_state::importing && times < 20) {
        EXPECT_TRUE(work([] { return true; }));
        ++times;
    }
    EXPECT_GT(times, 2);
    const auto l = list(id);
    EXPECT_EQ(l.state, service::list_state::imported) << l.says;
    EXPECT_EQ(l.counts.assigned, 9900U);
    EXPECT_EQ(l.counts.problems, 100U);
    const auto results = s->read([&](store::reading &r) { return service::results_of(r, id, 0, 20000, false); });
    EXPECT_EQ(results.size(), 10000U);
    EXPECT_EQ(std::ranges::count(results, "assigned", &service::list_result::result), 9900);
    EXPECT_EQ(s->read([&](store::reading &r) { return service::results_of(r, id, 0, 20000, true); }).size(), 100U);
}

TEST_F(lists_by_page, ndjson_and_refusals) {
    const std::string id =
        uploaded("{\"name\":\"urn:example:lib-1\",\"url\":\"https://a.example/1\"}\n", "names.ndjson");
    EXPECT_EQ(post("/manage/lists/" + id, {{"do", "import"}}).status, 303);
    EXPECT_TRUE(work());
    EXPECT_EQ(list(id).state, service::list_state::imported);
    EXPECT_EQ(name("urn:example:lib-1").record.locators.size(), 1U);
    EXPECT_EQ(upload("").status, 422);
    EXPECT_EQ(upload("\xFF\xFE").status, 422);
    // Sent twice with the key of the form: one list.
    const std::string first{upload("name\nurn:example:x\n", "names.csv", "k1").value("Location")};
    EXPECT_EQ(upload("name\nurn:example:x\n", "names.csv", "k1").value("Location"), first);
    EXPECT_EQ(post(first, {{"do", "remove"}}).status, 303);
    EXPECT_THAT(get("/manage/lists").body, HasSubstr("name=\"key\" value=\""));
    EXPECT_EQ(call(registrar, "POST", "//manage/lists", "--b\r\n", {}, "multipart/form-data; boundary=b").status, 400);
    // The work is permitted to the holder alone.
    const std::string foreign = uploaded("name,url\nurn:example:foreign,https://a.example/1\n");
    EXPECT_EQ(post("/manage/lists/" + foreign, {{"do", "import"}, {"column.0", "name"}, {"column.1", "url"}}).status,
              303);
    EXPECT_TRUE(work());
    EXPECT_EQ(list(foreign).counts.problems, 1U);
    for (int i = 0; i < 18; ++i) EXPECT_EQ(upload("name\nurn:example:x\n").status, 303) << i;
    EXPECT_EQ(upload("name\n").status, 409);
}

// As spreadsheets on old Macs save a table: each line ends with CR.
TEST_F(lists_by_page, lines_may_end_with_cr) {
    for (const char *const end : {"\r", "\r\n", "\n"}) {
        std::string content;
        for (const char *const line : {"name,url", "urn:example:lib-1,https://a.example/1", "urn:example:lib-2,"}) {
            (content += line) += end;
        }
        const std::string id = uploaded(content);
        EXPECT_EQ(list(id).lines, 3U);
        EXPECT_THAT(get("/manage/lists/" + id).body, HasSubstr("urn:example:lib-1"));
        EXPECT_EQ(post("/manage/lists/" + id, {{"do", "check"}, {"column.0", "name"}, {"column.1", "url"}}).status,
                  303);
        EXPECT_TRUE(work());
        EXPECT_EQ(list(id).counts.assigned, 2U);
        EXPECT_EQ(list(id).counts.problems, 0U);
    }
}

} // namespace
} // namespace uniform::http
