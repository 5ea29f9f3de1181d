// RFC 8141 2: namestrings, their components, and what is wrong with a text that is none. The other editions:
// urn_editions_test.cpp.
#include <uniform/uri/parse.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/urn.hpp>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "syntax/kernels.hpp"
#include "urn/allocations.hpp"

namespace {

using namespace uniform;
using namespace uniform::literals;
using text = std::string_view;
using maybe = std::optional<text>;

static_assert(std::is_trivially_copyable_v<urn_view> && !std::is_default_constructible_v<urn_view>);
static_assert(std::is_trivially_copyable_v<urn_components> && std::is_trivially_copyable_v<urn_options>);
static_assert(std::is_nothrow_move_constructible_v<urn> && std::is_nothrow_move_assignable_v<urn>);
static_assert(std::is_convertible_v<urn, urn_view> && !std::is_convertible_v<urn_view, urn>);
static_assert(noexcept(parse_urn("")) && noexcept(as_urn(std::declval<reference_view>())));
static_assert(noexcept(urn_equivalent(std::declval<urn_view>(), std::declval<urn_view>())));
static_assert(noexcept(urn_hash(std::declval<urn_view>())) && noexcept(is_normal(std::declval<urn_view>())));

// Checked by the compiler.
constexpr auto weather = "urn:example:weather?=op=map&lat=39.56#here"_urn;
static_assert(weather.nid() == "example" && weather.nss() == "weather" && weather.scheme() == "urn");
static_assert(weather.assigned_name() == "urn:example:weather" && weather.q_component() == "op=map&lat=39.56");
static_assert(!weather.r_component() && weather.f_component() == "here" && weather.edition() == edition::rfc8141);
static_assert(weather.uri().path() == "example:weather" && weather.uri().query() == "=op=map&lat=39.56");
static_assert(!weather.uri().has_authority() && weather.uri().fragment() == "here");
static_assert(weather.where(rule::nss) == range{12, 19} && !weather.where(rule::r_component));
static_assert("urn:isbn:978-951-0-18435-6"_urn == "urn:isbn:978-951-0-18435-6"_urn);
static_assert("URN:a1:b"_urn != "urn:a1:b"_urn, "the same characters; for URN-equivalence: urn_equivalent");
static_assert(!parse_urn("urn:example:a?b") && parse_urn("urn:example:a?b").error().offset == 13);
static_assert(as_urn("urn:example:a?+r"_uri).value().r_component() == "r");
static_assert(!as_urn("http://example.com/"_uri));

struct row {
    text source;
    text urn;
    text nid, nss;
    maybe r{}, q{}, f{};
};

const std::string thirty_two = "a" + std::string(30, '-') + "b";
const std::string longest = "urn:" + thirty_two + ":c";

const row rows[]{
    {"1", "urn:example:foo", "example", "foo"},
    {"2.1: NIDs are case insensitive", "urn:ISBN:0", "ISBN", "0"},
    {"2: NID", "urn:a1:b", "a1", "b"},
    {"2: NID", "urn:1-a:b", "1-a", "b"},
    {"2: NID, 32 characters", longest, thirty_two, "c"},
    {"2: NSS", "urn:example:a:b:c", "example", "a:b:c"},
    {"2: NSS", "urn:example::", "example", ":"},
    {"2: NSS", "urn:example:-._~!$&'()*+,;=:@%00", "example", "-._~!$&'()*+,;=:@%00"},
    {"2: NSS", "urn:example:a//b/", "example", "a//b/"},
    {"2: NSS", "urn:example:a/../b", "example", "a/../b"},
    {"2.2", "urn:example:1/406/47452/2", "example", "1/406/47452/2"},
    {"2.3.1", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", "example", "foo-bar-baz-qux", "CCResolve:cc=uk"},
    {"2.3.1: it ends with ?=", "urn:example:a?+r?=q", "example", "a", "r", "q"},
    {"2.3.1: the first one", "urn:example:a?+r?=q?=q", "example", "a", "r", "q?=q"},
    {"2.3.1: a ? before it", "urn:example:a?+r?\?=q", "example", "a", "r?", "q"},
    {"2.3.1: it ends with #", "urn:example:a?+r#f", "example", "a", "r", {}, "f"},
    {"2.3.1: it goes on", "urn:example:a?+r?+r/?", "example", "a", "r?+r/?"},
    {"2: r-component begins with pchar", "urn:example:a?+=", "example", "a", "="},
    {"2.3.2",
     "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
     "example",
     "weather",
     {},
     "op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z"},
    {"2.3.2: / and ? are data", "urn:example:a?=q/?", "example", "a", {}, "q/?"},
    {"2.3.2: it ends with # alone", "urn:example:a?=q?+r#f", "example", "a", {}, "q?+r", "f"},
    {"2.3.3", "urn:example:foo-bar-baz-qux#somepart", "example", "foo-bar-baz-qux", {}, {}, "somepart"},
    {"2.3.3: RFC 3986 3.5, an empty fragment", "urn:example:a#", "example", "a", {}, {}, ""},
    {"2.3.3: RFC 3986 3.5", "urn:example:a#/?+?=%C3", "example", "a", {}, {}, "/?+?=%C3"},
    {"2", "URN:Example:a?+r?=q#f", "Example", "a", "r", "q", "f"},
    {"3.2", "urn:example:%D0%B0123,z456", "example", "%D0%B0123,z456"},
    {"5: colons give no structure", "urn:example:apple:pear:plum:cherry", "example", "apple:pear:plum:cherry"},
    {"5.2", "urn:urn-7:a", "urn-7", "a"},
};

TEST(urn, finds_the_components_as_written) {
    for (const row &r : rows) {
        SCOPED_TRACE(std::string{r.source} + " " + std::string{r.urn});
        const auto u = parse_urn(r.urn);
        ASSERT_TRUE(u);
        EXPECT_EQ(u->text(), r.urn);
        EXPECT_EQ(u->scheme(), r.urn.substr(0, 3));
        EXPECT_EQ(u->nid(), r.nid);
        EXPECT_EQ(u->nss(), r.nss);
        EXPECT_EQ(u->r_component(), r.r);
        EXPECT_EQ(u->q_component(), r.q);
        EXPECT_EQ(u->f_component(), r.f);
        EXPECT_EQ(u->assigned_name(), r.urn.substr(0, 5 + r.nid.size() + r.nss.size()));
        // where each stands
        const std::pair<rule, maybe> parts[]{{rule::scheme, u->scheme()}, {rule::assigned_name, u->assigned_name()},
                                             {rule::nid, r.nid},          {rule::nss, r.nss},
                                             {rule::r_component, r.r},    {rule::q_component, r.q},
                                             {rule::f_component, r.f}};
        for (const auto &[component, part] : parts) {
            const auto at = u->where(component);
            ASSERT_EQ(at.has_value(), part.has_value()) << to_string(component);
            if (at) {
                EXPECT_EQ(r.urn.substr(at->begin, at->end - at->begin), *part) << to_string(component);
            }
        }
        EXPECT_FALSE(u->where(rule::host));
        // an owning one says the same and prints every byte
        const auto owned = urn::parse(r.urn);
        ASSERT_TRUE(owned);
        EXPECT_EQ(owned->text(), r.urn);
        EXPECT_EQ(owned->view(), *u);
        EXPECT_EQ(owned->nid(), r.nid);
        EXPECT_EQ(owned->nss(), r.nss);
        EXPECT_EQ(owned->assigned_name(), u->assigned_name());
        EXPECT_EQ(owned->r_component(), r.r);
        EXPECT_EQ(owned->q_component(), r.q);
        EXPECT_EQ(owned->f_component(), r.f);
    }
}

// RFC 8141 4.1: a URN is a URI; the text is parsed once.
TEST(urn, is_a_uri_and_a_uri_is_asked) {
    for (const row &r : rows) {
        SCOPED_TRACE(r.urn);
        const auto reference = parse_uri_reference(r.urn);
        ASSERT_TRUE(reference);
        EXPECT_TRUE(has_urn_scheme(*reference));
        const auto u = as_urn(*reference);
        ASSERT_TRUE(u);
        EXPECT_EQ(u->text().data(), r.urn.data());
        EXPECT_EQ(u->nss(), r.nss);
        EXPECT_EQ(u->r_component(), r.r);
        EXPECT_EQ(u->q_component(), r.q);
        EXPECT_EQ(u->f_component(), r.f);
        const auto uri = parse_uri(r.urn).value();
        EXPECT_EQ(u->uri(), uri);
        EXPECT_EQ(u->uri().path(), uri.path());
        EXPECT_EQ(u->uri().query(), uri.query());
        EXPECT_EQ(u->uri().fragment(), uri.fragment());
        EXPECT_EQ(u->uri().edition(), edition::rfc3986);
    }
    for (const text other : {"http://example.com/", "urn://example/a", "urns:a1:b", "a/urn:b", "urn:a1:", "uri:a1:b"}) {
        const auto reference = parse_uri_reference(other);
        ASSERT_TRUE(reference) << other;
        const auto u = as_urn(*reference);
        ASSERT_FALSE(u) << other;
        EXPECT_EQ(u.error(), parse_urn(other).error()) << other; // the same reason
    }
    EXPECT_FALSE(has_urn_scheme(parse_uri_reference("urns:a").value()));
    EXPECT_FALSE(has_urn_scheme(parse_uri_reference("urn").value()));
}

struct fault {
    text source;
    std::string urn;
    std::uint64_t offset;
    error_code code;
    text rule;
    text section;
    text document = "RFC 8141";
};

const fault faults[]{
    // the scheme
    {"2", "", 0, error_code::not_a_urn, "assigned-name", "2"},
    {"2", "ur", 2, error_code::not_a_urn, "assigned-name", "2"},
    {"2", "uri:example:a", 2, error_code::not_a_urn, "assigned-name", "2"},
    {"2", "urn;example:a", 3, error_code::not_a_urn, "assigned-name", "2"},
    {"2", " urn:example:a", 0, error_code::not_a_urn, "assigned-name", "2"},
    {"2", "http://example.com/", 0, error_code::not_a_urn, "assigned-name", "2"},
    // the NID
    {"2: NID", "urn:", 4, error_code::nid_length, "NID", "2.1"},
    {"2: NID", "urn::a", 4, error_code::nid_length, "NID", "2.1"},
    {"2: NID, 2 characters at least", "urn:a:b", 5, error_code::nid_length, "NID", "2.1"},
    {"2: NID, 32 characters at most", "urn:" + std::string(33, 'a') + ":b", 36, error_code::nid_length, "NID", "2.1"},
    {"2: NID begins with alphanum", "urn:-ab:c", 4, error_code::nid_hyphen, "NID", "2.1"},
    {"2: NID ends with alphanum", "urn:ab-:c", 6, error_code::nid_hyphen, "NID", "2.1"},
    {"2: NID", "urn:a_b:c", 5, error_code::invalid_character, "NID", "2.1"},
    {"2: NID", "urn:a.b:c", 5, error_code::invalid_character, "NID", "2.1"},
    {"2.1: no encoding for other characters", "urn:a%41:c", 5, error_code::invalid_character, "NID", "2.1"},
    {"2.1: not outside ASCII",
     "urn:\xC3\xA4"
     "b:c",
     4, error_code::invalid_character, "NID", "2.1"},
    {"2: NID, the first fault", "urn:-" + std::string(40, 'a') + "?=", 4, error_code::nid_hyphen, "NID", "2.1"},
    {"2: NID, the first fault", "urn:" + std::string(40, 'a') + "?=", 36, error_code::nid_length, "NID", "2.1"},
    // no NSS
    {"2: assigned-name", "urn:example", 11, error_code::missing_nss, "assigned-name", "2"},
    {"2: assigned-name", "urn:example?=q", 11, error_code::missing_nss, "assigned-name", "2"},
    {"2: assigned-name", "urn:example#f", 11, error_code::missing_nss, "assigned-name", "2"},
    {"2: assigned-name", "urn:example/a", 11, error_code::missing_nss, "assigned-name", "2"},
    {"2: NSS is not empty", "urn:example:", 12, error_code::empty_component, "NSS", "2.2"},
    {"2: NSS is not empty", "urn:example:?+r", 12, error_code::empty_component, "NSS", "2.2"},
    {"2: NSS is not empty", "urn:example:#f", 12, error_code::empty_component, "NSS", "2.2"},
    {"2: NSS begins with pchar", "urn:example:/a", 12, error_code::invalid_character, "NSS", "2.2"},
    {"2.2: characters outside pchar", "urn:example:a[b]", 13, error_code::invalid_character, "NSS", "2.2"},
    {"2.2", "urn:example:a b", 13, error_code::invalid_character, "NSS", "2.2"},
    {"2.2: not outside ASCII", "urn:example:a\xC3\xA4", 13, error_code::invalid_character, "NSS", "2.2"},
    {"2", std::string("urn:example:a\0b", 15), 13, error_code::invalid_character, "NSS", "2.2"},
    {"2: pct-encoded", "urn:example:a%zz", 13, error_code::invalid_percent_encoding, "pct-encoded", "2.1", "RFC 3986"},
    {"2: pct-encoded", "urn:example:a%4", 13, error_code::invalid_percent_encoding, "pct-encoded", "2.1", "RFC 3986"},
    {"2: pct-encoded", "urn:example:%", 12, error_code::invalid_percent_encoding, "pct-encoded", "2.1", "RFC 3986"},
    // 2: a "?" that is not followed by "=" or "+" is "not defined for URNs"
    {"2: question mark", "urn:example:a?b", 13, error_code::undefined_question_mark, "rq-components", "2"},
    {"2: question mark", "urn:example:a?", 13, error_code::undefined_question_mark, "rq-components", "2"},
    {"2: question mark", "urn:example:a?\?=q", 13, error_code::undefined_question_mark, "rq-components", "2"},
    {"2: question mark", "urn:example:a?#f", 13, error_code::undefined_question_mark, "rq-components", "2"},
    // 2, 2.3: no component is empty
    {"2.3.1", "urn:example:a?+", 15, error_code::empty_component, "r-component", "2.3.1"},
    {"2.3.1", "urn:example:a?+#f", 15, error_code::empty_component, "r-component", "2.3.1"},
    {"2.3.1", "urn:example:a?+?=q", 15, error_code::empty_component, "r-component", "2.3.1"},
    {"2.3.1", "urn:example:a?+/r", 15, error_code::invalid_character, "r-component", "2.3.1"},
    {"2.3.1", "urn:example:a?+?r", 15, error_code::invalid_character, "r-component", "2.3.1"},
    {"2.3.1", "urn:example:a?+r\xC3", 16, error_code::invalid_character, "r-component", "2.3.1"},
    {"2.3.2", "urn:example:a?=", 15, error_code::empty_component, "q-component", "2.3.2"},
    {"2.3.2", "urn:example:a?+r?=", 18, error_code::empty_component, "q-component", "2.3.2"},
    {"2.3.2", "urn:example:a?=/q", 15, error_code::invalid_character, "q-component", "2.3.2"},
    {"2.3.2", "urn:example:a?=[", 15, error_code::invalid_character, "q-component", "2.3.2"},
    {"2.3.2", "urn:example:a?+r?=[", 18, error_code::invalid_character, "q-component", "2.3.2"},
    {"2.3.2", "urn:example:a?=q[", 16, error_code::invalid_character, "q-component", "2.3.2"},
    {"2.3.2", "urn:example:a?=q%", 16, error_code::invalid_percent_encoding, "pct-encoded", "2.1", "RFC 3986"},
    {"2.3.3", "urn:example:a#f#", 15, error_code::invalid_character, "f-component", "2.3.3"},
    {"2.3.3", "urn:example:a#\xC3\xA4", 14, error_code::invalid_character, "f-component", "2.3.3"},
    {"2.3.3", "urn:example:a#%4x", 14, error_code::invalid_percent_encoding, "pct-encoded", "2.1", "RFC 3986"},
    // of two faults the first
    {"2", "urn:example:a?b c", 13, error_code::undefined_question_mark, "rq-components", "2"},
    {"2", "urn:example:a b?c", 13, error_code::invalid_character, "NSS", "2.2"},
};

TEST(urn, says_what_is_wrong_and_where) {
    for (const fault &f : faults) {
        SCOPED_TRACE(std::string{f.source} + " " + f.urn);
        const auto u = parse_urn(f.urn);
        ASSERT_FALSE(u);
        EXPECT_EQ(u.error().offset, f.offset);
        EXPECT_EQ(u.error().code, f.code) << to_string(u.error().code);
        EXPECT_EQ(to_string(u.error().rule, edition::rfc8141), f.rule);
        EXPECT_EQ(u.error().section(), f.section);
        EXPECT_EQ(u.error().document(), f.document);
        EXPECT_EQ(urn::parse(f.urn).error(), u.error());
        EXPECT_FALSE(print(u.error(), f.urn).empty());
    }
}

// Every position of every valid URN, cut off or with a byte that no URN has: no text is accepted with one, and the
// error stands nowhere behind it.
TEST(urn, no_prefix_and_no_foreign_byte_surprises) {
    for (const row &r : rows) {
        for (std::size_t i = 0; i <= r.urn.size(); ++i) {
            for (const char foreign : {' ', '\0', '"', '<', '\\', '^', '`', '{', '|', '\x7F', '\x80', '\xFF'}) {
                std::string t{r.urn};
                t.insert(i, 1, foreign);
                const auto u = parse_urn(t);
                ASSERT_FALSE(u) << t;
                EXPECT_LE(u.error().offset, i) << t;
            }
        }
    }
}

TEST(urn, has_a_limit_of_length) {
    EXPECT_TRUE(parse_urn("urn:example:a", {.max_length = 13}));
    const auto u = parse_urn("urn:example:a", {.max_length = 12});
    ASSERT_FALSE(u);
    EXPECT_EQ(u.error().code, error_code::too_long);
    EXPECT_EQ(u.error().offset, 12U);
    EXPECT_EQ(urn::parse("urn:example:a", {.max_length = 12}).error().code, error_code::too_long);
    const std::string much = "urn:example:" + std::string(1'000'000, 'a') + "?=q";
    EXPECT_EQ(parse_urn(much).value().q_component(), "q");
}

// Each kernel, with the NID, the NSS and the delimiters at every distance from the borders of its blocks.
TEST(urn, has_the_same_components_by_every_kernel) {
    const auto kernels = detail::available_kernels();
    for (const detail::named_kernel &k : kernels) {
        detail::use_kernel(k);
        for (const row &r : rows) EXPECT_EQ(components_of(parse_urn(r.urn).value()).nss, r.nss) << k.name;
        for (const fault &f : faults) EXPECT_EQ(parse_urn(f.urn).error().offset, f.offset) << k.name << f.urn;
        for (std::size_t n = 1; n < 140; ++n) {
            const std::string name = "urn:" + std::string(2 + n % 31, 'a') + ":" + std::string(n, 'b');
            const std::string whole = name + "?+r%2f" + std::string(n % 7, 'c') + "?=q/?#f";
            for (const edition e : urn_editions) {
                const auto u = parse_urn(name, {e});
                ASSERT_TRUE(u) << k.name;
                EXPECT_EQ(u->nss().size(), n) << k.name;
                EXPECT_FALSE(urn::parse(name + "/\x80", {e})) << k.name;
            }
            const auto u = parse_urn(whole);
            ASSERT_TRUE(u) << k.name << whole;
            EXPECT_EQ(u->assigned_name(), name) << k.name;
            EXPECT_EQ(u->r_component()->size(), 4 + n % 7) << k.name;
            EXPECT_EQ(u->q_component(), "q/?") << k.name;
            EXPECT_EQ(u->f_component(), "f") << k.name;
            for (std::size_t at = 0; at < whole.size(); ++at) {
                std::string broken = whole;
                broken[at] = ' ';
                ASSERT_FALSE(parse_urn(broken)) << k.name << broken;
            }
        }
    }
    detail::use_kernel(kernels.back());
}

// An edition of the generic syntax is read as RFC 8141.
TEST(urn, reads_an_edition_of_uris_as_rfc8141) {
    for (const edition e : editions) {
        EXPECT_EQ(parse_urn("urn:example:a", {e}).value().edition(), edition::rfc8141);
        EXPECT_EQ(as_urn("urn:example:a"_uri, e).value().edition(), edition::rfc8141);
    }
}

TEST(urn, does_not_allocate) {
    for (const row &r : rows) {
        const std::size_t before = test::allocations();
        const auto u = parse_urn(r.urn);
        const auto reference = parse_uri_reference(r.urn);
        const bool ok = u && reference && as_urn(*reference) && u->uri().path().size() > 2 && urn_equivalent(*u, *u) &&
                        urn_hash(*u) == urn_hash(*u) && (is_normal(*u) || !is_normal(*u));
        EXPECT_EQ(test::allocations(), before) << r.urn;
        EXPECT_TRUE(ok) << r.urn;
    }
    for (const fault &f : faults) {
        const std::size_t before = test::allocations();
        const bool valid = parse_urn(f.urn).has_value();
        EXPECT_EQ(test::allocations(), before) << f.urn;
        EXPECT_FALSE(valid);
    }
    // and the counter counts
    const std::size_t before = test::allocations();
    const auto owned = urn::parse(longest);
    EXPECT_GT(test::allocations(), before);
    EXPECT_TRUE(owned);
}

} // namespace
