// Resolving by HTTP: r-, q- and f-components (RFC 8141 2.3), and the names that responses publish.

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

namespace {

using nlohmann::json;
using resolver::name_state;
using resolver::q_strategy;
using testing::HasSubstr;

} // namespace

// RFC 8141 3.1: the key decides which names are the same; the syntax of the namespace need not permit what it looks
// like.
TEST_F(resolving, publishes_names_as_they_were_assigned) {
    put_namespace(*resolver::read_json(
        R"({"nid":"exe","syntax":{"abnf":"NSS = 3ALPHA \"-\" 4DIGIT"},"equivalence":{"operations":[)"
        R"({"action":"remove","texts":["-"]},{"action":"lower-case"}]}})",
        resolver::namespace_settings_from_json));
    const std::string metadata = R"({"title":"B","creator":"C","publisher":"D","date":"2026","type":"book"})";
    put_name("urn:exe:abc0001", {.name = "urn:exe:abc-0001",
                                 .locators = {{.url = "https://a.example/1"}},
                                 .metadata = metadata,
                                 .other_names = {"urn:exe:abc0002"}});
    put_name("urn:exe:abc0002",
             {.state = name_state::reserved, .name = "urn:exe:abc-0002", .other_names = {"urn:exe:abc0001"}});
    put_name("urn:exe:abc0003", {.state = name_state::withdrawn, .name = "urn:exe:abc-0003", .reason = "gone"});
    std::vector<std::string> targets{"/urn:exe:ABC0001",
                                     "/api/v1/linkset/urn:exe:abc-0001",
                                     "/api/v1/resolve/urn:exe:abc-0001",
                                     "/api/v1/resolve/urn:exe:abc-0001?service=I2Ns",
                                     "/api/v1/resolve/urn:exe:abc-0001?service=I2Cs",
                                     "/uri-res/I2Cs?urn:exe:abc-0001",
                                     "/urn:exe:ABC0003",
                                     "/about/urn:exe:abc-0003",
                                     "/search?q=urn:exe:abc",
                                     "/oai?verb=ListRecords&metadataPrefix=oai_dc",
                                     "/oai?verb=ListIdentifiers&metadataPrefix=oai_dc"};
    for (const char *const form :
         {"jsonld", "bibtex", "ris", "csl", "text", "datacite", "mods", "dc", "rdf", "linkset", "list"}) {
        targets.push_back("/about/urn:exe:abc-0001?format=" + std::string{form});
    }
    for (const std::string &target : targets) {
        for (const char *const accept : {"*/*", "text/html", "application/linkset+json"}) {
            const response sent = ask(target, {{"Accept", accept}});
            EXPECT_NE(sent.status, 0) << target;
            std::string all = sent.body;
            for (const auto &[name, value] : sent.fields) all.append("\n").append(name).append(": ").append(value);
            // The page shows the key, as what the name is compared by.
            for (const std::string key : {"urn:exe:abc0001", "urn:exe:abc0003"}) {
                const std::string shown = "<dd><code>" + key + "</code></dd>";
                if (const auto at = all.find(shown); at != std::string::npos) all.erase(at, shown.size());
            }
            EXPECT_THAT(all, testing::Not(testing::ContainsRegex("urn:exe:abc000[13]"))) << target << ' ' << accept;
        }
    }
    EXPECT_EQ(json::parse(ask("/api/v1/resolve/urn:exe:abc0001?service=I2Ns").body)["result"],
              json::array({"urn:exe:abc-0002"}));
    const std::string page = ask("/about/urn:exe:abc0001").body;
    EXPECT_THAT(page, HasSubstr("<title>B – urn:exe:abc-0001"));
    EXPECT_THAT(page, HasSubstr("<dd><code>urn:exe:abc0001</code></dd>"));
    EXPECT_THAT(ask("/urn:exe:abc0001", {{"Accept", "application/linkset+json"}}).body,
                HasSubstr(R"("cite-as":[{"href":"urn:exe:abc-0001"}])"));
    EXPECT_EQ(json::parse(ask("/api/v1/resolve/urn:exe:abc0001").body)["urn"], "urn:exe:abc-0001");
}

