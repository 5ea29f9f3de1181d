// NAPTR records: RFC 3403, RFC 3404; that each regexp is an extended regular expression that does what it says.

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "http/harvest/zone.hpp"
#include "http/resolve/resolve_support.hpp"

namespace uniform::http {
namespace {

struct naptr {
    std::string owner;
    unsigned order, preference;
    std::string flags, services, regexp, replacement;
};
std::vector<naptr> read_zone(const std::string &text) {
    std::vector<naptr> out;
    std::istringstream in(text);
    const std::regex shape(R"re((\S+) IN NAPTR (\d+) (\d+) "([^"]*)" "([^"]*)" "((?:[^"\\]|\\.)*)" (\S+))re");
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == ';' || line[0] == '$') continue;
        std::smatch m;
        EXPECT_TRUE(std::regex_match(line, m, shape)) << line;
        std::string regexp;
        const std::string quoted = m[6];
        for (std::size_t i = 0; i < quoted.size(); ++i) regexp += quoted[i] == '\\' ? quoted[++i] : quoted[i];
        EXPECT_LE(regexp.size(), 255U);
        out.push_back({m[1], static_cast<unsigned>(std::stoul(m[2])), static_cast<unsigned>(std::stoul(m[3])), m[4],
                       m[5], regexp, m[7]});
    }
    std::ranges::sort(out, {}, [](const naptr &n) { return std::pair{n.order, n.preference}; });
    return out;
}

// RFC 3402 3.2 and 3404 appendix A: the first record by order whose expression matches.
std::string applied(const std::vector<naptr> &zone, const std::string &urn, std::string_view service) {
    for (const naptr &n : zone) {
        if (n.flags != "u" || !n.services.ends_with("+" + std::string{service})) continue;
        const char d = n.regexp[0];
        const std::size_t second = n.regexp.find(d, 1);
        const std::size_t third = n.regexp.find(d, second + 1);
        const std::regex e(n.regexp.substr(1, second - 1), std::regex::extended);
        std::smatch m;
        if (!std::regex_match(urn, m, e)) continue;
        std::string out = n.regexp.substr(second + 1, third - second - 1);
        const std::size_t at = out.find("\\1");
        EXPECT_NE(at, std::string::npos);
        return out.replace(at, 2, m[1].str());
    }
    return {};
}

class zone : public resolving {};

resolver::delegation delegated(const std::string &prefix, const std::string &where,
                               resolver::delegation_state state = resolver::delegation_state::active) {
    resolver::delegation d;
    d.prefix = prefix;
    d.resolver = where;
    d.state = state;
    return d;
}

TEST_F(zone, each_name_goes_where_its_delegation_has_it) {
    put_delegation(delegated("example:lib-", ""));
    put_delegation(delegated("example:far.(1)", "https://far.example/u={urn}"));
    put_delegation(delegated("example:far.(1)here-", ""));
    put_delegation(delegated("example:far.(1)here-and-there", "https://there.example/"));
    put_delegation(delegated("example:over-", "https://over.example/", resolver::delegation_state::ended));
    const std::string text = s->read(
        [](store::reading &r) { return zone_file(r, {.origin = "urn.arpa", .base = "https://urn.example.org"}); });
    EXPECT_TRUE(text.contains("$ORIGIN urn.arpa.\n$TTL 86400\n")) << text;
    EXPECT_FALSE(text.contains("over")) << text;
    const auto all = read_zone(text);
    const std::string here = "https://urn.example.org/uri-res/";
    const std::pair<std::string, std::string> rows[]{
        {"urn:example:a", here + "I2L?urn:example:a"},
        {"URN:EXAMPLE:a?=q", here + "I2L?URN:EXAMPLE:a?=q"},
        {"urn:example:lib-1", here + "I2L?urn:example:lib-1"},
        {"urn:example:far.(1)x", "https://far.example/u=urn:example:far.(1)x"},
        {"Urn:Example:far.(1)x", "https://far.example/u=Urn:Example:far.(1)x"},
        {"urn:example:farx(1)x", here + "I2L?urn:example:farx(1)x"},
        {"urn:example:FAR.(1)x", here + "I2L?urn:example:FAR.(1)x"},
        {"urn:example:far.(1)here-1", here + "I2L?urn:example:far.(1)here-1"},
        {"urn:example:far.(1)here-and-there", "https://there.example/urn:example:far.(1)here-and-there"},
    };
    for (const auto &[urn, wanted] : rows) EXPECT_EQ(applied(all, urn, "I2L"), wanted);
    EXPECT_EQ(applied(all, "urn:example:a", "I2Ns"), here + "I2Ns?urn:example:a");
    for (const naptr &n : all) {
        EXPECT_EQ(n.owner, "example");
        EXPECT_EQ(n.replacement, ".");
    }
}

// The records lead a name to the longest prefix of its key, as the service itself would, or to the service if no regexp
// tells which names are equivalent.
void expect_like_the_service(const std::vector<resolver::delegation> &delegations, const std::vector<std::string> &urns,
                             bool a_regexp_tells = true) {
    const std::string here = "https://here.example";
    ASSERT_FALSE(delegations.empty());
    const std::string nid{resolver::nid_of(delegations.front().prefix)};
    const auto all = read_zone(resolver::naptr_records(nid, delegations, {.base = here}));
    for (const std::string &urn : urns) {
        const std::string key = resolver::key_of(urn.substr(0, urn.find('?'))).value();
        const resolver::delegation *longest = nullptr;
        for (const auto &d : delegations) {
            if (key.starts_with(d.prefix)) longest = &d;
        }
        const bool far = a_regexp_tells && longest != nullptr && !longest->resolver.empty();
        EXPECT_EQ(applied(all, urn, "I2L"), far ? longest->resolver + urn : here + "/uri-res/I2L?" + urn) << urn;
    }
}

// RFC 8141 3.1, RFC 3044, RFC 4122: names that are equivalent lead to the same place, however they are written.
TEST_F(zone, equivalent_names_lead_to_the_same_place) {
    expect_like_the_service(
        {delegated("example:a%C3%A4", "https://far.example/"), delegated("example:a%C3%A4b%C3", "")},
        {"urn:example:a%C3%A4", "urn:example:a%c3%a4x", "urn:example:a%c3%A4b%c3%A4", "urn:example:a%C3%a4B%c3%A4",
         "URN:EXAMPLE:a%c3%a4b%C3%a4?+r?=q", "urn:example:A%C3%A4"});
    // The NSS in either case of letters.
    expect_like_the_service(
        {delegated("uuid:f81d4fae-", "https://far.example/"), delegated("uuid:f81d4fae-7dec-11d0-a", "")},
        {"urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
         "urn:UUID:F81d4fae-7dec-11d0-b765-00a0c91e6bf6", "urn:uuid:f81d4fae-7dec-11d0-b765-00a0c91e6bf6"});
    // Hyphens that do not count.
    expect_like_the_service({delegated("issn:1560", "https://far.example/"), delegated("issn:15601", "")},
                            {"urn:issn:1560-1560", "urn:ISSN:15601560", "urn:issn:1560-2427", "urn:issn:15602427",
                             "urn:issn:1-560-1560", "urn:issn:0028-0836"});
    // An ISBN-10 is the same as an ISBN-13: no regexp says so.
    expect_like_the_service({delegated("isbn:9783", "https://far.example/"), delegated("isbn:978316", "")},
                            {"urn:isbn:9783161484100", "urn:isbn:978-3-16-148410-0", "urn:isbn:3-16-148410-X",
                             "urn:isbn:3-598-21500-2", "urn:isbn:9783598215001", "urn:isbn:9783-16-148410-0",
                             "urn:isbn:978-0-306-40615-7"},
                            false);
    const std::vector<resolver::delegation> isbn{delegated("isbn:9783", "https://far.example/")};
    const std::string text = resolver::naptr_records("isbn", isbn, {.base = "https://here.example"});
    EXPECT_TRUE(text.contains("no regexp tells which names are equivalent")) << text;
    EXPECT_FALSE(text.contains("far.example")) << text;
    // A regexp tells where it can: no name comes here that need not.
    const std::vector<resolver::delegation> issn{delegated("issn:1560", "https://far.example/")};
    const auto all = read_zone(resolver::naptr_records("issn", issn, {.base = "https://here.example"}));
    EXPECT_EQ(applied(all, "URN:ISSN:1560-1560", "I2L"), "https://far.example/URN:ISSN:1560-1560");
    EXPECT_EQ(applied(all, "urn:issn:15601560", "I2L"), "https://far.example/urn:issn:15601560");
}

// A namespace that is kept here may have an equivalence of its own.
TEST_F(zone, a_namespace_with_rules_of_its_own) {
    const auto zone_of = [&](const std::string &settings) {
        const auto n = resolver::read_json(settings, resolver::namespace_settings_from_json);
        EXPECT_TRUE(n.has_value());
        put_namespace(*n);
        put_delegation(delegated("harbour:far", "https://far.example/"));
        const std::string text =
            s->read([](store::reading &r) { return zone_file(r, {.base = "https://here.example"}); });
        std::vector<naptr> all = read_zone(text);
        std::erase_if(all, [](const naptr &one) { return one.owner != "harbour"; });
        return all;
    };
    const std::string far = "https://far.example/";
    const std::string here = "https://here.example/uri-res/I2L?";
    const auto plain = zone_of(R"({"nid":"harbour"})");
    EXPECT_EQ(applied(plain, "urn:harbour:far1", "I2L"), far + "urn:harbour:far1");
    EXPECT_EQ(applied(plain, "urn:harbour:F-AR1", "I2L"), here + "urn:harbour:F-AR1");
    const auto own = zone_of(
        R"({"nid":"harbour","equivalence":{"operations":[{"action":"remove","texts":["-"]},{"action":"lower-case"}]}})");
    EXPECT_EQ(applied(own, "urn:harbour:F-AR1", "I2L"), far + "urn:harbour:F-AR1");
}

// RFC 3402 3.2: a substitution copies what it took. A resolver that has the URN as a value of a query, or before other
// text, wants it encoded (RFC 3986 3.4): the names come here, and are sent on.
TEST_F(zone, what_has_to_be_encoded_comes_here) {
    for (const std::string_view resolver :
         {"https://r.example/?u={urn}", "https://r.example/?u=", "https://r.example/{urn}/page"}) {
        // Inside of a prefix that leads elsewhere, and around one that does.
        const std::vector<resolver::delegation> delegations{delegated("example:far-", "https://far.example/"),
                                                            delegated("example:far-q-", std::string{resolver}),
                                                            delegated("example:far-q-away-", "https://away.example/")};
        const std::string text = resolver::naptr_records("example", delegations, {.base = "https://here.example"});
        EXPECT_FALSE(text.contains("r.example/?") || text.contains("/page")) << text;
        EXPECT_TRUE(text.contains("; of the prefixes of example, 1 lead here")) << text;
        const auto all = read_zone(text);
        EXPECT_EQ(applied(all, "urn:example:far-1", "I2L"), "https://far.example/urn:example:far-1");
        EXPECT_EQ(applied(all, "urn:example:far-q-a&b?=c", "I2L"),
                  "https://here.example/uri-res/I2L?urn:example:far-q-a&b?=c");
        EXPECT_EQ(applied(all, "urn:example:far-q-away-1", "I2L"), "https://away.example/urn:example:far-q-away-1");
        const std::vector<resolver::delegation> alone{delegations[1]};
        EXPECT_EQ(read_zone(resolver::naptr_records("example", alone, {.base = "https://here.example"})).size(), 5U);
    }
}

TEST_F(zone, as_a_host_and_what_does_not_fit) {
    using resolver::naptr_records;
    const auto port_80 = read_zone(naptr_records("isbn", {}, {.base = "http://urn.example.org"}));
    ASSERT_FALSE(port_80.empty());
    EXPECT_EQ(port_80.back().flags, "a");
    EXPECT_EQ(port_80.back().services, "thttp+I2L+I2Ls+I2R+I2Rs+I2C+I2Cs+I2N+I2Ns");
    EXPECT_EQ(port_80.back().replacement, "urn.example.org.");
    for (const std::string base : {"http://urn.example.org:8141", "https://urn.example.org", "http://127.0.0.1"}) {
        EXPECT_EQ(read_zone(naptr_records("isbn", {}, {.base = base})).back().flags, "u") << base;
    }
    // Too long for a character-string; too many for an answer.
    const std::vector<resolver::delegation> one{delegated("example:1" + std::string(240, '2'), "https://a.example/")};
    const std::string text = naptr_records("example", one, {.base = "https://b.example"});
    EXPECT_TRUE(text.starts_with("; example:12")) << text;
    EXPECT_EQ(applied(read_zone(text), "urn:example:12", "I2L"), "https://b.example/uri-res/I2L?urn:example:12");
    std::vector<resolver::delegation> many;
    for (int i = 1000; i < 3000; ++i) {
        many.push_back(delegated("example:" + std::to_string(i), "https://a.example/"));
    }
    const std::string few = naptr_records("example", many, {.base = "https://b.example"});
    EXPECT_TRUE(few.contains("too large")) << few.substr(0, 200);
    EXPECT_EQ(read_zone(few).size(), 5U);
}

TEST_F(zone, over_http) {
    EXPECT_EQ(ask("/api/v1/zone").status, 401); // any token will do
}

} // namespace
} // namespace uniform::http
