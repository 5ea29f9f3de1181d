// The operations for administrators: those of the API and the pages, for each role, on an empty store and on a full
// one, on both databases.

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <uniform/http/api_client.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/service/uploaded_lists.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/administration/operating.hpp"
#include "http/operation/figures.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/statistics.hpp"
#include "http/operation/verification.hpp"
#include "links/link_checker_store.hpp"
#include "links/link_hosts.hpp"

namespace uniform::http {
namespace {

using nlohmann::json;
using resolver::principal;
using resolver::role;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::array pages{"/operation",           "/operation/resolutions", "/operation/latency",
                           "/operation/unknown",   "/operation/links",       "/operation/imports",
                           "/operation/history",   "/operation/store",       "/operation/settings",
                           "/operation/decisions", "/operation/webhooks",    "/operation/registry"};
constexpr std::array operations{"/api/v1/operation/resolutions",
                                "/api/v1/operation/latency",
                                "/api/v1/links/hosts",
                                "/api/v1/imports",
                                "/api/v1/history/verifications",
                                "/api/v1/store",
                                "/api/v1/settings",
                                "/api/v1/decisions"};

INSTANTIATE_ON_BOTH_STORES(operating);

TEST_P(operating, is_for_administrators) {
    for (const role other : {role::reader, role::registrar, role::manager, role::expert}) {
        const principal who{.id = "local:other", .role = other, .registrar = "library", .prefixes = {"example:"}};
        for (const std::string page : pages) EXPECT_EQ(get(page, who).status, 403) << page;
        for (const std::string path : operations) {
            const bool is_of_importers =
                path == "/api/v1/imports" && who.is(resolver::registrars); // they see their own
            EXPECT_EQ(get(path, who).status, is_of_importers ? 200 : 403) << path;
        }
        EXPECT_EQ(send("/operation/history", "x=y", who).status, 403);
        EXPECT_EQ(ask(who, "POST", "/api/v1/history/verifications").status, 403);
        EXPECT_EQ(ask(who, "PUT", "/api/v1/links/hosts/a.example", R"({"rule":"ignored"})").status, 403);
    }
}

// All of it concerns the instance, and prefixes restrict an administrator's token, too.
TEST_P(operating, is_not_for_administrators_of_prefixes) {
    const principal who{.id = "local:other", .role = role::administrator, .prefixes = {"other:"}};
    for (const std::string page : pages) EXPECT_EQ(get(page, who).status, 403) << page;
    for (const std::string path : operations) {
        EXPECT_EQ(get(path, who).status, path == "/api/v1/imports" ? 200 : 403) << path;
    }
    EXPECT_EQ(send("/operation/history", "x=y", who).status, 403);
    EXPECT_EQ(ask(who, "POST", "/api/v1/history/verifications").status, 403);
    EXPECT_EQ(ask(who, "PUT", "/api/v1/links/hosts/a.example", R"({"rule":"ignored"})").status, 403);
    EXPECT_THAT(get("/", who).body, Not(HasSubstr("href=\"/operation\"")));
}

// An import is its holder's, and an administrator's of the instance; it does not exist for anybody else.
TEST_P(operating, an_import_is_ended_by_its_holder) {
    const principal holder{
        .id = "local:holder", .role = role::registrar, .registrar = "library", .prefixes = {"example:"}};
    const principal other{.id = "local:other", .role = role::administrator, .prefixes = {"example:"}};
    service::noted_import note{*s, holder.id, {.id = "nightly"}, std::chrono::milliseconds{0}};
    note.progress({.lines = 1});
    const auto ids_for = [&](const principal &who) { return json::parse(get("/api/v1/imports", who).body)["items"]; };
    ASSERT_EQ(ids_for(holder).size(), 1U);
    EXPECT_EQ(ids_for(admin).size(), 1U);
    EXPECT_EQ(ids_for(other).size(), 0U);
    const std::string path = "/api/v1/imports/" + std::string{ids_for(holder)[0]["id"]} + "/end";
    EXPECT_EQ(ask(other, "POST", path).status, 404);
    EXPECT_EQ(ask(holder, "POST", path).status, 200);
    EXPECT_THROW(note.look(), service::noted_import::ended);
}

TEST_P(operating, an_empty_service_says_what_to_do) {
    for (const std::string page : pages) {
        const response r = get(page);
        EXPECT_EQ(r.status, 200) << page;
        EXPECT_EQ(value_of(r, "Cache-Control"), "no-store") << page;
        EXPECT_THAT(r.body, AllOf(HasSubstr("aria-current=\"page\""), HasSubstr("<h1>"))) << page;
        if (page != "/operation/store" && page != "/operation/settings" && page != "/operation/registry") {
            EXPECT_THAT(r.body, HasSubstr("class=\"empty\"")) << page;
        }
    }
    for (const std::string path : operations) EXPECT_EQ(get(path).status, 200) << path;
    engine->all.checks_links = false;
    EXPECT_THAT(get("/operation/links").body, HasSubstr("links.check"));
}

TEST_P(operating, resolutions_by_outcome_namespace_and_country) {
    metrics m;
    limits shares{settings{}};
    {
        statistics st{*s, {}, &m};
        auto &place = st.of("example", "example:a-");
        for (int i = 0; i < 7; ++i) place.count(outcome::redirected, country_code::of("AT"));
        place.count(outcome::withdrawn, country_code::of("uk"));
        place.count(outcome::redirected);
        st.of("isbn", "").count(outcome::delegated, country_code::of("AT"));
        st.of("", "").count(outcome::malformed);
        for (int i = 0; i < 4; ++i) st.unknown("example:lost", "192.0.2." + std::to_string(i), shares);
        for (int i = 0; i < 2; ++i) st.unknown("example:guess", "192.0.2." + std::to_string(i), shares);
        m.request(route_class::resolution, 302, std::chrono::microseconds{70}, 100);
        m.request(route_class::resolution, 302, std::chrono::milliseconds{20}, 100);
        m.request(route_class::api, 200, std::chrono::milliseconds{3}, 100);
        st.flush();
        // A second flush adds to the same rows.
        place.count(outcome::redirected, country_code::of("AT"));
        m.request(route_class::resolution, 302, std::chrono::microseconds{70}, 100);
    }
    const json all = read("/api/v1/operation/resolutions");
    EXPECT_EQ(all["days"].size(), 30U);
    EXPECT_EQ(all["days"][29]["count"], 12);
    EXPECT_EQ(all["days"][29]["outcomes"],
              json::parse(R"({"redirected":9,"withdrawn":1,"delegated":1,"malformed":1})"));
    EXPECT_EQ(all["namespaces"], json::parse(R"([{"namespace":"example","count":10},{"namespace":"","count":1},)"
                                             R"({"namespace":"isbn","count":1}])"));
    EXPECT_EQ(all["countries"], json::parse(R"([{"country":"AT","count":9},{"country":"GB","count":1}])"));
    const json one = read("/api/v1/operation/resolutions?namespace=example");
    EXPECT_EQ(one["days"][29]["count"], 10);
    EXPECT_FALSE(one.contains("namespaces"));
    EXPECT_EQ(one["countries"][0]["count"], 8);
    EXPECT_EQ(get("/api/v1/operation/resolutions?from=2026-13-01").status, 400);
    EXPECT_EQ(get("/api/v1/operation/resolutions?from=2000-01-01").status, 400);

    const response page = get("/operation/resolutions");
    EXPECT_THAT(page.body, AllOf(HasSubstr("<svg"), HasSubstr("class=\"bar plot-1\""), HasSubstr("urn:isbn"),
                                 HasSubstr(">AT<"), HasSubstr("role=\"img\""), HasSubstr("<details>")));
    // The axis, and the table with the same numbers.
    EXPECT_THAT(page.body,
                AllOf(HasSubstr("<li>20</li>"), HasSubstr("<li>10</li>"), HasSubstr("<li>0</li>"),
                      HasSubstr("<th scope=\"col\">redirected</th>"), Not(HasSubstr("<th scope=\"col\">refused</th>")),
                      HasSubstr("<th scope=\"col\">All</th>"), HasSubstr("<td data-label=\"All\">12</td>")));
    EXPECT_THAT(get("/operation/resolutions?days=364&namespace=isbn").body,
                AllOf(HasSubstr("urn:isbn"), Not(HasSubstr("urn:example"))));
    for (const char *const target : {"resolutions?days=abc", "resolutions?days=8", "resolutions?days=30x",
                                     "latency?period=month", "latency?route=none"}) {
        EXPECT_EQ(get(std::string{"/operation/"} + target).status, 422) << target;
    }
    EXPECT_EQ(get("/operation/resolutions?days=").status, 200);
    EXPECT_THAT(get("/operation").body, AllOf(HasSubstr("<svg"), HasSubstr("urn:example:lost")));

    const json latency = read("/api/v1/operation/latency");
    ASSERT_EQ(latency["items"].size(), 1U);
    EXPECT_EQ(latency["items"][0]["count"], 3);
    EXPECT_GT(latency["items"][0]["p99"], 0.01);
    EXPECT_LE(latency["items"][0]["p50"], 0.0001);
    EXPECT_EQ(read("/api/v1/operation/latency?span=day&route=api&count=7")["items"][0]["count"], 1);
    for (const std::string period : {"day", "week", "quarter"}) {
        EXPECT_THAT(get("/operation/latency?period=" + period).body,
                    AllOf(HasSubstr("class=\"line plot-1\""), HasSubstr("<li>10 s</li>"), HasSubstr("<dd>3</dd>")))
            << period;
    }
    EXPECT_THAT(get("/operation/latency?route=harvest").body, HasSubstr("class=\"empty\""));

    EXPECT_THAT(get("/operation/unknown").body, AllOf(HasSubstr("urn:example:lost"), HasSubstr("urn:example:guess")));
    EXPECT_THAT(get("/manage/findings").body, HasSubstr("<code>urn:example:lost</code></a>"));
    const std::string yesterday = date_of_day(day_now() - 1);
    EXPECT_THAT(get("/operation/unknown?day=" + yesterday).body,
                AllOf(Not(HasSubstr("urn:example:lost")), HasSubstr(date_of_day(day_now()))));
    EXPECT_EQ(get("/operation/unknown?day=yesterday").status, 400);
    EXPECT_EQ(get("/operation/unknown?after=eA").status, 400);
}

TEST_P(operating, unknown_names_page_by_page) {
    write([](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
        // A name of a namespace that is not managed here: it cannot be assigned here.
        w.sql().run("INSERT INTO unknown_names (day, key, count) VALUES ($1, $2, $3)",
                    {day_now(), std::string_view{"elsewhere:1"}, std::int64_t{1000}});
        for (int i = 0; i < 120; ++i) {
            const std::string key = "example:" + std::to_string(i);
            w.sql().run("INSERT INTO unknown_names (day, key, count) VALUES ($1, $2, $3)",
                        {day_now(), std::string_view{key}, std::int64_t{i / 3 + 1}});
        }
    });
    std::size_t found = 0;
    int pages_read = 0;
    std::string target = "/operation/unknown";
    while (!target.empty()) {
        const std::string body = get(target).body;
        for (std::size_t at = 0; (at = body.find("/manage/assign?name=", at)) != std::string::npos; ++at) ++found;
        const auto next = body.find("<a class=\"button\" href=\"");
        target.clear();
        if (next != std::string::npos) {
            const auto begin = next + 24;
            target = body.substr(begin, body.find('"', begin) - begin);
            for (std::size_t at; (at = target.find("&amp;")) != std::string::npos;) target.replace(at, 5, "&");
        }
        ++pages_read;
        ASSERT_LT(pages_read, 5);
    }
    EXPECT_EQ(found, 120U);
    EXPECT_EQ(pages_read, 3);
    EXPECT_THAT(get("/operation/unknown").body, HasSubstr("<code>urn:elsewhere:1</code>"));
}

TEST_P(operating, links_by_host) {
    using links::link_state;
    const auto row = [](std::string url, link_state state, std::string name) {
        return links::link_row{.url = std::move(url),
                               .found = {.state = state, .since = 1000, .checked = 2000, .says = "answers 404 <b>"},
                               .name = std::move(name)};
    };
    put_links({row("https://a.example/1", link_state::dead, "example:1"),
               row("https://a.example/2", link_state::failing, "example:2"),
               row("https://a.example/3", link_state::alive, "example:3"),
               row("http://B.example:8080/1", link_state::dead, "example:4"),
               row("https://c.example/1", link_state::alive, "example:5")});
    const json hosts = read("/api/v1/links/hosts");
    ASSERT_EQ(hosts["items"].size(), 3U);
    EXPECT_EQ(hosts["items"][0], json::parse(R"({"host":"a.example","links":3,"failing":1,"dead":1,"rule":"none",)"
                                             R"("is_being_checked":false})"));
    EXPECT_EQ(hosts["items"][1]["host"], "b.example");
    // Page by page: the same, in the same order.
    std::vector<std::string> seen;
    const std::string hosts_one_by_one = "/api/v1/links/hosts?limit=1";
    for (std::string target = hosts_one_by_one; !target.empty();) {
        const json page = read(target);
        for (const auto &item : page["items"]) seen.push_back(item["host"]);
        target = page.contains("next") ? hosts_one_by_one + "&after=" + std::string{page["next"]} : "";
        ASSERT_LE(seen.size(), 3U);
    }
    EXPECT_EQ(seen, (std::vector<std::string>{"a.example", "b.example", "c.example"}));
    EXPECT_EQ(get("/api/v1/links/hosts?after=eA").status, 400);

    EXPECT_EQ(get("/operation/links/nowhere.example").status, 404);
    const response page = get("/operation/links/A.example");
    EXPECT_EQ(page.status, 200);
    EXPECT_THAT(page.body, AllOf(HasSubstr("https://a.example/1"), HasSubstr("https://a.example/2"),
                                 Not(HasSubstr("https://a.example/3")), HasSubstr("value=\"urn:example:1\""),
                                 HasSubstr("answers 404 &lt;b&gt;"), HasSubstr("name=\"from\" value=\"a.example\"")));
    EXPECT_THAT(get("/operation/links/a.example?all=1").body, HasSubstr("https://a.example/3"));
    EXPECT_THAT(get("/operation/links/b.example").body, HasSubstr("name=\"from\" value=\"b.example:8080\""));
    EXPECT_EQ(read("/api/v1/links")["items"][1]["name"], "urn:example:1");
    EXPECT_THAT(get("/manage/findings").body,
                AllOf(HasSubstr("<a href=\"https://a.example/1\" rel=\"noreferrer\">https://a.example/1</a>"),
                      HasSubstr("<code>urn:example:1</code></a>"), HasSubstr("answers 404 &lt;b&gt;"),
                      HasSubstr("<time datetime=\"1970-01-01T00:16:40"), Not(HasSubstr("https://a.example/2"))));

    EXPECT_EQ(send("/operation/links/a.example", "do=pause&days=3").status, 303);
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["rule"], "paused");
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["decided_by"], "local:admin");
    EXPECT_EQ(send("/operation/links/a.example", "do=check").status, 409);
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["rule"], "paused");
    EXPECT_EQ(send("/operation/links/a.example", "do=resume").status, 303);
    for (const char *const days : {"0", "367", "abc", "7x", "-1", "1.5", ""}) {
        const response refused = send("/operation/links/a.example", std::string{"do=pause&days="} + days);
        EXPECT_EQ(refused.status, 422) << days;
        EXPECT_THAT(refused.body, AllOf(HasSubstr("<p class=\"error\" id=\"dayse\">"),
                                        HasSubstr(std::string{"value=\""} + days + "\" min=\"1\"")))
            << days;
    }
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["rule"], "none");
    EXPECT_EQ(send("/operation/links/a.example", "do=nothing").status, 422);
    EXPECT_EQ(send("/operation/links/a.example", "do=resume").status, 303);
    EXPECT_EQ(send("/operation/links/a.example", "do=check").status, 303);
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["is_being_checked"], true);
    EXPECT_THAT(get("/operation/links").body, HasSubstr("being checked"));
    // The findings are deleted: the host is typed to confirm.
    EXPECT_EQ(send("/operation/links/a.example", "do=ignore").status, 422);
    const response unconfirmed = send("/operation/links/a.example", "do=ignore&confirmation=b.example");
    EXPECT_EQ(unconfirmed.status, 422);
    EXPECT_THAT(unconfirmed.body, AllOf(HasSubstr("id=\"confirmatione\""), HasSubstr("To confirm, type: a.example")));
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["rule"], "none");
    EXPECT_EQ(send("/operation/links/a.example", "do=ignore&confirmation=+A.example").status, 303);
    EXPECT_EQ(read("/api/v1/links/hosts/a.example")["rule"], "ignored");
    const auto put = [&](const std::string &body) {
        return ask(admin, "PUT", "/api/v1/links/hosts/a.example", body).status;
    };
    EXPECT_EQ(put(R"({"rule":"none"})"), 200);
    EXPECT_EQ(put(R"({"rule":"paused"})"), 422);
    EXPECT_EQ(put(R"({"rule":"paused","until":"2000-01-01"})"), 422);
    EXPECT_EQ(put(R"({"rule":"ignored","until":"2100-01-01"})"), 422);
    EXPECT_EQ(put(R"({"rule":"gone"})"), 422);
    EXPECT_EQ(put(R"({"rule":"paused","until":"2100-01-01"})"), 200);
    EXPECT_EQ(put(R"({"rule":"none"})"), 200);
    EXPECT_EQ(ask(admin, "POST", "/api/v1/links/hosts/a.example/check").status, 202);
    engine->all.checks_links = false;
    EXPECT_EQ(ask(admin, "POST", "/api/v1/links/hosts/a.example/check").status, 409);
}

