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
    std::string_view rule; // after "RFC 8259 section "
};

constexpr std::string_view nul_behind{"{}\0x", 4};
constexpr std::string_view nul_inside{"[\0]", 3};

constexpr std::string_view ends_early = "the text ends here, in the middle of JSON";
constexpr std::string_view no_value = "this is not a value of JSON: strings stand between quotation marks";
constexpr std::string_view value_missing = "a value is missing here";
constexpr std::string_view name_missing = "the name of a member is missing here, between quotation marks";
constexpr std::string_view follows = "something follows the end of the value";
constexpr std::string_view last_comma = "there must be no comma before the end";
constexpr std::string_view next_element = "a comma is missing before the next element, or the end of the array";
constexpr std::string_view next_member = "a comma is missing before the next member, or the end of the object";
constexpr std::string_view literal_names = "the literal names are true, false and null";
constexpr std::string_view leading_zero = "a number must not have leading zeros";
constexpr std::string_view digit_missing = "a digit is missing in this number";
constexpr std::string_view not_finite = "JSON has no number NaN and no infinite number";
constexpr std::string_view first_of_number = "a number begins with a digit or \"-\"";
constexpr std::string_view no_escape = "this is not an escape sequence of JSON";
constexpr std::string_view hexadecimal = "four hexadecimal digits must follow \\u";
constexpr std::string_view surrogate = "a surrogate must be one of a pair: \\uD800 to \\uDBFF, then \\uDC00 to \\uDFFF";
constexpr std::string_view control = "a control character in a string must be escaped: write \\n, \\t or \\u0000";
constexpr std::string_view unclosed = "the text ends within a string: a closing quotation mark is missing";
constexpr std::string_view not_utf8 = "this byte is not UTF-8";

constexpr error_code syntax = error_code::syntax;
constexpr bad_row bad[] = {
    {"", syntax, 0, "", "the text is empty", "2"},
    {"  ", syntax, 2, "", "the text is empty", "2"},
    {"{} x", syntax, 3, "", follows, "2"},
    {"1 2", syntax, 2, "", follows, "2"},
    {"[]]", syntax, 2, "", follows, "2"},
    {nul_behind, syntax, 2, "", follows, "2"},
    {"]", syntax, 0, "", value_missing, "2"},
    // Section 3: values.
    {"nul", syntax, 3, "", ends_early, "3"},
    {"[t", syntax, 2, "/0", ends_early, "3"},
    {"[nul]", syntax, 1, "/0", literal_names, "3"},
    {"[True]", syntax, 1, "/0", literal_names, "3"},
    {"[None]", syntax, 1, "/0", literal_names, "3"},
    {"[truely]", syntax, 5, "/0", literal_names, "3"},
    {"'a'", syntax, 0, "", no_value, "3"},
    {"[abc]", syntax, 1, "/0", no_value, "3"},
    {nul_inside, syntax, 1, "/0", no_value, "3"},
    {"/* */ 1", syntax, 0, "", no_value, "3"},
    // Section 4: objects.
    {"{", syntax, 1, "", ends_early, "4"},
    {R"({"a")", syntax, 4, "/a", ends_early, "4"},
    {R"({"a":)", syntax, 5, "/a", ends_early, "4"},
    {R"({"a":1)", syntax, 6, "", ends_early, "4"},
    {R"({"a":1,)", syntax, 7, "", ends_early, "4"},
    {R"({"a":1,})", syntax, 7, "", last_comma, "4"},
    {R"({"a" 1})", syntax, 5, "/a", "a colon is missing between the name and its value", "4"},
    {R"({"a":})", syntax, 5, "/a", value_missing, "4"},
    {R"({"a"::1})", syntax, 5, "/a", value_missing, "4"},
    {R"({a:1})", syntax, 1, "", name_missing, "4"},
    {R"({1:1})", syntax, 1, "", name_missing, "4"},
    {R"({"a":1,2})", syntax, 7, "", name_missing, "4"},
    {R"({,})", syntax, 1, "", name_missing, "4"},
    {R"({"a":1 "b":2})", syntax, 7, "", next_member, "4"},
    {R"({"a":[]])", syntax, 7, "", next_member, "4"},
    // Section 5: arrays.
    {"[1,2", syntax, 4, "", ends_early, "5"},
    {"[1, ", syntax, 4, "/1", ends_early, "5"},
    {"[1 2]", syntax, 3, "", next_element, "5"},
    {R"([1 "a]b"])", syntax, 3, "", next_element, "5"},
    {"[1}", syntax, 2, "", next_element, "5"},
    {"[{} {}]", syntax, 4, "", next_element, "5"},
    {"[1,]", syntax, 3, "/1", last_comma, "5"},
    {"[1,,2]", syntax, 3, "/1", value_missing, "5"},
    {"[,1]", syntax, 1, "/0", value_missing, "5"},
    // Section 6: numbers.
    {"01", syntax, 1, "", leading_zero, "6"},
    {"[-01.5]", syntax, 3, "/0", leading_zero, "6"},
    {R"({"a":[7,00]})", syntax, 9, "/a/1", leading_zero, "6"},
    {"-", syntax, 1, "", digit_missing, "6"},
    {"1.", syntax, 2, "", digit_missing, "6"},
    {"[1.e5]", syntax, 3, "/0", digit_missing, "6"},
    {R"({"a":1e+})", syntax, 8, "/a", digit_missing, "6"},
    {"[--1]", syntax, 2, "/0", digit_missing, "6"},
    {"[+1]", syntax, 1, "/0", first_of_number, "6"},
    {"[.5]", syntax, 1, "/0", first_of_number, "6"},
    {"NaN", syntax, 0, "", not_finite, "6"},
    {R"({"a":-Infinity})", syntax, 6, "/a", not_finite, "6"},
    {"[1e400]", error_code::out_of_range, 1, "/0", "a number must not be greater than 1.7976931348623157e308", "6"},
    {"[0x1]", syntax, 2, "", next_element, "5"},
    // Section 7: strings.
    {"\"a\nb\"", syntax, 2, "", control, "7"},
    {"{\"a\tb\":1}", syntax, 3, "", control, "7"},
    {R"("\x")", syntax, 2, "", no_escape, "7"},
    {R"("\u12g4")", syntax, 5, "", hexadecimal, "7"},
    {R"("\ud800")", syntax, 1, "", surrogate, "7"},
    {R"(["a\ud800\u0041"])", syntax, 3, "/0", surrogate, "7"},
    {R"("\ude00")", syntax, 1, "", surrogate, "7"},
    {R"("\ud800\u12g4")", syntax, 11, "", hexadecimal, "7"},
    {"\"a", syntax, 2, "", unclosed, "7"},
    {"\"a\\", syntax, 3, "", unclosed, "7"},
    {R"("\ud8)", syntax, 5, "", unclosed, "7"},
    {R"("\ud800\)", syntax, 8, "", unclosed, "7"},
    // Section 8.1: UTF-8.
    {"\"\xC0\x80\"", syntax, 1, "", not_utf8, "8.1"},
    {"\"\xED\xA0\x80\"", syntax, 1, "", not_utf8, "8.1"},
    {"\"a\xC3", syntax, 2, "", not_utf8, "8.1"},
    {"\xFF\xFE{", syntax, 0, "", not_utf8, "8.1"},
    {"\"\xE2\x82\xAC\xFF\"", syntax, 4, "", not_utf8, "8.1"},
    // Section 4: unique names.
    {R"({"a":1,"b":2,"a":3})", error_code::repeated_member, 13, "/a", "the object has two members \"a\"", "4"},
    {R"([{"x":{"~/":1,"\u007e/":2}}])", error_code::repeated_member, 14, "/0/x/~0~1",
     "the object has two members \"~/\"", "4"},
};

