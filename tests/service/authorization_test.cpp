// Authorization is checked in the transaction of each write, not when the request was authenticated. The tests
// interleave the two explicitly: a request is authenticated, another write is committed, then the request's write runs.

#include <uniform/service/tokens.hpp>

#include <algorithm>
#include <array>
#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/service/import.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/uploaded_lists.hpp>

#include "registry/samples.hpp"
#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using resolver::principal;
using resolver::role;
using store::writing;
using test::outcome_of;

std::string template_for(std::string_view nid) {
    registry::namespace_template t = *registry::read_template(test::complete);
    t.set(registry::field::namespace_identifier, nid);
    return write_template(t);
}

class authorization : public test::permissions {
protected:
    void SetUp() override {
        permissions::SetUp();
        if (IsSkipped()) return;
        ASSERT_TRUE(delegate(admin, {.prefix = "example:lib-",
                                     .registrar = "library",
                                     .mint = {.method = resolver::minting_method::sequential, .pattern = "d"}}));
    }
    principal authenticated(const token_request &request) {
        const auto t = make(admin, request);
        EXPECT_TRUE(t) << (t ? "" : t.error().detail);
        auto who = s->read([&](store::reading &r) { return principal_of(r, *find_token(r, t->id), resolver::now()); });
        EXPECT_TRUE(who);
        return who.value_or(principal{});
    }
    void revoke(const principal &who) {
        ASSERT_TRUE(in([&](writing &w) { return revoke_token(w, admin, std::string_view{who.id}.substr(6), true); }));
    }
    std::uint64_t last_event() {
        return s->read([](store::reading &r) { return r.head().first; });
    }