TEST_P(operating, imports_are_shown_and_ended) {
    write([](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
    });
    std::string list;
    write([&](store::writing &w) {
        const principal other{.id = "local:somebody", .role = role::manager, .prefixes = {"example:"}};
        const auto made = service::add_list(w, other, "their list.csv", service::bulk_format::csv,
                                            "name,url\nurn:example:a,https://a.example/\n");
        ASSERT_TRUE(made);
        list = made->id;
        ASSERT_TRUE(service::start_list(w, other, list, false, {"name", "url"}));
    });
    service::noted_import note{*s, "token:000000000002", {.id = "nightly"}, std::chrono::milliseconds{0}};
    note.progress({.lines = 4000, .assigned = 3990, .problems = 10});
    json all = read("/api/v1/imports");
    ASSERT_EQ(all["items"].size(), 2U);
    const std::string stream = all["items"][0]["id"];
    EXPECT_EQ(all["items"][0]["title"], "nightly");
    EXPECT_EQ(all["items"][0]["lines"], 4000);
    EXPECT_EQ(all["items"][1]["state"], "importing");
    EXPECT_EQ(all["items"][1]["of_lines"], 2);
    const response page = get("/operation/imports");
    EXPECT_THAT(page.body, AllOf(HasSubstr("nightly"), HasSubstr("their list.csv"), HasSubstr("/end\"")));
    EXPECT_EQ(value_of(page, "Refresh"), "5");

    EXPECT_EQ(ask(admin, "POST", "/api/v1/imports/" + stream + "/end").status, 200);
    EXPECT_THROW(note.look(), service::noted_import::ended);
    EXPECT_THAT(get("/operation/imports").body, HasSubstr("ending"));
    EXPECT_EQ(send("/operation/imports/" + list + "/end").status, 303);
    EXPECT_EQ(send("/operation/imports/" + list + "/end").status, 409);
    EXPECT_EQ(send("/operation/imports/0000000000000000/end").status, 404);
    EXPECT_FALSE(service::work_on_lists(*s, "worker", {}, nullptr)); // nothing waits any more
    all = read("/api/v1/imports");
    EXPECT_EQ(all["items"][1]["state"], "failed");
    EXPECT_THAT(std::string{all["items"][1]["detail"]}, HasSubstr("administrator"));
    EXPECT_EQ(get("/api/v1/imports?after=eA").status, 400);
}

