// The texts that drafts -16 and -14 and RFC 2141 read otherwise than RFC 8141.
#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace uniform;
using text = std::string_view;
using maybe = std::optional<text>;

constexpr edition now = edition::rfc8141;
constexpr edition d16 = edition::urnbis_16;
constexpr edition d14 = edition::urnbis_14;
constexpr edition old = edition::rfc2141;

struct row {
    text source;
    uniform::edition edition;
    std::string urn;
    text nss;
    maybe r{}, q{}, f{};
};

const row rows[]{
    // draft -16
    {"-16 2.2", d16, "urn:example:1/406/47452/2", "1/406/47452/2"},
    {"-16 2.3.1",
     d16,
     "urn:example:weather?=op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z",
     "weather",
     {},
     "op=map&lat=39.56&lon=-104.85&datetime=1969-07-21T02:56:15Z"},
    {"-16 2.3.2", d16, "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk", "foo-bar-baz-qux", "CCResolve:cc=uk"},
    {"-16 2.3.3", d16, "urn:example:foo-bar-baz-qux#somepart", "foo-bar-baz-qux", {}, {}, "somepart"},
    {"-16 2: either order", d16, "urn:example:a?=q?+r#f", "a", "r", "q", "f"},
    {"-16 2: either order", d16, "urn:example:a?+r?=q#f", "a", "r", "q", "f"},
    {"-16 2.3.1: q ends with ?+", d16, "urn:example:a?=q?=q?+r?+r", "a", "r?+r", "q?=q"},
    {"-16 2.3.2: r ends with ?=", d16, "urn:example:a?+r?+r?=q?=q", "a", "r?+r", "q?=q"},
    {"-16 2.3.1: a ? before it", d16, "urn:example:a?=q?\?+r", "a", "r", "q?"},
    {"-16 2", d16, "urn:example:a#", "a", {}, {}, ""},
    // draft -14
    {"-14 3.2", d14, "urn:example:1/406/47452/2", "1/406/47452/2"},
    {"-14 3.2", d14, "urn:example:~&/", "~&/"},
    {"-14 3", d14, "urn:example:a?q", "a", {}, "q"},
    {"-14 3", d14, "urn:example:a?\?r", "a", "r"},
    {"-14 3", d14, "urn:example:a?q?\?r#f", "a", "r", "q", "f"},
    {"-14 3.3.1: a single ? is data", d14, "urn:example:a?q?/q?", "a", {}, "q?/q?"},
    {"-14 3.3.1: ends with ??, of a run the last two", d14, "urn:example:a?q?\?\?r", "a", "r", "q?"},
    {"-14 3.3.1: the first ??", d14, "urn:example:a?q?\?r?\?s", "a", "r?\?s", "q"},
    {"-14 3.3.2: ? and / are data", d14, "urn:example:a?\?r?/?\?", "a", "r?/?\?"},
    {"-14 3: the delimiters of its successors are data", d14, "urn:example:a?+r?=q", "a", {}, "+r?=q"},
    {"-14 3: the delimiters of its successors are data", d14, "urn:example:a?=q", "a", {}, "=q"},
    // RFC 2141
    {"2141 6", old, "URN:foo:a123,456", "a123,456"},
    {"2141 6", old, "urn:FOO:a123,456", "a123,456"},
    {"2141 6", old, "urn:foo:A123,456", "A123,456"},
    {"2141 6", old, "URN:FOO:a123%2c456", "a123%2c456"},
    {"2141 2.1: one character", old, "urn:a:b", "b"},
    {"2141 2.1: - at the end", old, "urn:a-:b", "b"},
    {"2141 2.1: 32 characters", old, "urn:" + std::string(32, 'a') + ":b", "b"},
    {"2141 2.1: only urn is reserved", old, "urn:urn-1:b", "b"},
    {"2141 2.2", old, "urn:foo:()+,-.:=@;$_!*'%25", "()+,-.:=@;$_!*'%25"},
    {"2141 2.4: NUL should never be used; the BNF has it", old, "urn:foo:%00", "%00"},
};

