#include <uniform/resolver/services.hpp>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/linkset.hpp>
#include <uniform/resolver/q_component.hpp>
#include <uniform/resolver/r_component.hpp>
#include <uniform/resolver/uri_list.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/urn/urn.hpp>

#include "resolver/misspelt_urns.hpp"

using namespace uniform::resolver;

TEST(services, names_of_both_documents) {
    struct row {
        const char *document;
        const char *name;
        std::optional<named_service> service;
    };
    using enum service;
    const row rows[] = {
        {"RFC 2483 4.1", "I2L", named_service{i2l}},
        {"RFC 2483 4.2", "i2ls", named_service{i2ls}},
        {"RFC 2483 4.2", "I2LS", named_service{i2ls}},
        {"RFC 2483 4.3", "I2R", named_service{i2r}},
        {"RFC 2483 4.4", "I2Rs", named_service{i2rs}},
        {"RFC 2483 4.5", "I2C", named_service{i2c}},
        {"RFC 2483 4.6", "I2CS", named_service{i2cs}},
        {"RFC 2483 4.7", "I2N", named_service{i2n}},
        {"RFC 2483 4.8", "I2NS", named_service{i2ns}},
        {"RFC 2483 4.9", "i=I", named_service{equal}},
        {"RFC 2169 3.1", "N2L", named_service{i2l}},
        {"RFC 2169 3.2", "N2Ls", named_service{i2ls}},
        {"RFC 2169 3.3", "N2R", named_service{i2r}},
        {"RFC 2169 3.4", "N2Rs", named_service{i2rs}},
        {"RFC 2169 3.5", "N2C", named_service{i2c}},
        {"RFC 2169 3.6", "N2Ns", named_service{i2ns}},
        {"RFC 2169 3.7", "L2Ns", named_service{i2ns, true}},
        {"RFC 2169 3.8", "L2Ls", named_service{i2ls, true}},
        {"RFC 2169 3.9", "L2C", named_service{i2c, true}},
        {"none", "L2R", std::nullopt},
        {"none", "X2L", std::nullopt},
        {"none", "I2", std::nullopt},
        {"none", "", std::nullopt},
        {"none", "I2Lss", std::nullopt},
        {"none", "I=N", std::nullopt},
    };
    for (const row &r : rows) EXPECT_EQ(service_from(r.name), r.service) << r.document << " " << r.name;
}

TEST(services, two_uris_in_one_query) {
    const auto both = two_uris("urn:example:a&b&urn:example:c");
    ASSERT_TRUE(both);
    EXPECT_EQ(both->first, "urn:example:a&b");
    EXPECT_EQ(both->second, "urn:example:c");
    EXPECT_FALSE(two_uris("urn:example:a"));
    EXPECT_FALSE(two_uris("urn:example:a&b"));
    EXPECT_FALSE(two_uris("urn:example:a&urn:example:b&urn:example:c")) << "ambiguous";
    const std::string separators(100000, '&');
    EXPECT_FALSE(two_uris(separators)) << "and soon";
}

// RFC 8141 3.1, 3.2: URNs with different octets are different names.
TEST(delegated_url, is_another_for_another_urn) {
    const struct {
        const char *resolver, *urn, *expected;
    } rows[] = {
        {"https://r.example/p/{urn}/view", "urn:example:exp-1?=q", "https://r.example/p/urn:example:exp-1%3F=q/view"},
        {"https://r.example/p/{urn}/view", "urn:example:exp-1%3F=q",
         "https://r.example/p/urn:example:exp-1%253F=q/view"},
        {"https://r.example/{urn}", "urn:example:exp-1?=q", "https://r.example/urn:example:exp-1?=q"},
        {"https://r.example/{urn}", "urn:example:exp-1%3F=q", "https://r.example/urn:example:exp-1%3F=q"},
        {"https://r.example/?u={urn}", "urn:example:exp-1?=q", "https://r.example/?u=urn:example:exp-1%3F%3Dq"},
        {"https://r.example/?u={urn}", "urn:example:exp-1%3F=q", "https://r.example/?u=urn:example:exp-1%253F%3Dq"},
        // RFC 3986 5.2.4: no client removes a part of the name, nor of the resolver's own path.
        {"https://r.example/n/", "urn:example:a/../../b", "https://r.example/n/urn:example:a%2F..%2F..%2Fb"},
        {"https://r.example/n/", "urn:example:a/%2e%2E/b?+r",
         "https://r.example/n/urn:example:a%2F%252e%252E%2Fb%3F+r"},
        {"https://r.example/n/", "urn:example:a%2F..%2Fb", "https://r.example/n/urn:example:a%252F..%252Fb"},
        {"https://r.example/n/", "urn:example:a%252F..%252Fb", "https://r.example/n/urn:example:a%25252F..%25252Fb"},
        {"https://r.example/{urn}/n", "urn:example:a/./b", "https://r.example/urn:example:a%2F.%2Fb/n"},
        {"https://r.example/n/", "urn:example:a/..b?=/../", "https://r.example/n/urn:example:a/..b?=/../"},
        {"https://r.example/n/", "urn:example:a/..?=q", "https://r.example/n/urn:example:a%2F..%3F=q"},
        {"https://r.example/n/", "urn:example:a%2F..%3F=q", "https://r.example/n/urn:example:a%252F..%253F=q"},
        {"https://r.example/n/", "urn:example:a%2F..?=q", "https://r.example/n/urn:example:a%252F..%3F=q"},
        {"https://r.example/n/", "urn:example:a%252F..%253F+r", "https://r.example/n/urn:example:a%25252F..%25253F+r"},
        {"https://r.example/n/", "urn:example:a%3F+r", "https://r.example/n/urn:example:a%3F+r"},
    };
    for (const auto &row : rows) EXPECT_EQ(delegated_url(row.resolver, row.urn), row.expected);
}

