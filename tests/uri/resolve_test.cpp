// Reference resolution: the tables of the three documents, what they leave open, and properties.

#include <uniform/uri/resolve.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>

#include "uri/references.hpp"

namespace {

using namespace uniform;
using text = std::string_view;

constexpr text example_base = "http://a/b/c/d;p?q";

// The target's text, or "error:" and the code.
std::string resolved(text base, text reference, edition e = edition::rfc3986, const resolve_options &o = {}) {
    const auto b = parse_uri(base, {e});
    const auto r = parse_uri_reference(reference, {e});
    if (!b || !r) return "error:not parsed";
    const auto t = resolve(*b, *r, o);
    return t ? *t : "error:" + std::string{to_string(t.error().code)};
}

resolve_options with(excess_dots excess) {
    resolve_options o;
    o.excess = excess;
    return o;
}

struct fact {
    text reference;
    text target;
};

TEST(resolve, rfc3986_5_4_1_normal_examples) {
    const fact facts[] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"g#s", "http://a/b/c/g#s"},
        {"g?y#s", "http://a/b/c/g?y#s"},
        {";x", "http://a/b/c/;x"},
        {"g;x", "http://a/b/c/g;x"},
        {"g;x?y#s", "http://a/b/c/g;x?y#s"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"./", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../..", "http://a/"},
        {"../../", "http://a/"},
        {"../../g", "http://a/g"},
    };
    for (const fact &f : facts) EXPECT_EQ(resolved(example_base, f.reference), f.target) << f.reference;
}

