// The sessions of a token, by the API and by the page of the account: whoever has the token sees and ends them, nobody
// else does, whatever the role.

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/api_client.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/store/store.hpp>

#include "http/api/described.hpp"
#include "http/session/sessions.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using resolver::principal;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class own_sessions : public test::on_both_stores {
protected:
    void SetUp() override {
        on_both_stores::SetUp();
        if (IsSkipped()) return;
        s = store::store::open(location(), {.clock = [this] { return resolver::now() + later; }});
    }
    void TearDown() override {
        if (s) s->close();
        s.reset();
        on_both_stores::TearDown();
    }
    api_response call(const principal &who, std::string method, const std::string &path, std::string form = {}) {
        const auto client = api_client::local(*s, configuration, who);
        auto r = client->call({.method = method,
                               .path = path,
                               .body = std::move(form),
                               .content_type = "application/x-www-form-urlencoded"});
        expect_described(method, path, r.status);
        return r;
    }
    std::vector<std::string> listed(const principal &who) {
        const auto r = call(who, "GET", sessions);
        EXPECT_EQ(r.status, 200) << r.body;
        std::vector<std::string> out;
        for (const json &one : json::parse(r.body).at("items")) out.push_back(one.at("id"));
        return out;
    }
    int end(const principal &who, const std::string &id) {
        return call(who, "POST", sessions + '/' + id + "/end").status;
    }
    int end_by_form(const principal &who, const std::string &id) {
        return call(who, "POST", "/account/sessions/" + id + "/end", "csrf=x").status;
    }
    // The id of a new session of the token.
    std::string sign_in(const principal &who, std::string_view agent = "A browser") {
        static_cast<void>(session::start(*s, by, session::token_of(who), agent));
        return session::of(*s, session::token_of(who), {}).front().id;
    }
    static principal holder(resolver::role role, const std::string &token) {
        return {.id = "token:" + token, .role = role, .registrar = "library"};
    }

    static inline const std::string sessions = "/api/v1/tokens/self/sessions";
    static inline const store::origin by{.who = "test", .from = "test"};
    std::chrono::seconds later{0};
    settings configuration = {};
    std::unique_ptr<store::store> s;
};
INSTANTIATE_ON_BOTH_STORES(own_sessions);

TEST_P(own_sessions, each_role_sees_and_ends_its_own_and_no_other) {
    const principal stranger = holder(resolver::role::administrator, "aaaaaaaaaaaa");
    const std::string foreign = sign_in(stranger);
    int number = 0;
    for (const auto &[role, name] : resolver::role_names) {
        SCOPED_TRACE(name);
        const principal who = holder(role, "00000000000" + std::to_string(number++));
        EXPECT_THAT(listed(who), testing::IsEmpty());
        const std::string one = sign_in(who);
        later += 1s; // the newest is the first
        const std::string two = sign_in(who);
        EXPECT_THAT(listed(who), testing::ElementsAre(two, one));
        EXPECT_EQ(end(who, one), 200);
        EXPECT_EQ(end(who, one), 404) << "it has ended";
        EXPECT_EQ(end(who, foreign), 404);
        EXPECT_EQ(end(who, "0011223344556677"), 404);
        EXPECT_THAT(listed(who), testing::ElementsAre(two));
        EXPECT_EQ(end(stranger, two), 404) << "by an administrator";
        // The form leads back to the account, which shows what is left.
        EXPECT_EQ(end_by_form(who, foreign), 303);
        EXPECT_EQ(end_by_form(who, one), 303);
        EXPECT_EQ(end_by_form(stranger, two), 303);
        EXPECT_THAT(call(who, "GET", "/account").body, AllOf(HasSubstr("/account/sessions/" + two + "/end"),
                                                             Not(HasSubstr(one)), Not(HasSubstr(foreign))));
        EXPECT_EQ(end_by_form(who, two), 303);
        EXPECT_THAT(listed(who), testing::IsEmpty());
    }
    EXPECT_THAT(listed(stranger), testing::ElementsAre(foreign));
}

TEST_P(own_sessions, one_that_has_ended_by_its_time_is_none) {
    const principal who = holder(resolver::role::reader, "aaaaaaaaaaaa");
    const std::string one = sign_in(who);
    later = 31min; // longer than it may be idle
    EXPECT_THAT(listed(who), testing::IsEmpty());
    EXPECT_EQ(end(who, one), 404);
    EXPECT_EQ(end_by_form(who, one), 303);
}

TEST_P(own_sessions, have_times_and_a_browser) {
    const principal who = holder(resolver::role::reader, "aaaaaaaaaaaa");
    const std::string id = sign_in(who, "Browser/1.0 \x01");
    const auto r = call(who, "GET", sessions);
    EXPECT_EQ(r.value("Cache-Control"), "no-store");
    const json one = json::parse(r.body).at("items").at(0);
    EXPECT_EQ(one.at("id"), id);
    EXPECT_EQ(one.at("user_agent"), "Browser/1.0 ?");
    EXPECT_EQ(one.at("created"), one.at("used"));
    EXPECT_EQ(one.at("current"), false) << "this request has a token";
    const auto ended = call(who, "POST", sessions + '/' + id + "/end");
    EXPECT_EQ(json::parse(ended.body), one);
}

// The user of a store on this computer has no token, so no sessions.
TEST_P(own_sessions, of_somebody_without_a_token_there_are_none) {
    const principal local{.id = "local:alice", .role = resolver::role::administrator};
    const std::string other = sign_in(holder(resolver::role::reader, "aaaaaaaaaaaa"));
    EXPECT_THAT(listed(local), testing::IsEmpty());
    EXPECT_EQ(end(local, other), 404);
}

} // namespace
} // namespace uniform::http
