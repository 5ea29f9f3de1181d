// Edits of query parameters: what is not concerned keeps its bytes.
#include <uniform/uri/uri.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace {

using namespace uniform;

using edit = std::function<std::expected<void, error>(reference &)>;

constexpr query_options semicolon{.semicolon = true};
constexpr query_options comma{.separator = ','};
constexpr query_options form{.plus = plus::as_space};

struct edit_case {
    std::string_view before;
    const char *name;
    edit apply;
    std::string_view after;
};

#define EDIT(call) #call, [](reference &r) { return r.call; }

const edit_case edits[]{
    {"/p", EDIT(append_parameter("k", "v")), "/p?k=v"},
    {"/p?", EDIT(append_parameter("k", "v")), "/p?k=v"},
    {"/p?a#f", EDIT(append_parameter("k")), "/p?a&k#f"},
    {"/p?a", EDIT(append_parameter("k", "")), "/p?a&k="},
    {"/p?a&", EDIT(append_parameter("k", "x=y")), "/p?a&&k=x=y"},
    {"/p?a", EDIT(append_parameter("")), "/p?a&"},
    {"/p?a", EDIT(append_parameter("k", "%26+")), "/p?a&k=%26+"},
    {"/p?a", EDIT(append_parameter(decoded{"k=&"}, decoded{"a+b c%;"})), "/p?a&k%3D%26=a%2Bb%20c%25%3B"},
    {"/p?a", EDIT(append_parameter(decoded{"k"}, decoded{"a b"}, form)), "/p?a&k=a+b"},
    {"/p?a;b", EDIT(append_parameter("k", "v", semicolon)), "/p?a;b;k=v"},
    {"/p?a;b&c", EDIT(append_parameter("k", "v", semicolon)), "/p?a;b&c&k=v"},
    {"/p?a;b", EDIT(append_parameter("k", "v")), "/p?a;b&k=v"},

    {"/p?a=1&b=2&a=3&c", EDIT(set_parameter("a", "x")), "/p?a=x&b=2&c"},
    {"/p?a=1&b=2", EDIT(set_parameter("c", "x")), "/p?a=1&b=2&c=x"},
    {"/p", EDIT(set_parameter("c", "x")), "/p?c=x"},
    {"/p?%61=1", EDIT(set_parameter("a", "x")), "/p?%61=x"}, // the key stays as written
    {"/p?a=1", EDIT(set_parameter("%61")), "/p?a"},
    {"/p?a%20b=1&a+b=2", EDIT(set_parameter("a+b", "x", form)), "/p?a%20b=x"},
    {"/p?a%20b=1&a+b=2", EDIT(set_parameter("a+b", "x")), "/p?a%20b=1&a+b=x"},
    {"/p?a+b=2", EDIT(set_parameter(decoded{"a b"}, decoded{"x y"}, form)), "/p?a+b=x+y"},
    {"/p?&&a&&", EDIT(set_parameter("a", "1")), "/p?&&a=1&&"},

    {"/p?a=1&b=2&a=3", EDIT(replace_parameter("a", "x")), "/p?a=x&b=2"},
    {"/p?a=1", EDIT(replace_parameter(decoded{"a"}, decoded{"&"})), "/p?a=%26"},

    {"/p?a=1&b=2&a&c", EDIT(remove_parameter("a")), "/p?b=2&c"},
    {"/p?a=1&b=2", EDIT(remove_parameter("b")), "/p?a=1"},
    {"/p?a=1#f", EDIT(remove_parameter("a")), "/p#f"}, // nothing left: the "?" goes as well
    {"/p?#f", EDIT(remove_parameter("a")), "/p?#f"},   // nothing removed: it stays
    {"/p", EDIT(remove_parameter("a")), "/p"},
    {"/p?%61&A", EDIT(remove_parameter(decoded{"a"})), "/p?A"},
    {"/p?a%26b&c", EDIT(remove_parameter(decoded{"a&b"})), "/p?c"},
    {"/p?a;b&c;a", EDIT(remove_parameter("a", semicolon)), "/p?b&c"},
    {"/p?a;b&c;a", EDIT(remove_parameter("a")), "/p?a;b&c;a"},
    {"/p?a&&b&", EDIT(remove_parameter("b")), "/p?a&&"},
    {"/p?a&&b&", EDIT(remove_parameter("")), "/p?a&b"},

    {"/p?utm_source=x&q=1&utm_medium=y&UTM_=z", EDIT(remove_parameters_matching("utm_*")), "/p?q=1&UTM_=z"},
    {"/p?utm%5Fsource=x&q=1", EDIT(remove_parameters_matching("utm_*")), "/p?q=1"},
    {"/p?a+b=1&ab=2", EDIT(remove_parameters_matching("a b", form)), "/p?ab=2"},
    {"/p?utm_a&utm_b", EDIT(remove_parameters_matching("utm_*")), "/p"},
    {"/p?id=1&utm_a&page=2", EDIT(keep_parameters_matching("?d")), "/p?id=1"},
    {"/p?a=1&b&c=", EDIT(remove_parameters_if([](const parameter &p) { return !p.value; })), "/p?a=1&c="},

    {"/p?b=2&a=1&b=1&a", EDIT(sort_parameters()), "/p?a=1&a&b=2&b=1"},
    {"/p?b&&a", EDIT(sort_parameters()), "/p?&a&b"},
    {"/p?b;c&a", EDIT(sort_parameters(semicolon)), "/p?a;b&c"},
    {"/p?", EDIT(sort_parameters()), "/p?"},
    {"/p?%62&a", EDIT(sort_parameters()), "/p?%62&a"}, // by the key as written

    {"/p?a=1&b=2", EDIT(merge_parameters("b=3&c=4")), "/p?a=1&b=3&c=4"},
    {"/p", EDIT(merge_parameters("b=3&c")), "/p?b=3&c"},
    {"/p?a=1", EDIT(merge_parameters("")), "/p?a=1"},
    {"/p?a=1&b=2&a=3", EDIT(merge_parameters("a=4")), "/p?a=4&b=2"}, // no other values
    {"/p?a=1&b=2&a=3", EDIT(merge_parameters("a=4&a&a=6")), "/p?a=4&b=2&a&a=6"},
    {"/p?%61=1&b", EDIT(merge_parameters("a=%26")), "/p?%61=%26&b"}, // the key stays as written
    {"/p?a+b=1", EDIT(merge_parameters("a%20b=2", form)), "/p?a+b=2"},
    {"/p?a+b=1", EDIT(merge_parameters("a%20b=2")), "/p?a+b=1&a%20b=2"},
    {"/p?a;b", EDIT(merge_parameters("b=1;c", semicolon)), "/p?a;b=1;c"},
    {"/p?a&b,c", EDIT(merge_parameters("c=1&2,d", comma)), "/p?a&b,c=1&2,d"},

    // a separator of one's own
    {"/p?a,b", EDIT(append_parameter("k", "x&y", comma)), "/p?a,b,k=x&y"},
    {"/p", EDIT(append_parameter(decoded{"k"}, decoded{"x,y&z"}, comma)), "/p?k=x%2Cy%26z"},
    {"/p?a=1,b=2", EDIT(remove_parameter("a", comma)), "/p?b=2"},
    {"/p?b,a&c", EDIT(sort_parameters(comma)), "/p?a&c,b"},

    // URL Standard 5.1: an empty sequence is no pair
    {"/p?&a=1&&b=2&", EDIT(set_parameter("a", "x", form)), "/p?a=x&b=2"},
    {"/p?&", EDIT(append_parameter("a", "b", form)), "/p?a=b"},
    {"/p?&a&", EDIT(remove_parameter("", form)), "/p?&a&"},
    {"/p?&a&&=x", EDIT(remove_parameter("", form)), "/p?a"},
    {"/p?&a", EDIT(remove_parameter("a", form)), "/p"},
    {"/p?&a", EDIT(remove_parameter("a")), "/p"}, // one empty pair cannot be written
    {"/p?b&&a", EDIT(sort_parameters(form)), "/p?a&b"},
    {"/p?a=1", EDIT(merge_parameters("&&a=2", form)), "/p?a=2"},
    {"/p?a&&b", EDIT(merge_parameters("&", form)), "/p?a&&b"},
};

