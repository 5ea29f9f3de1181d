#include <uniform/resolver/delegation.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/record.hpp>

using namespace uniform::resolver;

namespace {

std::string prefix_or_problem(std::string_view text) {
    const auto p = prefix_of_keys(text);
    return p ? *p : "!" + std::string(to_string(p.error().type));
}

std::expected<delegation, problem> parsed(std::string_view json) {
    return read_json<delegation>(json, delegation_from_json);
}

delegation read(std::string_view json) {
    auto d = parsed(json);
    EXPECT_TRUE(d) << json << ": " << (d ? "" : d.error().detail);
    return d.value_or(delegation{});
}

} // namespace

TEST(delegation, prefixes_in_normal_form) {
    struct row {
        const char *given;
        const char *prefix;
        const char *because;
    };
    constexpr row rows[] = {
        {"isbn:", "isbn:", "the whole of a namespace"},
        {"urn:isbn:", "isbn:", "\"urn:\" is left out"},
        {"URN:ISBN:", "isbn:", "RFC 8141 3.1: scheme and NID in lower case"},
        {"example:a%c3", "example:a%C3", "RFC 8141 3.1: hex digits in upper case"},
        {"example:AbC", "example:AbC", "RFC 8141 3.1: the NSS keeps its case"},
        {"nbn:de:GBV-", "nbn:de:gbv-", "RFC 3188 2.3: letters of an NBN in lower case"},
        {"isbn:978-951-0-", "isbn:9789510", "RFC 3187: hyphens do not count"},
        {"isbn:97", "isbn:97", "the beginning of an ISBN-13"},
        {"isbn:951-0", "!invalid", "keys of ISBNs have 13 digits"},
        {"isbn:977", "!invalid", "978 or 979"},
        {"uuid:F81D4FAE", "uuid:f81d4fae", "RFC 9562 4: output in lower case"},
        {"example:a/b", "example:a/b", "RFC 8141 2: \"/\" stands in a NSS"},
        {"example:/", "!malformed", "RFC 8141 2: a NSS does not begin with \"/\""},
        {"example", "!malformed", "a NID alone is no prefix of keys"},
        {"", "!malformed", ""},
        {":", "!malformed", ""},
        {"x:", "!malformed", "RFC 8141 2: a NID has two characters at least"},
        {"example:a%", "!malformed", "a cut percent-encoding"},
        {"example:a%4", "!malformed", "a cut percent-encoding"},
        {"example:a?+r", "!malformed", "no r-component"},
        {"example:a?=q", "!malformed", "no q-component"},
        {"example:a#f", "!malformed", "no f-component"},
        {"example:a b", "!malformed", ""},
        {"example:\xC3\xA4", "!malformed", ""},
    };
    for (const row &r : rows) {
        EXPECT_EQ(prefix_or_problem(r.given), r.prefix) << r.given << ": " << r.because;
    }
    EXPECT_TRUE(prefix_of_keys("isbn").error().detail.ends_with("; the prefix of the whole namespace is \"isbn:\""));
    EXPECT_EQ(prefix_of_keys("urn:example:a b").error().offset, 13U);
    EXPECT_EQ(prefix_of_keys("example:a b").error().offset, 9U);
    EXPECT_EQ(nid_of("nbn:de:gbv-"), "nbn");
    EXPECT_EQ(nid_of("nbn"), "nbn");
}

// A key under a prefix begins with the prefix in its normal form, whatever both were written like.
RC_GTEST_PROP(delegation_properties, the_keys_of_a_prefix_begin_with_it, ()) {
    const auto letters = rc::gen::container<std::string>(rc::gen::element('a', 'B', 'z', 'Z', '0', '9', '-', ':', '.'));
    const std::string nid = *rc::gen::element<std::string>("example", "nbn", "uuid", "oid", "ietf", "lex", "isan");
    const std::string beginning = *letters;
    const std::string rest = *letters;
    const auto key = key_of("urn:" + nid + ":a" + beginning + rest + "1");
    const auto prefix = prefix_of_keys(nid + ":a" + beginning);
    RC_PRE(key.has_value() && prefix.has_value());
    // The rules of the others apply to NSSs that fit; these hardly ever do.
    if (nid == "example") RC_ASSERT(key->starts_with(*prefix));
    RC_ASSERT(prefix_of_keys(*prefix).value() == *prefix);
}

