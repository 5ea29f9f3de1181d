// Reading JSON texts: RFC 8259 (the grammar), RFC 7493 2.2 (numbers), limits, and where an error stands.

#include <uniform/json/read.hpp>

#include <ctime>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/json/writer.hpp>

namespace {

using namespace uniform::json;

struct good_row {
    std::string_view text;
    std::string_view written;
};

// RFC 8259 2 to 7: texts, and how they are written again.
constexpr good_row good[] = {
    {"null", "null"},
    {" true ", "true"},
    {"\t\r\nfalse\n", "false"},
    {"0", "0"},
    {"-0", "0"},
    {"-0.0", "-0.0"},
    {"9223372036854775807", "9223372036854775807"},
    {"-9223372036854775808", "-9223372036854775808"},
    {"18446744073709551615", "18446744073709551615"},
    {"18446744073709551616", "1.8446744073709552e+19"},
    {"1.5", "1.5"},
    {"1E2", "100.0"},
    {"1e-7", "1e-07"},
    {"0.1e+1", "1.0"},
    {"\"\"", "\"\""},
    {R"("\"\\\/\b\f\n\r\t")", R"("\"\\/\b\f\n\r\t")"},
    {R"("\u0041\u00e9\ud834\udd1e\u0000")", "\"A\u00e9\U0001D11E\\u0000\""},
    {"\"\x7f\"", "\"\x7f\""},
    {"[]", "[]"},
    {"[ ]", "[]"},
    {"[1,[2,[]],{}]", "[1,[2,[]],{}]"},
    {"{}", "{}"},
    {R"({"b":1,"a":{"":[null]}})", R"({"b":1,"a":{"":[null]}})"},
    {"\xEF\xBB\xBF{}", "{}"}, // 8.1: a byte order mark may be ignored
};

TEST(json_read, reads_every_production) {
    for (const good_row &row : good) {
        const auto v = read(row.text);
        ASSERT_TRUE(v) << row.text << ": " << v.error().message;
        EXPECT_EQ(to_text(*v), row.written) << row.text;
    }
}

struct bad_row {
    std::string_view text;
    error_code code;
    std::size_t offset;
    std::string_view pointer;
    std::string_view message;
};

constexpr std::string_view nul_behind{"{}\0x", 4};
constexpr std::string_view nul_inside{"[\0]", 3};

constexpr bad_row bad[] = {
    {"", error_code::syntax, 0, "", "the text is empty"},
    {"  ", error_code::syntax, 2, "", "the text is empty"},
    {"nul", error_code::syntax, 3, "", "the text ends here, in the middle of JSON"},
    {"'a'", error_code::syntax, 0, "", "this is not a value of JSON: strings stand between quotation marks"},
    {"{} x", error_code::syntax, 3, "", "something follows the end of the value"},
    {"1 2", error_code::syntax, 2, "", "something follows the end of the value"},
    {nul_behind, error_code::syntax, 2, "", "something follows the end of the value"},
    {nul_inside, error_code::syntax, 1, "/0", "this is unexpected here"},
    {"[1 2]", error_code::syntax, 3, "", "a comma is missing before the next element, or the end of the array"},
    {"[1,]", error_code::syntax, 3, "/1", "there must be no comma before the end"},
    {"[1,2", error_code::syntax, 4, "", "the text ends here, in the middle of JSON"},
    {R"({"a":1,})", error_code::syntax, 7, "", "there must be no comma before the end"},
    {R"({"a" 1})", error_code::syntax, 5, "/a", "a colon is missing between the name and its value"},
    {R"({"a":})", error_code::syntax, 5, "/a", "a value is missing here"},
    {R"({a:1})", error_code::syntax, 1, "", "this is not a value of JSON: strings stand between quotation marks"},
    {R"({1:1})", error_code::syntax, 1, "", "the name of a member is missing here, between quotation marks"},
    {R"({"a":1 "b":2})", error_code::syntax, 9, "",
     "a comma is missing before the next member, or the end of the object"},
    {"01", error_code::syntax, 1, "", "something follows the end of the value"},
    {"-", error_code::syntax, 1, "", "this is not a number of JSON"},
    {"1.", error_code::syntax, 2, "", "this is not a number of JSON"},
    {"[+1]", error_code::syntax, 1, "/0", "this is not a value of JSON: strings stand between quotation marks"},
    {"\"a\nb\"", error_code::syntax, 2, "",
     "a control character in a string must be escaped: write \\n, \\t or \\u0000"},
    {R"("\x")", error_code::syntax, 2, "", "this is not an escape sequence of JSON"},
    {R"("\ud800")", error_code::syntax, 7, "", "this is not an escape sequence of JSON"},
    {"\"\xC0\x80\"", error_code::syntax, 1, "", "this byte is not UTF-8"},
    {"\"\xED\xA0\x80\"", error_code::syntax, 2, "", "this byte is not UTF-8"},
    {"\"a", error_code::syntax, 2, "", "the text ends within a string: a closing quotation mark is missing"},
    {"[1e400]", error_code::out_of_range, 1, "/0", "a number must not be greater than 1.7976931348623157e308"},
    {R"({"a":1,"b":2,"a":3})", error_code::repeated_member, 13, "/a", "the object has two members \"a\""},
    {R"([{"x":{"~/":1,"\u007e/":2}}])", error_code::repeated_member, 14, "/0/x/~0~1",
     "the object has two members \"~/\""},
};

TEST(json_read, says_what_is_wrong_and_where) {
    for (const bad_row &row : bad) {
        const auto v = read(row.text);
        ASSERT_FALSE(v) << row.text;
        EXPECT_EQ(v.error().code, row.code) << row.text;
        EXPECT_EQ(v.error().offset, row.offset) << row.text;
        EXPECT_EQ(v.error().pointer, row.pointer) << row.text;
        EXPECT_EQ(v.error().message, row.message) << row.text;
        EXPECT_TRUE(v.error().is_malformed()) << row.text;
    }
}

TEST(json_read, finds_a_repeated_member_in_a_large_object) {
    std::string text = "{";
    for (int i = 0; i < 1000; ++i) text += "\"member " + std::to_string(i) + "\" : " + std::to_string(i) + ",";
    const std::size_t first = text.size();
    text += R"("member 7":0,"member 900":0,"member 7":0})";
    const auto v = read(text);
    ASSERT_FALSE(v);
    EXPECT_EQ(v.error().code, error_code::repeated_member);
    EXPECT_EQ(v.error().offset, first);
    EXPECT_EQ(v.error().pointer, "/member 7");
}

TEST(json_read, keeps_where_each_value_begins) {
    const auto v = read(R"( {"a" : [ 1 , "\"x" ,-2.5e3,{} ] ,"b":true})");
    ASSERT_TRUE(v);
    EXPECT_EQ(v->offset(), 1U);
    const value *const a = v->find("a");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->offset(), 8U);
    ASSERT_EQ(a->elements().size(), 4U);
    EXPECT_EQ(a->elements()[0].offset(), 10U);
    EXPECT_EQ(a->elements()[1].offset(), 14U);
    EXPECT_EQ(a->elements()[2].offset(), 21U);
    EXPECT_EQ(a->elements()[3].offset(), 28U);
    EXPECT_EQ(v->find("b")->offset(), 38U);
    EXPECT_EQ(value{1}.offset(), value::no_offset);
}

