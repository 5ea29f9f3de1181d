// The page that replaces IANA's list of namespaces by an uploaded one, on both databases.

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/registry.hpp>

#include "http/administration/operating.hpp"

namespace uniform::http {
namespace {

using resolver::principal;
using resolver::role;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class iana_list_page : public operating {
protected:
    // The list in use as IANA publishes it, of a date, with these records more.
    std::string xml(std::string_view date, std::string_view more = {}) {
        std::string formal;
        std::string informal;
        s->read([&](store::reading &r) {
            for (const service::published_namespace &n :
                 service::list_published(r, {.origin = "iana"}, {}, 1000).first) {
                (n.kind == namespace_kind::formal ? formal : informal) +=
                    "<record><name>" + n.nid + "</name></record>\n";
            }
            return 0;
        });
        return "<registry id=\"urn-namespaces\"><updated>" + std::string{date} +
               "</updated>\n<registry><title>Formal URN Namespaces</title>\n" + formal + std::string{more} +
               "</registry>\n<registry><title>Informal URN Namespaces</title>\n" + informal +
               "</registry></registry>\n";
    }
    response upload(const std::string &content, const principal &who = admin, const std::string &date = {},
                    const std::string &language = "en") {
        return ask(who, "POST", "/operation/registry",
                   "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"urn-namespaces.xml\"\r\n\r\n" +
                       content + "\r\n--b\r\nContent-Disposition: form-data; name=\"date\"\r\n\r\n" + date +
                       "\r\n--b--\r\n",
                   "multipart/form-data; boundary=b", {{"Accept-Language", language}});
    }
    std::string date_in_use() {
        return s->read([](store::reading &r) { return service::state_of_registry(r).date; });
    }
    std::string today() { return resolver::to_string(s->now()).substr(0, 10); }
};
INSTANTIATE_ON_BOTH_STORES(iana_list_page);

TEST_P(iana_list_page, permits_what_the_api_permits) {
    const std::string before = date_in_use();
    const std::string list = xml(before);
    for (const auto &[of, name] : resolver::role_names) {
        for (const bool restricted : {false, true}) {
            principal who{.id = "local:other", .role = of};
            if (restricted) who.prefixes = {"example:"};
            SCOPED_TRACE(std::string{name} + (restricted ? " with prefixes" : ""));
            const int expected = of == role::administrator && !restricted ? 200 : 403;
            EXPECT_EQ(get("/operation/registry", who).status, expected);
            EXPECT_EQ(upload(list, who).status, expected);
            EXPECT_EQ(ask(who, "PUT", "/api/v1/registry", list, "application/xml").status, expected);
        }
    }
}

TEST_P(iana_list_page, replaces_the_list) {
    write([](store::writing &w) {
        w.put("namespace", "harbour", to_json(resolver::namespace_settings{.nid = "harbour", .origin = "local"}),
              "add");
    });
    const std::string before = date_in_use();
    EXPECT_THAT(get("/operation/registry").body, AllOf(HasSubstr(before), HasSubstr("this release of Uniform")));
    const response page =
        upload(xml(today(), "<record><name>quays</name></record><record><name>harbour</name></record>"));
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(value_of(page, "Cache-Control"), "no-store");
    EXPECT_THAT(page.body, AllOf(HasSubstr(before + " → " + today()), HasSubstr("<code>quays</code></a></li>"),
                                 HasSubstr("<code>harbour</code></a> <strong>in use here"), HasSubstr("uploaded")));
    EXPECT_EQ(date_in_use(), today());
    EXPECT_THAT(upload(xml(today())).body, HasSubstr("nothing has changed"));
    EXPECT_THAT(get("/namespaces/quays?format=json").body, HasSubstr("\"origin\":\"iana\""));
    EXPECT_EQ(upload("URN Namespace,Reference\nquays,[RFC8141]\n").status, 400) << "a list in CSV states no date";
    EXPECT_EQ(upload("URN Namespace,Reference\nquays,[RFC8141]\n", admin, today()).status, 409) << "it lacks others";
}

// The list is refused as a whole, and the message of the API is at the field, in the language of the page.
TEST_P(iana_list_page, says_at_the_field_what_is_wrong) {
    const std::string before = date_in_use();
    struct fact {
        std::string content;
        std::string date;
        int status;
        std::string says;
        std::string in_german;
    };
    const fact facts[]{
        {"", "", 422, "choose a file", "Wählen Sie"},
        {"<registry/>", "", 400, "line 1, column", "nicht das Register"},
        {"<registry", "", 400, "not well-formed XML", "kein wohlgeformtes XML"},
        {"<!DOCTYPE a><registry/>", "", 400, "document type", "Dokumenttyp"},
        {"a,b\n", "", 400, "no column", "fehlt die Spalte"},
        {"a,b", "", 400, "cut off", "abgeschnitten"},
        {"URN Namespace\nisbn\n", "soon", 400, "YYYY-MM-DD", "JJJJ-MM-TT"},
        {"URN Namespace\nisbn\n", "", 400, "states no date", "nennt kein Datum"},
        {"URN Namespace\nisbn\n", today(), 409, "the list lacks", "In der Liste fehlt"},
        {xml("2000-01-01"), "", 409, "older than the one", "älter als die vom"},
        {xml("2999-01-01"), "", 409, "in the future", "in der Zukunft"},
    };
    for (const fact &f : facts) {
        SCOPED_TRACE(f.says);
        const response page = upload(f.content, admin, f.date);
        EXPECT_EQ(page.status, f.status);
        EXPECT_THAT(page.body,
                    AllOf(HasSubstr("id=\"filee\""), HasSubstr(f.says), HasSubstr("value=\"" + f.date + "\"")));
        EXPECT_THAT(upload(f.content, admin, f.date, "de").body, HasSubstr(f.in_german));
    }
    EXPECT_EQ(ask(admin, "POST", "/operation/registry", "file=x", "application/x-www-form-urlencoded").status, 415);
    EXPECT_EQ(ask(admin, "POST", "/operation/registry", "file=x", "multipart/form-data; boundary=b").status, 400);
    EXPECT_EQ(date_in_use(), before);
}

} // namespace
} // namespace uniform::http
