// Facts and properties of comparison, RFC 3986 6.

#include <uniform/uri/compare.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <uniform/uri/parse.hpp>

#include "uri/references.hpp"

namespace {

using namespace uniform;
using text = std::string_view;

TEST(compare, finds_the_lowest_equivalent_level) {
    const struct {
        text source, a, b;
        std::optional<comparison_level> meet;
    } rows[] = {
        {"RFC 3986 6.2.1", "http://h/", "http://h/", comparison_level::simple},
        {"RFC 3986 6.2.2.1", "HTTP://h/%3a", "http://H/%3A", comparison_level::letter_case},
        {"RFC 3986 6.2.2.2", "http://h/%7Euser", "http://h/~user", comparison_level::percent},
        {"RFC 3986 6.2.2.3", "http://h/a/../b", "http://h/b", comparison_level::path},
        {"RFC 3986 6.2.2", "example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", comparison_level::syntax},
        {"RFC 3986 6.2.3", "http://example.com", "http://example.com:80/", comparison_level::scheme},
        {"RFC 3986 6.2.3", "http://example.com/", "http://example.com:/", comparison_level::scheme},
        {"RFC 3986 6.2.3", "mailto:Joe@Example.COM", "mailto:Joe@example.com", comparison_level::scheme},
        {"RFC 3986 6.2.3", "mailto:joe@example.com", "mailto:Joe@example.com", std::nullopt},
        {"RFC 4266 2.1", "gopher://h", "gopher://h/1", comparison_level::scheme},
        {"RFC 1738 5", "ftp://h/a;type=A", "FTP://h:21/a;type=a", comparison_level::scheme},
        {"RFC 3966 4", "tel:+1-201-555-0123;b=2;a=1", "tel:+1(201)555.0123;A=1;B=2", comparison_level::scheme},
        {"RFC 3966 4", "tel:7042;phone-context=example.com", "tel:7042;PHONE-CONTEXT=Example.COM",
         comparison_level::scheme},
        {"RFC 3966 4: a name is no number", "tel:1;phone-context=3com.com", "tel:1;phone-context=3comcom",
         std::nullopt},
        {"RFC 3966 4: all parameters", "tel:+1;a=1", "tel:+1", std::nullopt},
        {"RFC 3966 4: global is not local", "tel:+1", "tel:1", std::nullopt},
        {"RFC 3261 19.1.4", "sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp",
         comparison_level::scheme},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", comparison_level::scheme},
        {"RFC 3261 19.1.4", "sip:carol@chicago.com;newparam=5", "sip:carol@chicago.com;security=on",
         comparison_level::scheme},
        {"RFC 3261 19.1.4", "sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com",
         "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com", comparison_level::scheme},
        {"RFC 3261 19.1.4", "sip:alice@atlanta.com?subject=project%20x&priority=urgent",
         "sip:alice@atlanta.com?priority=urgent&subject=project%20x", comparison_level::scheme},
        {"RFC 3261 19.1.4: user", "SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP",
         std::nullopt},
        {"RFC 3261 19.1.4: port", "sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", std::nullopt},
        {"RFC 3261 19.1.4: port", "sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp", std::nullopt},
        {"RFC 3261 19.1.4: transport", "sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", std::nullopt},
        {"RFC 3261 19.1.4: headers", "sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting",
         std::nullopt},
        {"RFC 3261 19.1.4: address", "sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4", std::nullopt},
        {"RFC 3261 19.1.4: not transitive", "sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off",
         std::nullopt},
        {"RFC 3261 19.1.4: decisive", "sip:a@b", "sip:a@b;user=phone", std::nullopt},
        {"RFC 3261 19.1.4: decisive", "sip:a@b;ttl=1", "sip:a@b", std::nullopt},
        {"RFC 3261 19.1.4: decisive", "sip:a@b", "sip:a@b;METHOD=invite", std::nullopt},
        {"RFC 3261 19.1.4: decisive", "sip:a@b", "sip:a@b;maddr=239.255.255.1", std::nullopt},
        {"RFC 3261 19.1.4: decisive, twice", "sip:a@b;user=ip;user=ip", "sip:a@b;user=ip", comparison_level::scheme},
        {"RFC 3261 19.1.4: sips", "sip:a@b", "sips:a@b", std::nullopt},
        {"RFC 5870 3.4.4", "geo:90,-22.43;crs=WGS84", "geo:90,46", comparison_level::scheme},
        {"RFC 5870 3.4.4", "geo:22.300,-118.44", "geo:22.3,-118.4400", comparison_level::scheme},
        {"RFC 5870 3.4.4", "geo:66,30;u=6.500;FOo=this%2dthat", "geo:66.0,30;u=6.5;foo=this-that",
         comparison_level::scheme},
        {"RFC 5870 3.4.4: uncertainty", "geo:1,2", "geo:1,2;u=0", std::nullopt},
        {"RFC 6068 2", "mailto:addr1@an.example,addr2@an.example", "mailto:?to=addr1@an.example,addr2@an.example",
         comparison_level::scheme},
        {"RFC 6068 2", "mailto:addr1@an.example,addr2@an.example", "mailto:addr1@an.example?to=addr2@an.example",
         comparison_level::scheme},
        {"RFC 4248", "telnet://h", "telnet://h/", comparison_level::scheme},
        {"RFC 3986 6.2.4 without redirects", "http://example.com/data", "http://example.com/data/", std::nullopt},
        {"RFC 3986 2.2: reserved is not its encoding", "a:b%2Fc", "a:b/c", std::nullopt},
        {"RFC 3986 6.2.1: empty is not absent", "http://h/?", "http://h/", std::nullopt},
        {"RFC 3986 6.2.2.1: a path has case", "http://h/A", "http://h/a", std::nullopt},
    };
    for (const auto &row : rows) {
        SCOPED_TRACE(row.source);
        const auto a = parse_uri_reference(row.a);
        const auto b = parse_uri_reference(row.b);
        ASSERT_TRUE(a && b);
        EXPECT_EQ(lowest_equivalent_level(*a, *b), row.meet);
        EXPECT_EQ(lowest_equivalent_level(*b, *a), row.meet);
        if (row.meet) {
            EXPECT_EQ(hash(*a, {.level = *row.meet}), hash(*b, {.level = *row.meet}));
        }
    }
}

TEST(compare, network_actions_ignore_fragments) { // RFC 3986 6.1
    using namespace uniform::literals;
    const normalize_options o{.ignore_fragment = true};
    EXPECT_EQ(lowest_equivalent_level("http://h/#a"_uri, "http://h/"_uri, o), comparison_level::simple);
    EXPECT_EQ(lowest_equivalent_level("http://h/#a"_uri, "HTTP://h/#b"_uri, o), comparison_level::letter_case);
    EXPECT_EQ(lowest_equivalent_level("http://h/#a"_uri, "http://h/"_uri), std::nullopt);
    EXPECT_EQ(hash("http://h/#a"_uri, o), hash("http://h/"_uri, o));
}

TEST(compare, the_protocol_level_needs_observed_redirects) { // RFC 3986 6.2.4
    using namespace uniform::literals;
    redirect_table seen;
    ASSERT_TRUE(seen.add("http://example.com/data"_uri, "http://example.com/data/"_uri));
    EXPECT_EQ(
        lowest_equivalent_level("http://example.com/data"_uri, "http://example.com/data/"_uri, {.redirects = &seen}),
        comparison_level::protocol);
}

TEST(compare, serves_containers_at_a_level) {
    using namespace uniform::literals;
    const normalize_options o{.level = comparison_level::scheme};
    std::unordered_set<uri_view, hash_at, equal_at> set{8, hash_at{o}, equal_at{o}};
    set.insert("http://example.com"_uri);
    set.insert("HTTP://EXAMPLE.COM:80/"_uri);
    set.insert("http://example.com/%61"_uri);
    EXPECT_EQ(set.size(), 2U);
    EXPECT_TRUE(set.contains("http://example.com/a"_uri));
}

TEST(compare, long_texts_too) {
    const std::string path(5000, 'x');
    const std::string a = "HTTP://h/" + path;
    const std::string b = "http://H/./" + path;
    EXPECT_TRUE(equivalent(*parse_uri(a), *parse_uri(b)));
    EXPECT_EQ(hash(*parse_uri(a)), hash(*parse_uri(b)));
}

RC_GTEST_PROP(compare_properties, is_an_equivalence_at_every_level, ()) {
    std::vector<std::string> texts;
    for (int i = 0; i < 3; ++i) texts.push_back(*testing_references::any_reference());
    texts.push_back(texts[0]);
    std::vector<reference_view> views;
    for (const std::string &t : texts) {
        const auto r = parse_uri_reference(t);
        RC_PRE(r.has_value());
        views.push_back(*r);
    }
    const std::string normal = normalize(views[0]);
    views.push_back(*parse_uri_reference(normal));
    for (const comparison_level at : comparison_levels) {
        const normalize_options o{.level = at};
        for (const reference_view &a : views) {
            RC_ASSERT(equivalent(a, a, o));
            for (const reference_view &b : views) {
                const bool same = equivalent(a, b, o);
                RC_ASSERT(equivalent(b, a, o) == same);
                if (same) RC_ASSERT(hash(a, o) == hash(b, o));
                for (const reference_view &c : views) {
                    if (same && equivalent(b, c, o)) RC_ASSERT(equivalent(a, c, o));
                }
            }
        }
    }
}

} // namespace
