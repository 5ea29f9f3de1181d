// The JSON form and its schema.

#include <uniform/registry/template.hpp>
#include <uniform/registry/template_check.hpp>

#include <fstream>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "registry/samples.hpp"

namespace uniform::test {
namespace {

using namespace uniform::registry;
using nlohmann::json;

TEST(template_json, SameDocumentAsTheText) {
    const auto from_text = read_template(complete);
    const auto from_json = read_template_json(write_template_json(*from_text));
    ASSERT_TRUE(from_json) << from_json.error().message;
    EXPECT_EQ(*from_json, *from_text);
    EXPECT_EQ(write_template(*from_json), complete);
    EXPECT_EQ(read_any_template(" \n" + write_template_json(*from_text)).value(), *from_text);
}

TEST(template_json, KeysAreTheNamesOfTheEdition) {
    const json now = json::parse(write_template_json(
        *read_template("Namespace ID: abc\nVersion: 1\nDate: soon", {.edition = edition::rfc8141})));
    EXPECT_EQ(now, (json{{"edition", "rfc8141"}, {"namespace_identifier", "abc"}, {"version", 1}, {"date", "soon"}}));
    const auto draft = read_template("Namespace ID: abc\nVersion: 01", {.edition = edition::urnbis_14});
    EXPECT_EQ(json::parse(write_template_json(*draft)),
              (json{{"edition", "urnbis-14"}, {"namespace_id", "abc"}, {"version", "01"}}));
}

TEST(template_json, OthersAreKept) {
    const auto t = read_template("Namespace Identifier: abc\n\nColour: red\n\nVersion: 1\nVersion: 2");
    const json written = json::parse(write_template_json(*t));
    EXPECT_EQ(written["other"],
              (json::array({{{"name", "Colour"}, {"text", "red"}}, {{"name", "Version"}, {"text", "2"}}})));
    const auto again = read_template_json(written.dump());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->entries.size(), 4U);
    EXPECT_EQ(again->entries[3].id, field::version);
    EXPECT_EQ(write_template_json(*again), write_template_json(*t));
}

struct refusal {
    const char *name;
    const char *text;
    template_error::what code;
    const char *pointer;
    position at;
};
class template_json_refusal : public testing::TestWithParam<refusal> {};

TEST_P(template_json_refusal, SaysWhere) {
    const auto t = read_template_json(GetParam().text);
    ASSERT_FALSE(t);
    EXPECT_EQ(to_string(t.error().code), to_string(GetParam().code));
    EXPECT_EQ(t.error().pointer, GetParam().pointer);
    EXPECT_EQ(t.error().at, GetParam().at);
    EXPECT_FALSE(t.error().message.empty());
}

using enum template_error::what;
const refusal refusals[]{
    {"nothing", "", invalid_json, "", {1, 1}},
    {"a_comma", "{\n  \"version\": 1,\n}", invalid_json, "", {3, 1}},
    {"cut_off", "{\"version\": ", invalid_json, "", {1, 13}},
    {"more_after_it", "{\"version\": 1} x", invalid_json, "", {1, 16}},
    {"latin_1", "{\"version\": \"\xE9\"}", invalid_json, "", {1, 14}},
    {"an_array", "[]", invalid_shape, "", {}},
    {"a_text", "\"x\"", invalid_shape, "", {}},
    {"no_field", "{}", no_template, "", {}},
    {"unknown_key", "{\"colour~/\": \"red\"}", invalid_shape, "/colour~0~1", {}},
    {"key_in_capitals", "{\"Version\": 1}", invalid_shape, "/Version", {}},
    {"number_for_a_text", "{\"purpose\": 1}", invalid_shape, "/purpose", {}},
    {"fraction", "{\"version\": 1.5}", invalid_shape, "/version", {}},
    {"null", "{\"purpose\": null}", invalid_shape, "/purpose", {}},
    {"object_for_a_text", "{\"purpose\": {}}", invalid_shape, "/purpose", {}},
    {"array_for_a_text", "{\"purpose\": []}", invalid_shape, "/purpose", {}},
    {"twice", "{\"version\": 1, \"version\": 2}", invalid_shape, "/version", {}},
    {"both_names",
     "{\"namespace_id\": \"a\", \"namespace_identifier\": \"b\"}",
     invalid_shape,
     "/namespace_identifier",
     {}},
    {"edition", "{\"edition\": \"rfc1\", \"version\": 1}", no_such_edition, "/edition", {}},
    {"edition_without", "{\"edition\": \"rfc2141\", \"version\": 1}", no_such_edition, "/edition", {}},
    {"other_is_no_array", "{\"other\": \"x\"}", invalid_shape, "/other", {}},
    {"other_holds_text", "{\"other\": [\"x\"]}", invalid_shape, "/other/0", {}},
    {"other_without_name",
     "{\"other\": [{\"name\":\"A\",\"text\":\"\"}, {\"text\": \"x\"}]}",
     invalid_shape,
     "/other/1",
     {}},
    {"other_with_more", "{\"other\": [{\"size\": \"x\"}]}", invalid_shape, "/other/0/size", {}},
    {"other_no_label", "{\"other\": [{\"name\": \"a: b\"}]}", invalid_shape, "/other/0/name", {}},
    {"number_too_large", "{\"version\": 1e999}", invalid_shape, "/version", {}},
    {"version_0", "{\"version\": 0}", invalid_shape, "/version", {}},
    {"version_negative", "{\"version\": -1}", invalid_shape, "/version", {}},
    {"version_of_65_bits", "{\"version\": 18446744073709551616}", invalid_shape, "/version", {}},
    {"nul", "{\"purpose\": \"a\\u0000\"}", control_character, "/purpose", {}},
    {"escape_in_a_key", "{\"pur\\u001bpose\": \"a\"}", control_character, "", {}},
    {"c1_in_a_label", "{\"other\": [{\"name\": \"A\\u009b\"}]}", control_character, "/other/0/name", {}},
};
INSTANTIATE_TEST_SUITE_P(Forms, template_json_refusal, testing::ValuesIn(refusals),
                         [](const auto &row) { return row.param.name; });

TEST(template_json, MisleadingCharacters) {
    const auto says = [](std::string_view purpose, bool permitted) {
        const auto t =
            read_template_json("{\"purpose\": \"" + std::string{purpose} + "\"}", {.misleading_characters = permitted});
        return t ? std::string{} : t.error().message + " at " + t.error().pointer;
    };
    for (const std::string_view text : {"a\u200B", "a\u202E", "\uFEFF"}) EXPECT_EQ(says(text, true), "") << text;
    EXPECT_EQ(says("a\u200B", false), "the invisible character U+200B is not permitted in a template at /purpose");
    EXPECT_EQ(says("a\u202E", false), "the control character U+202E is not permitted in a template at /purpose");
    EXPECT_EQ(says("\u0645\u06CC\u200C\u062E", false), "");
}

TEST(template_json, SyntaxErrorsInOwnWords) {
    const auto says = [](const char *text) { return read_template_json(text).error().message; };
    EXPECT_EQ(says(""), "invalid JSON: the text is empty");
    EXPECT_EQ(says("{\"version\": "), "invalid JSON: the text ends here, in the middle of JSON");
    EXPECT_EQ(says("{\"version\": 1,\n}"), "invalid JSON: there must be no comma before the end");
    EXPECT_EQ(says("{\"version\": }"), "invalid JSON: a value is missing here");
    EXPECT_EQ(says("{\"version\" 1}"), "invalid JSON: a colon is missing between the name and its value");
    EXPECT_EQ(says("{\"version\": 1 \"date\": \"\"}"),
              "invalid JSON: a comma is missing before the next member, or the end of the object");
    EXPECT_EQ(says("{version: 1}"), "invalid JSON: the name of a member is missing here, between quotation marks");
    EXPECT_EQ(says("{\"version\": 1} x"), "invalid JSON: something follows the end of the value");
    EXPECT_EQ(says("{\"purpose\": \"a"),
              "invalid JSON: the text ends within a string: a closing quotation mark is missing");
    EXPECT_EQ(says("{\"purpose\": \"\\q\"}"), "invalid JSON: this is not an escape sequence of JSON");
    EXPECT_EQ(says("{\"purpose\": \"\xE9\"}"), "invalid JSON: this byte is not UTF-8");
    EXPECT_EQ(says("{\"version\": 18446744073709551616}"),
              "this version is out of range: the largest is 18446744073709551615");
}

TEST(template_json, EditionThatContradicts) {
    const char *const text = R"({"edition": "urnbis-14", "namespace_id": "abc"})";
    EXPECT_EQ(read_template_json(text)->edition, edition::urnbis_14);
    EXPECT_EQ(read_template_json(text, {.edition = edition::urnbis_14})->edition, edition::urnbis_14);
    const auto other = read_template_json(text, {.edition = edition::rfc8141});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, other_edition);
    EXPECT_EQ(other.error().pointer, "/edition");
}