TEST_P(operating, a_list_that_is_ended_while_it_is_imported_stays_ended) {
    write([](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
    });
    std::string content = "name,url\n";
    // In the order of the keys: names in another order are written when a run of them has been read.
    for (int i = 1000; i < 6000; ++i) content += "urn:example:n" + std::to_string(i) + ",https://a.example/\n";
    std::string list;
    write([&](store::writing &w) {
        list = service::add_list(w, admin, "long.csv", service::bulk_format::csv, content).value().id;
        ASSERT_TRUE(service::start_list(w, admin, list, false, {"name", "url"}));
    });
    bool was_ended = false;
    EXPECT_TRUE(service::work_on_lists(*s, "worker", {}, [&] {
        if (!std::exchange(was_ended, true)) {
            EXPECT_EQ(ask(admin, "POST", "/api/v1/imports/" + list + "/end").status, 200);
        }
        return false;
    }));
    EXPECT_TRUE(was_ended);
    EXPECT_EQ(read("/api/v1/imports")["items"][0]["state"], "failed");
    EXPECT_FALSE(service::work_on_lists(*s, "worker", {}, nullptr));
    const auto there = [&](const std::string &urn) {
        return s->look_up([&](store::reading &r) { return service::show(r, urn).has_value(); });
    };
    EXPECT_TRUE(there("urn:example:n1000")); // imported names stay
    EXPECT_FALSE(there("urn:example:n5999"));
}

