// All that a page permits, the API permits to the same principal, and the other way round: from the tables of routes. A
// principal is a role, restricted to prefixes or not; what each may do with which object is tested by api_test.py. What
// concerns the instance asks again, so it is also called here without the router.

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/http/settings.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

#include "http/api/parts_of_engine.hpp"
#include "http/api/remembered.hpp"
#include "http/api/route.hpp"
#include "http/api/router.hpp"
#include "http/server/all_routes.hpp"
#include "store/postgresql_server.hpp"

namespace uniform::http {
namespace {

using resolver::principal;
using resolver::role;

// The operations of the API that pages do not offer to holders of tokens. What anyone may do is not among them.
const std::set<std::string_view> without_page{
    "exportNames",  // all of it: pages download a prefix (downloadNames)
    "getBatch",     // the names of a reservation; pages show them when they are made
    "readZone",     // for name servers
    "putNamespace", // by `uniform namespace change`
    "getTransferHistory", "getTokenHistory",
};

std::vector<principal> principals() {
    std::vector<principal> out;
    for (const auto &[r, name] : resolver::role_names) {
        out.push_back({.id = std::string{name}, .role = r});
        out.push_back({.id = std::string{name} + " with prefixes", .role = r, .prefixes = {"example:"}});
    }
    return out;
}

bool permits(const route &r, const principal &who) {
    return who.is(r.roles) && (r.scope != permission_scope::instance || check_instance(who, r.roles).has_value());
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> out;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::map<std::string_view, const route *> all_operations() {
    std::map<std::string_view, const route *> out;
    for (const router::table &t : all_routes()) {
        for (const route &r : t.routes) out.emplace(r.operation, &r);
    }
    return out;
}

TEST(authority, pages_permit_what_the_api_permits) {
    const auto all = all_operations();
    std::map<std::string_view, std::vector<const route *>> pages_of;
    for (const auto &[name, r] : all) {
        if (r->is_api()) {
            EXPECT_TRUE(r->stands_for.empty()) << name;
            continue;
        }
        if (r->roles != resolver::anyone) {
            EXPECT_FALSE(r->stands_for.empty()) << name << " needs a token, and no operation of the API is named";
        }
        std::vector<const route *> of;
        for (const std::string_view one : words_of(r->stands_for)) {
            const auto at = all.find(one);
            ASSERT_TRUE(at != all.end() && at->second->is_api()) << name << " stands for " << one;
            of.push_back(at->second);
            pages_of[one].push_back(r);
        }
        for (const principal &who : principals()) {
            if (of.empty() || !permits(*r, who)) continue;
            EXPECT_TRUE(std::ranges::any_of(of, [&](const route *a) { return permits(*a, who); }))
                << name << " is a page for " << who.id << ", the API refuses " << r->stands_for;
        }
    }
    for (const auto &[name, r] : all) {
        if (!r->is_api() || without_page.contains(name)) continue;
        // An operation of anyone needs no page; one that there is, is for every role.
        if (r->roles == resolver::anyone && pages_of[name].empty()) continue;
        for (const principal &who : principals()) {
            if (!permits(*r, who)) continue;
            EXPECT_TRUE(std::ranges::any_of(pages_of[name], [&](const route *p) { return permits(*p, who); }))
                << "the API permits " << name << " to " << who.id << ", no page does";
        }
    }
    for (const std::string_view name : without_page) {
        EXPECT_TRUE(all.contains(name)) << name;
        EXPECT_TRUE(pages_of[name].empty() || name == "exportNames") << name << " has a page";
    }
}

// A role alone permits nothing that concerns all namespaces.
TEST(authority, what_only_administrators_may_has_a_scope) {
    for (const auto &[name, r] : all_operations()) {
        if (r->roles != resolver::administrators) continue;
        EXPECT_TRUE(r->scope == permission_scope::instance || r->scope == permission_scope::prefix) << name;
    }
}

// Not by the router: each operation that reads what concerns the instance is called itself, by every principal. Those
// that write are called so in tests/service, tests/links and tests/http/operation.
TEST(authority, operations_of_the_instance_refuse_others_themselves) {
    const auto folder = uniform::test::temporary_folder("authority");
    {
        const auto s = store::store::open((folder / "store.db").string());
        const settings configuration;
        uniform::test::parts_of_engine engine{*s, configuration};
        server_context server{*s, &configuration, engine.all};
        const router without_use{server, all_routes()};
        int asked = 0;
        for (const auto &[name, r] : all_operations()) {
            if (r->scope != permission_scope::instance || r->method != "GET") continue;
            for (const principal &who : principals()) {
                SCOPED_TRACE(std::string{name} + " by " + who.id);
                http::request q;
                q.method = r->method;
                q.target = q.path = r->path;
                uniform::test::remembered e{q};
                request_context c{
                    .server = server, .exchange = e, .request = e.request(), .router = without_use, .who = &who};
                const handler_result answer = r->handler(c);
                const bool refused = !answer && answer.error().type == resolver::problem_type::forbidden;
                EXPECT_EQ(refused, !permits(*r, who)) << (answer ? "" : answer.error().detail);
                ++asked;
            }
        }
        EXPECT_GE(asked, 10 * 20);
    }
    std::filesystem::remove_all(folder);
}

TEST(authority, scope_of_a_principal) {
    using enum resolver::role_scope;
    for (const principal &who : principals()) {
        const bool expected = (who.role == role::administrator || who.role == role::expert) && who.prefixes.empty();
        EXPECT_EQ(resolver::scope_of(who), expected ? instance : prefixes) << who.id;
        EXPECT_EQ(resolver::check_instance(who, resolver::administrators).has_value(),
                  expected && who.role == role::administrator)
            << who.id;
    }
}

} // namespace
} // namespace uniform::http
