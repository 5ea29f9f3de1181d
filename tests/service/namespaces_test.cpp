// Managed namespaces: which NIDs can be added, who may change what (RFC 8141 5.1, 5.2).

#include <uniform/service/namespaces.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "service/store_fixture.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using resolver::namespace_settings;
using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using resolver::role;
using store::writing;

const store::origin somebody{.who = "token:test", .from = "127.0.0.1"};
const principal administrator{.id = "token:admin", .role = role::administrator};

class namespaces : public test::on_open_stores {
protected:
    std::expected<namespace_entry, problem> put(const principal &who, const namespace_settings &n,
                                                std::optional<std::uint64_t> version = {}) {
        return s->write(somebody, [&](writing &w) {
            precondition condition{version};
            if (!version && !find_namespace(w, n.nid)) condition.none_match = named_versions{.any = true};
            return put_namespace(w, who, n, condition);
        });
    }
};

TEST_P(namespaces, are_put_by_administrators_where_no_rule_reserves_the_nid) {
    struct fact {
        const char *nid;
        const char *origin; // or the name of the problem
        const char *rule;
    };
    const fact facts[]{
        {"isbn", "iana", ""},
        {"NBN", "iana", ""},
        {"example", "iana", ""}, // RFC 6963
        {"urn-1", "iana", ""},   // informal, and registered
        {"ourbooks", "local", ""},
        {"urn-99", "invalid", "RFC 8141 section 5.2"},
        {"ab", "invalid", "RFC 8141 section 5.1 (3)"},
        {"de-books", "invalid", "RFC 8141 section 5.1 (3)"},
        {"xn--books", "invalid", "RFC 8141 section 5.1 (3)"},
        {"X-books", "invalid", "RFC 8141 section 5.1 (4)"},
        {"bo_oks", "malformed", "RFC 8141 section 2.1"},
        {"books-", "malformed", "RFC 8141 section 2.1"},
        {"", "malformed", "RFC 8141 section 2.1"},
        {"ISBN", "iana", ""}, // again
        {"OurBooks", "local", ""},
    };
    for (const fact &f : facts) {
        const auto r = put(administrator, {.nid = f.nid, .origin = ""});
        EXPECT_EQ(r ? r->settings.origin : resolver::to_string(r.error().type), f.origin) << f.nid;
        EXPECT_EQ(r ? "" : r.error().rule, f.rule) << f.nid;
    }
    EXPECT_EQ(put(administrator, {.nid = "otherbooks", .origin = "iana"}).error().type, problem_type::invalid);
    EXPECT_EQ(put(administrator, {.nid = "otherbooks", .request = "7"}).error().type, problem_type::invalid);
    const auto twice = s->write(somebody, [&](writing &w) { return add_namespace(w, administrator, {.nid = "ISBN"}); });
    ASSERT_FALSE(twice);
    EXPECT_EQ(twice.error().type, problem_type::conflict);
    EXPECT_EQ(twice.error().existing.string_of("nid"), "isbn");
    // the registration's title, if none is given
    EXPECT_THAT(put(administrator, {.nid = "issn"})->settings.title, testing::Not(testing::IsEmpty()));
}

TEST_P(namespaces, whose_nid_is_similar_to_another_need_force) {
    ASSERT_TRUE(put(administrator, {.nid = "harbour"}));
    const auto similar_to = [&](const char *nid, bool force) {
        const auto r = s->write(somebody, [&](writing &w) {
            precondition absent;
            absent.none_match = named_versions{.any = true};
            return put_namespace(w, administrator, {.nid = nid}, absent, force);
        });
        if (r) return std::string("added");
        for (const json::member &m : r.error().members) {
            if (m.name == "similar") return *m.value.if_string();
        }
        return r.error().detail;
    };
    struct fact {
        const char *nid;
        const char *result; // "added", or the NID that it is similar to
    };
    const fact facts[]{
        {"exmaple", "example"},                                            // registered with IANA
        {"isbnn", "isbn"},       {"isnb", "isbn"}, {"Harbuor", "harbour"}, // managed here
        {"harbours", "harbour"}, {"abd", "added"},                         // two of three letters: most words
        {"issn", "added"},                                                 // registered, however similar to "isbn"
    };
    for (const fact &f : facts) EXPECT_EQ(similar_to(f.nid, false), f.result) << f.nid;
    EXPECT_EQ(similar_to("harbours", true), "added");
}