TEST_P(operating, verifies_the_history) {
    write([](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
    });
    const response started = ask(admin, "POST", "/api/v1/history/verifications");
    ASSERT_EQ(started.status, 202) << started.body;
    const std::string run = json::parse(started.body)["id"];
    EXPECT_EQ(value_of(started, "Location"), "/api/v1/history/verifications/" + run);
    engine->verifier.wait();
    const json done = read("/api/v1/history/verifications/" + run);
    EXPECT_EQ(done["state"], "sound") << done;
    EXPECT_EQ(done["who"], "local:admin");
    EXPECT_EQ(done["head"], read("/api/v1/history/head")["head"]);
    EXPECT_EQ(done["documents"], 1);
    EXPECT_EQ(ask(admin, "POST", "/api/v1/history/verifications/" + run + "/end").status, 409);
    EXPECT_EQ(ask(admin, "POST", "/api/v1/history/verifications/0000000000000000/end").status, 404);
    EXPECT_THAT(get("/operation/history").body, AllOf(HasSubstr("sound"), HasSubstr(std::string{done["head"]})));
    EXPECT_THAT(get("/operation").body, HasSubstr("sound"));

    // Somebody changes a document behind the service's back.
    s->sql_database().connect(store::access::read_write)->run("UPDATE documents SET body = '{}' WHERE id = 'example'");
    EXPECT_EQ(send("/operation/history").status, 303);
    engine->verifier.wait();
    const json damaged = read("/api/v1/history/verifications?limit=1");
    EXPECT_EQ(damaged["items"][0]["state"], "damaged");
    EXPECT_EQ(damaged["items"][0]["findings"][0]["subject"], "namespace example");
    EXPECT_THAT(get("/operation/history").body, AllOf(HasSubstr("damaged"), HasSubstr("namespace example")));
    EXPECT_EQ(read("/api/v1/history/verifications?after=" + std::string{damaged["next"]})["items"][0]["id"], run);
}

