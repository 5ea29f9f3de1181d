#include "base/text.hpp"

#include <optional>
#include <string_view>

#include <gtest/gtest.h>

namespace uniform::base {
namespace {

struct row {
    std::string_view text;
    std::optional<std::size_t> one;     // the offset of what a text of one line must not have
    std::optional<std::size_t> several; // and one of several lines
};

// A person must see a text as it is: in the order of its characters, and a text of one line on one.
TEST(find_text_fault, says_where) {
    for (const row &r : {
             row{"a title", {}, {}},
             row{"\u0645\u200E\u200F\u061C", {}, {}}, // the marks of direction, which names need
             row{"a\nb", 1, {}},
             row{"a\tb", 1, {}},
             row{"a\u2028b", 1, {}},
             row{"ab\u2029", 2, {}},
             row{"a\u2029b\n", 1, {}},
             row{"a\u2027b\u202F", {}, {}}, // beside them
             row{"a\x1B[31m", 1, 1},
             row{"a\x7F", 1, 1},
             row{"a\xC2\x9B", 1, 1}, // U+009B, a C1 control character
             row{"ab\u202E", 2, 2},
             row{"\u2066", 0, 0},
             row{"a\xFF", 1, 1},
         }) {
        const auto one = find_text_fault(r.text, text_lines::one);
        const auto several = find_text_fault(r.text, text_lines::several);
        const auto offset = [](const text_fault &fault) { return fault.at; };
        EXPECT_EQ(one.transform(offset), r.one) << r.text;
        EXPECT_EQ(several.transform(offset), r.several) << r.text;
    }
}

TEST(on_one_line, has_a_blank_for_each_fault) {
    EXPECT_EQ(on_one_line("a\nb\u2028c\u2029d\u202Ee\x01"), "a b c d e ");
    EXPECT_EQ(on_one_line("caf\u00E9"), "caf\u00E9");
}

} // namespace
} // namespace uniform::base
