// --json and --get.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

using nlohmann::json;

json one_object(const words &arguments, std::string_view in = {}) { return json::parse(run(arguments, in).out); }

TEST(json_output, parse_names_every_component) {
    const json o = one_object({"parse", "--json", "http://u:p@h:80/p?q#f"});
    EXPECT_EQ(o["input"], "http://u:p@h:80/p?q#f");
    EXPECT_EQ(o["valid"], true);
    EXPECT_EQ(o["scheme"], "http");
    EXPECT_EQ(o["userinfo"], "u:p");
    EXPECT_EQ(o["host"], "h");
    EXPECT_EQ(o["host_type"], "reg-name");
    EXPECT_EQ(o["port"], "80");
    EXPECT_EQ(o["path"], "/p");
    EXPECT_EQ(o["query"], "q");
    EXPECT_EQ(o["fragment"], "f");
    EXPECT_EQ(o["offsets"],
              json::parse(R"({"scheme": [0, 4], "authority": [7, 15], "userinfo": [7, 10], "host": [11, 12],
        "port": [13, 15], "path": [15, 17], "query": [18, 19], "fragment": [20, 21]})"));
}

TEST(json_output, absent_is_null_and_empty_is_empty) {
    const json absent = one_object({"parse", "--json", ""});
    for (const char *name : {"scheme", "userinfo", "host", "host_type", "port", "query", "fragment"}) {
        EXPECT_TRUE(absent[name].is_null()) << name;
    }
    EXPECT_EQ(absent["path"], "");
    const json empty = one_object({"parse", "--json", "//@:?#"});
    for (const char *name : {"userinfo", "host", "port", "query", "fragment", "path"})
        EXPECT_EQ(empty[name], "") << name;
    EXPECT_EQ(empty["host_type"], "reg-name");
}

TEST(json_output, an_error_has_its_place_rule_and_document) {
    const result r = run({"check", "--json", "http://a b/"});
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.err, "");
    const json o = json::parse(r.out);
    EXPECT_EQ(o["input"], "http://a b/");
    EXPECT_EQ(o["valid"], false);
    const json &e = o["error"];
    EXPECT_EQ(e["code"], "invalid_character");
    EXPECT_EQ(e["offset"], 8);
    EXPECT_EQ(e["rule"], "reg-name");
    EXPECT_EQ(e["document"], "RFC 3986");
    EXPECT_EQ(e["section"], "3.2.2");
    EXPECT_FALSE(e["message"].get<std::string>().empty());
}

TEST(json_output, a_limit_has_no_rule) {
    const json e = one_object({"check", "--json", "--max-length", "3", "abcd"})["error"];
    EXPECT_EQ(e["code"], "too_long");
    EXPECT_TRUE(e["rule"].is_null());
    EXPECT_TRUE(e["document"].is_null());
}

TEST(json_output, other_commands) {
    EXPECT_EQ(one_object({"normalize", "--json", "A:b"}),
              json::parse(R"({"input": "A:b", "valid": true, "normalized": "a:b"})"));
    EXPECT_EQ(one_object({"normalize", "--json", "--changes", "A:b"})["changes"], json::array({"scheme"}));
    EXPECT_EQ(one_object({"resolve", "--json", "a:/b", "c"}),
              json::parse(R"({"base": "a:/b", "ref": "c", "target": "a:/c"})"));
    EXPECT_EQ(one_object({"relativize", "--json", "a:/b", "a:/c"}),
              json::parse(R"({"base": "a:/b", "ref": "c", "target": "a:/c"})"));
    EXPECT_EQ(
        one_object({"compare", "--json", "a:b", "A:b"}),
        json::parse(R"({"a": "a:b", "b": "A:b", "level": "syntax", "equivalent": true, "equivalent_at": "case"})"));
    EXPECT_EQ(
        one_object({"compare", "--json", "-l", "percent", "a:b", "A:b"}),
        json::parse(R"({"a": "a:b", "b": "A:b", "level": "percent", "equivalent": false, "equivalent_at": "case"})"));
    EXPECT_TRUE(one_object({"compare", "--json", "a:b", "a:c"})["equivalent_at"].is_null());
    EXPECT_EQ(one_object({"unique", "--json", "A:b", "a:b"}),
              json::parse(R"({"input": "A:b", "valid": true, "normalized": "a:b"})"));
    EXPECT_EQ(one_object({"unique", "--json", "--count", "A:b", "a:b"}),
              json::parse(R"({"count": 2, "input": "A:b"})"));
    EXPECT_EQ(one_object({"edit", "--json", "--set", "scheme=x", "a:b"})["edited"], "x:b");
    EXPECT_EQ(one_object({"schemes", "--json", "https"})["default_port"], 443);
    EXPECT_EQ(one_object({"explain", "--json", "a b"})["editions"]["rfc2396"]["valid"], false);
}

