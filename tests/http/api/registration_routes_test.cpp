// Requests, namespaces and NIDs over the API: what goes in, what comes out, who is let in.

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>

#include "http/api/api_support.hpp"
#include "registry/samples.hpp"

namespace {

using namespace uniform;
using namespace uniform::http;
namespace test = uniform::test;
using nlohmann::json;
using resolver::principal;
using resolver::role;

class registration_routes : public api_over_a_store {
protected:
    const principal administrator{.id = "token:admin", .role = role::administrator};
    const principal expert{.id = "token:expert", .role = role::expert};
    const principal reader{.id = "token:reader", .role = role::reader};
    const principal applicant{.id = "token:applicant", .role = role::reader};
    const principal manager{.id = "token:manager", .role = role::manager, .prefixes = {"harbour:"}};
};

TEST_F(registration_routes, from_a_draft_to_a_namespace) {
    const std::string text(test::complete);
    auto r = call(applicant, "POST", "/requests",
                  json{{"template", text}, {"title", "Harbours"}, {"submitter", "A"}}.dump());
    ASSERT_EQ(r.status, 201) << r.body;
    EXPECT_EQ(r.value("Location"), "/api/v1/requests/1");
    EXPECT_EQ(r.value("Cache-Control"), "no-store");
    const json opened = json::parse(r.body);
    const std::vector<std::pair<std::string, std::string>> secret{{"Request-Secret", opened["secret"]}};
    EXPECT_EQ(opened["request"]["state"], "draft");

    EXPECT_EQ(call(reader, "GET", "/requests/1").status, 404); // not public yet
    EXPECT_EQ(call(reader, "GET", "/requests/1", {}, secret).status, 200);
    EXPECT_EQ(call(reader, "GET", "/requests/1/template", {}, secret).body,
              write_template(*registry::read_template(text)));
    EXPECT_EQ(call(reader, "PUT", "/requests/1/template", text, secret, "text/plain; charset=utf-8").status, 200);
    r = call(reader, "PUT", "/requests/1/template", "no template", secret, "text/plain");
    EXPECT_EQ(r.status, 400);
    EXPECT_EQ(json::parse(r.body)["code"], "no_template");
    EXPECT_EQ(call(reader, "PUT", "/requests/1/template", text, secret, "image/png").status, 415);
    EXPECT_EQ(call(reader, "POST", "/requests/1/submit", {}, {}).status, 404);
    r = call(reader, "POST", "/requests/1/submit", {}, secret);
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(json::parse(r.body)["request"]["state"], "submitted");

    r = call(reader, "POST", "/requests/1/comments", R"({"author":"B","text":"Why?"})");
    EXPECT_EQ(r.status, 201) << r.body;
    EXPECT_EQ(json::parse(r.body)["verified"], true) << "a token";
    EXPECT_EQ(call(reader, "POST", "/requests/1/comments", R"({"author":"B"})").status, 422);
    EXPECT_EQ(call(reader, "POST", "/requests/1/comments", R"({"author":"B","text":"x","as":"expert"})").status, 422);
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests/1/comments").body)["items"][0]["text"], "Why?");
    r = call(reader, "POST", "/requests/1/review");
    EXPECT_EQ(r.status, 403);
    EXPECT_EQ(call(expert, "POST", "/requests/1/review", R"({"text":"x","unknown":1})").status, 422);
    EXPECT_EQ(call(expert, "POST", "/requests/1/review").status, 200);
    r = call(expert, "POST", "/requests/1/return", "{}");
    EXPECT_EQ(r.status, 422);
    EXPECT_EQ(json::parse(r.body)["pointer"], "/text");
    EXPECT_EQ(call(expert, "POST", "/requests/1/approve", R"({"round":1})").status, 200);
    EXPECT_EQ(call(expert, "POST", "/requests/1/register").status, 403);
    r = call(administrator, "POST", "/requests/1/register");
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(json::parse(r.body)["namespace"]["nid"], "harbour");
    r = call(administrator, "POST", "/requests/1/register");
    EXPECT_EQ(r.status, 409);
    EXPECT_EQ(json::parse(r.body)["state"], "registered");

    r = call(reader, "GET", "/requests/1/versions/1");
    EXPECT_EQ(json::parse(r.body)["registered"], true);
    EXPECT_EQ(call(reader, "GET", "/requests/1/versions/2").status, 404);
    EXPECT_EQ(call(reader, "GET", "/requests/1/versions/1", {}, {{"Accept", "text/plain"}}).value("Content-Type"),
              "text/plain; charset=utf-8");
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests/1/versions").body)["items"].size(), 1U);
    EXPECT_EQ(call(reader, "GET", "/requests/1/differences?older=1&newer=1").status, 200);
    EXPECT_EQ(call(reader, "GET", "/requests/1/differences?older=1").status, 200) << "with the latest";
    EXPECT_EQ(call(reader, "GET", "/requests/1/differences?older=one").status, 422);
    EXPECT_EQ(call(reader, "GET", "/requests/1/differences?older=0&newer=1").status, 404);
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests?state=registered").body)["items"].size(), 1U);
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests?state=draft").body)["items"].size(), 0U);
    EXPECT_EQ(call(reader, "GET", "/requests?state=lost").status, 422);
    for (const char *id : {"0", "01", "x", "-1", "99999999999999999999", "2"}) {
        EXPECT_EQ(call(reader, "GET", "/requests/" + std::string(id)).status, 404) << id;
    }
}

// A submission and a comment without a token, and who may accept them; tests/http/api/api_test.py sends them.
TEST_F(registration_routes, what_is_received_is_accepted) {
    const principal bounded{.id = "token:bounded", .role = role::expert, .prefixes = {"elsewhere:"}};
    const store::origin anyone{.who = "anyone", .from = "192.0.2.1"};
    const auto secret = service::make_request_secret();
    const auto sent = s->write(anyone, [&](store::writing &w) {
        return service::submit_new_request(w, {}, {.document = std::string(test::complete)}, secret, "Please.");
    });
    ASSERT_TRUE(sent) << sent.error().detail;
    EXPECT_EQ(call(reader, "GET", "/requests/1").status, 404);
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests?received=true").body)["items"].size(), 0U);
    const json waits = json::parse(call(expert, "GET", "/requests?received=true").body)["items"];
    ASSERT_EQ(waits.size(), 1U);
    EXPECT_EQ(waits[0]["state"], "received");
    EXPECT_EQ(waits[0]["possible_actions"], json::array({"accept"}));
    EXPECT_EQ(json::parse(call(expert, "GET", "/requests/1/received").body)["text"], "Please.");
    EXPECT_EQ(call(applicant, "POST", "/requests/1/accept").status, 403);
    EXPECT_EQ(call(bounded, "POST", "/requests/1/accept").status, 404);
    EXPECT_EQ(call(expert, "POST", "/requests/1/accept", R"({"received":"soon"})").status, 422);
    EXPECT_EQ(call(expert, "POST", "/requests/1/accept", R"({"received":"2020-01-01T00:00:00Z"})").status, 412);
    const json that{{"received", waits[0]["received"]["submission"]}};
    auto r = call(expert, "POST", "/requests/1/accept", that.dump());
    ASSERT_EQ(r.status, 200) << r.body;
    EXPECT_EQ(json::parse(r.body)["request"]["state"], "submitted");
    EXPECT_EQ(call(reader, "GET", "/requests/1").status, 200);
    EXPECT_EQ(call(expert, "GET", "/requests/1/received").status, 404);

    const auto another = service::make_request_secret();
    const auto said =
        s->write(anyone, [&](store::writing &w) { return service::receive_comment(w, {}, 1, "B", "Why?", another); });
    ASSERT_TRUE(said) << said.error().detail;
    const std::string comment = "/requests/1/received/comments/" + said->id;
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests/1/comments").body)["items"].size(), 0U);
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests/1/received/comments").body)["items"].size(), 0U);
    r = call(reader, "GET", "/requests/1/received/comments", {}, {{"Request-Secret", said->secret}});
    EXPECT_EQ(json::parse(r.body)["items"].size(), 1U) << "its author";
    EXPECT_EQ(call(reader, "POST", comment + "/accept").status, 403);
    EXPECT_EQ(call(bounded, "POST", comment + "/accept").status, 403);
    EXPECT_EQ(call(expert, "POST", comment + "/accept").status, 200);
    EXPECT_EQ(call(expert, "POST", comment + "/dismiss").status, 404);
    EXPECT_EQ(json::parse(call(reader, "GET", "/requests/1/comments").body)["items"].size(), 1U);
}

TEST_F(registration_routes, settings_of_a_namespace) {
    // A namespace is permanent: only If-None-Match: * adds one, and not a misspelt NID.
    const std::vector<std::pair<std::string, std::string>> new_one{{"If-None-Match", "*"}};
    EXPECT_EQ(call(manager, "PUT", "/namespaces/harbour", "{}", new_one).status, 403);
    auto r = call(administrator, "PUT", "/namespaces/isbm", R"({"title":"Books"})");
    ASSERT_EQ(r.status, 404) << r.body;
    EXPECT_EQ(json::parse(r.body)["detail"], "the namespace \"isbm\" is not managed here (did you mean \"isbn\"?)");
    EXPECT_EQ(json::parse(r.body)["similar"], "isbn");
    EXPECT_FALSE(json::parse(r.body).contains("add_with"));
    // A NID that is registered with IANA is no suggestion for itself.
    r = call(administrator, "PUT", "/namespaces/isbn", "{}");
    EXPECT_EQ(json::parse(r.body)["detail"], "the namespace \"isbn\" is not managed here");
    EXPECT_EQ(json::parse(r.body)["add_with"], "PUT /api/v1/namespaces/isbn, If-None-Match: *");
    EXPECT_EQ(call(administrator, "PUT", "/namespaces/-", "{}").status, 400);
    EXPECT_EQ(call(administrator, "PUT", "/namespaces/isbm", "{}", {{"If-Match", "\"1\""}}).status, 412);
    r = call(administrator, "PUT", "/namespaces/isbm", "{}", new_one);
    EXPECT_EQ(r.status, 422);
    EXPECT_EQ(json::parse(r.body)["similar"], "isbn");
    EXPECT_EQ(call(administrator, "PUT", "/namespaces/isbm?force=true", "{}", new_one).status, 201);
    r = call(administrator, "PUT", "/namespaces/Harbour", R"({"title":"Harbours"})", new_one);
    ASSERT_EQ(r.status, 201) << r.body;
    EXPECT_EQ(r.value("Location"), "/api/v1/namespaces/harbour");
    const std::string tag(r.value("ETag"));
    EXPECT_EQ(call(administrator, "PUT", "/namespaces/harbour", "{}", new_one).status, 412); // already exists
    r = call(reader, "GET", "/namespaces/HARBOUR");
    EXPECT_EQ(r.status, 200);
    EXPECT_EQ(r.value("ETag"), tag);
    json wanted = json::parse(r.body);
    wanted.erase("version");
    wanted["redirect"] = 307;
    EXPECT_EQ(call(manager, "PUT", "/namespaces/harbour", wanted.dump(), {{"If-Match", "\"99999\""}}).status, 412);
    r = call(manager, "PUT", "/namespaces/harbour", wanted.dump(), {{"If-Match", tag}});
    EXPECT_EQ(r.status, 200) << r.body;
    EXPECT_NE(r.value("ETag"), tag);
    EXPECT_EQ(call(manager, "PUT", "/namespaces/harbour", wanted.dump(), {{"If-Match", tag}}).status, 412);
    EXPECT_EQ(call(expert, "PUT", "/namespaces/harbour", "{}").status, 403);
    EXPECT_EQ(call(manager, "PUT", "/namespaces/isbn", "{}").status, 403);
    EXPECT_EQ(call(manager, "PUT", "/namespaces/harbour", R"({"nid":"isbn"})").status, 422);
    EXPECT_EQ(call(manager, "PUT", "/namespaces/harbour", R"({"redirect":200})").status, 422);
    EXPECT_EQ(call(reader, "GET", "/namespaces/quay").status, 404);
    EXPECT_EQ(call(reader, "GET", "/namespaces/-").status, 400);
    EXPECT_EQ(json::parse(call(reader, "GET", "/namespaces").body)["items"].size(), 2U);
}

TEST_F(registration_routes, verdicts_about_nids) { // RFC 8141 5.1
    EXPECT_EQ(json::parse(call(reader, "GET", "/nids/harbour").body)["free"], true);
    const json isbn = json::parse(call(reader, "GET", "/nids/ISBN").body);
    EXPECT_EQ(isbn["registered"], "iana");
    EXPECT_EQ(isbn["problem"]["rule"], "RFC 8141 section 5.1 (1)");
    EXPECT_EQ(json::parse(call(reader, "GET", "/nids/x-y").body)["problem"]["rule"], "RFC 8141 section 5.1 (4)");
    for (const char *nid : {"urn", "URN"}) {
        const json urn = json::parse(call(reader, "GET", std::string("/nids/") + nid).body);
        EXPECT_EQ(urn["free"], false) << nid;
        EXPECT_EQ(urn["problem"]["rule"], "RFC 2141 section 2.1") << nid;
    }
    for (const char *nid : {"a%2Fb", "%22", "-"}) {
        const auto r = call(reader, "GET", std::string("/nids/") + nid);
        ASSERT_EQ(r.status, 200) << nid << ": " << r.body;
        const json bad = json::parse(r.body);
        EXPECT_EQ(bad["kind"], "malformed") << nid;
        EXPECT_EQ(bad["free"], false) << nid;
    }
    EXPECT_EQ(call(reader, "GET", "/nids/%ff").status, 400);
}

} // namespace
