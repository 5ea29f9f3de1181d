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
    "exportNames", // all of it: pages download a prefix (downloadNames)
    "readHistory", // for followers
    "readProof",   // for verifiers without the service
    "readZone",    // for name servers
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

// Pages that do only a part of an operation, or it in another way, so that what they are about differs from it.
const std::map<std::string_view, std::string_view> differ{
    {"uploadList", "it keeps a list of one's own, of which nothing is done yet"},
    {"showList", "one list, of those that the operation lists"},
    {"startList", "a list that was uploaded has an id before it is an import"},
    {"downloadListResult", "the response to an import, which the operation sends at once"},
};

// The scope of a page is that of an operation that it stands for, or a narrower one.
bool is_within(permission_scope page, permission_scope operation) {
    return page == operation || operation == permission_scope::none || page == permission_scope::instance ||
           (page == permission_scope::each && operation == permission_scope::prefix);
}

// Whether two paths name an object of the same kind. What "id" is the id of, the row of the parameter says.
bool are_of_one_kind(const parameter &a, const parameter &b) {
    return &a == &b || (a.name == b.name && a.name != "id");
}

// That a page does what the operation does, no table can tell; that it is about something else, the tables do.
TEST(authority, pages_are_about_what_they_stand_for) {
    const auto all = all_operations();
    std::set<std::string_view> with_form; // operations for which a form stands
    for (const auto &[name, r] : all) {
        if (r->is_api() || r->reads()) continue;
        for (const std::string_view one : words_of(r->stands_for)) with_form.insert(one);
    }
    std::set<std::string_view> different;
    for (const auto &[name, r] : all) {
        if (r->is_api() || r->stands_for.empty()) continue;
        SCOPED_TRACE(name);
        bool is_in_scope = false;
        bool names_its_object = r->in_path.empty();
        for (const std::string_view one : words_of(r->stands_for)) {
            const route &operation = *all.at(one);
            is_in_scope = is_in_scope || is_within(r->scope, operation.scope);
            if (r->reads()) {
                // The page of a form, which is not sent yet, or a page that shows.
                EXPECT_TRUE(operation.reads() || with_form.contains(one))
                    << one << " writes, and no form stands for it";
                is_in_scope = is_in_scope || (!operation.reads() && r->scope == permission_scope::none);
            } else {
                EXPECT_FALSE(operation.reads()) << "a form, and " << one << " reads";
            }
            if (r->in_path.empty() || operation.in_path.empty()) continue;
            names_its_object = true;
            if (!are_of_one_kind(**r->in_path.begin(), **operation.in_path.begin())) {
                EXPECT_TRUE(differ.contains(name)) << one << " is about another kind of object";
                different.insert(name);
            }
        }
        if (!is_in_scope || !names_its_object) {
            EXPECT_TRUE(differ.contains(name))
                << "its scope is wider than that of " << r->stands_for << ", or it names an object and they do not";
            different.insert(name);
        }
    }
    for (const auto &[name, why] : differ) EXPECT_TRUE(different.contains(name)) << name << ": " << why;
}

// A role alone permits nothing that concerns all namespaces.
TEST(authority, what_only_administrators_may_has_a_scope) {
    for (const auto &[name, r] : all_operations()) {
        if (r->roles != resolver::administrators) continue;
        EXPECT_TRUE(r->scope == permission_scope::instance || r->scope == permission_scope::prefix) << name;
    }
}

// An operation for anyone needs no token that could have a scope; one that a setting opens is for somebody without it.
TEST(authority, what_is_for_anyone_has_no_scope) {
    std::set<std::string_view> opened;
    for (const auto &[name, r] : all_operations()) {
        if (r->opened_by != nullptr) {
            EXPECT_NE(r->roles, resolver::anyone) << name;
            EXPECT_TRUE(r->reads()) << name;
            opened.insert(name);
        }
        if (r->scope == permission_scope::instance) {
            EXPECT_FALSE(r->may_be_open()) << name;
        }
    }
    EXPECT_EQ(opened, (std::set<std::string_view>{"readHistory", "readProof"}));
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
