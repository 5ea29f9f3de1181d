// The same name in another edition's syntax, or why not.
#include <uniform/urn/urn.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace uniform;
using text = std::string_view;

constexpr edition now = edition::rfc8141;
constexpr edition d16 = edition::urnbis_16;
constexpr edition d14 = edition::urnbis_14;
constexpr edition old = edition::rfc2141;

struct row {
    edition from, to;
    text before, after;
};

const row rows[]{
    // r- and q-component by their delimiters
    {d14, now, "urn:example:a?q?\?r", "urn:example:a?+r?=q"},
    {now, d14, "urn:example:a?+r?=q", "urn:example:a?q?\?r"},
    {d14, now, "urn:example:a?q", "urn:example:a?=q"},
    {d14, now, "urn:example:a?\?r", "urn:example:a?+r"},
    {d14, d16, "urn:example:a?q?\?r#f", "urn:example:a?+r?=q#f"},
    {d16, d14, "urn:example:a?=q?+r#f", "urn:example:a?q?\?r#f"},
    {d16, now, "urn:example:a?=q?+r#f", "urn:example:a?+r?=q#f"},
    // a URN that both read alike stays as it is
    {now, d16, "URN:example:a?+r?=q#", "URN:example:a?+r?=q#"},
    {d16, now, "urn:Example:a?=q", "urn:Example:a?=q"},
    {now, d14, "URN:example:a/b~&#f", "URN:example:a/b~&#f"},
    {now, old, "URN:foo:a%2c", "URN:foo:a%2c"},
    {old, now, "URN:foo:a%2c", "URN:foo:a%2c"},
    {old, d14, "urn:urn-1:a", "urn:urn-1:a"},
    {now, now, "URN:a1:b?+r", "URN:a1:b?+r"},
    // one edition's delimiter is another one's data
    {d14, now, "urn:example:a?+r", "urn:example:a?=+r"},
    {now, d14, "urn:example:a?=q?+r", "urn:example:a?q?+r"},
    {d14, now, "urn:example:a?q?=q?\?r", "urn:example:a?+r?=q?=q"},
    {d14, now, "urn:example:a?\?r?+r", "urn:example:a?+r?+r"},
    {now, d14, "urn:example:a?+r?\?r", "urn:example:a?\?r?\?r"},
};

TEST(urn_convert, keeps_the_components) {
    for (const row &r : rows) {
        SCOPED_TRACE(std::string{r.before} + " to " + std::string{to_string(r.to)});
        const urn_view u = parse_urn(r.before, {r.from}).value();
        const auto c = convert(u, r.to);
        ASSERT_TRUE(c) << c.error().message();
        EXPECT_EQ(c->text(), r.after);
        EXPECT_EQ(c->edition(), r.to);
        EXPECT_EQ(c->nid(), u.nid());
        EXPECT_EQ(c->nss(), u.nss());
        EXPECT_EQ(c->r_component(), u.r_component());
        EXPECT_EQ(c->q_component(), u.q_component());
        EXPECT_EQ(c->f_component(), u.f_component());
        const auto back = convert(*c, r.from);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->nss(), u.nss());
        EXPECT_EQ(back->r_component(), u.r_component());
        EXPECT_EQ(back->q_component(), u.q_component());
        EXPECT_EQ(back->f_component(), u.f_component());
    }
}

struct refusal {
    edition from, to;
    text urn;
    error_code code;
    std::uint64_t offset;
    text rule;
};

const refusal refusals[]{
    // RFC 2141 has no components, and reserves their characters
    {now, old, "urn:foo:a?+r", error_code::unsupported_component, 11, "r-component"},
    {now, old, "urn:foo:a?=q", error_code::unsupported_component, 11, "q-component"},
    {d14, old, "urn:foo:a?q", error_code::unsupported_component, 10, "q-component"},
    {now, old, "urn:foo:a#", error_code::unsupported_component, 10, "f-component"},
    {now, old, "urn:foo:a/b", error_code::reserved_character, 9, "NSS"},
    {now, old, "urn:foo:a~", error_code::invalid_character, 9, "NSS"},
    {now, old, "urn:foo:a&b", error_code::invalid_character, 9, "NSS"},
    {now, old, "urn:urn:a", error_code::reserved_nid, 4, "NID"},
    // NIDs of RFC 2141 that its successors do not admit
    {old, now, "urn:a:b", error_code::nid_length, 5, "NID"},
    {old, now, "urn:ab-:b", error_code::nid_hyphen, 6, "NID"},
    {old, d14, "urn:a:b", error_code::nid_length, 5, "NID"},
    // the other edition would end the component elsewhere
    {d14, now, "urn:example:a?\?r?=x", error_code::not_convertible, 16, "r-component"},
    {d14, d16, "urn:example:a?q?+x", error_code::not_convertible, 15, "q-component"},
    {now, d16, "urn:example:a?=q?+x", error_code::not_convertible, 16, "q-component"},
    {now, d14, "urn:example:a?=q?\?x", error_code::not_convertible, 16, "q-component"},
};

TEST(urn_convert, or_refuses_with_a_reason) {
    for (const refusal &r : refusals) {
        SCOPED_TRACE(std::string{r.urn} + " to " + std::string{to_string(r.to)});
        const auto c = convert(parse_urn(r.urn, {r.from}).value(), r.to);
        ASSERT_FALSE(c) << c->text();
        EXPECT_EQ(c.error().code, r.code) << to_string(c.error().code);
        EXPECT_EQ(c.error().offset, r.offset);
        EXPECT_EQ(to_string(c.error().rule, r.to), r.rule);
        EXPECT_EQ(c.error().edition, r.to);
        EXPECT_FALSE(c.error().section().empty());
    }
}

// RFC 8141 1: "All URN namespaces and URNs that were valid under the earlier specifications remain valid" - but for the
// NIDs that its grammar excludes.
TEST(urn_convert, what_was_valid_remains_valid) {
    for (const text t : {"URN:foo:a123,456", "urn:foo:a123%2C456", "urn:isbn:0-395-36341-1", "urn:urn-7:a",
                         "urn:foo:()+,-.:=@;$_!*'"}) {
        for (const edition to : {now, d16, d14}) {
            const auto c = convert(parse_urn(t, {old}).value(), to);
            ASSERT_TRUE(c) << t;
            EXPECT_EQ(c->text(), t);
        }
    }
}

} // namespace