TEST(delegation, as_json_and_back) {
    const delegation d = read(R"({"prefix":"urn:NBN:de:GBV-","registrar":"library","naming":"[0-9]{6}-[0-9]",
        "hosts":["Example.ORG","*.example.net","[::1]"],"resolver":"https://other.example/{urn}?x=1",
        "minting":{"method":"sequential","pattern":"{2026-}ddddk","check":"namespace"}})");
    EXPECT_EQ(d.prefix, "nbn:de:gbv-");
    EXPECT_EQ(d.hosts, (std::vector<std::string>{"example.org", "*.example.net", "[::1]"}));
    EXPECT_EQ(d.mint.method, minting_method::sequential);
    EXPECT_EQ(d.mint.check, check_rule::of_namespace);
    EXPECT_EQ(read(to_json(d)), d);
    EXPECT_EQ(read("{}"), delegation{});
    EXPECT_EQ(read(R"({"minting":{"method":"uuid","uuid_version":7}})").mint.uuid_version, 7);
    EXPECT_EQ(read(R"({"registrar":null})").registrar, "");
}

TEST(delegation, refused_json) {
    struct row {
        const char *json;
        problem_type type;
        const char *says;
    };
    const row rows[] = {
        {"", problem_type::malformed, "JSON"},
        {"[]", problem_type::malformed, "object"},
        {"{", problem_type::malformed, "JSON"},
        {R"({"prefix":"isbn:","prefix":"issn:"})", problem_type::malformed, "two members"},
        {R"({"prefix":1})", problem_type::invalid, "string"},
        {R"({"prefix":"a b:"})", problem_type::malformed, "no URN"},
        {R"({"state":"gone"})", problem_type::invalid, "active"},
        {R"({"registar":"x"})", problem_type::invalid, "not a member"},
        {R"({"naming":"(["})", problem_type::invalid, "pattern"},
        {R"({"hosts":"example.org"})", problem_type::invalid, "array"},
        {R"({"hosts":["example.org:80"]})", problem_type::invalid, "host"},
        {R"({"hosts":["http://example.org"]})", problem_type::invalid, "host"},
        {R"({"hosts":["a.*.org"]})", problem_type::invalid, "host"},
        {R"({"hosts":["*."]})", problem_type::invalid, "host"},
        {R"({"hosts":["u@example.org"]})", problem_type::invalid, "host"},
        {R"({"hosts":[""]})", problem_type::invalid, "host"},
        {R"({"resolver":"ftp://example.org/"})", problem_type::invalid, "http"},
        {R"({"resolver":"https:///x"})", problem_type::invalid, "host"},
        {R"({"resolver":"https://u:p@example.org/"})", problem_type::invalid, "user"},
        {R"({"resolver":"https://example.org/#{urn}"})", problem_type::invalid, "fragment"},
        {R"({"resolver":"https://example.org/ {urn}"})", problem_type::invalid, "URL"},
        {R"({"minting":{}})", problem_type::invalid, "missing"},
        {R"({"minting":[]})", problem_type::invalid, "object"},
        {R"({"minting":{"method":"dice"}})", problem_type::invalid, "none, sequential"},
        {R"({"minting":{"method":"sequential"}})", problem_type::invalid, "pattern"},
        {R"({"minting":{"method":"uuid","uuid_version":5}})", problem_type::invalid, "4"},
        {R"({"minting":{"method":"uuid","uuid_version":4.0}})", problem_type::invalid, "whole number"},
        {"{\"naming\":\"\\u0000\"}", problem_type::invalid, "U+0000"},
        {"{\"naming\":\"\xFF\"}", problem_type::malformed, "UTF-8"},
    };
    for (const row &r : rows) {
        const auto d = parsed(r.json);
        ASSERT_FALSE(d) << r.json;
        EXPECT_EQ(to_string(d.error().type), to_string(r.type)) << r.json << ": " << d.error().detail;
        EXPECT_NE(d.error().detail.find(r.says), std::string::npos) << r.json << ": " << d.error().detail;
        EXPECT_TRUE(nlohmann::json::accept(to_json(d.error()))) << r.json;
    }
    // The offset is in the JSON text
    EXPECT_EQ(parsed(R"({"prefix":"isbn:",})").error().offset, 18U);
    EXPECT_EQ(parsed(R"({"prefix":"example:a b"})").error().offset, 20U);
    EXPECT_EQ(parsed(R"({"minting":{"method":"uuid","check":"x"}})").error().pointer, "/minting/check");
    EXPECT_EQ(parsed(R"({"minting":{"method":"uuid","check":"x"}})").error().offset, 36U);
}

TEST(delegation, deep_json_is_refused_without_recursion) {
    EXPECT_FALSE(parsed(std::string(1'000'000, '[')));
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += R"({"a":)";
    EXPECT_FALSE(parsed(deep));
}

TEST(delegation, naming_policy) {
    delegation d = read(R"({"prefix":"example:p-","naming":"[0-9]{3}[xk]?"})");
    const name_record r;
    EXPECT_TRUE(allows(d, "example:p-123", r));
    EXPECT_TRUE(allows(d, "example:p-123k", r));
    struct row {
        const char *key;
        std::size_t offset; // in the URN
    };
    constexpr row rows[] = {{"example:p-12", 16}, {"example:p-12a", 16}, {"example:p-123y", 17}, {"example:p-", 14}};
    for (const row &x : rows) {
        const auto a = allows(d, x.key, r);
        ASSERT_FALSE(a) << x.key;
        EXPECT_EQ(a.error().type, problem_type::out_of_policy);
        EXPECT_EQ(a.error().offset, x.offset) << x.key;
    }
    // Anchors say nothing: a policy is about the whole of the rest. Elsewhere they are no pattern.
    for (const char *naming : {"^[0-9]{3}$", "^[0-9]{3}", "[0-9]{3}$"}) {
        d.naming = naming;
        EXPECT_TRUE(allows(d, "example:p-123", r)) << naming;
        EXPECT_FALSE(allows(d, "example:p-1234", r)) << naming;
        EXPECT_FALSE(allows(d, "example:p-x123", r)) << naming;
        EXPECT_TRUE(parsed(R"({"prefix":"example:p-","naming":")" + d.naming + "\"}")) << naming;
    }
    EXPECT_FALSE(parsed(R"({"prefix":"example:p-","naming":"a^b"})"));
    EXPECT_FALSE(parsed(R"({"prefix":"example:p-","naming":"a$|b"})"));
    // More patterns than are kept, in turn
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 40; ++i) {
            d.naming = "a{" + std::to_string(i) + "}";
            EXPECT_TRUE(allows(d, "example:p-" + std::string(static_cast<std::size_t>(i), 'a'), r)) << i;
            EXPECT_FALSE(allows(d, "example:p-" + std::string(static_cast<std::size_t>(i) + 1, 'a'), r)) << i;
        }
    }
}

TEST(delegation, locator_policy) {
    const delegation d = read(R"({"prefix":"example:","hosts":["example.org","*.example.net","[2001:db8::1]"]})");
    struct row {
        const char *url;
        bool allowed;
    };
    constexpr row rows[] = {
        {"https://example.org/x", true},           {"http://EXAMPLE.org:8080/x", true},
        {"https://a.example.net/", true},          {"https://a.b.example.net/", true},
        {"https://example.net/", false},           {"https://badexample.net/", false},
        {"https://www.example.org/", false},       {"https://example.org.evil.test/", false},
        {"https://example.org@evil.test/", false}, {"https://[2001:db8::1]/", true},
        {"mailto:a@example.org", false},           {"https:///x", false},
        {"https://evil.test/?example.org", false},
    };
    for (const row &r : rows) {
        name_record record;
        record.locators = {{.url = r.url}};
        EXPECT_EQ(allows(d, "example:a", record).has_value(), r.allowed) << r.url;
    }
    // One that is not allowed is enough.
    name_record two;
    two.locators = {{.url = "https://example.org/"}, {.url = "https://evil.test/"}};
    EXPECT_FALSE(allows(d, "example:a", two));
    EXPECT_TRUE(allows(d, "example:a", name_record{}));
}

TEST(permission, roles) {
    for (const auto &[r, name] : role_names) {
        EXPECT_EQ(role_names.find(to_string(r)), r);
        const principal p{.role = r};
        EXPECT_TRUE(p.is(anyone));
        EXPECT_TRUE(p.is(readers)); // whoever has a token
        EXPECT_EQ(p.is(administrators), r == role::administrator);
        EXPECT_EQ(p.is(managers), r == role::administrator || r == role::manager);
        EXPECT_EQ(p.is(experts), r == role::administrator || r == role::expert);
        EXPECT_EQ(p.is(registrars), r != role::reader && r != role::expert);
    }
    EXPECT_FALSE(role_names.find("Reader"));
    EXPECT_FALSE(role_names.find(""));
}

TEST(permission, covers_names) {
    const principal bound{.role = role::manager, .prefixes = {"isbn:", "nbn:de:gbv-"}};
    EXPECT_TRUE(bound.covers("isbn:9789510184356"));
    EXPECT_TRUE(bound.covers("isbn:"));
    EXPECT_TRUE(bound.covers("nbn:de:gbv-1"));
    EXPECT_FALSE(bound.covers("nbn:de:"));
    EXPECT_FALSE(bound.covers("nbn:de:gbv"));
    EXPECT_FALSE(bound.covers("issn:1234-5678"));
    EXPECT_FALSE(bound.covers(""));
    for (const role r : {role::reader, role::registrar, role::manager}) {
        EXPECT_FALSE((principal{.role = r}).covers("isbn:1")) << "without prefixes: nothing";
    }
    for (const role r : {role::expert, role::administrator}) {
        EXPECT_TRUE((principal{.role = r}).covers("isbn:1")) << "without prefixes: everything";
        EXPECT_FALSE((principal{.role = r, .prefixes = {"issn:"}}).covers("isbn:1"));
    }
}
