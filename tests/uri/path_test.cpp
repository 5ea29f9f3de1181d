// The segments of a path: RFC 3986 3.3.
#include <uniform/uri/path.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace uniform;
using testing::ElementsAre;

static_assert(std::ranges::bidirectional_range<path_segments>);
static_assert(std::ranges::common_range<path_segments>);
static_assert(std::ranges::view<path_segments>);
static_assert(std::ranges::borrowed_range<path_segments>);
static_assert(std::is_trivially_copyable_v<path_segments>);

std::vector<std::string> segments(std::string_view path) {
    std::vector<std::string> out;
    for (const std::string_view s : path_segments{path}) out.emplace_back(s);
    return out;
}

struct path_case {
    std::string_view path;
    std::vector<std::string> segments;
};

const path_case paths[]{
    {"", {}},
    {"/", {""}},
    {"//", {"", ""}},
    {"a", {"a"}},
    {"/a", {"a"}},
    {"a/", {"a", ""}},
    {"a/b", {"a", "b"}},
    {"/a/b/c", {"a", "b", "c"}},
    {"/a//b/", {"a", "", "b", ""}},
    {"/a%2Fb/c", {"a%2Fb", "c"}},      // "%2F" separates nothing
    {"/%2e/./..", {"%2e", ".", ".."}}, // dot segments are segments
    {"fred@example.com", {"fred@example.com"}},
};

TEST(path, segments_as_written) {
    for (const auto &c : paths) {
        EXPECT_EQ(segments(c.path), c.segments) << c.path;
        const path_segments all{c.path};
        EXPECT_EQ(all.count(), c.segments.size()) << c.path;
        EXPECT_EQ(all.empty(), c.segments.empty()) << c.path;
        EXPECT_EQ(all.text(), c.path);
    }
}

TEST(path, walks_both_ways) {
    for (const auto &c : paths) {
        std::vector<std::string> back;
        for (const std::string_view s : path_segments{c.path} | std::views::reverse) back.emplace_back(s);
        std::ranges::reverse(back);
        EXPECT_EQ(back, c.segments) << c.path;
    }
}

TEST(path, segments_join_back) {
    for (const auto &c : paths) {
        const path_segments all{c.path};
        std::string joined = all.is_absolute() ? "/" : "";
        for (auto i = all.begin(); i != all.end(); ++i) {
            if (i != all.begin()) joined += '/';
            joined += *i;
        }
        EXPECT_EQ(joined, c.path);
    }
}

TEST(path, one_segment_by_its_index) {
    static_assert(path_segments{"/a/b"}.at(1) == "b");
    static_assert(!path_segments{"/a/b"}.at(2) && !path_segments{""}.at(0));
    static_assert(path_segments{"/a/b"}.front() == "a" && path_segments{"/a/b"}.back() == "b");
    static_assert(path_segments{"/"}.at(0) == "");
}

TEST(path, works_with_the_standard_ranges) {
    constexpr path_segments path{"/over/there/"};
    static_assert(std::ranges::distance(path) == 3);
    static_assert(std::ranges::find(path, std::string_view{"there"}) != path.end());
    static_assert(*std::ranges::find(path_segments{"/x/y"}, std::string_view{"y"}) == "y"); // borrowed: not dangling
    std::vector<std::size_t> sizes;
    for (const std::size_t n : path | std::views::transform(&std::string_view::size)) sizes.push_back(n);
    EXPECT_THAT(sizes, ElementsAre(4, 5, 0));
}

TEST(path, decoded_segments_keep_their_slashes_inside) {
    const auto data = decoded_segments("/a%2Fb//%41");
    ASSERT_TRUE(data);
    EXPECT_THAT(*data, ElementsAre("a/b", "", "A"));
    const auto bad = decoded_segments("/ab/c%4");
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error(), (error{5, error_code::invalid_percent_encoding, rule::pct_encoded}));
}

} // namespace