TEST(resolve, rfc3986_5_4_2_abnormal_examples) {
    const fact facts[] = {
        {"../../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"g.", "http://a/b/c/g."},
        {".g", "http://a/b/c/.g"},
        {"g..", "http://a/b/c/g.."},
        {"..g", "http://a/b/c/..g"},
        {"./../g", "http://a/b/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/./h", "http://a/b/c/g/h"},
        {"g/../h", "http://a/b/c/h"},
        {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
        {"g;x=1/../y", "http://a/b/c/y"},
        {"g?y/./x", "http://a/b/c/g?y/./x"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"g#s/./x", "http://a/b/c/g#s/./x"},
        {"g#s/../x", "http://a/b/c/g#s/../x"},
        {"http:g", "http:g"},
    };
    for (const fact &f : facts) EXPECT_EQ(resolved(example_base, f.reference), f.target) << f.reference;
    resolve_options lenient;
    lenient.strict = false;
    EXPECT_EQ(resolved(example_base, "http:g", edition::rfc3986, lenient), "http://a/b/c/g");
    EXPECT_EQ(resolved(example_base, "HTTP:g", edition::rfc3986, lenient), "http://a/b/c/g") << "3.1: in any case";
    EXPECT_EQ(resolved(example_base, "https:g", edition::rfc3986, lenient), "https:g");
}

// draft-fielding-uri-rfc2396bis-01 C.1 and C.2
const fact draft_facts[] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "(current document)#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"", "(current document)"},
    {"/./g", "http://a/./g"},
    {"/../g", "http://a/../g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g"},
};

TEST(resolve, draft_2003_c_1_and_c_2) {
    for (const fact &f : draft_facts) {
        for (const excess_dots p :
             {excess_dots::by_edition, excess_dots::keep, excess_dots::drop, excess_dots::refuse}) {
            EXPECT_EQ(resolved(example_base, f.reference, edition::rfc2396bis_01, with(p)), f.target) << f.reference;
        }
    }
    EXPECT_EQ(resolved(example_base, "?y", edition::rfc2396bis_01), "http://a/b/c/d;p?y");
    resolve_options lenient;
    lenient.strict = false;
    EXPECT_EQ(resolved(example_base, "http:g", edition::rfc2396bis_01, lenient), "http://a/b/c/g");
}

TEST(resolve, rfc2396_c_1_and_c_2) {
    for (const fact &f : draft_facts) {
        EXPECT_EQ(resolved(example_base, f.reference, edition::rfc2396), f.target) << f.reference;
    }
    EXPECT_EQ(resolved(example_base, "?y", edition::rfc2396), "http://a/b/c/?y") << "5.2: of the base's directory";
    EXPECT_EQ(resolved("http://a/b/../c/d", "?y", edition::rfc2396), "http://a/c/?y") << "5.2 step 6 c to f";
    EXPECT_EQ(resolved("http://a", "?y", edition::rfc2396), "http://a?y");
    EXPECT_EQ(resolved("http://a", "g", edition::rfc2396), "http://a/g") << "never http://ag";
}

// 2003 draft 5.2, step 7: three permitted answers to too many ".."
TEST(resolve, excess_dots_keep_drop_refuse) {
    struct row {
        text reference, keep, drop;
    };
    const row rows[] = {
        {"../../../g", "http://a/../g", "http://a/g"},      {"../../../../g", "http://a/../../g", "http://a/g"},
        {"../../..", "http://a/..", "http://a/"},           {"../../../", "http://a/../", "http://a/"},
        {"../../../g/../h", "http://a/../h", "http://a/h"},
    };
    for (const row &r : rows) {
        for (const edition e : editions) {
            EXPECT_EQ(resolved(example_base, r.reference, e, with(excess_dots::keep)), r.keep);
            EXPECT_EQ(resolved(example_base, r.reference, e, with(excess_dots::drop)), r.drop);
            EXPECT_EQ(resolved(example_base, r.reference, e, with(excess_dots::refuse)), "error:excess_dot_segments");
            EXPECT_EQ(resolved(example_base, r.reference, e), is_older_edition(e) ? r.keep : r.drop);
        }
    }
}

TEST(resolve, refused_dots_are_pointed_at) {
    const auto base = parse_uri("http://a/b").value();
    const auto at = [&](const uri_view &b, text r) {
        return resolve(b, parse_uri_reference(r).value(), with(excess_dots::refuse)).error().offset;
    };
    EXPECT_EQ(at(base, "g/../../h"), 5U);
    EXPECT_EQ(at(base, "//h/../g"), 4U);
    EXPECT_EQ(at(parse_uri("http://a/../b").value(), "g"), 0U) << "the base brought it";
}

struct case_ {
    text base, reference, target;
};

TEST(resolve, pitfalls) {
    const case_ cases[] = {
        {"a:b/c", "../g", "a:/g"},
        {"a:b", "g", "a:g"},
        {"a:b", "./g:h", "a:g:h"},
        {"mailto:a@b", "#f", "mailto:a@b#f"},
        {"http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"},
        {"http://a/b/c/d;p?q", "?", "http://a/b/c/d;p?"},
        {"http://a/b/c/d;p?q", "#", "http://a/b/c/d;p?q#"},
        {"http://a/b/c/d;p?q", "///g", "http:///g"},
        {"http://a/b//c", "../g", "http://a/b/g"},
        {"http://a/b/..", "g", "http://a/b/g"},
        {"a:/b", "..//g", "a:/.//g"},
        {"a:/b", "/.//g", "a:/.//g"},
        {"a:b", "a:/.//g", "a:/.//g"},
        {"http://a/b", "..//g", "http://a//g"},
        {"http://a/b", "%2e%2e/g", "http://a/%2e%2e/g"},
        {"http://a", "g", "http://a/g"},
        {"http://a", "../g", "http://a/g"},
        {"http://a?q", "", "http://a?q"},
        {"http://a#f", "", "http://a"},
        {"http://a/b/../c/d", "g", "http://a/c/g"},
        {"http://a/b/../c/d", "?y", "http://a/b/../c/d?y"},
        {"http://a/", "http://b/../c", "http://b/c"},
        {"http://u:p@h:80/", "//u@[::1]:/x", "http://u@[::1]:/x"},
        {"file:///a/b", "c", "file:///a/c"},
        {"a:..//x", "g", "a:/g"},
    };
    for (const case_ &c : cases) EXPECT_EQ(resolved(c.base, c.reference), c.target) << c.base << " " << c.reference;
}

TEST(resolve, erratum_4789) {
    resolve_options o;
    o.base_dots = base_dots::removed_first;
    const case_ cases[] = {
        {"http://a/b/..", "g", "http://a/g"},
        {"http://a/b/.", "g", "http://a/b/g"},
        {"http://a/b/c/..", "../g", "http://a/g"},
        {"http://a/b/..c", "g", "http://a/b/g"},
        {"http://a/..", "g", "http://a/g"},
        {"a:b/..", "g", "a:/g"},
        {"a:..", "g", "a:g"},
        {"http://a/b/..", "?y", "http://a/b/..?y"},
    };
    for (const case_ &c : cases) {
        EXPECT_EQ(resolved(c.base, c.reference, edition::rfc3986, o), c.target) << c.base << " " << c.reference;
    }
    EXPECT_EQ(resolved("http://a/..", "g", edition::rfc2396bis_01, o), "http://a/../g") << "a kept .. is a directory";
}

TEST(resolve, double_slash_refused) {
    resolve_options o;
    o.double_slash = double_slash::refuse;
    EXPECT_EQ(resolved("a:/b", "..//g", edition::rfc3986, o), "error:changes_components");
    EXPECT_EQ(resolved("a:/b", "a:/.//g", edition::rfc3986, o), "error:changes_components");
    EXPECT_EQ(resolved("a://h/b", "..//g", edition::rfc3986, o), "a://h//g");
}

TEST(resolve, older_editions_and_opaque_uris) {
    for (const edition e : {edition::rfc2396bis_01, edition::rfc2396}) {
        EXPECT_EQ(resolved("mailto:a@b", "g", e), "error:opaque_base");
        EXPECT_EQ(resolved("mailto:a@b", "?y", e), "error:opaque_base");
        EXPECT_EQ(resolved("mailto:a@b", "//g", e), "error:opaque_base");
        EXPECT_EQ(resolved("mailto:a@b", "#s", e), "(current document)#s");
        EXPECT_EQ(resolved("mailto:a@b", "a:b/../c", e), "a:b/../c");
        EXPECT_EQ(resolved("a:/b", "..//g", e), "a:/..//g");
        EXPECT_EQ(resolved("a:/b", "..//g", e, with(excess_dots::drop)), "a:/.//g");
    }
    EXPECT_EQ(resolved("a:", "g", edition::rfc2396bis_01), "a:/g") << "2003 draft 5.2, merge, step 1";
    for (const text r : {"g", "?y", "/g", "//g"}) {
        EXPECT_EQ(resolved("x:?a[b]", r, edition::rfc2396bis_01), "error:opaque_base") << "2003 draft 5: hier-part";
    }
    EXPECT_EQ(resolved("x:?a[b]", "#s", edition::rfc2396bis_01), "(current document)#s");
    EXPECT_EQ(resolved("x:?a", "?y", edition::rfc2396bis_01), "x:?y") << "2003 draft 3: hier-part is a query here";
    const auto base = parse_uri("x:?a[b]", {edition::rfc2396bis_01}).value();
    const auto refused = resolve(base, parse_uri_reference("g", {edition::rfc2396bis_01}).value());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().section(), "5");
}

