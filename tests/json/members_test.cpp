// Typed reading of members, and JSON pointers (RFC 6901).

#include <uniform/json/members.hpp>

#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

namespace {

using namespace uniform::json;

struct result {
    std::string text = "-";
    std::vector<std::string> texts = {};
    bool flag = false;
    std::int64_t number = -1;
    int word = 0;
};

std::expected<result, error> read_all(const value &v) {
    result r;
    members m{v, "a thing"};
    m.string("text", r.text, 5)
        .strings("texts", r.texts, 2, 5)
        .boolean("flag", r.flag)
        .integer("number", r.number, 0, 9);
    m.word(
        "word", r.word,
        [](std::string_view w) { return w == "one"   ? std::optional{1}
                                        : w == "two" ? std::optional{2}
                                                     : std::nullopt; },
        "one, two");
    m.ignore("other");
    if (auto done = m.done(); !done) return std::unexpected{done.error()};
    return r;
}

TEST(json_members, reads_typed_members) {
    const auto v = read(R"({"word":"two","number":9,"flag":true,"texts":["a","b"],"text":"abcde","other":{}})");
    const auto r = read_all(*v);
    ASSERT_TRUE(r) << r.error().message;
    EXPECT_EQ(r->text, "abcde");
    EXPECT_EQ(r->texts, (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(r->flag);
    EXPECT_EQ(r->number, 9);
    EXPECT_EQ(r->word, 2);
}

TEST(json_members, leaves_out_what_is_absent_or_null) {
    const auto v = read(R"({"text":null,"number":null,"word":null})");
    const auto r = read_all(*v);
    ASSERT_TRUE(r) << r.error().message;
    EXPECT_EQ(r->text, "-");
    EXPECT_EQ(r->number, -1);
    EXPECT_EQ(r->word, 0);
}

struct bad_row {
    std::string_view text;
    error_code code;
    std::size_t offset;
    std::string_view pointer;
    std::string_view message;
};

constexpr bad_row bad[] = {
    {"[]", error_code::not_an_object, 0, "", "a thing must be a JSON object"},
    {R"({"text":1})", error_code::wrong_value, 8, "/text", R"("text" of a thing must be a string)"},
    {R"({"text":"abcdef"})", error_code::wrong_value, 8, "/text",
     R"("text" of a thing must not be longer than 5 bytes)"},
    {R"({"text":"a\u0000"})", error_code::wrong_value, 8, "/text", R"("text" of a thing must not contain U+0000)"},
    {R"({"texts":"a"})", error_code::wrong_value, 9, "/texts", R"("texts" of a thing must be an array of strings)"},
    {R"({"texts":["a",1]})", error_code::wrong_value, 14, "/texts/1",
     R"(an element of "texts" of a thing must be a string)"},
    {R"({"texts":["a","b","c"]})", error_code::wrong_value, 9, "/texts",
     R"("texts" of a thing must not have more than 2 elements)"},
    {R"({"texts":["a","abcdef"]})", error_code::wrong_value, 14, "/texts/1",
     R"(an element of "texts" of a thing must not be longer than 5 bytes)"},
    {R"({"flag":0})", error_code::wrong_value, 8, "/flag", R"("flag" of a thing must be true or false)"},
    {R"({"number":10})", error_code::wrong_value, 10, "/number",
     R"("number" of a thing must be a whole number from 0 to 9)"},
    {R"({"number":-1})", error_code::wrong_value, 10, "/number",
     R"("number" of a thing must be a whole number from 0 to 9)"},
    {R"({"number":1.0})", error_code::wrong_value, 10, "/number",
     R"("number" of a thing must be a whole number from 0 to 9)"},
    {R"({"number":18446744073709551615})", error_code::wrong_value, 10, "/number",
     R"("number" of a thing must be a whole number from 0 to 9)"},
    {R"({"word":"three"})", error_code::wrong_value, 8, "/word", R"("word" of a thing must be one of one, two)"},
    {R"({"text":"a","a/b":1})", error_code::unknown_member, 18, "/a~1b", R"("a/b" is not a member of a thing)"},
    {R"({"else":1,"text":1})", error_code::wrong_value, 17, "/text", R"("text" of a thing must be a string)"},
};

TEST(json_members, says_what_is_wrong_and_where) {
    for (const bad_row &row : bad) {
        const auto v = read(row.text);
        ASSERT_TRUE(v) << row.text;
        const auto r = read_all(*v);
        ASSERT_FALSE(r) << row.text;
        EXPECT_EQ(r.error().code, row.code) << row.text;
        EXPECT_EQ(r.error().offset, row.offset) << row.text;
        EXPECT_EQ(r.error().pointer, row.pointer) << row.text;
        EXPECT_EQ(r.error().message, row.message) << row.text;
    }
}

TEST(json_members, requires) {
    const auto v = read(R"( {"a":null})");
    members m{*v, "a thing", "/things/3"};
    m.require("a").require("b");
    const auto done = m.done();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, error_code::missing);
    EXPECT_EQ(done.error().offset, 6U);
    EXPECT_EQ(done.error().pointer, "/things/3/a");
    EXPECT_EQ(done.error().message, "\"a\" of a thing is missing");
}

TEST(json_members, reads_a_large_object_in_linear_time) {
    const auto seconds = [](int n) {
        value v{object{}};
        for (int i = 0; i < n; ++i) v.if_object()->push_back({"member " + std::to_string(i), i});
        const std::clock_t begin = std::clock();
        members m{v, "a thing"};
        std::int64_t sum = 0;
        for (int i = n; i-- > 0;) {
            std::int64_t number = 0;
            m.integer("member " + std::to_string(i), number, 0, n);
            sum += number;
        }
        EXPECT_TRUE(m.done());
        EXPECT_EQ(sum, std::int64_t{n} * (n - 1) / 2);
        return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    };
    const double small = std::min({seconds(5'000), seconds(5'000), seconds(5'000)});
    EXPECT_LT(std::min({seconds(40'000), seconds(40'000), seconds(40'000)}) / std::max(small, 1e-4), 24);
}

// RFC 6901 5: the example document, and what each pointer points to.
TEST(json_pointer, points_as_in_rfc_6901) {
    constexpr std::string_view document =
        R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})";
    const auto v = read(document);
    ASSERT_TRUE(v);
    struct row {
        std::string_view pointer;
        std::string_view text;
    };
    constexpr row rows[] = {
        {"", document},
        {"/foo", R"(["bar","baz"])"},
        {"/foo/0", R"("bar")"},
        {"/", "0"},
        {"/a~1b", "1"},
        {"/c%d", "2"},
        {"/e^f", "3"},
        {"/g|h", "4"},
        {"/i\\j", "5"},
        {"/k\"l", "6"},
        {"/ ", "7"},
        {"/m~0n", "8"},
    };
    for (const row &r : rows) {
        const value *const found = at(*v, r.pointer);
        ASSERT_NE(found, nullptr) << r.pointer;
        EXPECT_EQ(to_text(*found), r.text) << r.pointer;
    }
    for (const std::string_view nothing :
         {"foo", "/foo/2", "/foo/00", "/foo/-", "/foo/01", "/foo/0/x", "/m~n", "/m~2n", "/~"})
        EXPECT_EQ(at(*v, nothing), nullptr) << nothing;
}

TEST(json_pointer, escapes_names) {
    EXPECT_EQ(pointer_to("", "a/b~c"), "/a~1b~0c");
    EXPECT_EQ(pointer_to("/x", std::size_t{12}), "/x/12");
    EXPECT_EQ(pointer_to("/x", ""), "/x/");
}

} // namespace