RC_GTEST_PROP(delegated_url, is_another_for_another_generated_urn, ()) {
    // The texts differ in their encoding: as drawn, or in its own encoding, or decoded.
    const auto part =
        rc::gen::elementOf(std::vector<std::string>{"a", "/", ".", "..", "/..", "/../", "%2F", "%2E", "%25", "%252F",
                                                    "%3F", "%253F", "%23", "?=q", "?+r", "&", "=", ";"});
    const auto urn = [&] {
        std::string out = "urn:example:a";
        for (const std::string &p : *rc::gen::container<std::vector<std::string>>(part)) out += p;
        return out;
    };
    const std::string one = urn();
    std::string other = *rc::gen::arbitrary<bool>() ? urn() : one;
    for (int times = *rc::gen::inRange(0, 3); times > 0; --times) {
        const bool decoded = *rc::gen::arbitrary<bool>();
        other = decoded ? uniform::decode(other).value_or(other) : delegated_url("", other);
    }
    RC_PRE(one != other && uniform::parse_urn(one) && uniform::parse_urn(other));
    for (const std::string_view resolver :
         {"https://r.example/p/", "https://r.example/p/{urn}/n", "https://r.example/?", "https://r.example/{urn}?x",
          "https://r.example/?u={urn}&x"}) {
        RC_ASSERT(delegated_url(resolver, one) != delegated_url(resolver, other));
    }
}

TEST(q_component, is_copied) {
    struct row {
        const char *document;
        const char *locator;
        const char *q;
        const char *append;
        const char *replace;
        bool refused;
    };
    constexpr row rows[] = {
        {"RFC 8141 2.3.2: the example", "https://weatherapp.example", "op=map&lat=39.56",
         "https://weatherapp.example?op=map&lat=39.56", "https://weatherapp.example?op=map&lat=39.56", false},
        {"a query", "https://a.example/?x", "q", "https://a.example/?x&q", "https://a.example/?q", true},
        {"an empty query", "https://a.example/?", "q", "https://a.example/?q", "https://a.example/?q", false},
        {"a fragment", "https://a.example/#f?g", "q", "https://a.example/?q#f?g", "https://a.example/?q#f?g", false},
        {"RFC 1738 3.2.2: ftp has no query", "FTP://a.example/x", "q", "FTP://a.example/x", "FTP://a.example/x", false},
        {"RFC 4248 2: telnet has no query", "telnet://a.example/", "q", "telnet://a.example/", "telnet://a.example/",
         false},
        {"both", "https://a.example/?x#f", "q?/%2c", "https://a.example/?x&q?/%2c#f", "https://a.example/?q?/%2c#f",
         true},
    };
    for (const row &r : rows) {
        EXPECT_EQ(with_q_component(r.locator, r.q, q_strategy::append).value(), r.append) << r.document;
        EXPECT_EQ(with_q_component(r.locator, r.q, q_strategy::replace).value(), r.replace) << r.document;
        EXPECT_EQ(!with_q_component(r.locator, r.q, q_strategy::refuse), r.refused) << r.document;
    }
}

