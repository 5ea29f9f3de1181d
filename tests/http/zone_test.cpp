// NAPTR records: RFC 3403, RFC 3404; that each regexp is an extended regular expression that does what it says.

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "http/resolve_support.hpp"
#include "http/zone.hpp"

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
                               const std::string &state = "active") {
    resolver::delegation d;
    d.prefix = prefix;
    d.resolver = where;
    d.state = state;
    return d;
}

TEST_F(zone, each_name_goes_where_its_delegation_has_it) {
    put_delegation(delegated("example:lib-", ""));
    put_delegation(delegated("example:far.(1)", "https://far.example/?u={urn}"));
    put_delegation(delegated("example:far.(1)here-", ""));
    put_delegation(delegated("example:far.(1)here-and-there", "https://there.example/"));
    put_delegation(delegated("example:over-", "https://over.example/", "ended"));
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
        {"urn:example:far.(1)x", "https://far.example/?u=urn:example:far.(1)x"},
        {"Urn:Example:far.(1)x", "https://far.example/?u=Urn:Example:far.(1)x"},
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
    const std::vector<resolver::delegation> one{delegated("isbn:1" + std::string(240, '2'), "https://a.example/")};
    const std::string text = naptr_records("isbn", one, {.base = "https://b.example"});
    EXPECT_TRUE(text.starts_with("; isbn:12")) << text;
    EXPECT_EQ(applied(read_zone(text), "urn:isbn:12", "I2L"), "https://b.example/uri-res/I2L?urn:isbn:12");
    std::vector<resolver::delegation> many;
    for (int i = 1000; i < 3000; ++i) {
        many.push_back(delegated("isbn:" + std::to_string(i), "https://a.example/"));
    }
    const std::string few = naptr_records("isbn", many, {.base = "https://b.example"});
    EXPECT_TRUE(few.contains("too large")) << few.substr(0, 200);
    EXPECT_EQ(read_zone(few).size(), 5U);
}

TEST_F(zone, over_http) {
    EXPECT_EQ(ask("/api/v1/zone").status, 401); // any token will do
}

} // namespace
} // namespace uniform::http