TEST(urn_editions, find_the_components_as_written) {
    for (const row &r : rows) {
        SCOPED_TRACE(std::string{r.source} + " " + r.urn);
        const auto u = parse_urn(r.urn, {r.edition});
        ASSERT_TRUE(u);
        EXPECT_EQ(u->edition(), r.edition);
        EXPECT_EQ(u->nss(), r.nss);
        EXPECT_EQ(u->r_component(), r.r);
        EXPECT_EQ(u->q_component(), r.q);
        EXPECT_EQ(u->f_component(), r.f);
        const auto from_uri = as_urn(parse_uri_reference(r.urn).value(), r.edition);
        ASSERT_TRUE(from_uri);
        EXPECT_EQ(from_uri->q_component(), r.q);
        EXPECT_EQ(from_uri->r_component(), r.r);
        EXPECT_EQ(urn::parse(r.urn, {r.edition}).value().text(), r.urn);
    }
}

struct fault {
    text source;
    uniform::edition edition;
    std::string urn;
    std::uint64_t offset;
    error_code code;
    text rule;
    text section;
    text document;
};

constexpr text draft_16 = "draft-ietf-urnbis-rfc2141bis-urn-16";
constexpr text draft_14 = "draft-ietf-urnbis-rfc2141bis-urn-14";