    struct operation {
        const char *name;
        std::function<std::string(const principal &)> run; // outcome_of()
    };
    // Every operation that writes, on behalf of an administrator.
    std::vector<operation> operations() {
        const auto write = [this](auto f) {
            return [this, f](const principal &who) { return outcome_of(in([&](writing &w) { return f(w, who); })); };
        };
        const auto secret = make_token_secret();
        const auto secret_of_request = make_request_secret();
        const auto other_secret = make_request_secret();
        EXPECT_TRUE(
            in([](writing &w) { return assign(w, test::administrator(), {.urn = "urn:example:old", .options = {}}); }));
        EXPECT_TRUE(in([](writing &w) {
            return reserve_step(w, test::administrator(), {.urns = {"urn:example:reserved"}, .options = {}});
        }));
        const auto opened = in(
            [&](writing &w) { return open_request(w, {}, {.document = template_for("harbour")}, secret_of_request); });
        EXPECT_TRUE(opened);
        const std::uint64_t number = opened ? opened->view.request.number : 0;
        const auto transfer = in([&](writing &w) { return request_transfer(w, admin, "example:lib-", "archive"); });
        EXPECT_TRUE(transfer);
        const std::string transfer_id = transfer ? transfer->id : "";
        const auto list = std::make_shared<std::string>();
        const auto upload = [list](writing &w, const principal &p) {
            auto made = add_list(w, p, "names.csv", bulk_format::csv, "name\nurn:example:l\n");
            if (made) *list = made->id;
            return made;
        };
        // In this order each of them succeeds once.
        return {
            {"assign", write([](writing &w, const principal &p) {
                 return assign(w, p, {.urn = "urn:example:new", .options = {}});
             })},
            {"activate", write([](writing &w, const principal &p) {
                 return activate(w, p, {.urn = "urn:example:reserved", .options = {}});
             })},
            {"change", write([](writing &w, const principal &p) {
                 return change(w, p, "urn:example:old", {.metadata = R"({"title":"T"})"});
             })},
            {"withdraw", write([](writing &w, const principal &p) {
                 return withdraw(w, p, {.urn = "urn:example:old", .reason = "r", .options = {}});
             })},
            {"mint",
             [this](const principal &p) {
                 return outcome_of(mint(*s, test::somebody, p, {.prefix = "example:lib-", .options = {}}));
             }},
            {"reserve",
             [this](const principal &p) {
                 return outcome_of(reserve(*s, test::somebody, p, {.urns = {"urn:example:r2"}, .options = {}}));
             }},
            {"import",
             [this](const principal &p) {
                 bool read = false;
                 const auto source = [&]() -> std::string_view {
                     return std::exchange(read, true) ? "" : "{\"name\":\"urn:example:i\"}\n";
                 };
                 return outcome_of(import_names(*s, test::somebody, p, {}, source, [](std::string_view) {}));
             }},
            {"add_namespace",
             write([](writing &w, const principal &p) { return add_namespace(w, p, {.nid = "harbours"}); })},
            {"change_namespace", write([](writing &w, const principal &p) {
                 return change_namespace(w, p, {.nid = "example", .title = "T"}, {});
             })},
            {"add_registrar",
             write([](writing &w, const principal &p) { return add_registrar(w, p, {.id = "new", .name = "N"}); })},
            {"change_registrar",
             write([](writing &w, const principal &p) { return change_registrar(w, p, {.id = "new", .name = "M"}); })},
            {"end_registrar", write([](writing &w, const principal &p) { return end_registrar(w, p, "new"); })},
            {"decide_transfer", write([transfer_id](writing &w, const principal &p) {
                 return decide_transfer(w, p, transfer_id, transfer_decision::accept);
             })},
            {"put_delegation",
             write([](writing &w, const principal &p) { return put_delegation(w, p, {.prefix = "isbn:"}); })},
            {"request_transfer",
             write([](writing &w, const principal &p) { return request_transfer(w, p, "isbn:", "archive"); })},
            {"end_delegation",
             write([](writing &w, const principal &p) { return end_delegation(w, p, "example:lib-"); })},
            {"create_token", write([secret](writing &w, const principal &p) {
                 return create_token(w, p, {.role = role::expert}, secret);
             })},
            {"open_request", write([other_secret](writing &w, const principal &p) {
                 return open_request(w, {.who = &p}, {.document = template_for("quay")}, other_secret);
             })},
            {"edit_request", write([number, secret_of_request](writing &w, const principal &p) {
                 return edit_request(w, {.who = &p, .secret = secret_of_request.first}, number, template_for("pier"));
             })},
            {"take_action", write([number, secret_of_request](writing &w, const principal &p) {
                 return take_action(w, {.who = &p, .secret = secret_of_request.first}, number,
                                    registry::request_action::submit, {});
             })},
            {"add_comment", write([number](writing &w, const principal &p) {
                 return add_comment(w, {.who = &p}, number, "A", "text");
             })},
            {"add_list", write(upload)},
            {"remove_list", write([list](writing &w, const principal &p) { return remove_list(w, p, *list); })},
            {"add_list", write(upload)},
            {"start_list",
             write([list](writing &w, const principal &p) { return start_list(w, p, *list, true, {"name"}); })},
            {"end_list", write([list](writing &w, const principal &p) { return end_list(w, p, *list); })},
            {"revoke_token", write([](writing &w, const principal &p) {
                 return revoke_token(w, p, std::string_view{p.id}.substr(6));
             })},
        };
    }
};

// RFC 6750 3.1: a token that "is expired, revoked" is invalid, for each operation.
TEST_P(authorization, a_token_that_is_revoked_between_request_and_write_cannot_act) {
    const principal who = authenticated({.role = role::administrator});
    const auto all = operations();
    revoke(who);
    const auto before = last_event();
    for (const operation &o : all) EXPECT_EQ(o.run(who), "unauthenticated") << o.name;
    EXPECT_EQ(last_event(), before) << "nothing was written";
}

TEST_P(authorization, a_token_that_expires_between_request_and_write_cannot_act) {
    const principal who = authenticated({.role = role::administrator});
    // The only time that passes is that of the token: its document gets an earlier end.
    ASSERT_TRUE(in([&](writing &w) -> std::expected<int, resolver::problem> {
        const std::string_view id = std::string_view{who.id}.substr(6);
        std::string body = w.find("token", id)->body;
        const auto at = body.find(R"("expires":")") + 11;
        body.replace(at, body.find('"', at) - at, "2020-01-01T00:00:00Z");
        w.put("token", id, body, "test");
        return 0;
    }));
    for (const operation &o : operations()) EXPECT_EQ(o.run(who), "unauthenticated") << o.name;
}

// Without this, the tests above would hold for operations that always fail.
TEST_P(authorization, each_operation_succeeds_while_the_token_is_valid) {
    const principal who = authenticated({.role = role::administrator});
    for (const operation &o : operations()) EXPECT_EQ(o.run(who), "done") << o.name;
}

