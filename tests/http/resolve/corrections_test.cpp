// Requests for misspelt names by HTTP: which name is meant, and how the response lists the corrections.

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <uniform/syntax/percent.hpp>
#include <uniform/urn/urn.hpp>

#include "http/resolve/resolve_support.hpp"
#include "resolver/misspelt_urns.hpp"

namespace uniform::http {

using nlohmann::json;
using resolver::name_state;
using resolver::q_strategy;

TEST_F(resolving, misspelt_urns) {
    for (const char *name : {"a", "A", "a%20", "a/b", "a&b"}) {
        put_name(std::string("urn:example:") + name, "https://a.example/1?n=" + std::string(name));
    }
    int asked = 0;
    for (const uniform::test::misspelt_urn &r : uniform::test::misspelt_urns) {
        const std::string text = r.text;
        const auto meant = parse_urn(r.urn);
        if (!meant || text.contains('\n')) continue; // no target of a request
        ++asked;
        const response sent = ask("/" + text.substr(0, text.find('#'))); // RFC 9112 3.2: without a fragment
        EXPECT_EQ(sent.status, 302) << r.why << ' ' << sent.body;
        EXPECT_EQ(value_of(sent, "Uniform-Corrected"), r.corrections) << r.why;
        const std::string name{meant->nss()};
        EXPECT_THAT(value_of(sent, "Location"), testing::StartsWith("https://a.example/1?n=" + name)) << r.why;
    }
    EXPECT_GE(asked, 12);
}

// What mail clients, social networks and the text around a URL append.
TEST_F(resolving, what_others_append_to_a_name) {
    configuration.added_parameters = {"fbclid", "utm_*"};
    configuration.added_suffixes = "/.,)]>";
    for (const char *name : {"a", "b)", "b"}) {
        put_name(std::string("urn:example:") + name, "https://a.example/" + std::string(name));
    }
    constexpr struct {
        const char *target, *name, *corrected;
    } rows[]{
        {"/urn:example:a?", "a", "added-query"},
        {"/urn:example:a?fbclid=IwAR0_x", "a", "added-query"},
        {"/urn:example:a?utm_source=x&utm_medium=mail&FBCLID", "a", "added-query"},
        {"/urn:example:a/?utm_source=x", "a", "added-query, added-suffix"},
        {"/urn:example:a/", "a", "added-suffix"},
        {"/urn:example:a.", "a", "added-suffix"},
        {"/urn:example:a).,", "a", "added-suffix"},
        {"/urn:example:a?&fbclid=x", "a", "added-query"},
        {"/urn:example:a??", "a", "added-query"},
        {"/urn:example:a?fbclid=x&", "a", "added-query"},
        {"/urn:example:a]", "a", "added-suffix"}, // no URN: these are not characters of one
        {"/urn:example:a>", "a", "added-suffix"},
        {"/urn:example:a>.", "a", "added-suffix"},
        {"/urn:example:a>?utm_source=x", "a", "added-query, added-suffix"},
        {"/urn:example:a%5D", "a", "added-suffix"},
        {"/urn:example:a%3e", "a", "added-suffix"},
        {"/urn:example:a%29.", "a", "added-suffix"},
        {"/urn:example:a%2C%29%3E", "a", "added-suffix"},
        {"/urn:example:a%41", nullptr, ""},
        {"/urn:example:a?=fbclid=1>", "a?fbclid=1", "added-suffix"},
        {"/urn:example:a%20)", nullptr, ""}, // the white space is not at the end
        {"/urn:example:b)", "b)", ""},       // it exists
        {"/urn:example:b).", "b)", "added-suffix"},
        {"/urn:example:a....", nullptr, ""}, // at most three
        {"/urn:example:a;", nullptr, ""},    // not in the list
        {"/urn:example:a?x=y", nullptr, ""}, // not a parameter in the list: malformed (RFC 8141 2.3)
        {"/urn:example:a?fbclid=1&x=y", nullptr, ""},
        {"/urn:example:a?=fbclid=1", "a?fbclid=1", ""}, // a q-component is the client's
    };
    for (const auto &r : rows) {
        for (const char *method : {"GET", "HEAD"}) { // also from the response cache
            const response sent = ask(r.target, {}, method);
            EXPECT_EQ(sent.status, r.name != nullptr                            ? 302
                                   : std::string_view{r.target}.contains("x=y") ? 400
                                                                                : 404)
                << r.target;
            if (r.name == nullptr) continue;
            EXPECT_EQ(value_of(sent, "Location"), "https://a.example/" + std::string(r.name)) << r.target;
            EXPECT_EQ(value_of(sent, "Uniform-Corrected"), r.corrected) << r.target;
        }
    }
    configuration.corrections = false;
    for (const char *target :
         {"/urn:example:a?fbclid=1", "/urn:example:a>", "/%20urn:example:a", "/urn%3Aexample%3Aa"}) {
        EXPECT_EQ(ask(target).status, 400) << target;
    }
    for (const char *target : {"/urn:example:a/", "/urn:example:a%20", "/urn:example:a%29"})
        EXPECT_EQ(ask(target).status, 404) << target;
    EXPECT_EQ(ask("/URN:EXAMPLE:a").status, 302);
}

// A query parameter after a name that is itself the query, and a "/" after the segment of a page.
TEST_F(resolving, what_others_append_to_other_targets) {
    configuration.added_parameters = {"fbclid", "utm_*"};
    configuration.added_suffixes = "/.,)";
    put_name("urn:example:a", "https://a.example/");
    put_name("urn:example:a&b", "https://b.example/");
    constexpr struct {
        const char *target;
        int status;
        const char *corrected;
    } rows[]{
        {"/uri-res/N2L?urn:example:a&fbclid=1", 303, "added-query"},
        {"/uri-res/I2L?urn:example:a&fbclid=1&utm_source=x", 303, "added-query"},
        {"/uri-res/I2C?urn:example:a.&fbclid=1", 200, "added-query, added-suffix"},
        {"/uri-res/N2L?urn:example:a&b", 303, ""},
        {"/uri-res/N2L?urn:example:a&b&fbclid=1", 303, "added-query"},
        {"/uri-res/N2L?urn:example:a&x=1", 404, ""},
        {"/about/urn:example:a/", 200, "added-suffix"},
        {"/namespaces/isbn/", 200, "added-suffix"},
        {"/namespaces/isbn.", 200, "added-suffix"},
        {"/namespaces/isbn).", 200, "added-suffix"},
        {"/namespaces/isbn", 200, ""},
        {"/namespaces/isbm.", 400, ""},
    };
    for (const auto &r : rows) {
        const response sent = ask(r.target);
        EXPECT_EQ(sent.status, r.status) << r.target << ' ' << sent.body;
        EXPECT_EQ(value_of(sent, "Uniform-Corrected"), r.corrected) << r.target;
    }
    configuration.corrections = false;
    for (const char *target : {"/namespaces/isbn/", "/namespaces/isbn."}) EXPECT_EQ(ask(target).status, 400) << target;
    EXPECT_EQ(ask("/about/urn:example:a/").status, 404);
}

// A name of a public resolver is not known here: the syntax of its namespace says which reading is a name.
TEST_F(resolving, corrects_what_it_sends_to_public_resolvers) {
    configuration.added_suffixes = "/.,)";
    for (const char *nid : {"isbn", "ietf", "nbn"}) put_namespace({.nid = nid, .public_resolvers = true});
    constexpr struct {
        const char *target, *name, *corrected;
    } rows[]{
        {"/urn:isbn:9789510184356.", "URN:ISBN:9789510184356", "added-suffix"},
        {"/urn:ietf:rfc:2141)", "rfc2141", "added-suffix"},
        {"/urn:nbn:de:101:1-201102033592/", "urn:nbn:de:101:1-201102033592", "added-suffix"},
        {"/urn:isbn:9789510184356", "URN:ISBN:9789510184356", ""},
        {"/urn:isbn:978951018435x.", "URN:ISBN:978951018435x.", ""}, // neither is a name
    };
    for (const auto &r : rows) {
        const response sent = ask(r.target);
        EXPECT_EQ(sent.status, 302) << r.target << ' ' << sent.body;
        EXPECT_THAT(value_of(sent, "Location"), testing::EndsWith(r.name)) << r.target;
        EXPECT_EQ(value_of(sent, "Uniform-Corrected"), r.corrected) << r.target;
    }
}

TEST_F(resolving, corrections_are_listed_in_json_too) {
    put_name("urn:example:a", "https://a.example/");
    for (const std::string path : {"/api/v1/resolve/", "/api/v1/explain/"}) {
        EXPECT_EQ(value_of(ask(path + "urn%253Aexample:a"), "Uniform-Corrected"), "encoding") << path;
        EXPECT_EQ(value_of(ask(path + "%20urn:example:a"), "Uniform-Corrected"), "white-space") << path;
    }
}

// Corrections are listed in problems, too.
TEST_F(resolving, a_corrected_request_with_a_problem) {
    put_name("urn:example:r", {.state = name_state::reserved});
    put_name("urn:example:w", {.state = name_state::withdrawn, .reason = "by mistake"});
    put_namespace({.nid = "example", .q = q_strategy::refuse});
    put_name("urn:example:q", "https://a.example/?x");
    struct row {
        const char *why;
        const char *text;
        const char *type;
        json corrected;
    };
    const row rows[] = {
        {"RFC 8141 3.1: nothing to correct", "URN:EXAMPLE:none", "unknown-name", nullptr},
        {"unknown", "%20urn:example:none", "unknown-name", {"white-space"}},
        {"unknown", "https://host.example/urn:example:none", "unknown-name", {"nested-resolver"}},
        {"unknown", "%2575rn%253Aexample%253Anone", "unknown-name", {"encoding", "double-encoding"}},
        {"reserved", "%20urn:example:r", "no-output", {"white-space"}},
        {"withdrawn", "%20urn:example:w", "gone", {"white-space"}},
        {"out of policy", "%20urn:example:q?=q", "out-of-policy", {"white-space"}},
        {"malformed", "%20urn:-:x", "malformed", {"white-space"}},
        {"malformed", "%20urn:example:%zz", "malformed", {"white-space"}},
        {"no correction", "urn:example:none", "unknown-name", nullptr},
        {"no correction", "urn:example:%zz", "malformed", nullptr},
    };
    const auto body_of = [](const response &r) { return json::parse(r.body, nullptr, false); };
    for (const row &r : rows) {
        const std::string text = r.text;
        const json batch =
            body_of(ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST", json::array({text}).dump()));
        for (const json &p : {body_of(ask("/" + text)), body_of(ask("/api/v1/resolve/" + encode_segment(text))),
                              body_of(ask("/uri-res/I2L?" + text)), batch["results"][0]["problem"]}) {
            EXPECT_EQ(p.value("type", ""), std::string("/problems/") + r.type) << r.why << ": " << text << ' ' << p;
            EXPECT_EQ(p.contains("corrected") ? p["corrected"] : json{}, r.corrected)
                << r.why << ": " << text << ' ' << p;
        }
    }
}

} // namespace uniform::http