const fault faults[]{
    {"-16 2", d16, "urn:example:a?b", 13, error_code::undefined_question_mark, "rq-components", "2", draft_16},
    {"-16 2", d16, "urn:example:a?\?b", 13, error_code::undefined_question_mark, "rq-components", "2", draft_16},
    {"-16 2: once", d16, "urn:example:a?=q?+r?=q", 19, error_code::repeated_component, "q-component", "2.3.1",
     draft_16},
    {"-16 2: once", d16, "urn:example:a?+r?=q?+r", 19, error_code::repeated_component, "r-component", "2.3.2",
     draft_16},
    {"-16 2", d16, "urn:example:a?=q?+", 18, error_code::empty_component, "r-component", "2.3.2", draft_16},
    {"-16 2", d16, "urn:example:a?=?+r", 15, error_code::empty_component, "q-component", "2.3.1", draft_16},
    {"-16 2", d16, "urn:example:a?=q?+/r", 18, error_code::invalid_character, "r-component", "2.3.2", draft_16},
    {"-16 2", d16, "urn:ab-:c", 6, error_code::nid_hyphen, "NID", "2.1", draft_16},
    {"-16 2", d16, "urn:a:c", 5, error_code::nid_length, "NID", "2.1", draft_16},
    {"-16 2", d16, "urn:example:/a", 12, error_code::invalid_character, "NSS", "2.2", draft_16},
    {"-16 2.3.3", d16, "urn:example:a##", 14, error_code::invalid_character, "f-component", "2.3.3", draft_16},
    {"-16 2", d16, "urn:example:a%", 13, error_code::invalid_percent_encoding, "pct-encoded", "2.1", "RFC 3986"},
    {"-14 3", d14, "urn:example:a?", 14, error_code::empty_component, "q-component", "3.3.1", draft_14},
    {"-14 3", d14, "urn:example:a?#f", 14, error_code::empty_component, "q-component", "3.3.1", draft_14},
    {"-14 3", d14, "urn:example:a?/q", 14, error_code::invalid_character, "q-component", "3.3.1", draft_14},
    {"-14 3", d14, "urn:example:a?\?", 15, error_code::empty_component, "r-component", "3.3.2", draft_14},
    {"-14 3", d14, "urn:example:a?q?\?", 17, error_code::empty_component, "r-component", "3.3.2", draft_14},
    {"-14 3", d14, "urn:example:a?\?\?r", 15, error_code::invalid_character, "r-component", "3.3.2", draft_14},
    {"-14 3", d14, "urn:example:a?q?\?/r", 17, error_code::invalid_character, "r-component", "3.3.2", draft_14},
    {"-14 3", d14, "urn:example:a?\xC3\xA4", 14, error_code::invalid_character, "q-component", "3.3.1", draft_14},
    {"-16 2", d16, "urn:example:a?=q?+[", 18, error_code::invalid_character, "r-component", "2.3.2", draft_16},
    {"-14 3.1", d14, "urn:ab-:c", 6, error_code::nid_hyphen, "NID", "3.1", draft_14},
    {"-14 3.2", d14, "urn:example:/~&", 12, error_code::invalid_character, "NSS", "3.2", draft_14},
    {"-14 3", d14, "uri:example:a", 2, error_code::not_a_urn, "assigned-name", "3", draft_14},
    {"2141 2.3.2", old, "urn:foo:a/b", 9, error_code::reserved_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.3.2", old, "urn:foo:a?b", 9, error_code::reserved_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.3.2", old, "urn:foo:a#b", 9, error_code::reserved_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.3.1", old, "urn:foo:a%", 9, error_code::invalid_percent_encoding, "pct-encoded", "2.3.1", "RFC 2141"},
    {"2141 2.3.1", old, "urn:foo:a%4g", 9, error_code::invalid_percent_encoding, "pct-encoded", "2.3.1", "RFC 2141"},
    {"2141 2.4", old, "urn:foo:a&b", 9, error_code::invalid_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.4", old, "urn:foo:a~", 9, error_code::invalid_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.4", old, "urn:foo:a\x7F", 9, error_code::invalid_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.4", old, std::string("urn:foo:\0", 9), 8, error_code::invalid_character, "NSS", "2.2", "RFC 2141"},
    {"2141 2.1", old, "urn:urn:a", 4, error_code::reserved_nid, "NID", "2.1", "RFC 2141"},
    {"2141 2.1", old, "URN:uRN:a", 4, error_code::reserved_nid, "NID", "2.1", "RFC 2141"},
    {"2141 2.1", old, "urn:-a:b", 4, error_code::nid_hyphen, "NID", "2.1", "RFC 2141"},
    {"2141 2.1", old, "urn::b", 4, error_code::nid_length, "NID", "2.1", "RFC 2141"},
    {"2141 2.1", old, "urn:" + std::string(33, 'a') + ":b", 36, error_code::nid_length, "NID", "2.1", "RFC 2141"},
    {"2141 2", old, "urn:foo", 7, error_code::missing_nss, "URN", "2", "RFC 2141"},
    {"2141 2.2", old, "urn:foo:", 8, error_code::empty_component, "NSS", "2.2", "RFC 2141"},
};

TEST(urn_editions, say_what_is_wrong_and_where) {
    for (const fault &f : faults) {
        SCOPED_TRACE(std::string{f.source} + " " + f.urn);
        const auto u = parse_urn(f.urn, {f.edition});
        ASSERT_FALSE(u);
        EXPECT_EQ(u.error().offset, f.offset);
        EXPECT_EQ(u.error().code, f.code) << to_string(u.error().code);
        EXPECT_EQ(to_string(u.error().rule, f.edition), f.rule);
        EXPECT_EQ(u.error().section(), f.section);
        EXPECT_EQ(u.error().document(), f.document);
    }
}

// One text, four readings: valid in r (RFC 8141), 6 (-16), 4 (-14), 1 (2141).
struct difference {
    text urn;
    text valid_in;
};

const difference differences[]{
    {"urn:example:a", "8641"},
    {"urn:example:a/b", "864"},
    {"urn:example:a~&", "864"},
    {"urn:example:a#f", "864"},
    {"urn:example:a?+r", "864"},
    {"urn:example:a?=q", "864"},
    {"urn:example:a?=q?+r", "864"},
    {"urn:example:a?=q?+", "84"},
    {"urn:example:a?=q?+r?=q", "84"},
    {"urn:example:a?+r?=q?+s", "84"},
    {"urn:example:a?+r?=", "4"},
    {"urn:example:a?q", "4"},
    {"urn:example:a?\?r", "4"},
    {"urn:example:a?+r?\?", "86"},
    {"urn:example:a?+r?\?=", "4"},
    {"urn:example:a?=q?\?", "86"},
    {"urn:example:a?=q?\?s", "864"},
    {"urn:x:a", "1"},
    {"urn:ex-:a", "1"},
    {"urn:urn:a", "864"},
    {"urn:example:%00", "8641"},
};

TEST(urn_editions, read_one_text_differently) {
    for (const auto &[t, valid_in] : differences) {
        for (const auto &[e, letter] : {std::pair{now, '8'}, {d16, '6'}, {d14, '4'}, {old, '1'}}) {
            EXPECT_EQ(parse_urn(t, {e}).has_value(), valid_in.find(letter) != text::npos) << t << " " << to_string(e);
        }
    }
}

} // namespace
