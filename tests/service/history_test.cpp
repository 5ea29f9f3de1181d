// The history of what is not a name, and what it was at a time.

#include <uniform/service/history.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/service/namespaces.hpp>

#include "service/history_page.hpp"
#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using nlohmann::json;
using resolver::role;

using found = std::expected<history_page, resolver::problem>;

class histories : public test::permissions {
protected:
    found of_namespace(std::string_view nid, const history_request &h = {}) {
        return s->read([&](store::reading &r) { return namespace_history(r, nid, h); });
    }
    found of_delegation(std::string_view prefix, const history_request &h = {}) {
        return s->read([&](store::reading &r) { return delegation_history(r, prefix, h); });
    }
    found of_registrar(std::string_view id, const history_request &h = {}) {
        return s->read([&](store::reading &r) { return registrar_history(r, id, h); });
    }
    found of_transfer(const resolver::principal &who, std::string_view id, const history_request &h = {}) {
        return s->read([&](store::reading &r) { return transfer_history(r, who, id, h); });
    }
    found of_token(const resolver::principal &who, std::string_view id, const history_request &h = {}) {
        return s->read([&](store::reading &r) { return token_history(r, who, id, h); });
    }
    std::expected<namespace_entry, resolver::problem> titled(const std::string &title) {
        return in([&](store::writing &w) {
            return change_namespace(w, admin, {.nid = "example", .origin = "", .title = title}, {});
        });
    }
};

std::vector<json> events(const found &f, bool private_too = false) {
    std::vector<json> result;
    if (!f) return result;
    for (const history_event &e : f->events) result.push_back(json::parse(uniform::json::written(e, private_too)));
    return result;
}
std::vector<std::string> actions(const found &f) {
    std::vector<std::string> result;
    for (const json &e : events(f)) result.push_back(e["action"]);
    return result;
}
using words = std::vector<std::string>;

TEST_P(histories, an_event_has_the_old_and_the_new_state) {
    ASSERT_TRUE(titled("Examples"));
    const auto e = events(of_namespace("EXAMPLE", {.private_too = true}), true);
    ASSERT_EQ(e.size(), 2U);
    EXPECT_EQ(e[0]["action"], "change");
    EXPECT_EQ(e[0]["who"], "token:test");
    EXPECT_EQ(e[0]["from"], "127.0.0.1");
    EXPECT_EQ(e[0]["new"]["title"], "Examples");
    EXPECT_FALSE(e[0]["old"].contains("title"));
    EXPECT_EQ(e[0]["old"], e[1]["new"]);
    EXPECT_FALSE(e[1].contains("old")) << "it made the namespace";
    EXPECT_GT(e[0]["number"], e[1]["number"]);
    EXPECT_EQ(e[0]["hash"].get<std::string>().size(), 64U);
    // the chain is that of the store
    const auto kept = s->read([&](store::reading &r) { return r.event_at(e[0]["number"].get<std::uint64_t>()); });
    ASSERT_TRUE(kept);
    EXPECT_EQ(resolver::to_string(kept->at), e[0]["at"].get<std::string>());
    for (const json &one : events(of_namespace("example"))) {
        EXPECT_FALSE(one.contains("who") || one.contains("from")) << "for everybody";
    }
    EXPECT_EQ(test::outcome_of(of_namespace("nothing")), "not-found");
    EXPECT_EQ(test::outcome_of(of_namespace("-")), "malformed");
}

TEST_P(histories, come_in_pages) {
    // With the event that made it as many as are read at once, and more.
    for (const int count : {30, 31, 32, 33, 63, 64}) {
        SCOPED_TRACE(count);
        const std::string prefix = "example:n" + std::to_string(count) + "-";
        for (int i = 0; i <= count; ++i) {
            ASSERT_TRUE(delegate(manager, {.prefix = prefix, .naming = "a{" + std::to_string(i + 1) + "}"}));
        }
        for (const std::size_t limit : {std::size_t{1}, std::size_t{7}, std::size_t{32}, std::size_t{64}}) {
            std::vector<json> all;
            history_request h{.limit = limit};
            do {
                const auto page = of_delegation(prefix, h);
                ASSERT_TRUE(page);
                ASSERT_LE(page->events.size(), limit);
                ASSERT_FALSE(page->events.empty());
                for (const json &e : events(page)) all.push_back(e);
                h.before = page->next;
            } while (h.before != 0);
            ASSERT_EQ(all.size(), static_cast<std::size_t>(count) + 1) << limit;
            for (std::size_t i = 0; i + 1 < all.size(); ++i) ASSERT_EQ(all[i]["old"], all[i + 1]["new"]) << i;
            EXPECT_FALSE(all.back().contains("old"));
        }
    }
}

TEST_P(histories, a_page_of_large_documents_is_short) {
    const std::string large = "\"" + std::string(std::size_t{3} << 20U, 'x') + "\"";
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(in([&](store::writing &w) -> std::expected<int, resolver::problem> {
            w.put("test", "a", large, "put");
            return 0;
        }));
    }
    history_request h;
    std::size_t pages = 0;
    std::size_t all = 0;
    do {
        const history_page p = s->read([&](store::reading &r) {
            return service::detail::history_of(r, "test", "a", h, [](const store::event &e) {
                return service::detail::writer_of(uniform::json::value{e.body});
            });
        });
        ASSERT_EQ(p.events.size(), 1U) << "what it was and what it became: six MiB";
        all += p.events.size();
        h.before = p.next;
        ++pages;
    } while (h.before != 0 && pages < 10);
    EXPECT_EQ(all, 5U);
}

