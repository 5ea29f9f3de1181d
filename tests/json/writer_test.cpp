// Writing JSON texts: RFC 8259 7 (strings), layouts, and the same bytes as the library that reads.

#include <uniform/json/writer.hpp>

#include <bit>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/json/read.hpp>

namespace {

using namespace uniform::json;

std::string string_text(std::string_view text, encoding e = encoding::utf8) {
    std::string out;
    append_string(out, text, e);
    return out;
}

struct row {
    std::string_view text;
    std::string_view utf8;
    std::string_view bytes;
};

constexpr row strings[] = {
    {"", R"("")", R"("")"},
    {std::string_view{}, R"("")", R"("")"}, // data() is null
    {"a/b", R"("a/b")", R"("a/b")"},
    {"12345678\"", R"("12345678\"")", R"("12345678\"")"},
    {"\"\\\b\f\n\r\t\x01\x1f", R"("\"\\\b\f\n\r\t\u0001\u001f")", R"("\"\\\b\f\n\r\t\u0001\u001f")"},
    {"\x7f", "\"\x7f\"", "\"\x7f\""},
    {"\u00e9", "\"\u00e9\"", R"("\u00c3\u00a9")"},
    {"a\xE2\x82\xAC\xF0\x9D\x84\x9E", "\"a\u20ac\U0001D11E\"", R"("a\u00e2\u0082\u00ac\u00f0\u009d\u0084\u009e")"},
    // Unicode 3.9: one U+FFFD for each maximal subpart (the examples of tables 3-8 to 3-10)
    {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", "\"\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffd\ufffdA\"",
     R"("\u00c0\u00af\u00e0\u0080\u00bf\u00f0\u0081\u0082A")"},
    {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "\"\ufffd\ufffd\ufffd\ufffdA\"",
     R"("\u00e1\u0080\u00e2\u00f0\u0091\u0092\u00f1\u00bfA")"},
    {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "\"\ufffd\ufffd\ufffd\ufffd\ufffdA\ufffd\ufffdB\"",
     R"("\u00f4\u0091\u0092\u0093\u00ffA\u0080\u00bfB")"},
    {"\xE2\x82", "\"\ufffd\"", R"("\u00e2\u0082")"},
};

TEST(json_writer, writes_strings) {
    for (const row &r : strings) {
        EXPECT_EQ(string_text(r.text), r.utf8);
        EXPECT_EQ(string_text(r.text, encoding::bytes), r.bytes);
    }
}

std::string example(layout l) {
    std::string out = "> ";
    writer w{out, l};
    w.begin_object().member("a", 1).member("b", std::vector<std::string>{"x", "y"});
    w.key("c").begin_array().end_array();
    w.key("d").begin_object().member("e", true).key("f").null().end_object();
    w.member("g", -2.5).member("h", std::uint64_t{18446744073709551615U}).member("i", "t").key("j").raw("[0]");
    w.member_if("k", "").member_if("l", "m").member_if("n", std::optional<int>{}).member_if("o", std::vector<int>{});
    w.member("p", std::optional<std::string>{}).end_object();
    return out;
}

TEST(json_writer, has_three_layouts) {
    EXPECT_EQ(example(layout::compact),
              R"(> {"a":1,"b":["x","y"],"c":[],"d":{"e":true,"f":null},"g":-2.5,"h":18446744073709551615,"i":"t",)"
              R"("j":[0],"l":"m","p":null})");
    EXPECT_EQ(example(layout::spaced),
              R"(> {"a": 1, "b": ["x", "y"], "c": [], "d": {"e": true, "f": null}, "g": -2.5, )"
              R"("h": 18446744073709551615, "i": "t", "j": [0], "l": "m", "p": null})");
    EXPECT_EQ(example(layout::indented), R"(> {
  "a": 1,
  "b": [
    "x",
    "y"
  ],
  "c": [],
  "d": {
    "e": true,
    "f": null
  },
  "g": -2.5,
  "h": 18446744073709551615,
  "i": "t",
  "j": [0],
  "l": "m",
  "p": null
})");
}

TEST(json_writer, has_no_number_that_is_not_finite) {
    EXPECT_EQ(to_text(value{std::numeric_limits<double>::infinity()}), "null");
    EXPECT_EQ(to_text(value{std::numeric_limits<double>::quiet_NaN()}), "null");
}

RC_GTEST_PROP(json_writer_properties, strings_are_those_of_the_library, (const std::string &text)) {
    using nlohmann::json;
    RC_ASSERT(string_text(text) == json(text).dump(-1, ' ', false, json::error_handler_t::replace));
    const std::string mixed = "caf\xC3\xA9 \xE2\x82" + text + "\xF0\x9D";
    RC_ASSERT(string_text(mixed) == json(mixed).dump(-1, ' ', false, json::error_handler_t::replace));
}

RC_GTEST_PROP(json_writer_properties, numbers_are_those_of_the_library, (std::uint64_t bits)) {
    const auto v = std::bit_cast<double>(bits);
    RC_ASSERT(to_text(value{v}) == nlohmann::json(v).dump());
}

struct point {
    int x;
    int y;
};
void write(writer &w, const point &p, bool named) {
    if (named) {
        w.begin_object().member("x", p.x).member("y", p.y).end_object();
    } else {
        w.begin_array().add(p.x).add(p.y).end_array();
    }
}

TEST(json_writer, writes_types_that_have_a_function_of_their_own) {
    EXPECT_EQ(written(point{1, -2}, true), R"({"x":1,"y":-2})");
    EXPECT_EQ(written(point{1, -2}, false), "[1,-2]");
}

// A value of any type, not too large.
value any_value(std::size_t depth) {
    const int kind = *rc::gen::inRange(0, depth == 0 ? 6 : 8);
    switch (kind) {
    case 0:
        return value{};
    case 1:
        return value(*rc::gen::arbitrary<bool>());
    case 2:
        return value(*rc::gen::arbitrary<std::int64_t>());
    case 3:
        return value(*rc::gen::arbitrary<std::uint64_t>());
    case 4:
        return value(*rc::gen::arbitrary<double>());
    case 5:
        return value(*rc::gen::string<std::string>());
    case 6: {
        value v{array{}};
        for (int n = *rc::gen::inRange(0, 4); n > 0; --n) v.add(any_value(depth - 1));
        return v;
    }
    default: {
        value v{object{}};
        for (int n = *rc::gen::inRange(0, 4); n > 0; --n) v.set(*rc::gen::string<std::string>(), any_value(depth - 1));
        return v;
    }
    }
}

RC_GTEST_PROP(json_writer_properties, what_was_written_is_read_again, ()) {
    const std::string once = to_text(any_value(3));
    for (const layout l : {layout::compact, layout::spaced, layout::indented}) {
        const auto v = read(once);
        if (!v) { // two names became one by U+FFFD
            RC_ASSERT(v.error().code == error_code::repeated_member);
            return;
        }
        const auto again = read(to_text(*v, l));
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == *v);
        RC_ASSERT(to_text(*again) == once);
    }
    const auto library = nlohmann::ordered_json::parse(once, nullptr, false);
    RC_ASSERT(library.dump() == once);
    RC_ASSERT(library.dump(2) == to_text(*read(once), layout::indented));
}

} // namespace
