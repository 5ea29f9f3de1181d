// Delegation loops: two servers that delegate to each other, and hosts that redirect.

#include <chrono>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <uniform/http/api_client.hpp>
#include <uniform/http/server.hpp>
#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>

#include "links/link_checker_support.hpp"
#include "links/loop_checker.hpp"

namespace uniform::links {

using namespace uniform::http;
namespace {

// RFC 9110 15.4: a client should detect and intervene in cyclical redirections.
TEST(redirect_chain, what_is_a_loop) {
    struct answer {
        int status;
        std::string location;
    };
    struct row {
        const char *what;
        std::vector<answer> answers;
        std::string loop;
    };
    const row rows[]{
        {"a page", {{200, ""}}, ""},
        {"nobody knows it", {{404, ""}}, ""},
        {"redirected to a page", {{302, "https://c.example/"}, {200, ""}}, ""},
        {"back here", {{302, "https://HERE.example:443/urn:example:a"}}, "redirects back to this service"},
        {"back here by another one",
         {{302, "https://c.example/"}, {307, "https://here.example/x"}},
         "redirects back to this service"},
        {"to itself",
         {{301, "https://b.example/urn:example:a#top"}},
         "redirects back to https://b.example/urn:example:a"},
        {"two others",
         {{302, "https://c.example/"}, {302, "https://d.example/"}, {302, "https://c.example/"}},
         "redirects back to https://c.example/"},
        {"RFC 5842 7.2: another one has noticed",
         {{302, "https://c.example/"}, {508, ""}},
         "ends in a 508 at https://c.example/"},
        {"another service of the same host", {{302, "https://here.example:8443/"}, {200, ""}}, ""},
        {"another scheme", {{302, "ftp://c.example/"}}, ""},
        {"a 304 leads nowhere", {{304, ""}}, ""},
    };
    for (const row &r : rows) {
        redirect_chain c{"https://b.example/urn:example:a", "https://here.example"};
        for (const auto &a : r.answers) {
            ASSERT_FALSE(c.ended()) << r.what;
            c.answered(a.status, a.location);
        }
        EXPECT_TRUE(c.ended()) << r.what;
        EXPECT_EQ(c.loop(), r.loop) << r.what;
    }
    redirect_chain endless{"https://b.example/0", "https://here.example"};
    for (int i = 1; !endless.ended() && i < 100; ++i) endless.answered(302, "https://b.example/" + std::to_string(i));
    EXPECT_EQ(endless.loop(), "redirects more than 20 times");
    EXPECT_EQ(redirect_chain("http://127.0.0.1:8141/urn:example:a", "http://127.0.0.1:8141").loop(),
              "redirects back to this service");
}

class loop_checking : public link_checking {
protected:
    void delegate(const std::string &prefix, const std::string &other,
                  resolver::delegation_state state = resolver::delegation_state::active) {
        resolver::delegation d;
        d.prefix = prefix;
        d.resolver = other;
        d.state = state;
        ASSERT_TRUE(s->write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
            w.put("delegation", prefix, to_json(d), "delegate");
            return 0;
        }));
    }
    std::optional<link_found> found_of(const std::string &prefix, const std::string &other) {
        resolver::delegation d;
        d.prefix = prefix;
        d.resolver = other;
        return s->read([&](store::reading &r) { return find_link(r.sql(), loop_key(other, prefix)); });
    }
    // Until what is known of each delegation has that state.
    bool reaches(link_state wanted, const std::string &prefix, const std::string &other) {
        return soon([&] {
            const auto f = found_of(prefix, other);
            return f && f->state == wanted;
        });
    }
};

TEST_P(loop_checking, delegations_are_tried_with_manners) {
    const auto to = [](std::string target) {
        return [target = std::move(target)](const request &) {
            return response{.status = 302, .fields = {{"Location", target}}};
        };
    };
    put("example:known-2", {});        // active, and without a locator
    put("example:known-1", {"/good"}); // this service sends it on itself
    host.pages["/back/urn:example:known-2"] = to("https://here.example/urn:example:known-2");
    host.pages["/self/urn:example:known-2"] = to(base + "/self/urn:example:known-2");
    host.pages["/fine/urn:example:known-2"] = to(base + "/good");
    host.pages["/no-head/urn:example:known-2"] = [&](const request &r) {
        if (r.method == "HEAD") return response{.status = 405};
        return response{.status = 302, .fields = {{"Location", "https://here.example/"}}};
    };
    host.pages["/forbidden/urn:example:known-2"] = to("https://here.example/");
    host.pages["/busy/urn:example:known-2"] = [](const request &) { return response{.status = 503}; };
    const std::vector<std::string> all{"/back/", "/self/", "/fine/", "/no-head/", "/forbidden/", "/busy/"};
    // One after the other: a prefix has one resolver.
    for (const auto &path : all) {
        delegate("example:known-", base + path);
        loop_checker c(*s, {.links = fast(), .base = "https://here.example"});
        const bool no_finding = path == "/forbidden/" || path == "/busy/";
        const auto asked = [&] { return host.count("GET /robots.txt") > 0; };
        // A host that was just left is not claimed again within its second.
        EXPECT_TRUE(soon([&] {
            return no_finding ? asked() && c.rounds() > 150 : found_of("example:known-", base + path).has_value();
        })) << path;
    }
    const auto says = [&](const std::string &path) {
        const auto f = found_of("example:known-", base + path);
        return f ? std::string{to_string(f->state)} + " " + f->says : "nothing";
    };
    EXPECT_EQ(says("/back/"), "dead redirects back to this service");
    EXPECT_EQ(says("/self/"), "dead redirects back to " + base + "/self/urn:example:known-2");
    EXPECT_EQ(says("/fine/"), "alive ");
    EXPECT_EQ(says("/no-head/"), "dead redirects back to this service");
    EXPECT_EQ(says("/forbidden/"), "nothing");
    EXPECT_EQ(host.count("HEAD /forbidden/urn:example:known-2"), 0U) << "RFC 9309";
    EXPECT_EQ(says("/busy/"), "nothing");
    EXPECT_LE(host.count("HEAD /busy/urn:example:known-2"), 1U) << "it is left alone";
}