// An opaque part may hold brackets, a path or query may not: such a reference keeps its scheme.
TEST(resolve, not_strict_leaves_brackets_alone) {
    resolve_options lenient;
    lenient.strict = false;
    for (const text r : {"http:a[b]", "http:?[b]"}) {
        EXPECT_EQ(resolved(example_base, r, edition::rfc2396bis_01, lenient), r);
    }
    EXPECT_EQ(resolved(example_base, "http:#s", edition::rfc2396bis_01, lenient), "(current document)#s");
}

TEST(resolve, buffer) {
    const auto base = parse_uri(example_base).value();
    const auto r = parse_uri_reference("../g").value();
    std::string buffer(base.text().size() + r.text().size() + resolve_slack, '!');
    const auto t = resolve_to(buffer, base, r).value();
    EXPECT_EQ(t.text(), "http://a/b/g");
    EXPECT_EQ(t.text().data(), buffer.data());
    EXPECT_EQ(t.reference.path(), "/b/g");
    const auto tight = resolve_to(std::span{buffer}.first(buffer.size() - 1), base, r);
    ASSERT_FALSE(tight);
    EXPECT_EQ(tight.error().code, error_code::buffer_too_small);
}

TEST(resolve, append_keeps_what_is_there) {
    const auto base = parse_uri("mailto:a@b", {edition::rfc2396bis_01}).value();
    std::string out = "before ";
    EXPECT_TRUE(resolve_append(out, base, parse_uri_reference("#s", {edition::rfc2396bis_01}).value()));
    EXPECT_EQ(out, "before (current document)#s");
    EXPECT_FALSE(resolve_append(out, base, parse_uri_reference("g", {edition::rfc2396bis_01}).value()));
    EXPECT_EQ(out, "before (current document)#s");
}

