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
             row{"(C++\u200E) \u05D0", {}, {}},
             row{"C++\u200E", 3, 3}, // texts from left to right do not
             row{"a\u200Fb", 1, 1},
             row{"\u061C", 0, 0},
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
             // Default_Ignorable_Code_Point of Unicode 18 (UAX 44): nobody sees them.
             row{"a\u00ADb", {}, {}}, // a hyphen within a word
             row{"\u00ADb", 0, 0},
             row{"1\u00ADb", 1, 1},
             row{"\u00E9\u200D\u00E9", 2, 2},
             row{"\u540D\u200D\u5B57", 3, 3},
             row{"a\u034Fb", 1, 1},
             row{"\u115F", 0, 0},
             row{"a\u17B4", 1, 1},
             row{"a\u200Bb", 1, 1},
             row{"a\u2060b", 1, 1},
             row{"a\u2064", 1, 1},
             row{"a\u206A", 1, 1},
             row{"\uFEFFa", 0, 0},
             row{"\u3164", 0, 0},
             row{"\uFFA0", 0, 0},
             row{"a\U0001D173", 1, 1},
             row{"a\U000E0041", 1, 1}, // tags
             row{"\U0001F3F4\U000E0067\U000E007F", 4, 4},
             row{"a\U000E0FFF", 1, 1},
             row{"a\u2065b", 1, 1}, // unassigned
             // RFC 5892 A.1, A.2: joiners where letters join, and in emoji
             row{"\u0645\u06CC\u200C\u062E", {}, {}},
             row{"\u0D28\u0D4D\u200D", {}, {}}, // at the end of a Malayalam word
             row{"\u0DC1\u0DCA\u200D\u0DBB\u0DD3", {}, {}},
             row{"\U0001F469\u200D\U0001F4BB", {}, {}},
             row{"\u2764\uFE0F\u200D\U0001F525", {}, {}},
             row{"a\u200Db", 1, 1},
             row{"\u200Ca", 0, 0},
             row{"\u0645\u200C\u200C\u062E", 5, 5},
             row{"caf\u00E9\u200D", 5, 5},
             // StandardizedVariants.txt, emoji-variation-sequences.txt, UTS 37: selectors after what has variants
             row{"1\uFE0F\u20E3 \u00A9\uFE0F \u2603\uFE0E", {}, {}},
             row{"\u845B\U000E0100", {}, {}},
             row{"\u1820\u180B\u180E", 6, 6}, // one alone
             row{"\u1828\u180E\u1820", {}, {}},
             row{"a\uFE0F", 1, 1},
             row{"\uFE0F", 0, 0},
             row{"\u2603\uFE0F\uFE0F", 6, 6},
             row{"a\U000E0100", 1, 1},
             row{"a\u180B", 1, 1},
             // scripts without spaces between words
             row{"\u1797\u17B6\u179F\u17B6\u200B\u1781\u17D2\u1798\u17C2\u179A", {}, {}},
             row{"\u0E01\u200B\u0E01", {}, {}},
             row{"\u3042\u200B", 3, 3},
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
    EXPECT_EQ(on_one_line("a\u200Bb \u00AD\uFEFF\u200D"), "a b    ");
    EXPECT_EQ(on_one_line("\U0001F469\u200D\U0001F4BB \u05D0\u200F"), "\U0001F469\u200D\U0001F4BB \u05D0\u200F");
    EXPECT_EQ(on_one_line("\x01\u200D\xFF\u200C"), "    ");
}

TEST(find_text_fault, names_what_nobody_sees) {
    const auto fault = find_text_fault("a\u200B", text_lines::one);
    ASSERT_TRUE(fault);
    EXPECT_EQ(end_of_sentence(*fault), "contains the invisible character U+200B");
    EXPECT_EQ(fault->rule, "Unicode: Default_Ignorable_Code_Point");
    EXPECT_EQ(end_of_sentence(find_text_fault("a\u202E", text_lines::one).value()),
              "contains a bidirectional control character");
    EXPECT_EQ(end_of_sentence(find_text_fault("a\n", text_lines::one).value()), "must be on one line");
}

} // namespace
} // namespace uniform::base