TEST(r_component, is_read_by_its_vocabulary) {
    const auto r =
        read_r_component("s=i2c&type=Application/JSON&lang=DE-at&country=at&lang=en&CCResolve:cc=uk&&x&country=AUT");
    EXPECT_EQ(r.service, service::i2c);
    EXPECT_EQ(r.media_type, "application/json");
    EXPECT_EQ(r.language, "de-AT");
    EXPECT_EQ(r.country, "AT");
    EXPECT_EQ(r.ignored,
              (std::vector<std::string>{"lang=en", "CCResolve:cc=uk", "x", "country=AUT"})); // the first country counts
    EXPECT_EQ(read_r_component("CCResolve:cc=uk").country, "UK");                            // RFC 8141 2.3.1
    EXPECT_EQ(read_r_component("CCResolve:cc=").country, "");
    EXPECT_EQ(read_r_component("CCResolve:xx=uk").country, "");
    EXPECT_EQ(read_r_component("type=image%2Fsvg%2Bxml").media_type, "image/svg+xml");
    EXPECT_FALSE(read_r_component("s=I=I").service);
    EXPECT_FALSE(read_r_component("s=L2N").service);
    EXPECT_LE(read_r_component(std::string(100000, 'x') + "&y&y&y&y&y&y&y&y&y&y&y&y&y&y&y&y&y&y").ignored.size(), 16U);
}

TEST(correct, misspelt_urns) {
    for (const uniform::test::misspelt_urn &r : uniform::test::misspelt_urns) {
        const corrected f = correct(r.text);
        EXPECT_EQ(f.urn ? f.urn->text() : f.text, r.urn) << r.why;
        EXPECT_EQ(list_of(f.corrections), r.corrections) << r.why;
    }
    EXPECT_EQ(correct(std::string(100000, '%')).corrections.size(), 0U);
    const auto others = [](std::string_view urn, const correction_rules &rules = {}) {
        std::string all;
        for (const corrected &c : other_readings(urn, rules)) (all += c.urn->text()) += ' ';
        return all;
    };
    EXPECT_EQ(others("urn:example:a%252Cb%20"), "urn:example:a%2Cb ");
    EXPECT_EQ(others("urn:example:a%20?=q"), "urn:example:a?=q ");
    EXPECT_EQ(others("urn:example:a%2Cb"), "");
    EXPECT_EQ(others("urn:example:%20"), "");
    EXPECT_EQ(others("urn:example:a).,%20", {.suffixes = ".,)"}),
              "urn:example:a)., urn:example:a). urn:example:a) urn:example:a ");
    EXPECT_EQ(others("urn:example:.", {.suffixes = "."}), ""); // RFC 8141 2: an NSS is not empty
    EXPECT_EQ(others("urn:example:a.?=q", {.suffixes = "."}), "");
    EXPECT_EQ(others("urn:example:a%5D%3e.", {.suffixes = "]>."}),
              "urn:example:a%5D%3e urn:example:a%5D urn:example:a ");
    EXPECT_EQ(others("urn:example:a%41", {.suffixes = "."}), "");
    EXPECT_EQ(others("urn:example:a%20", {.enabled = false}), "");
    EXPECT_FALSE(correct("%20urn:example:a", {.enabled = false}).urn);
    const correction_rules rules{.suffixes = "]>."};
    const auto sent = [&](std::string_view text) {
        const corrected c = correct(text, rules);
        return (c.urn ? c.urn->text() : "malformed: " + c.text) + " " + list_of(c.corrections);
    };
    EXPECT_EQ(sent("urn:example:a]"), "urn:example:a added-suffix");
    EXPECT_EQ(sent("urn:example:a]>."), "urn:example:a added-suffix");
    EXPECT_EQ(sent("urn:example:a?>"), "urn:example:a added-query, added-suffix");
    EXPECT_EQ(sent("urn:example:a?=q>"), "urn:example:a?=q added-suffix");
    EXPECT_EQ(sent("urn:example:a]]]]"), "malformed: urn:example:a]]]] "); // at most three
    EXPECT_EQ(sent("urn:example:]"), "malformed: urn:example:] ");         // RFC 8141 2: an NSS is not empty
    EXPECT_EQ(sent("urn:example:a??&&"), "urn:example:a added-query");
}

TEST(uri_list, lines_of_rfc_2483_5) {
    EXPECT_EQ(uri_list("urn:isbn:0-201-08372-8", std::vector<std::string>{"http://www.huh.org/books/foo.html",
                                                                          "ftp://ftp.foo.org/books/foo.txt"}),
              "# urn:isbn:0-201-08372-8\r\nhttp://www.huh.org/books/foo.html\r\nftp://ftp.foo.org/books/foo.txt\r\n");
    EXPECT_EQ(uri_list("a\r\nb", {}), "# a??b\r\n");
}

