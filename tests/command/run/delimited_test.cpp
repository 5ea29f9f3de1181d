// Records of delimited text: RFC 4180 section 2, and text/tab-separated-values.

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "run/delimited.hpp"

namespace uniform::cli {
namespace {

using fields = std::vector<std::string>;

struct fact {
    std::string_view text;
    std::vector<fields> records;
    std::size_t whole; // octets of whole records
};

std::vector<fields> values_of(const delimited &format, std::string_view text) {
    std::vector<fields> all;
    delimited_record r;
    std::string room;
    while (!text.empty()) {
        format.read(text, r);
        fields &values = all.emplace_back();
        for (std::size_t i = 0; i < r.fields.size(); ++i) values.emplace_back(format.value_of(r.written(i), room));
        text.remove_prefix(r.size);
    }
    return all;
}

TEST(comma_separated_values, are_read) {
    const fact facts[]{
        {"aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", {{"aaa", "bbb", "ccc"}, {"zzz", "yyy", "xxx"}}, 26}, // 2.1
        {"aaa,bbb\r\nzzz,yyy", {{"aaa", "bbb"}, {"zzz", "yyy"}}, 9},                            // 2.2
        {"a, b ,\n", {{"a", " b ", ""}}, 7},                                                    // 2.4
        {"\"aaa\",\"bbb\"\n", {{"aaa", "bbb"}}, 12},                                            // 2.5
        {"\"aaa\",\"b\r\nb,b\"\r\nzzz\r\n", {{"aaa", "b\r\nb,b"}, {"zzz"}}, 21},                // 2.6
        {"\"a\"\"a\",\"\"\"\",\"\"\n", {{"a\"a", "\"", ""}}, 15},                               // 2.7
        {"a\"b,c\"\n", {{"a\"b", "c\""}}, 7},   // a quotation mark within an unquoted field
        {"\"a\"b\"c,d\n", {{"ab\"c", "d"}}, 9}, // and behind the one that closes
        {"\"a\n", {{"a\n"}}, 0},                // none closes
        {"x\n\"a\nb", {{"x"}, {"a\nb"}}, 2},
        {"\n\r\n,\n", {{""}, {""}, {"", ""}}, 5},
        {"a\rb\n", {{"a\rb"}}, 4},
    };
    const delimited format{',', true};
    for (const fact &f : facts) {
        EXPECT_EQ(values_of(format, f.text), f.records) << f.text;
        EXPECT_EQ(format.whole_records(f.text), f.whole) << f.text;
    }
}

TEST(comma_separated_values, are_written_as_they_are_read) {
    const delimited format{';', true};
    for (const bool was_quoted : {false, true}) {
        for (const std::string_view value : {"", "a", "a;b", "a,b", "\"", "a\"\"b", "\r\n", " a ", "\""}) {
            std::string out;
            format.append(out, value, was_quoted);
            EXPECT_EQ(out.starts_with('"'), was_quoted || value.find_first_of(";\"\r\n") != std::string_view::npos)
                << out;
            EXPECT_EQ(values_of(format, out + '\n'), std::vector<fields>{{std::string{value}}}) << out;
        }
    }
}

TEST(tab_separated_values, have_no_quotation_marks) {
    const delimited format{'\t', false};
    EXPECT_EQ(values_of(format, "\"a\tb\"\n"), (std::vector<fields>{{"\"a", "b\""}}));
    EXPECT_EQ(format.whole_records("\"a\tb\nc"), 5U);
    EXPECT_TRUE(format.can_have("a\"b"));
    for (const std::string_view value : {"a\tb", "a\nb", "a\rb"}) EXPECT_FALSE(format.can_have(value));
}

// Every text is cut into the same records, wherever it was cut before.
TEST(comma_separated_values, are_the_same_in_pieces) {
    const std::string_view letters = "a,\"\n\r";
    const delimited format{',', true};
    for (unsigned n = 0; n < 5 * 5 * 5 * 5 * 5 * 5 * 5; ++n) {
        std::string text;
        for (unsigned rest = n, i = 0; i < 7; ++i, rest /= 5) text += letters[rest % 5];
        const std::size_t whole = format.whole_records(text);
        ASSERT_LE(whole, text.size());
        auto together = values_of(format, std::string_view{text}.substr(0, whole));
        const auto rest = values_of(format, std::string_view{text}.substr(whole));
        together.insert(together.end(), rest.begin(), rest.end());
        EXPECT_EQ(together, values_of(format, text)) << text;
    }
}

} // namespace
} // namespace uniform::cli