TEST(json_output, pairs_that_are_not_valid_say_which_field) {
    EXPECT_EQ(one_object({"compare", "--json", "--pairs"}, "a b\tc\n")["error"]["in"], "a");
    EXPECT_EQ(one_object({"compare", "--json", "--pairs"}, "a\tb c\n")["error"]["in"], "b");
    EXPECT_EQ(one_object({"resolve", "--json", "--pairs"}, "a\tb\n")["error"]["in"], "base");
    EXPECT_EQ(one_object({"resolve", "--json", "--pairs"}, "a:b\tb c\n")["error"]["in"], "ref");
    EXPECT_TRUE(one_object({"resolve", "--json", "--pairs"}, "a:b\tb c\n")["target"].is_null());
    EXPECT_EQ(one_object({"relativize", "--json", "--pairs"}, "a:b\tc\n")["error"]["in"], "target");
}

TEST(json_output, bytes_that_are_not_utf8) {
    const json o = one_object({"check", "--json"}, "a\xFF\xC3\xA9\n");
    EXPECT_EQ(o["bytes"], true);
    EXPECT_EQ(o["input"], "a\u00FF\u00C3\u00A9");
    EXPECT_FALSE(one_object({"check", "--json"}, "a\xC3\xA9\n").contains("bytes"));
    EXPECT_EQ(one_object({"check", "--json"}, "a\xC3\xA9\"\\\x01\x7F\n")["input"], "a\xC3\xA9\"\\\x01\x7F");
}

// Every line of output is one JSON object, whatever the input.
TEST(json_output, junk_in_objects_out) {
    std::mt19937 random{20250101};
    std::string junk;
    for (int i = 0; i < 40000; ++i) junk += static_cast<char>(random() % 7 == 0 ? '\n' : random() % 256);
    for (const char *command : {"parse", "check", "normalize", "unique", "edit", "explain"}) {
        const result r = run({command, "--json"}, junk);
        ASSERT_LE(r.code, 1);
        std::size_t begin = 0;
        std::size_t lines = 0;
        for (std::size_t end; (end = r.out.find('\n', begin)) != std::string::npos; begin = end + 1, ++lines) {
            ASSERT_TRUE(json::accept(r.out.substr(begin, end - begin))) << r.out.substr(begin, end - begin);
        }
        EXPECT_EQ(begin, r.out.size());
        EXPECT_GT(lines, 3000U) << command;
    }
}