TEST(json_read, says_what_is_wrong_and_where) {
    for (const bad_row &row : bad) {
        const auto v = read(row.text);
        ASSERT_FALSE(v) << row.text;
        EXPECT_EQ(v.error().code, row.code) << row.text;
        EXPECT_EQ(v.error().offset, row.offset) << row.text;
        EXPECT_EQ(v.error().pointer, row.pointer) << row.text;
        EXPECT_EQ(v.error().message, row.message) << row.text;
        EXPECT_EQ(v.error().rule(), "RFC 8259 section " + std::string(row.rule)) << row.text;
        EXPECT_TRUE(v.error().is_malformed()) << row.text;
    }
}

// Every text that differs in one byte from these: no error is without a sentence of its own, nor outside of the text.
TEST(json_read, explains_every_error) {
    constexpr std::string_view bytes = "{}[]:,\"\\ntf0-.eEu/ \n\x80\xC3";
    for (const std::string_view text :
         {R"({"a":[-1.5e+3,true,null,"b\u00e9\ud834\udd1e"],"c":{}})", "[[],{\"\":0}, 10]"}) {
        for (std::size_t at = 0; at <= text.size(); ++at) {
            const auto check = [&](const std::string &changed) {
                const auto v = read(changed);
                if (v) return;
                EXPECT_NE(v.error().message, "this is not JSON") << changed;
                EXPECT_NE(v.error().message, "this is not a number of JSON") << changed;
                EXPECT_LE(v.error().offset.value_or(1000), changed.size()) << changed;
                EXPECT_GE(v.error().offset.value_or(0) + 12, at) << changed; // of an escape, or a literal
            };
            check(std::string(text.substr(0, at)));
            for (const char c : bytes) {
                check(std::string(text).insert(at, 1, c));
                if (at < text.size()) check(std::string(text).replace(at, 1, 1, c));
            }
        }
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