TEST_P(operating, one_verification_at_a_time_which_can_be_ended) {
    // A run of another process, whose lease has not ended.
    const auto until = std::chrono::floor<std::chrono::seconds>(resolver::now()).time_since_epoch().count() + 60;
    const auto insert = [&](std::string_view id, std::int64_t lease) {
        s->sql_database()
            .connect(store::access::read_write)
            ->run("INSERT INTO verifications (run, started, ended, state, who, done, total, events, names, documents, "
                  "head, "
                  "found, findings, until) VALUES ($1, 1, 0, 'running', 'token:1', 5, 10, 0, 0, 0, '', 0, '[]', $2)",
                  {id, lease});
    };
    insert("0000000000000001", until);
    EXPECT_EQ(ask(admin, "POST", "/api/v1/history/verifications").status, 409);
    EXPECT_EQ(send("/operation/history").status, 409);
    const response page = get("/operation/history");
    EXPECT_THAT(page.body, AllOf(HasSubstr("<progress"), HasSubstr("value=\"5\"")));
    EXPECT_EQ(value_of(page, "Refresh"), "3");
    EXPECT_EQ(send("/operation/history/0000000000000001/end").status, 303);
    EXPECT_EQ(read("/api/v1/history/verifications/0000000000000001")["state"], "ending");
    // Its process is gone.
    s->sql_database().connect(store::access::read_write)->run("UPDATE verifications SET until = 1");
    EXPECT_EQ(read("/api/v1/history/verifications/0000000000000001")["state"], "interrupted");
    EXPECT_EQ(ask(admin, "POST", "/api/v1/history/verifications").status, 202);
    engine->verifier.stop();
    EXPECT_EQ(ask(admin, "POST", "/api/v1/history/verifications").status, 503);
}