// RFC 9110 8.7: what is at Content-Location is what was sent. RFC 8141 2.3.2: the q-component goes to the locator.
TEST_F(resolving, components_are_the_same_for_all_representations) {
    put_name("urn:example:l1", "https://a.example/1?x#f");
    const std::string base = "https://urn.example.org";
    const std::string there = "https://a.example/1?x&q=1#f";
    const struct {
        const char *accept;
        std::string path;
        std::string contains;
    } rows[]{
        {"text/html", "/about/", "https://a.example/1?x&amp;q=1#f"},
        {"application/linkset+json", "/api/v1/linkset/", R"("item":[{"href":")" + there + '"'},
    };
    for (const auto &row : rows) {
        const response sent = ask("/urn:example:l1?=q=1", {{"Accept", row.accept}});
        EXPECT_EQ(sent.status, 200) << row.accept;
        EXPECT_THAT(sent.body, HasSubstr(row.contains)) << row.accept;
        EXPECT_THAT(value_of(sent, "Link"), HasSubstr('<' + there + ">; rel=\"item\"")) << row.accept;
        EXPECT_THAT(value_of(sent, "Link"), HasSubstr("<urn:example:l1>; rel=\"cite-as\"")) << row.accept;
        const std::string location = value_of(sent, "Content-Location");
        EXPECT_EQ(location, base + row.path + "urn:example:l1%3F=q=1");
        for (const std::string &target : {location.substr(base.size()), row.path + "urn:example:l1?=q=1"}) {
            const response same = ask(target);
            EXPECT_EQ(same.status, 200) << target;
            EXPECT_EQ(same.body, sent.body) << target;
            EXPECT_EQ(value_of(same, "Content-Location"), location) << target;
        }
        // Without components nothing is different.
        const response plain = ask(row.path + "urn:example:l1");
        EXPECT_EQ(value_of(plain, "Content-Location"), base + row.path + "urn:example:l1");
        EXPECT_THAT(plain.body, testing::Not(HasSubstr("q=1")));
        EXPECT_EQ(ask(row.path + "urn:example:l1?=").status, ask("/urn:example:l1?=").status);
    }
    EXPECT_EQ(json::parse(ask("/api/v1/linkset/urn:example:l1?=q=1").body)["linkset"][0]["anchor"],
              "urn:example:l1?=q=1");
    EXPECT_EQ(ask("/api/v1/linkset/urn:example:l1?q=1").status, 400) << "a parameter";
    EXPECT_EQ(value_of(ask("/urn:example:l1?+r?=q", {{"Accept", "text/html"}}), "Content-Location"),
              base + "/about/urn:example:l1%3F+r%3F=q");
}

TEST_F(resolving, as_the_namespace_has_it) {
    put_name("urn:example:a", "https://a.example/1?x");
    for (const int status : {301, 302, 303, 307}) {
        put_namespace({.nid = "example", .redirect = status, .max_age = 7});
        const response sent = ask("/urn:example:a");
        EXPECT_EQ(sent.status, status);
        EXPECT_EQ(value_of(sent, "Cache-Control"), "max-age=7");
    }
    put_namespace({.nid = "example", .q = q_strategy::replace});
    EXPECT_EQ(value_of(ask("/urn:example:a?=q"), "Location"), "https://a.example/1?q");
    put_namespace({.nid = "example", .q = q_strategy::refuse});
    EXPECT_EQ(problem_of(ask("/urn:example:a?=q")), "out-of-policy");
    EXPECT_EQ(ask("/urn:example:a").status, 302);
}

TEST_F(resolving, reads_r_components_when_switched_on) {
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/de", .language = "de"},
                                            {.url = "https://a.example/en", .language = "en"},
                                            {.url = "https://a.example/at", .language = "de", .country = "AT"}}});
    EXPECT_EQ(value_of(ask("/urn:example:a?+lang=en"), "Location"), "https://a.example/de") << "RFC 8141 2.3.1: off";
    put_namespace({.nid = "example", .r_component = true});
    EXPECT_EQ(value_of(ask("/urn:example:a?+lang=en"), "Location"), "https://a.example/en");
    EXPECT_EQ(value_of(ask("/urn:example:a?+lang=de&country=at"), "Location"), "https://a.example/at");
    EXPECT_EQ(value_of(ask("/urn:example:a?+nonsense&lang=xx"), "Location"), "https://a.example/de");
    EXPECT_EQ(value_of(ask("/urn:example:a?+s=I2C"), "Content-Type"), "application/json");
    EXPECT_EQ(value_of(ask("/urn:example:a?+s=i2ls"), "Content-Type"), "text/uri-list");
    EXPECT_EQ(value_of(ask("/urn:example:a", {{"Accept-Language", "en"}}), "Location"), "https://a.example/en");
    EXPECT_EQ(value_of(ask("/urn:example:a", {{"Accept-Language", "en"}}), "Vary"), "Accept, Accept-Language");
    const json why = json::parse(ask("/api/v1/explain/urn:example:a%3F+lang=en&x=y").body);
    EXPECT_EQ(why["choice"]["chosen"], "https://a.example/en");
    EXPECT_EQ(why["choice"]["ignored"], json{"x=y"});
    EXPECT_EQ(why["choice"]["locators"][0]["criterion"], "language");
}

