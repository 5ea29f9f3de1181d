// Relative references in a document that a URN names: RFC 8141 4.3, drafts -16 4.3 and -14 5.3.
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/urn/urn.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace uniform;
using namespace uniform::literals;
using text = std::string_view;

struct row {
    text base, reference, target;
};

// RFC 8141 4.3 (1): "will convert it into a target URI as specified in RFC 3986"
const row rows[]{
    {"urn:example:a/b/c", "d", "urn:example:a/b/d"},
    {"urn:example:a/b/c", "../d", "urn:example:a/d"},
    {"urn:example:a/b/c?+r?=q#f", "", "urn:example:a/b/c?+r?=q"},
    {"urn:example:a/b/c?+r?=q#f", "#g", "urn:example:a/b/c?+r?=q#g"},
    {"urn:example:a/b/c?+r", "?=q", "urn:example:a/b/c?=q"},
    {"urn:example:a", "b", "urn:b"}, // no URN any more: 4.3 (2) advises authors against it
    {"urn:example:a", "/b", "urn:/b"},
    {"urn:example:a", "//h/b", "urn://h/b"},
    {"urn:example:a", "http://h/b", "http://h/b"},
    {"urn:example:a", "urn:other:b", "urn:other:b"},
};

TEST(urn_resolve, rfc8141_applies_the_generic_algorithm) {
    for (const edition e : {edition::rfc8141, edition::rfc2141}) {
        for (const row &r : rows) {
            const auto base = parse_urn(r.base, {e});
            if (!base) continue; // RFC 2141 has neither "/" nor components
            EXPECT_EQ(resolve(*base, parse_uri_reference(r.reference).value()).value(), r.target) << r.base;
            EXPECT_EQ(resolve(base->uri(), parse_uri_reference(r.reference).value()).value(), r.target);
        }
    }
    EXPECT_EQ(resolve("urn:example:a"_urn, "b"_uri_reference, "http://h/x/y"_uri).value(), "http://h/x/b");
}

// "If no such base URI exists, use of a relative reference with respect to a URN is an error."
TEST(urn_resolve, the_drafts_refuse_without_another_base) {
    for (const edition e : {edition::urnbis_16, edition::urnbis_14}) {
        const urn_view base = parse_urn("urn:example:a/b", {e}).value();
        for (const text reference : {"", "#f", "c", "/c", "//h", "?q", "../c"}) {
            const auto target = resolve(base, parse_uri_reference(reference).value());
            ASSERT_FALSE(target) << reference;
            EXPECT_EQ(target.error().code, error_code::urn_base);
            EXPECT_EQ(target.error().edition, e);
            // "a base URI (other than a URN)"
            const auto by_urn = resolve(base, parse_uri_reference(reference).value(), "URN:example:b"_uri);
            ASSERT_FALSE(by_urn) << reference;
            EXPECT_EQ(by_urn.error().code, error_code::urn_base);
        }
        // a URI needs no base
        EXPECT_EQ(resolve(base, "urn:example:b"_uri_reference).value(), "urn:example:b");
        EXPECT_EQ(resolve(base, "http://h/"_uri_reference).value(), "http://h/");
    }
}

// The base that the resource declares, that its resolution gave, or its locator.
TEST(urn_resolve, the_drafts_take_the_other_base) {
    for (const edition e : {edition::urnbis_16, edition::urnbis_14}) {
        const urn_view base = parse_urn("urn:example:a", {e}).value();
        const uri_view locator = "http://a/b/c/d;p?q"_uri;
        EXPECT_EQ(resolve(base, "g"_uri_reference, locator).value(), "http://a/b/c/g");
        EXPECT_EQ(resolve(base, "../g"_uri_reference, locator).value(), "http://a/b/g");
        EXPECT_EQ(resolve(base, ""_uri_reference, locator).value(), "http://a/b/c/d;p?q");
        EXPECT_EQ(resolve(base, "#s"_uri_reference, locator).value(), "http://a/b/c/d;p?q#s");
    }
}

TEST(urn_resolve, the_error_cites_its_section) {
    const auto target = resolve(parse_urn("urn:example:a", {edition::urnbis_14}).value(), "b"_uri_reference);
    ASSERT_FALSE(target);
    EXPECT_EQ(target.error().document(), "draft-ietf-urnbis-rfc2141bis-urn-14");
    EXPECT_EQ(target.error().section(), "5.3");
    const auto other = resolve(parse_urn("urn:example:a", {edition::urnbis_16}).value(), "b"_uri_reference);
    EXPECT_EQ(other.error().section(), "4.3");
}

} // namespace
