// Edits of path segments: RFC 3986 3.3.
#include <uniform/uri/path.hpp>
#include <uniform/uri/uri.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace {

using namespace uniform;

using edit = std::function<std::expected<void, error>(reference &)>;

struct edit_case {
    std::string_view before;
    const char *name;
    edit apply;
    std::string_view after;
};

#define EDIT(call) #call, [](reference &r) { return r.call; }

const edit_case edits[]{
    {"http://h/a/b?q#f", EDIT(append_segment("c")), "http://h/a/b/c?q#f"},
    {"http://h/a/?q#f", EDIT(append_segment("c")), "http://h/a/c?q#f"}, // the empty last segment is filled
    {"http://h/a//", EDIT(append_segment("c")), "http://h/a//c"},
    {"http://h/", EDIT(append_segment("c")), "http://h/c"},
    {"http://h", EDIT(append_segment("c")), "http://h/c"},
    {"http://h", EDIT(append_segment("")), "http://h/"},
    {"/", EDIT(append_segment("c")), "/c"},
    {"", EDIT(append_segment("c")), "c"},
    {"s:", EDIT(append_segment("c:d")), "s:c:d"},
    {"s:c", EDIT(append_segment("d")), "s:c/d"},
    {"/a", EDIT(append_segment("")), "/a/"},
    {"/a/", EDIT(append_segment("")), "/a/"},
    {"/a", EDIT(append_segment("%2F")), "/a/%2F"},
    {"/a", EDIT(append_segment("..")), "/a/.."}, // as written
    {"/a", EDIT(append_segment(decoded{"b/c%2F?#"})), "/a/b%2Fc%252F%3F%23"},
    {"", EDIT(append_segment(decoded{"a:b"})), "a%3Ab"}, // RFC 3986 4.2: no colon in the first segment
    {"x", EDIT(append_segment(decoded{"a:b"})), "x/a:b"},
    {"/", EDIT(append_segment(decoded{"a:b"})), "/a:b"},

    {"/a/b", EDIT(insert_segment(0, "x")), "/x/a/b"},
    {"/a/b", EDIT(insert_segment(1, "x")), "/a/x/b"},
    {"/a/b", EDIT(insert_segment(2, "x")), "/a/b/x"},
    {"/a/", EDIT(insert_segment(1, "x")), "/a/x/"},
    {"/a/", EDIT(insert_segment(2, "x")), "/a//x"},
    {"a/b", EDIT(insert_segment(0, "x")), "x/a/b"},
    {"a/b", EDIT(insert_segment(0, decoded{"x:y/z"})), "x%3Ay%2Fz/a/b"},
    {"//h", EDIT(insert_segment(0, "")), "//h/"},
    {"//h/a", EDIT(insert_segment(0, "")), "//h//a"},
    {"", EDIT(insert_segment(0, "x")), "x"},

    {"/a/b/c", EDIT(replace_segment(0, "x")), "/x/b/c"},
    {"/a/b/c", EDIT(replace_segment(1, "")), "/a//c"},
    {"/a/b/c", EDIT(replace_segment(2, decoded{"%"})), "/a/b/%25"},
    {"a:b/c", EDIT(replace_segment(0, "x")), "a:x/c"},
    {"a/", EDIT(replace_segment(1, "x")), "a/x"},

    {"/a/b/c", EDIT(erase_segment(0)), "/b/c"},
    {"/a/b/c", EDIT(erase_segment(1)), "/a/c"},
    {"/a/b/c", EDIT(erase_segment(2)), "/a/b"},
    {"/a//", EDIT(erase_segment(1)), "/a/"},
    {"//h/a//b", EDIT(erase_segment(0)), "//h//b"},
    {"/a", EDIT(erase_segment(0)), "/"},
    {"/", EDIT(erase_segment(0)), "/"},
    {"a", EDIT(erase_segment(0)), ""},
    {"a/b", EDIT(erase_segment(0)), "b"},

    {"http://h/a/b?q", EDIT(pop_segment()), "http://h/a?q"},
    {"http://h/a/?q", EDIT(pop_segment()), "http://h/a?q"},
    {"http://h/a", EDIT(pop_segment()), "http://h/"},
    {"a/", EDIT(pop_segment()), "a"},
    {"a", EDIT(pop_segment()), ""},
};

TEST(edit_path, does_what_it_says) {
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
    // A segment is one segment
    {"/a", EDIT(append_segment("b/c")), {1, error_code::invalid_character, rule::segment}},
    {"/a", EDIT(append_segment("b?c")), {1, error_code::invalid_character, rule::path}},
    {"/a", EDIT(append_segment("b%")), {1, error_code::invalid_percent_encoding, rule::pct_encoded}},
    {"/a", EDIT(append_segment(decoded{".."})), {0, error_code::changes_components, rule::segment}},
    {"/a", EDIT(replace_segment(0, decoded{"."})), {0, error_code::changes_components, rule::segment}},
    // Paths that would read as another component
    {"", EDIT(append_segment("a:b")), {0, error_code::changes_components, rule::scheme}},
    {"/a/b", EDIT(insert_segment(0, "")), {0, error_code::changes_components, rule::authority}},
    {"/a//b", EDIT(erase_segment(0)), {0, error_code::changes_components, rule::authority}},
    {"a/b:c", EDIT(erase_segment(0)), {0, error_code::changes_components, rule::scheme}},
    // A relative path stays relative, and segments that cannot be written down are refused
    {"a//b", EDIT(erase_segment(0)), {0, error_code::changes_components, rule::path}},
    {"a/b", EDIT(replace_segment(0, "")), {0, error_code::changes_components, rule::path}},
    {"a", EDIT(replace_segment(0, "")), {0, error_code::changes_components, rule::path}},
    {"a", EDIT(insert_segment(0, "")), {0, error_code::changes_components, rule::path}},
    {"", EDIT(append_segment("")), {0, error_code::changes_components, rule::path}},
    {"a/", EDIT(erase_segment(0)), {0, error_code::changes_components, rule::path}},
    // Segments that are not there
    {"/a", EDIT(erase_segment(1)), {0, error_code::not_found, rule::segment}},
    {"/a", EDIT(replace_segment(1, "x")), {0, error_code::not_found, rule::segment}},
    {"/a", EDIT(insert_segment(2, "x")), {0, error_code::not_found, rule::segment}},
    {"//h", EDIT(pop_segment()), {0, error_code::not_found, rule::segment}},
};

TEST(edit_path, or_nothing) {
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