// FAIR Signposting: rel="type" leads to a class of schema.org.
TEST(linkset, types_of_schema_org) {
    struct row {
        const char *type; // JSON
        std::vector<std::string> classes;
    };
    const row rows[] = {
        {R"("book")", {"https://schema.org/Book"}},
        {R"("Book")", {"https://schema.org/Book"}},
        {R"("article")", {"https://schema.org/ScholarlyArticle"}},
        {R"("Journal article")", {"https://schema.org/ScholarlyArticle"}},
        {R"("journal-article")", {"https://schema.org/ScholarlyArticle"}},
        {R"("newspaper_article")", {"https://schema.org/NewsArticle"}},
        {R"("dataset")", {"https://schema.org/Dataset"}},
        {R"("StillImage")", {"https://schema.org/ImageObject"}}, // DCMI
        {R"("MovingImage")", {"https://schema.org/VideoObject"}},
        {R"("thesis")", {"https://schema.org/Thesis"}},
        {R"("webSite")", {"https://schema.org/WebSite"}},
        {R"("https://schema.org/Map")", {"https://schema.org/Map"}},
        {R"("urn:example:class")", {"urn:example:class"}},
        {R"(["book", "text", "no word of these"])", {"https://schema.org/Book", "https://schema.org/DigitalDocument"}},
        {R"(["film", "movie", "https://schema.org/Movie"])", {"https://schema.org/Movie"}},
        {R"("bookish")", {}},
        {R"("")", {}},
        {R"("boo")", {}},
        {R"(7)", {}},
    };
    for (const row &x : rows) {
        const name_record r{.metadata = "{\"type\":" + std::string(x.type) + "}"};
        std::vector<std::string> found;
        for (const web_link &l : links_of("urn:example:a", r, {}, {})) {
            if (l.relation == "type") found.push_back(l.target);
        }
        EXPECT_EQ(found, x.classes) << x.type;
    }
}

// Only those members of the metadata that lead to a resource are links.
TEST(linkset, no_link_is_a_script) {
    for (const std::string uri : {"javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
                                  "file:///etc/passwd", "blob:https://a.example/1", "mailto:a@example.org", "none"}) {
        const name_record r{.metadata =
                                R"({"type":")" + uri + R"(","license":[")" + uri + R"("],"creator":")" + uri + R"("})"};
        for (const web_link &l : links_of("urn:example:a", r, {}, {})) EXPECT_NE(l.target, uri) << l.relation;
    }
    for (const std::string uri : {"https://l.example/", "HTTP://l.example/", "urn:example:l", "doi:10.1000/182"}) {
        const name_record r{.metadata =
                                R"({"type":")" + uri + R"(","license":[")" + uri + R"("],"creator":")" + uri + R"("})"};
        const auto links = links_of("urn:example:a", r, {}, {});
        for (const std::string relation : {"type", "license", "author"}) {
            EXPECT_TRUE(std::ranges::any_of(
                links, [&](const web_link &l) { return l.relation == relation && l.target == uri; }))
                << relation << ' ' << uri;
        }
    }
}

TEST(linkset, of_rfc_9264) {
    const name_record r{.locators = {{.url = "https://a.example/1", .media_type = "text/html", .language = "de"}},
                        .metadata = R"({"type":"https://schema.org/Book","license":["https://l.example/","none"]})",
                        .other_names = {"urn:example:b"},
                        .successor = "urn:example:c",
                        .predecessor = "urn:example:0"};
    const locator *valid[] = {r.locators.data()};
    const auto links = links_of("urn:example:a", r, valid, {"/p", "/r", "/l"});
    const auto set = nlohmann::json::parse(linkset_json("urn:example:a", links))["linkset"][0];
    EXPECT_EQ(set["anchor"], "urn:example:a");
    EXPECT_EQ(set["cite-as"][0]["href"], "urn:example:a");
    EXPECT_EQ(set["describedby"].size(), 2U);
    EXPECT_EQ(set["item"][0]["type"], "text/html");
    EXPECT_EQ(set["item"][0]["hreflang"][0], "de");
    EXPECT_EQ(set["type"][0]["href"], "https://schema.org/Book");
    EXPECT_EQ(set["license"].size(), 1U);
    EXPECT_EQ(set["alternate"][0]["href"], "urn:example:b");
    EXPECT_EQ(set["successor-version"][0]["href"], "urn:example:c");
    EXPECT_EQ(set["predecessor-version"][0]["href"], "urn:example:0");
    const std::string field = link_field(links);
    EXPECT_NE(field.find("<https://a.example/1>; rel=\"item\"; type=\"text/html\"; hreflang=\"de\""),
              std::string::npos);
    EXPECT_LE(link_field(links, 100).size(), 100U);
}
