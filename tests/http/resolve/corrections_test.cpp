// Requests for misspelt names by HTTP: a person who asks for one is led to the name that is meant. Nobody else is.

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

namespace {

const std::vector<std::pair<std::string, std::string>> by_a_person{{"Accept", "text/html,*/*;q=0.8"}};

}

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
        const std::string target = "/" + text.substr(0, text.find('#')); // RFC 9112 3.2: without a fragment
        const response sent = ask(target, by_a_person);
        EXPECT_EQ(sent.status, 302) << r.why << ' ' << sent.body;
        const std::string name{meant->nss()};
        // An equivalent spelling of the name (RFC 8141 3.1), or of the request
        if (std::string_view{r.corrections}.empty() || std::string_view{r.corrections} == "encoding") {
            EXPECT_THAT(value_of(sent, "Location"), testing::StartsWith("https://a.example/1?n=" + name)) << r.why;
            continue;
        }
        EXPECT_EQ(value_of(sent, "Uniform-Corrected"), r.corrections) << r.why;
        EXPECT_EQ(value_of(sent, "Cache-Control"), "no-store") << r.why;
        const response there = ask(value_of(sent, "Location"), by_a_person);
        EXPECT_THAT(value_of(there, "Location"), testing::StartsWith("https://a.example/1?n=" + name)) << r.why;
        EXPECT_GE(ask(target).status, 400) << r.why << ": a program gets no other name than it asked for";
    }
    EXPECT_GE(asked, 12);
}

// The texts that mail clients, social networks and the text around a URL append.
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
            response sent = ask(r.target, by_a_person, method);
            EXPECT_EQ(sent.status, r.name != nullptr                            ? 302
                                   : std::string_view{r.target}.contains("x=y") ? 400
                                                                                : 404)
                << r.target;
            if (r.name == nullptr) continue;
            if (*r.corrected != '\0') {
                EXPECT_GE(ask(r.target, {}, method).status, 400) << r.target << ": nothing is corrected for a program";
            }
            // The result of one correction may be no name either.
            std::string corrected;
            for (std::string by = value_of(sent, "Uniform-Corrected"); !by.empty();
                 by = value_of(sent, "Uniform-Corrected")) {
                EXPECT_EQ(value_of(sent, "Cache-Control"), "no-store") << r.target;
                corrected += (corrected.empty() ? "" : ", ") + by;
                std::string location = value_of(sent, "Location");
                location.erase(0, location.find("/urn:"));
                sent = ask(location, by_a_person, method);
            }
            EXPECT_EQ(corrected, r.corrected) << r.target;
            EXPECT_EQ(value_of(sent, "Location"), "https://a.example/" + std::string(r.name)) << r.target;
        }
    }
    configuration.corrections = false;
    for (const char *target :
         {"/urn:example:a?fbclid=1", "/urn:example:a>", "/%20urn:example:a", "/urn%253Aexample%253Aa"}) {
        EXPECT_EQ(ask(target, by_a_person).status, 400) << target;
    }
    for (const char *target : {"/urn:example:a/", "/urn:example:a%20", "/urn:example:a%29"})
        EXPECT_EQ(ask(target, by_a_person).status, 404) << target;
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
        // The services of RFC 2483 answer for the name that they are asked about
        {"/uri-res/N2L?urn:example:a&fbclid=1", 404, ""},
        {"/uri-res/I2L?urn:example:a&fbclid=1&utm_source=x", 404, ""},
        {"/uri-res/I2C?urn:example:a.&fbclid=1", 404, ""},
        {"/uri-res/I2L?urn:example:a,", 404, ""},
        {"/uri-res/N2L?urn:example:a&b", 303, ""},
        {"/uri-res/N2L?urn:example:a&b&fbclid=1", 404, ""},
        {"/uri-res/N2L?urn:example:a&x=1", 404, ""},
        {"/about/urn:example:a/", 404, ""},
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
        response sent = ask(r.target, by_a_person);
        EXPECT_EQ(sent.status, 302) << r.target << ' ' << sent.body;
        EXPECT_EQ(value_of(sent, "Uniform-Corrected"), r.corrected) << r.target;
        if (*r.corrected != '\0') sent = ask(value_of(sent, "Location"), by_a_person);
        EXPECT_THAT(value_of(sent, "Location"), testing::EndsWith(r.name)) << r.target;
    }
}

