// Every production of the documents about URNs, read with their prose. See productions_test.cpp.

#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "oracle/urn.hpp"
#include "productions/rows.hpp"

namespace {

using namespace uniform;
using oracle::urn_document;
using productions::in;
using productions::row;
using productions::text;

template <rule R, edition E>
bool is(text t) {
    return matches(R, t, {.edition = E});
}

template <rule R, edition E>
bool one_of(text t) {
    return (t.size() == 1 || (t.size() == 3 && t.front() == '%')) && is<R, E>(t);
}

constexpr char_set alphanum = characters::alpha | characters::digit;

constexpr edition now = edition::rfc8141;
const row rfc8141_rows[] = {
    {"RFC 8141 2: namestring", is<rule::namestring, now>, "urn:ex:a/b?+r?=q?+#", "urn:ex:a?+r?=", "urn:a9:"},
    {"RFC 8141 2: assigned-name", is<rule::assigned_name, now>, "URN:a1:b/", "urn:a1:b#", "urn:a9:"},
    {"RFC 8141 2: NID", is<rule::nid, now>, "a--1", "a-"},
    {"RFC 8141 2: ldh", is<rule::ldh, now>, "-", "_"},
    {"RFC 8141 2: NSS", is<rule::nss, now>, "a:b%2F/~&", "/a"},
    {"RFC 8141 2: rq-components", is<rule::rq_components, now>, "?+r?\?=q?+", "?=q#", "?+a"},
    {"RFC 8141 2: r-component", is<rule::r_component, now>, "CCResolve:cc=uk", "?a"},
    {"RFC 8141 2: q-component", is<rule::q_component, now>, "op=map&lat=39.56", ""},
    {"RFC 8141 2: f-component", is<rule::f_component, now>, "", "#"},
    {"RFC 8141 2: alphanum", [](text t) { return in(alphanum, t); }, "Z", "-"},
    {"RFC 8141 5.2: InformalNamespaceName", is<rule::informal_namespace_name, now>, "URN-10", "urn-01", "urn-"},
    {"RFC 8141 5.2: Number", is<rule::number, now>, "105", "015"},
    {"RFC 8141 5.2: DigitNonZero", [](text t) { return t.size() == 1 && is<rule::number, now>(t); }, "9", "0"},
    {"RFC 8141 5.2: Digit", [](text t) { return in(characters::digit, t); }, "0", "a"},
};

constexpr edition d16 = edition::urnbis_16;
const row urnbis_16_rows[] = {
    {"Draft -16 2: namestring", is<rule::namestring, d16>, "urn:ex:a?=q?+r#f", "urn:ex:a?=q?+r?=q", "urn:a9:"},
    {"Draft -16 2: assigned-name", is<rule::assigned_name, d16>, "urn:ex:1/406/47452/2", "urn:ex:a?=q", "urn:a9:"},
    {"Draft -16 2: NID", is<rule::nid, d16>, "9z", "-z"},
    {"Draft -16 2: ldh", is<rule::ldh, d16>, "a", "%"},
    {"Draft -16 2: NSS", is<rule::nss, d16>, "%00", "a?"},
    {"Draft -16 2: rq-components", is<rule::rq_components, d16>, "?=q?=q?+r?+r", "", "?=a"},
    {"Draft -16 2: q-component", is<rule::q_component, d16>, "a/?", "/a"},
    {"Draft -16 2: r-component", is<rule::r_component, d16>, "a/?", "[a]"},
    {"Draft -16 2: f-component", is<rule::f_component, d16>, "/?", "%4"},
    {"Draft -16 2: alphanum", [](text t) { return in(alphanum, t); }, "0", "."},
    {"Draft -16 5.2: InformalNamespaceName", is<rule::informal_namespace_name, d16>, "urn-7", "urn-", "urn-"},
    {"Draft -16 5.2: Number", is<rule::number, d16>, "7", ""},
    {"Draft -16 5.2: DigitNonZero", [](text t) { return t.size() == 1 && is<rule::number, d16>(t); }, "1", "0"},
    {"Draft -16 5.2: Digit", [](text t) { return in(characters::digit, t); }, "0", "a"},
};

constexpr edition d14 = edition::urnbis_14;
const row urnbis_14_rows[] = {
    {"Draft -14 3: namestring", is<rule::namestring, d14>, "urn:ex:a?q???r#f", "urn:ex:a?q??", "urn:a9:"},
    {"Draft -14 3: assigned-name", is<rule::assigned_name, d14>, "urn:ex:~&", "urn:ex:a?q", "urn:a9:"},
    {"Draft -14 3: NID", is<rule::nid, d14>, "ISBN", "a"},
    {"Draft -14 3: ldh", is<rule::ldh, d14>, "-", ""},
    {"Draft -14 3: NSS", is<rule::nss, d14>, "a/", ""},
    {"Draft -14 3: q-component", is<rule::q_component, d14>, "+a?=", "?"},
    {"Draft -14 3: r-component", is<rule::r_component, d14>, "=a??b", "#"},
    {"Draft -14 3: f-component", is<rule::f_component, d14>, "a", "^"},
    {"Draft -14 3: alphanum", [](text t) { return in(alphanum, t); }, "a", "~"},
    {"Draft -14 6.2: InformalNamespaceName", is<rule::informal_namespace_name, d14>, "urn-1", "urn-1a", "urn-"},
    {"Draft -14 6.2: Number", is<rule::number, d14>, "10", "0"},
    {"Draft -14 6.2: DigitNonZero", [](text t) { return t.size() == 1 && is<rule::number, d14>(t); }, "5", "0"},
    {"Draft -14 6.2: Digit", [](text t) { return in(characters::digit, t); }, "0", "a"},
};

constexpr edition old = edition::rfc2141;
const row rfc2141_rows[] = {
    {"RFC 2141 2: URN", is<rule::namestring, old>, "URN:FOO:a123%2c456", "urn:foo:a?b", "urn:a9:"},
    {"RFC 2141 2.1: NID", is<rule::nid, old>, "a-", "urn"},
    {"RFC 2141 2.1: let-num-hyp", is<rule::ldh, old>, "-", "+"},
    {"RFC 2141 2.1: let-num", [](text t) { return t.size() == 1 && is<rule::nid, old>(t); }, "0", "-"},
    {"RFC 2141 2.1: number", [](text t) { return in(characters::digit, t); }, "0", "a"},
    {"RFC 2141 2.2: NSS", is<rule::nss, old>, "%00()+,-.:=@;$_!*'", "a~"},
    {"RFC 2141 2.2: URN-chars", one_of<rule::nss, old>, "%aF", "%"},
    {"RFC 2141 2.2: trans", [](text t) { return in(allowed(rule::nss, old), t); }, "'", "/"},
    {"RFC 2141 2.2: hex", [](text t) { return in(characters::hexdig, t); }, "f", "g"},
    {"RFC 2141 2.2: other", [](text t) { return in(allowed(rule::nss, old) - alphanum, t); }, "$", "a"},
    {"RFC 2141 2.3: reserved",
     [](text t) { // characters that an NSS does not have, and that are not excluded
         const auto v = urn::parse("urn:a:b" + std::string{t.size() == 1 ? t : ""}, {old});
         return !v && v.error().code != error_code::invalid_character;
     },
     "?", "&"},
    {"RFC 2141 2.4: excluded",
     [](text t) {
         const auto v = urn::parse("urn:a:b" + std::string{t.size() == 1 ? t : ""}, {old});
         return !v && v.error().code == error_code::invalid_character && t.front() != '\0';
     },
     "&", "?"},
};

std::set<std::string> names(const std::vector<std::string> &of) { return {of.begin(), of.end()}; }

// The rows against the grammar with its prose; complete by the grammar as printed.
void check(std::span<const row> rows, urn_document d, std::set<std::string> elsewhere = {}) {
    productions::check(rows, oracle::urn_prose_grammar(d));
    if (d != urn_document::rfc2141) {
        elsewhere = names(oracle::grammar::from_file(UNIFORM_ORACLE_GRAMMARS "/rfc3986.abnf").rule_names()); // borrowed
    }
    productions::check_complete(rows, oracle::urn_grammar(d), elsewhere);
}

TEST(productions, rfc8141) { check(rfc8141_rows, urn_document::rfc8141); }

TEST(productions, urnbis_16) { check(urnbis_16_rows, urn_document::urnbis_16); }

TEST(productions, urnbis_14) {
    check(urnbis_14_rows, urn_document::urnbis_14);
    // The part between NSS and "#" has no name in this draft; the library calls it by that of the others.
    const row part[] = {{"draft -14 3: qr-components", is<rule::rq_components, d14>, "?q?/q???r??", "?q??", "?a"}};
    productions::check(part, oracle::urn_prose_grammar(urn_document::urnbis_14));
}

// upper and lower stand together wherever they are used.
TEST(productions, rfc2141) { check(rfc2141_rows, urn_document::rfc2141, {"upper", "lower"}); }

// With an edition of the generic syntax the rules of URNs are those of RFC 8141.
TEST(productions, of_urns_in_an_edition_of_uris) {
    for (const edition e : editions) {
        EXPECT_TRUE(matches(rule::namestring, "urn:ex:a?+r?=q", {e}));
        EXPECT_FALSE(matches(rule::namestring, "urn:ex:a?q", {e}));
        EXPECT_FALSE(matches(rule::nid, "urn-", {e}));
        EXPECT_TRUE(matches(rule::number, "1", {e}));
    }
    for (const rule r : {rule::rq_components, rule::r_component, rule::q_component, rule::f_component,
                         rule::informal_namespace_name, rule::number}) {
        EXPECT_FALSE(matches(r, "1", {old})) << to_string(r); // RFC 2141 has none of them
    }
}

// RFC 8141 5.2: a Number does not "cause the NID to exceed the length limitations".
TEST(productions, a_number_has_a_limit) {
    const std::string longest = "urn-" + std::string(28, '9');
    EXPECT_TRUE(matches(rule::informal_namespace_name, longest, {now}));
    EXPECT_FALSE(matches(rule::informal_namespace_name, longest + "9", {now}));
    EXPECT_TRUE(matches(rule::number, std::string(29, '9'), {now}));
}

} // namespace
