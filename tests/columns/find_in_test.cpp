// URIs in a column of texts: rows, lists and what a consumer of the C data interface may do with them.

#include <uniform/columns/find_in.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "arrays.hpp"

namespace {

using namespace uniform;
using namespace uniform::columns;
using namespace uniform::columns::test;

// A list as "URI begin-end delimited; ..."; "null" for null.
std::vector<std::string> lists_of(const result &found) {
    EXPECT_STREQ(found.type.format, "+l");
    EXPECT_EQ(found.type.n_children, 1);
    const ArrowSchema &item = *found.type.children[0];
    EXPECT_STREQ(item.format, "+s");
    const std::vector<std::string_view> names{"uri", "begin", "end", "delimited"};
    EXPECT_EQ(item.n_children, 4);
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(item.children[i]->name, names[i]);

    const ArrowArray &structs = *found.data.children[0];
    const auto text = [&](std::size_t field, std::int32_t at) {
        const auto *offsets = static_cast<const std::int32_t *>(structs.children[field]->buffers[1]);
        const auto *bytes = static_cast<const char *>(structs.children[field]->buffers[2]);
        return std::string{bytes + offsets[at], bytes + offsets[at + 1]};
    };
    const auto number = [&](std::size_t field, std::int32_t at) {
        return std::to_string(static_cast<const std::int64_t *>(structs.children[field]->buffers[1])[at]);
    };
    std::vector<std::string> out;
    const auto *valid = static_cast<const std::uint8_t *>(found.data.buffers[0]);
    const auto *offsets = static_cast<const std::int32_t *>(found.data.buffers[1]);
    for (std::int64_t row = 0; row < found.data.length; ++row) {
        const auto at = static_cast<std::size_t>(row);
        if (valid != nullptr && (valid[at / 8] >> (at % 8) & 1) == 0) {
            EXPECT_EQ(offsets[at], offsets[at + 1]);
            out.emplace_back("null");
            continue;
        }
        std::string list;
        for (std::int32_t i = offsets[at]; i < offsets[at + 1]; ++i) {
            if (!list.empty()) list += "; ";
            list += text(0, i) + ' ' + number(1, i) + '-' + number(2, i) + ' ' + text(3, i);
        }
        out.push_back(std::move(list));
    }
    EXPECT_EQ(structs.length, offsets[found.data.length]);
    for (std::int64_t i = 0; i < structs.n_children; ++i) EXPECT_EQ(structs.children[i]->length, structs.length);
    return out;
}

const rows messages{"see <http://a.example/b>, or urn:isbn:0451450523.", std::nullopt, "", "nothing",
                    "\u00FC <URL:ftp://ds.inter\nnic.net/rfc>"};
const std::vector<std::string> found_there{
    "http://a.example/b 5-23 angle; urn:isbn:0451450523 29-48 bare",
    "null",
    "",
    "",
    "ftp://ds.internic.net/rfc 8-34 angle",
};

class columns_find : public testing::TestWithParam<layout> {};

// RFC 3986 appendix C, in every layout of texts and in slices.
TEST_P(columns_find, rfc3986_appendix_c) {
    for (const std::int64_t before : {0, 3}) {
        const array texts{GetParam(), messages, before};
        result found;
        ASSERT_TRUE(find_in(texts.type, texts.data, {}, found.type, found.data));
        EXPECT_EQ(lists_of(found), found_there);
        EXPECT_EQ(found.data.null_count, 1);
    }
}

INSTANTIATE_TEST_SUITE_P(layouts, columns_find,
                         testing::Values(layout::utf8, layout::large_utf8, layout::utf8_view, layout::dictionary8,
                                         layout::dictionary32, layout::dictionary64));

// rfc2396bis-01 appendix F: the URI is the completed one, its place that of what was written.
TEST(columns_find_options, rfc2396bis_appendix_f) {
    const array texts{layout::utf8, {"at www.w3.org."}};
    result found;
    ASSERT_TRUE(find_in(texts.type, texts.data, {.abbreviated = true}, found.type, found.data));
    EXPECT_EQ(lists_of(found), std::vector<std::string>{"http://www.w3.org 3-13 abbreviated"});
}

TEST(columns_find_arrays, without_rows) {
    const array texts{layout::utf8, {}};
    result found;
    ASSERT_TRUE(find_in(texts.type, texts.data, {}, found.type, found.data));
    EXPECT_TRUE(lists_of(found).empty());
}

TEST(columns_find_arrays, what_is_refused_leaves_the_result_alone) {
    array numbers{layout::utf8, messages};
    numbers.type.format = "i";
    result found;
    const auto refused = find_in(numbers.type, numbers.data, {}, found.type, found.data);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, failure_kind::unsupported_type);
    EXPECT_EQ(found.data.release, nullptr);

    array descending{layout::utf8, messages};
    descending.fixed_as<std::int32_t>(1) = -1;
    const auto malformed = find_in(descending.type, descending.data, {}, found.type, found.data);
    ASSERT_FALSE(malformed);
    EXPECT_EQ(malformed.error().kind, failure_kind::malformed_array);
    EXPECT_EQ(found.data.release, nullptr);
}

// "Release callback semantics": a child that was moved out lives longer than its parent.
TEST(columns_find_arrays, children_may_be_moved_out) {
    ArrowArray uris{};
    {
        const array texts{layout::utf8, messages};
        result found;
        ASSERT_TRUE(find_in(texts.type, texts.data, {}, found.type, found.data));
        ArrowArray &child = *found.data.children[0]->children[0];
        uris = child;
        child.release = nullptr;
    }
    EXPECT_EQ(uris.length, 3);
    EXPECT_EQ(std::string_view(static_cast<const char *>(uris.buffers[2]), 18), "http://a.example/b");
    uris.release(&uris);
}

} // namespace