TEST(edit_query, does_what_it_says) {
    for (const auto &c : edits) {
        reference r = reference::parse(std::string{c.before}).value();
        const auto done = c.apply(r);
        EXPECT_TRUE(done) << c.before << ' ' << c.name << ": " << (done ? "" : to_string(done.error().code));
        EXPECT_EQ(r.text(), c.after) << c.before << ' ' << c.name;
    }
}

struct refused_case {
    std::string_view before;
    const char *name;
    edit apply;
    error why;
};

const refused_case refused[]{
    // A pair is one pair
    {"/p", EDIT(append_parameter("a=b", "c")), {1, error_code::invalid_character, rule::query}},
    {"/p", EDIT(append_parameter("a&b")), {1, error_code::invalid_character, rule::query}},
    {"/p", EDIT(append_parameter("a", "bc&")), {2, error_code::invalid_character, rule::query}},
    {"/p", EDIT(append_parameter("a;", "b", semicolon)), {1, error_code::invalid_character, rule::query}},
    {"/p", EDIT(append_parameter("a", "b,", comma)), {1, error_code::invalid_character, rule::query}},
    {"/p", EDIT(merge_parameters("a=b c")), {3, error_code::invalid_character, rule::query}},
    {"/p", EDIT(merge_parameters("a&b%")), {3, error_code::invalid_percent_encoding, rule::pct_encoded}},
    {"/p", EDIT(set_parameter("a", "&")), {0, error_code::invalid_character, rule::query}},
    // Characters that a query does not admit
    {"/p", EDIT(append_parameter("a", "b#")), {1, error_code::invalid_character, rule::query}},
    {"/p", EDIT(append_parameter("a b", "c")), {1, error_code::invalid_character, rule::query}},
    {"/p", EDIT(set_parameter("ab%", "c")), {2, error_code::invalid_percent_encoding, rule::pct_encoded}},
    {"/p", EDIT(set_parameter("a", "%4")), {0, error_code::invalid_percent_encoding, rule::pct_encoded}},
    {"/p?a", EDIT(remove_parameter("%4")), {0, error_code::invalid_percent_encoding, rule::pct_encoded}},
    // One empty pair cannot be told from no pair
    {"/p", EDIT(append_parameter("")), {0, error_code::lost_parameter, rule::query}},
    {"/p?=x", EDIT(set_parameter("")), {0, error_code::lost_parameter, rule::query}},
    // URL Standard 5.1: form data have no empty pairs
    {"/p?a", EDIT(append_parameter("", {}, form)), {0, error_code::lost_parameter, rule::query}},
    {"/p?a&=x", EDIT(set_parameter("", {}, form)), {0, error_code::lost_parameter, rule::query}},
    {"/p?a&=x", EDIT(replace_parameter(decoded{""}, {}, form)), {0, error_code::lost_parameter, rule::query}},
    {"/p?a&", EDIT(replace_parameter("", "x", form)), {0, error_code::not_found, rule::query}},
    // Parameters that are not there
    {"/p?b", EDIT(replace_parameter("a", "x")), {0, error_code::not_found, rule::query}},
    {"/p", EDIT(replace_parameter(decoded{"a"})), {0, error_code::not_found, rule::query}},
};

TEST(edit_query, or_nothing) {
    for (const auto &c : refused) {
        reference r = reference::parse(std::string{c.before}).value();
        const auto done = c.apply(r);
        ASSERT_FALSE(done) << c.before << ' ' << c.name << " -> " << r.text();
        EXPECT_EQ(to_string(done.error().code), to_string(c.why.code)) << c.before << ' ' << c.name;
        EXPECT_EQ(to_string(done.error().rule), to_string(c.why.rule)) << c.before << ' ' << c.name;
        EXPECT_EQ(done.error().offset, c.why.offset) << c.before << ' ' << c.name;
        EXPECT_EQ(r.text(), c.before);
    }
}

} // namespace