// RFC 8141 3.1, 3.2: names are compared by their octets. A program, a service of RFC 2483, the API and a list ask about
// the name that they write, and two texts are never equal because one may be a misspelling of the other.
TEST_F(resolving, corrections_are_not_equality) {
    configuration.added_parameters = {"fbclid"};
    configuration.added_suffixes = "/.,)]>";
    for (const char *name : {"rfc8141", "a%2Cb"}) put_name(std::string("urn:example:") + name, "https://a.example/");
    constexpr struct {
        const char *text, *type;
    } rows[]{
        {"urn:example:rfc8141,", "unknown-name"},      {"urn:example:rfc8141/", "unknown-name"},
        {"urn:example:rfc8141%20", "unknown-name"},    {"urn:example:a%252Cb", "unknown-name"},
        {"%20urn:example:rfc8141", "malformed"},       {"urn%253Aexample%253Arfc8141", "malformed"},
        {"urn:example:rfc8141?fbclid=1", "malformed"},
    };
    const auto body_of = [](const response &r) { return json::parse(r.body, nullptr, false); };
    for (const auto &r : rows) {
        const std::string text = r.text;
        const json batch =
            body_of(ask("/api/v1/resolve", {{"Content-Type", "application/json"}}, "POST", json::array({text}).dump()));
        for (const json &p :
             {body_of(ask("/" + text)), body_of(ask("/api/v1/resolve/" + encode_segment(text))),
              body_of(ask("/api/v1/explain/" + encode_segment(text))), batch["results"][0]["problem"]}) {
            const json problem = p.contains("problem") ? p["problem"] : p;
            EXPECT_EQ(problem.value("type", ""), std::string("/problems/") + r.type) << text << ' ' << p;
            EXPECT_TRUE(p.value("corrected", json::array()).empty()) << text << ' ' << p;
        }
        const response listed = ask("/uri-res/I2L?" + text);
        EXPECT_GE(listed.status, 400) << text;
        EXPECT_EQ(value_of(listed, "Uniform-Corrected"), "") << text;
        const response page = ask("/about/" + encode_segment(text), by_a_person);
        EXPECT_GE(page.status, 400) << text;
    }
    constexpr struct {
        const char *one, *other, *answer;
    } pairs[]{
        {"urn:example:rfc8141,", "urn:example:rfc8141", "FALSE\r\n"},
        {"urn:example:rfc8141/", "urn:example:rfc8141", "FALSE\r\n"},
        {"urn:example:a%25252Cb", "urn:example:a%252Cb", nullptr}, // neither exists: it cannot be decided
        {"urn:example:a%252Cb", "urn:example:a%2Cb", "FALSE\r\n"},
        {"URN:Example:rfc8141", "urn:example:rfc8141", "TRUE\r\n"},
    };
    for (const auto &p : pairs) {
        const response equal = ask(std::string("/uri-res/I=I?") + p.one + "&" + p.other);
        if (p.answer == nullptr) {
            EXPECT_EQ(equal.status, 404) << p.one;
        } else {
            EXPECT_EQ(equal.body, p.answer) << p.one << ' ' << p.other;
        }
    }
}

// RFC 8141 2.3.3: the client applies it.
TEST_F(resolving, an_f_component_that_came_encoded_stays_here) {
    put_name("urn:example:a", "https://a.example/1");
    for (const char *accept : {"text/html,*/*;q=0.8", "*/*"}) {
        EXPECT_EQ(value_of(ask("/urn%3Aexample%3Aa%23f", {{"Accept", accept}}), "Location"), "https://a.example/1");
    }
}

// A name that is assigned later is found at once, whatever persons were led to before.
TEST_F(resolving, no_correction_shadows_a_name_that_is_assigned_later) {
    configuration.added_suffixes = "/.,)";
    put_name("urn:example:a", "https://a.example/");
    const std::string target = "/urn:example:a,";
    EXPECT_THAT(value_of(ask(target, by_a_person), "Location"), testing::EndsWith("/urn:example:a"));
    EXPECT_EQ(ask(target).status, 404);
    put_name("urn:example:a,", "https://comma.example/");
    EXPECT_EQ(value_of(ask(target, by_a_person), "Location"), "https://comma.example/");
    EXPECT_EQ(value_of(ask(target), "Location"), "https://comma.example/");
}

} // namespace uniform::http