TEST_P(operating, the_store_and_the_settings) {
    write([](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "put");
    });
    const json state = read("/api/v1/store");
    EXPECT_EQ(state["events"], 1);
    EXPECT_GT(state["bytes"], 10000);
    EXPECT_EQ(state["schema"], store::schema_version());
    EXPECT_EQ(state["search_index"], "none");
    EXPECT_TRUE(state["replicas"].empty());
    EXPECT_THAT(get("/operation/store").body,
                AllOf(HasSubstr(std::string{state["head"]}), HasSubstr(std::string{state["server"]})));

    std::map<std::string, json> settings;
    const json listed = read("/api/v1/settings");
    for (const auto &one : listed["items"]) settings[one["name"]] = one;
    EXPECT_EQ(settings.size(), all_settings().size());
    EXPECT_EQ(settings["server.port"]["value"], "9000");
    EXPECT_EQ(settings["server.port"]["source"], "file");
    EXPECT_EQ(settings["server.port"]["place"], "uniform.toml:2:1");
    EXPECT_EQ(settings["log.sample"]["source"], "environment");
    EXPECT_EQ(settings["store.location"]["source"], "flag");
    EXPECT_EQ(settings["web.operator"]["source"], "default");
    EXPECT_THAT(settings["store.location"].dump(), Not(HasSubstr("secret")));
    const std::string page = get("/operation/settings").body;
    EXPECT_THAT(page, AllOf(HasSubstr("<code>server.port</code> <span class=\"badge\">needs a restart</span>"),
                            HasSubstr("<code>9000</code>"), HasSubstr("<strong>file</strong> <span class=\"hint\">"),
                            HasSubstr("uniform.toml:2:1"), Not(HasSubstr("secret@"))));
    EXPECT_THAT(page, HasSubstr("<code>log.sample</code><p class=\"hint\">")) << "changes while the service runs";
    EXPECT_THAT(page, Not(HasSubstr("After a restart:")));
    EXPECT_THAT(get("/operation/settings?changed=1").body,
                AllOf(HasSubstr("server.port"), Not(HasSubstr("web.operator"))));
    EXPECT_THAT(get("/operation/settings?q=harvest").body, Not(HasSubstr("server.port")));
    EXPECT_THAT(get("/operation/settings?q=nothing+like+this").body, HasSubstr("class=\"empty\""));
    // The file has changed; the service was told, and this one needs a restart.
    auto next = configure({.file_name = "uniform.toml", .file = "[server]\nport = 9001\n"});
    ASSERT_TRUE(next);
    engine->configuration.change(std::move(*next));
    const json later = read("/api/v1/settings");
    for (const auto &one : later["items"]) {
        if (one["name"] == "server.port") {
            EXPECT_EQ(one["after_restart"], "9001");
        }
    }
    EXPECT_THAT(get("/operation/settings?q=server.port").body, HasSubstr("After a restart: <code>9001</code>"));
}