TEST_P(namespaces, are_added_by_administrators_only) {
    for (const role r : {role::reader, role::registrar, role::manager, role::expert}) {
        const auto result = put({.id = "token:x", .role = r, .prefixes = {"isbn:"}}, {.nid = "isbn"});
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().type, problem_type::forbidden);
    }
}

TEST_P(namespaces, are_changed_by_their_managers) {
    const auto made = put(administrator, {.nid = "isbn", .title = "Books"});
    ASSERT_TRUE(made);
    namespace_settings wanted = made->settings;
    wanted.redirect = 303;
    wanted.q = resolver::q_strategy::refuse;
    for (const role r : {role::reader, role::registrar, role::expert}) {
        EXPECT_EQ(put({.id = "token:x", .role = r, .prefixes = {"isbn:"}}, wanted).error().type,
                  problem_type::forbidden);
    }
    const principal foreign{.id = "token:f", .role = role::manager, .prefixes = {"issn:", "isbn:978951"}};
    EXPECT_EQ(put(foreign, wanted).error().type, problem_type::forbidden);
    const principal manager{.id = "token:m", .role = role::manager, .prefixes = {"isbn:"}};
    EXPECT_EQ(put(manager, wanted, made->event + 1).error().type, problem_type::precondition_failed);
    const auto changed = put(manager, wanted, made->event);
    ASSERT_TRUE(changed) << changed.error().detail;
    EXPECT_EQ(changed->settings, wanted);
    EXPECT_GT(changed->event, made->event);
    EXPECT_EQ(put(manager, wanted, made->event).error().type, problem_type::precondition_failed);
    EXPECT_EQ(put(manager, wanted)->event, changed->event); // nothing changes: no event
    // where it comes from stays
    for (const char *origin : {"here", "local"}) {
        wanted.origin = origin;
        EXPECT_EQ(put(manager, wanted).error().type, problem_type::invalid);
    }
    wanted.origin.clear();
    wanted.request = "3";
    EXPECT_EQ(put(manager, wanted).error().type, problem_type::invalid);
    EXPECT_EQ(put(administrator, {.nid = "issn"}, 5).error().type, problem_type::precondition_failed);
}

TEST_P(namespaces, that_are_closed_take_no_new_names) {
    const auto made = put(administrator, {.nid = "isbn"});
    ASSERT_TRUE(made);
    const auto judged = [&](std::string_view nid) {
        const auto r = s->read([&](store::reading &v) { return namespace_for_new_names(v, nid); });
        return r ? std::string("open") : std::string(resolver::to_string(r.error().type));
    };
    EXPECT_EQ(judged("ISBN"), "open");
    EXPECT_EQ(judged("issn"), "not-found");
    EXPECT_EQ(judged("i_bn"), "malformed");
    namespace_settings closed = made->settings;
    closed.status = resolver::namespace_status::closed;
    EXPECT_TRUE(put(administrator, closed));
    EXPECT_EQ(judged("isbn"), "out-of-policy");
    EXPECT_TRUE(s->read([](store::reading &r) { return namespace_of(r, "isbn"); }));
}

TEST_P(namespaces, are_listed_in_order) {
    for (const char *nid : {"nbn", "isbn", "ourbooks"}) ASSERT_TRUE(put(administrator, {.nid = nid}));
    const auto list = [&](std::string_view after, std::size_t limit) {
        std::vector<std::string> result;
        for (const auto &n : s->read([&](store::reading &r) { return list_namespaces(r, after, limit).first; })) {
            result.push_back(n.settings.nid);
        }
        return result;
    };
    EXPECT_THAT(list("", 10), testing::ElementsAre("isbn", "nbn", "ourbooks"));
    EXPECT_THAT(list("isbn", 1), testing::ElementsAre("nbn"));
    EXPECT_THAT(list("ourbooks", 1), testing::IsEmpty());
}

INSTANTIATE_ON_BOTH_STORES(namespaces);

} // namespace