TEST(template_json, DeepNestingIsRefusedAtOnce) {
    EXPECT_EQ(read_template_json("{\"other\":" + std::string(100'000, '[')).error().code, invalid_shape);
    EXPECT_EQ(read_template_json(std::string(2U << 20, ' ')).error().code, too_large);
}

TEST(template_json, SchemaHasTheFieldsOfAllEditions) {
    std::ifstream file{UNIFORM_TEMPLATE_SCHEMA};
    const json schema = json::parse(file);
    std::set<std::string> expected{"$schema", "edition", "namespace_id", "other"};
    for (const field_rule &rule : template_fields(edition::rfc8141)) expected.insert(std::string{to_string(rule.id)});
    std::set<std::string> properties;
    for (const auto &[key, value] : schema["properties"].items()) properties.insert(key);
    EXPECT_EQ(properties, expected);
    EXPECT_EQ(schema["additionalProperties"], false);
    std::set<std::string> named;
    for (const auto &name : schema["properties"]["edition"]["enum"]) named.insert(name.get<std::string>());
    std::set<std::string> with_template;
    for (const edition e : urn_editions) {
        if (!template_fields(e).empty()) with_template.insert(std::string{to_string(e)});
    }
    EXPECT_EQ(named, with_template);
}

RC_GTEST_PROP(template_json_properties, WritingThenReadingGivesTheSame, (const std::vector<std::string> &words)) {
    namespace_template t;
    const auto rules = template_fields(t.edition);
    for (std::size_t i = 0; i < rules.size() && i <= words.size(); ++i) {
        std::string text = i < words.size() ? words[i] : "1";
        std::erase_if(text,
                      [](char c) { return (c & 0x80) != 0 || c == 0x7F || (c < 0x20 && c != '\n' && c != '\t'); });
        t.entries.push_back({.id = rules[i].id, .name = std::string{rules[i].name}, .text = normal_text(text)});
    }
    const auto again = read_template_json(write_template_json(t));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == t);
}

} // namespace
} // namespace uniform::test