TEST_P(histories, of_registrars_tell_the_contact_to_holders_of_a_token) {
    ASSERT_TRUE(in([&](store::writing &w) {
        return change_registrar(w, admin, {.id = "library", .name = "B", .contact = "names@example.org"});
    }));
    EXPECT_EQ(actions(of_registrar("library")), (words{"change", "add"}));
    EXPECT_FALSE(events(of_registrar("library"))[0]["new"].contains("contact"));
    EXPECT_EQ(events(of_registrar("library", {.private_too = true}), true)[0]["new"]["contact"], "names@example.org");
    EXPECT_EQ(test::outcome_of(of_registrar("nobody")), "not-found");
}

TEST_P(histories, of_delegations_go_on_over_their_ends) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    ASSERT_TRUE(in([&](store::writing &w) { return end_delegation(w, manager, "example:p"); }));
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "archive"}));
    const auto e = events(of_delegation("urn:EXAMPLE:p"));
    ASSERT_EQ(e.size(), 3U);
    EXPECT_EQ(e[0]["new"]["registrar"], "archive");
    EXPECT_EQ(e[1]["action"], "end");
    EXPECT_EQ(e[1]["new"]["state"], "ended");
    EXPECT_EQ(e[2]["new"]["registrar"], "library");
    EXPECT_EQ(test::outcome_of(of_delegation("example:q")), "not-found");
}

TEST_P(histories, of_transfers_and_tokens_are_for_whom_they_concern) {
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    const auto t = ask(library, "example:p", "archive");
    ASSERT_TRUE(t);
    ASSERT_TRUE(decide(archive, t->id, transfer_decision::accept));
    for (const auto &who : {library, archive, manager, admin}) {
        EXPECT_EQ(actions(of_transfer(who, t->id)), (words{"accept", "request"})) << who.id;
    }
    EXPECT_EQ(test::outcome_of(of_transfer(other, t->id)), "forbidden");
    EXPECT_EQ(test::outcome_of(of_transfer(admin, "example:p~99")), "not-found");
    EXPECT_EQ(actions(of_delegation("example:p")), (words{"transfer", "delegate"}));

    const auto made = make(manager, {.role = role::reader, .prefixes = {"example:"}, .label = "a test"});
    ASSERT_TRUE(made);
    const resolver::principal holder{.id = "token:" + made->id, .role = role::reader, .prefixes = {"example:"}};
    ASSERT_TRUE(in([&](store::writing &w) { return revoke_token(w, holder, made->id); }));
    for (const auto &who : {holder, manager, admin}) {
        const auto e = events(of_token(who, made->id, {.private_too = true}), true);
        ASSERT_EQ(e.size(), 2U) << who.id;
        EXPECT_EQ(e[0]["action"], "revoke");
        EXPECT_EQ(e[0]["new"]["state"], "revoked");
        EXPECT_EQ(e[0]["old"]["state"], "active");
        EXPECT_EQ(e[1]["new"]["label"], "a test");
        EXPECT_EQ(json(e).dump().find("argon2"), std::string::npos) << "the hash is never shown";
    }
    EXPECT_EQ(test::outcome_of(of_token(other, made->id)), "not-found");
    EXPECT_EQ(test::outcome_of(of_token(library, made->id)), "not-found");
}

TEST_P(histories, as_of_a_date) {
    const auto before = resolver::now() - std::chrono::hours{1};
    const auto read = [&](auto f) { return s->read([&](store::reading &r) { return f(r); }); };
    ASSERT_TRUE(titled("First"));
    const auto first = s->read([](store::reading &r) { return r.event_at(r.head().first)->at; });
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library"}));
    const auto then = s->read([](store::reading &r) { return r.event_at(r.head().first)->at; });
    while (resolver::now() <= then) {
    } // the next event is later
    ASSERT_TRUE(titled("Second"));
    ASSERT_TRUE(delegate(manager, {.prefix = "example:p", .registrar = "library", .naming = "[0-9]+"}));

    const auto n = read([&](store::reading &r) { return namespace_as_of(r, "example", first); });
    ASSERT_TRUE(n);
    EXPECT_EQ(n->settings.title, "First");
    EXPECT_EQ(read([&](store::reading &r) { return namespace_of(r, "example"); })->settings.title, "Second");
    EXPECT_EQ(test::outcome_of(read([&](store::reading &r) { return namespace_as_of(r, "example", before); })),
              "not-found");
    EXPECT_EQ(test::outcome_of(read([&](store::reading &r) { return namespace_as_of(r, "nothing", then); })),
              "not-found");

    const auto d = read([&](store::reading &r) { return delegation_as_of(r, "example:p", then); });
    ASSERT_TRUE(d);
    EXPECT_EQ(d->delegation.naming, "");
    EXPECT_EQ(
        read([&](store::reading &r) { return delegation_as_of(r, "example:p", resolver::now()); })->delegation.naming,
        "[0-9]+");
    EXPECT_EQ(test::outcome_of(read([&](store::reading &r) { return delegation_as_of(r, "example:p", before); })),
              "not-found");
}

INSTANTIATE_ON_BOTH_STORES(histories);

} // namespace