TEST_P(operating, the_log_of_decisions) {
    write([](store::writing &w) {
        w.put("namespace", "example", to_json(resolver::namespace_settings{.nid = "example"}), "add");
        ASSERT_TRUE(service::add_registrar(w, admin, {.id = "library", .name = "The Library"}));
        w.put("delegation", "example:lib-",
              to_json(resolver::delegation{.prefix = "example:lib-", .registrar = "library"}), "delegate");
        for (int i = 0; i < 5; ++i) {
            ASSERT_FALSE(w.add_name("example:lib-" + std::to_string(i), {.locators = {{.url = "https://a.example/"}}},
                                    "import"));
        }
    });
    write([](store::writing &w) {
        ASSERT_TRUE(service::withdraw(w, admin, {.urn = "urn:example:lib-1", .reason = "a mistake"}));
    });
    const auto subjects = [&](const std::string &query) {
        std::vector<std::string> out;
        const json page = read("/api/v1/decisions" + query);
        for (const auto &d : page["items"]) out.push_back(std::string{d["kind"]} + " " + std::string{d["action"]});
        return out;
    };
    const std::vector<std::string> all{"name withdraw", "delegation delegate", "registrar add", "namespace add"};
    EXPECT_EQ(subjects(""), all); // not in the index yet: from the history
    EXPECT_EQ(service::note_decisions(*s, 3), 3U);
    EXPECT_EQ(subjects(""), all); // one part from each
    while (service::note_decisions(*s) != 0) {
    }
    EXPECT_EQ(subjects(""), all);
    EXPECT_EQ(subjects("?area=names"), std::vector<std::string>{"name withdraw"});
    EXPECT_EQ(subjects("?who=token:7f3a9c01d2e4"), all);
    EXPECT_EQ(subjects("?who=nobody"), std::vector<std::string>{});
    EXPECT_EQ(get("/api/v1/decisions?area=weather").status, 422);
    std::vector<std::string> paged;
    const std::string decisions_one_by_one = "/api/v1/decisions?limit=1";
    for (std::string target = decisions_one_by_one; !target.empty();) {
        const json page = read(target);
        for (const auto &d : page["items"]) paged.push_back(std::string{d["kind"]} + " " + std::string{d["action"]});
        target = page.contains("next") ? decisions_one_by_one + "&after=" + std::string{page["next"]} : "";
        ASSERT_LE(paged.size(), 4U);
    }
    EXPECT_EQ(paged, all);
    const std::string page = get("/operation/decisions").body;
    EXPECT_THAT(page, AllOf(HasSubstr("urn:example:lib-1"), HasSubstr("Withdrawn"),
                            HasSubstr("/manage/delegation?prefix=example"), HasSubstr("token:7f3a9c01d2e4")));
    EXPECT_THAT(get("/operation/decisions?area=&who=").body, HasSubstr("urn:example:lib-1"));
    EXPECT_THAT(get("/operation/decisions?area=tokens").body, HasSubstr("class=\"empty\""));
    EXPECT_EQ(get("/operation/decisions?after=eA").status, 400);
}

} // namespace
} // namespace uniform::http