// The texts that the last segment and the search for dots look at begin and end anywhere in their steps of eight bytes.
TEST(resolve, every_length) {
    for (std::size_t dir = 1; dir < 40; ++dir) {
        for (std::size_t last = 0; last < 20; ++last) {
            const std::string directory = "a:/" + std::string(dir, 'd') + "/";
            const std::string base = directory + std::string(last, 'l');
            ASSERT_EQ(resolved(base, "g"), directory + "g");
            ASSERT_EQ(resolved(base, "../g"), "a:/g");
            ASSERT_EQ(resolved(base, "g/./" + std::string(last, 'h')), directory + "g/" + std::string(last, 'h'));
        }
    }
}

TEST(resolve, long_paths_in_linear_time) {
    const std::size_t n = 1'000'000;
    std::string base = "http://a";
    std::string up;
    for (std::size_t i = 0; i < n; ++i) {
        base += "/b";
        up += "../";
    }
    EXPECT_EQ(resolved(base, up + "g"), "http://a/g");
    EXPECT_EQ(resolved(base, "x/../" + up + "g"), "http://a/g");
    EXPECT_EQ(resolved(base + "/x/./c", up + "g"), "http://a/b/g");
}

// Whatever comes out parses to the very components that were said, and once resolved stays as it is.
RC_GTEST_PROP(resolve_properties, target_parses_to_its_components, ()) {
    const edition e = *rc::gen::elementOf(std::vector<edition>(editions.begin(), editions.end()));
    const std::string b = *rc::gen::elementOf(std::vector<std::string>{"http:", "a:"}) +
                          *rc::gen::elementOf(std::vector<std::string>{"//h", "//u@h:1", "//", ""}) +
                          *testing_references::path();
    const std::string r = *testing_references::any_reference();
    const auto base = parse_uri(b, {e});
    const auto reference = parse_uri_reference(r, {e});
    RC_PRE(base.has_value() && reference.has_value());
    resolve_options o;
    o.strict = *rc::gen::arbitrary<bool>();
    o.excess = *rc::gen::element(excess_dots::by_edition, excess_dots::keep, excess_dots::drop, excess_dots::refuse);
    o.base_dots = *rc::gen::element(base_dots::as_written, base_dots::removed_first);

    std::string buffer(b.size() + r.size() + resolve_slack, '!');
    const auto t = resolve_to(buffer, *base, *reference, o);
    RC_PRE(t.has_value());
    const auto again = parse_uri_reference(t->text(), {e});
    RC_ASSERT(again.has_value());
    RC_ASSERT(detail::access::where(*again) == detail::access::where(t->reference));
    RC_ASSERT(to_string(*t) == resolve(*base, *reference, o).value());
    if (t->current_document) return;
    RC_ASSERT(t->reference.has_scheme());
    RC_ASSERT(t->reference.fragment() == reference->fragment());
    // A target is its own target (5.2.2: T.scheme = R.scheme), unless its path is the base's, taken as it is.
    if (!reference->has_authority() && reference->path().empty()) return;
    o.strict = true;
    const auto twice = resolve(*base, t->reference, o);
    RC_ASSERT(twice.has_value() && *twice == t->text());
}

} // namespace