// A name that is nowhere is tried where none is assigned; ended delegations and those answered for here are not tried.
TEST_P(loop_checking, what_is_tried) {
    put("example:a-1", {"/good"});
    const auto name = [&](std::string_view prefix) {
        return s->read([&](store::reading &r) { return name_to_try(r, prefix, resolver::now()); });
    };
    EXPECT_TRUE(name("example:a-").starts_with("urn:example:a-uniform-"));
    EXPECT_NE(name("example:a-"), name("example:a-"));
    put("example:a-2", {});
    EXPECT_EQ(name("example:a-"), "urn:example:a-2");
    delegate("example:ended-", base + "/ended/", resolver::delegation_state::ended);
    delegate("example:here-", "");
    loop_checker c(*s, {.links = fast(), .base = "https://here.example"});
    EXPECT_TRUE(soon([&] { return c.rounds() >= 3; }));
    EXPECT_TRUE(host.asked.empty());
}

INSTANTIATE_ON_BOTH_STORES(loop_checking);

// Two resolvers, each of which takes the other for the one that knows.
class two_servers : public testing::Test {
protected:
    std::unique_ptr<server> start(const std::string &name) {
        const auto c = configure({.flags = {{"store.location", (folder / name).string()},
                                            {"server.port", "0"},
                                            {"demo.fill", "false"},
                                            {"links.check", "true"},
                                            {"links.recheck", "1s"},
                                            {"links.host_delay", "0"},
                                            {"links.allow_private", "true"}}});
        if (!c) {
            for (const auto &p : c.error()) ADD_FAILURE() << p.where << ": " << p.detail;
            return nullptr;
        }
        return server::start(c->values, [](std::string_view) {});
    }
    void TearDown() override { std::filesystem::remove_all(folder); }
    static void delegate(server &from, const std::string &prefix, const std::string &to,
                         resolver::delegation_state state = resolver::delegation_state::active) {
        resolver::delegation d;
        d.prefix = prefix;
        d.resolver = to;
        d.state = state;
        ASSERT_TRUE(from.opened_store().write({}, [&](store::writing &w) -> std::expected<int, resolver::problem> {
            w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
            w.put("delegation", prefix, to_json(d), "delegate");
            return 0;
        }));
    }
    static api_response get(server &from, const std::string &path) {
        return api_client::remote(from.url(), {})->call({.path = path});
    }
    static bool answers(server &from, const std::string &path, int status) {
        return soon([&] { return get(from, path).status == status; });
    }

    std::filesystem::path folder = uniform::test::temporary_folder("loops");
};

TEST_F(two_servers, that_delegate_to_each_other) {
    const auto a = start("a.db");
    const auto b = start("b.db");
    ASSERT_TRUE(a && b);
    delegate(*a, "example:far-", b->url() + "/");
    delegate(*b, "example:", a->url() + "/{urn}");
    EXPECT_TRUE(answers(*a, "/urn:example:far-1", 508));
    const auto looping = get(*a, "/urn:example:far-1");
    EXPECT_EQ(looping.status, 508) << "it does not come and go";
    EXPECT_TRUE(looping.body.contains("delegation loop")) << looping.body;
    const auto explained = get(*a, "/api/v1/explain/urn:example:far-1");
    EXPECT_TRUE(explained.body.contains("delegation loop")) << explained.body;
    EXPECT_TRUE(get(*a, "/metrics").body.contains("uniform_delegation_loops_total"));
    EXPECT_EQ(get(*a, "/urn:example:near-1").status, 404) << "other names are not touched";
    // The other server ends its delegation: the names exist nowhere, but the loop has ended.
    delegate(*b, "example:", a->url() + "/{urn}", resolver::delegation_state::ended);
    EXPECT_TRUE(answers(*a, "/urn:example:far-1", 302));
    a->stop();
    b->stop();
}

} // namespace
} // namespace uniform::links