const row templates[]{
    {"names",
     {"parse", "--get",
      "{scheme}|{authority}|{userinfo}|{user}|{password}|{host}|{host_type}|{port}|{path}|{query}|{fragment}",
      "http://u:p@1.2.3.4:80/a?q#f"},
     "",
     "http|u:p@1.2.3.4:80|u:p|u|p|1.2.3.4|ipv4|80|/a|q|f\n",
     ""},
    {"absent_is_nothing",
     {"parse", "-g", "[{scheme}{host}{port}{query}{fragment}{query.x}{path.3}]", "a/b"},
     "",
     "[]\n",
     ""},
    {"decoded",
     {"parse", "-g", "{path:decoded} {path} {host:decoded}", "http://%41/a%20b%2Fc"},
     "",
     "/a b/c /a%20b%2Fc A\n",
     ""},
    {"parameters",
     {"parse", "-g", "{query.k} {query.k:all} {query.k:decoded:all} {query.z} {query.a:b}",
      "?k=%31&j=2&k=3&%6b=4&z&a:b=c"},
     "",
     "%31 %31 3 4 1 3 4  c\n",
     ""},
    {"segments",
     {"parse", "-g", "{path.0}-{path.1}-{path.-1}-{path.-3:decoded}-{path.9}-{path.-9}", "/a%20/b/c"},
     "",
     "a%20-b-c-a --\n",
     ""},
    {"default_port",
     {"parse", "-g", "{port:default} {port}", "https://h/", "https://h:8/", "x-y://h"},
     "",
     "443 \n8 8\n \n",
     ""},
    {"redacted",
     {"parse", "-g", "{uri:redacted} {userinfo:redacted} {authority:redacted} {url}", "a://u:p@h/"},
     "",
     "a://u:***@h/ u:*** u:***@h a://u:p@h/\n",
     ""},
    {"escapes", {"parse", "-g", "{{{host}}}\\t\\\\\\n", "//h"}, "", "{h}\t\\\n\n", ""},
    {"of_targets", {"resolve", "-g", "{input} {uri} {path}", "http://a/b/c", "../d"}, "", "../d http://a/d /d\n", ""},
    {"of_normal_forms", {"normalize", "-g", "{input} {host}", "http://A/"}, "", "http://A/ a\n", ""},
    {"of_edited_ones", {"edit", "--set", "port=1", "-g", "{authority}", "http://A/"}, "", "A:1\n", ""},
    {"form_reads_plus_as_a_space",
     {"parse", "-g", "{query.q:form}|{query.q:decoded}", "//h?q=a+b%20c"},
     "",
     "a b c|a+b c\n",
     ""},
    {"with_nul", {"parse", "-0", "-g", "{host}"}, std::string{"//a\0//b\0", 8}, std::string{"a\0b\0", 4}, ""},
    {"unknown_name",
     {"parse", "--get", "a {hots}", "b"},
     "",
     "",
     "uniform: --get: unknown name \"hots\": did you mean \"host\"?\n    a {hots}\n       ^\n",
     2},
    {"unknown_modifier",
     {"parse", "--get", "{host:upper}", "b"},
     "",
     "",
     "uniform: --get: expected decoded, form, strict, required, all, default, redacted, ascii, unicode or display "
     "after \":\"\n    "
     "{host:upper}\n          ^\n",
     2},
    {"wrong_modifier",
     {"parse", "--get", "{host:default}", "b"},
     "",
     "",
     "uniform: --get: this modifier is not allowed after host\n    {host:default}\n         ^\n",
     2},
    {"open_brace",
     {"parse", "--get", "a{host", "b"},
     "",
     "",
     "uniform: --get: \"{\" without \"}\"; {{ prints a brace\n    a{host\n     ^\n",
     2},
    {"close_brace",
     {"parse", "--get", "a}", "b"},
     "",
     "",
     "uniform: --get: \"}\" without \"{\"; }} prints a brace\n    a}\n     ^\n",
     2},
    {"escape",
     {"parse", "--get", "a\\x", "b"},
     "",
     "",
     "uniform: --get: expected t, n, r, 0 or \\ after \"\\\"\n    a\\x\n     ^\n",
     2},
    {"segment_number",
     {"parse", "--get", "{path.x}", "b"},
     "",
     "",
     "uniform: --get: expected the number of a segment after \"path.\"\n    {path.x}\n          ^\n",
     2},
};

class get : public testing::TestWithParam<row> {};
TEST_P(get, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, get, testing::ValuesIn(templates),
                         [](const auto &tested) { return std::string{tested.param.name}; });

} // namespace
} // namespace uniform::test