// RFC 8259 9: limits.
TEST(json_read, has_limits) {
    EXPECT_TRUE(read("[[[]]]", {.depth = 3}));
    const auto deep = read(R"([{"a":[[]]}])", {.depth = 3});
    ASSERT_FALSE(deep);
    EXPECT_EQ(deep.error().code, error_code::too_deep);
    EXPECT_EQ(deep.error().offset, 7U);
    EXPECT_EQ(deep.error().pointer, "/0/a/0");
    EXPECT_TRUE(read(std::string(1000, '[') + std::string(1000, ']'), {.depth = 1000}));

    EXPECT_TRUE(read("[1,2,3]", {.values = 4}));
    const auto many = read("[1,2,3,4]", {.values = 4});
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().code, error_code::too_many_values);
    EXPECT_EQ(many.error().offset, 7U);
    EXPECT_EQ(many.error().pointer, "/3");
}

// RFC 7493 2.2: "I-JSON messages SHOULD NOT include numbers that express greater magnitude or precision than an IEEE
// 754 double precision number provides"; whole numbers from -(2**53)+1 to (2**53)-1.
TEST(json_read, tells_numbers_that_are_not_exact) {
    for (const std::string_view text : {"9007199254740991", "-9007199254740991", "0.1", "1e22", "1.50", "-0.0", "0e9",
                                        "1.7976931348623157e308", "5e-324", "123456789.125"})
        EXPECT_TRUE(read(text, {.exact = true})) << text;
    for (const std::string_view text :
         {"9007199254740992", "-9007199254740992", "3.141592653589793238462643383279", "1e400", "-1e400", "1e-400",
          "18446744073709551616", "0.30000000000000004441"}) {
        const auto v = read("{\"a\":[0," + std::string(text) + "]}", {.exact = true});
        ASSERT_FALSE(v) << text;
        EXPECT_EQ(v.error().code, error_code::inexact) << text;
        EXPECT_EQ(v.error().rule(), "RFC 7493 section 2.2");
        EXPECT_EQ(v.error().offset, 8U) << text;
        EXPECT_EQ(v.error().pointer, "/a/1") << text;
        EXPECT_FALSE(v.error().is_malformed());
        EXPECT_TRUE(v.error().message.contains(text)) << v.error().message;
    }
}

// The cost is that of the text's length, whatever is in it. Eight times the text may take eight times as long, and
// some more for sorting; quadratic cost would be 64 times.
double seconds_for(const std::string &text) {
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        (void)read(text);
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return best;
}

std::string object_of(std::size_t members, std::string_view lead) {
    std::string text = "{";
    for (std::size_t i = 0; i < members; ++i)
        (((text += i == 0 ? "\"" : ",\"") += lead) += std::to_string(i)) += "\":1";
    return text + "}";
}

TEST(json_read, takes_linear_time) {
    const auto ratio = [](const std::string &small, const std::string &large) {
        return seconds_for(large) / std::max(seconds_for(small), 1e-4);
    };
    EXPECT_LT(ratio(object_of(10'000, "m"), object_of(80'000, "m")), 24);
    const std::string shared(300, 'a'); // long names that begin alike
    EXPECT_LT(ratio(object_of(400, shared), object_of(3'200, shared)), 24);
    const auto strings = [](std::size_t n) { return "[\"" + std::string(n, '\n').replace(0, n, n, 'b') + "\"]"; };
    EXPECT_LT(ratio(strings(200'000), strings(1'600'000)), 24);
    const auto broken = [](std::size_t n) { return "[" + std::string(n, ' ') + "x"; };
    EXPECT_LT(ratio(broken(200'000), broken(1'600'000)), 24);
}

} // namespace