TEST_P(authorization, a_token_that_is_not_in_the_store_cannot_act) {
    const principal who{.id = "token:0123456789ab", .role = role::administrator};
    for (const operation &o : operations()) EXPECT_EQ(o.run(who), "unauthenticated") << o.name;
}

TEST_P(authorization, a_registrar_that_ends_between_request_and_write_cannot_act) {
    const principal who = authenticated({.role = role::registrar, .registrar = "library"});
    const auto assign_as_library = [&] {
        return outcome_of(in([&](writing &w) { return assign(w, who, {.urn = "urn:example:lib-x", .options = {}}); }));
    };
    ASSERT_TRUE(in([&](writing &w) { return end_delegation(w, admin, "example:lib-"); }));
    EXPECT_EQ(assign_as_library(), "forbidden")
        << "the prefixes are those of the request, the delegation is the current";
    ASSERT_TRUE(in([&](writing &w) { return end_registrar(w, admin, "library"); }));
    EXPECT_EQ(assign_as_library(), "unauthenticated");
}

TEST_P(authorization, a_prefix_that_is_transferred_between_request_and_write_is_the_new_registrars) {
    const principal who = authenticated({.role = role::registrar, .registrar = "library"});
    const principal to = authenticated({.role = role::registrar, .registrar = "archive"});
    ASSERT_TRUE(delegate(admin, {.prefix = "example:lib-", .registrar = "archive"}));
    const auto as = [&](const principal &p) {
        return outcome_of(in([&](writing &w) { return assign(w, p, {.urn = "urn:example:lib-x", .options = {}}); }));
    };
    EXPECT_EQ(as(who), "forbidden");
    EXPECT_EQ(as(to), "forbidden") << "its prefixes are those of its request";
    const principal later = s->read([&](store::reading &r) {
        return principal_of(r, *find_token(r, std::string_view{to.id}.substr(6)), resolver::now()).value();
    });
    EXPECT_EQ(as(later), "done");
}

// RFC 8141 6.2 (4): one decision. Several writers begin at the same moment, in two processes as far as the database can
// see: the state is read and changed in one transaction, so that exactly one of them decides.
TEST_P(authorization, of_writers_that_take_the_same_action_exactly_one_succeeds) {
    using enum registry::request_action;
    const auto other_process = store::store::open(location());
    const std::array stores{s.get(), other_process.get()};
    for (int round = 0; round < 5; ++round) {
        const auto secret = make_request_secret();
        const auto opened = in([&](writing &w) {
            return open_request(w, {}, {.document = template_for("harbour" + std::to_string(round))}, secret);
        });
        ASSERT_TRUE(opened) << opened.error().detail;
        const std::uint64_t number = opened->view.request.number;
        const auto act = [&](store::store &in_store, registry::request_action action, const credentials &a) {
            return outcome_of(in_store.write(
                test::somebody, [&](writing &w) { return take_action(w, a, number, action, {.text = "reason"}); }));
        };
        ASSERT_EQ(act(*s, submit, {.who = &admin, .secret = secret.first}), "done");
        ASSERT_EQ(act(*s, review, {.who = &admin}), "done");
        std::array<std::string, 6> outcomes;
        std::barrier together{static_cast<std::ptrdiff_t>(outcomes.size())};
        {
            std::vector<std::jthread> writers;
            for (std::size_t i = 0; i < outcomes.size(); ++i) {
                writers.emplace_back([&, i] {
                    together.arrive_and_wait();
                    outcomes[i] = act(*stores[i % 2], i % 3 == 0 ? decline : approve, {.who = &admin});
                });
            }
        }
        EXPECT_EQ(std::ranges::count(outcomes, "done"), 1);
        EXPECT_EQ(std::ranges::count(outcomes, "wrong-state"), static_cast<std::ptrdiff_t>(outcomes.size()) - 1);
        const auto view = s->read([&](store::reading &r) { return find_request(r, {.who = &admin}, number); });
        EXPECT_EQ(view.value().request.decisions.size(), 3U) << "submit, review, one decision";
    }
}

INSTANTIATE_ON_BOTH_STORES(authorization);

} // namespace