// Nothing is chosen then, so that nothing of a choice can be explained or described.
TEST_F(resolving, answers_each_request_with_a_refused_component) {
    resolver::namespace_settings of{.nid = "example", .r_component = true};
    of.components = *resolver::defined_components::read(
        *uniform::json::read(R"({"r":"not-allowed","q":"not-allowed","f":"not-allowed"})"));
    put_namespace(of);
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1"}}, .metadata = R"({"title":"A"})"});
    put_name("urn:example:none", {.metadata = R"({"title":"None"})"});
    for (const std::string name : {"urn:example:a", "urn:example:none", "urn:example:unknown"}) {
        for (const std::string component : {"%3F+lang=en", "%3F=q", "%23f", "%3F+s=I2C%3F=q%23f"}) {
            const json why = json::parse(ask("/api/v1/explain/" + name + component).body);
            EXPECT_EQ(why["problem"]["type"], "/problems/out-of-policy") << name << component;
            EXPECT_EQ(why.contains("choice"), name == "urn:example:none") << "of no locators, none is chosen";
            for (const std::string path : {"/", "/about/", "/api/v1/resolve/", "/api/v1/linkset/", "/api/v1/names/"}) {
                for (const char *const accept : {"*/*", "text/html", "application/json", "text/uri-list"}) {
                    const response sent = ask(path + name + component, {{"Accept", accept}});
                    EXPECT_LT(sent.status, 500) << path << name << component << ' ' << accept;
                }
            }
        }
    }
}

// RFC 8141 2.3.3: a client of the API gets URLs to which the f-component is applied.
TEST_F(resolving, applies_f_components_in_json) {
    put_name("urn:example:a", {.locators = {{.url = "https://a.example/1", .language = "de"}}});
    put_name("urn:example:own", {.locators = {{.url = "https://a.example/1#own"}}});
    resolver::delegation d;
    d.prefix = "example:x-";
    d.resolver = "https://other.example/";
    put_delegation(d);
    const auto get = [&](const std::string &urn, const std::string &query = {}) {
        return json::parse(ask("/api/v1/resolve/" + urn + query).body)["result"];
    };
    EXPECT_EQ(get("urn:example:a%23part"), "https://a.example/1#part");
    EXPECT_EQ(get("urn:example:a%3F=q%23part"), "https://a.example/1?q#part") << "RFC 8141 2.3.2";
    EXPECT_EQ(get("urn:example:a%23"), "https://a.example/1#") << "an empty one";
    EXPECT_EQ(get("urn:example:a%23%2541"), "https://a.example/1#%41") << "verbatim";
    EXPECT_EQ(get("urn:example:own%23part"), "https://a.example/1#own") << "RFC 9110 10.2.2";
    EXPECT_EQ(get("urn:example:x-1%23part"), "https://other.example/urn:example:x-1#part");
    EXPECT_EQ(get("urn:example:a%23part", "?service=I2Ls")[0]["url"], "https://a.example/1#part");
    EXPECT_EQ(get("urn:example:a%23part", "?service=I2R"), "https://a.example/1#part");
    EXPECT_EQ(get("urn:example:a%23part", "?service=I2C")["locators"][0]["url"], "https://a.example/1");
    EXPECT_EQ(json::parse(ask("/api/v1/explain/urn:example:a%23part").body)["location"], "https://a.example/1#part");
    const json batch = json::parse(ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST",
                                       R"(["urn:example:a#part","urn:example:a"])")
                                       .body);
    EXPECT_EQ(batch["results"][0]["uri"], "urn:example:a#part");
    EXPECT_EQ(batch["results"][0]["result"], "https://a.example/1#part");
    EXPECT_EQ(batch["results"][1]["result"], "https://a.example/1");
}

} // namespace uniform::http
