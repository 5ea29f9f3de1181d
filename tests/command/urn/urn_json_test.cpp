// `uniform urn COMMAND --json`.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

using nlohmann::json;

json one_object(const words &arguments, std::string_view in = {}) { return json::parse(run(arguments, in).out); }

TEST(urn_json, parse_has_every_component) {
    const json o = one_object({"urn", "parse", "--json", "URN:Example:a%2c?+r?=q#f"});
    EXPECT_EQ(o["input"], "URN:Example:a%2c?+r?=q#f");
    EXPECT_EQ(o["valid"], true);
    EXPECT_EQ(o["nid"], "Example");
    EXPECT_EQ(o["nss"], "a%2c");
    EXPECT_EQ(o["r"], "r");
    EXPECT_EQ(o["q"], "q");
    EXPECT_EQ(o["f"], "f");
    EXPECT_EQ(o["normalized"], "urn:example:a%2C");
    EXPECT_EQ(o["assigned_name"], "URN:Example:a%2c");
    EXPECT_EQ(o["edition"], "rfc8141");
    EXPECT_EQ(o["kind"], "formal");
    EXPECT_EQ(o["registered"], true);
    EXPECT_EQ(o["offsets"], json::parse(R"({"scheme": [0, 3], "nid": [4, 11], "nss": [12, 16], "r": [18, 19],
        "q": [21, 22], "f": [23, 24]})"));
}

TEST(urn_json, commands_that_read_one_urn_have_its_components) {
    const json expected = json::parse(R"({"valid": true, "nid": "Example", "nss": "a%2c", "r": "r", "q": null, "f": "f",
        "normalized": "urn:example:a%2C"})");
    for (const char *const command : {"parse", "check", "normalize"}) {
        const json o = one_object({"urn", command, "--json", "URN:Example:a%2c?+r#f"});
        for (const auto &[name, value] : expected.items()) EXPECT_EQ(o[name], value) << command << ' ' << name;
    }
}

// RFC 8141 5.1 (1): what is registered depends on the list.
TEST(urn_json, output_that_depends_on_the_list_of_iana_has_its_date) {
    const json date = one_object({"registry", "--json"})["date"];
    EXPECT_TRUE(date.is_string());
    const std::vector<std::vector<std::string>> calls{
        {"urn", "nid", "--json", "isbn"},
        {"urn", "check", "--json", "urn:isbn:978-951-0-18435-6"},
        {"urn", "parse", "--json", "urn:isbn:978-951-0-18435-6"},
        {"urn", "namespaces", "--json", "isbn"},
        {"namespace", "check", "--json"},
    };
    for (const auto &call : calls) {
        EXPECT_EQ(one_object(call, "Namespace Identifier: harbour\n")["list_date"], date) << call[0] << ' ' << call[1];
    }
}

TEST(urn_json, absent_is_null_and_empty_is_empty) {
    const json absent = one_object({"urn", "parse", "--json", "urn:example:a"});
    for (const char *name : {"r", "q", "f", "display"}) EXPECT_TRUE(absent[name].is_null()) << name;
    for (const char *name : {"r", "q", "f"}) EXPECT_TRUE(absent["offsets"][name].is_null()) << name;
    const json empty = one_object({"urn", "parse", "--json", "urn:example:a#"});
    EXPECT_EQ(empty["f"], "");
}

TEST(urn_json, parse_has_the_name) {
    const json o = one_object({"urn", "parse", "--json", "urn:ietf:rfc:2141"});
    EXPECT_EQ(o["name"], "RFC 2141");
    EXPECT_EQ(o["resolvers"][0], "https://www.rfc-editor.org/rfc/rfc2141");
    EXPECT_EQ(one_object({"urn", "parse", "--json", "urn:isbn:951-0-18435-7"})["namespace_normalized"],
              "urn:isbn:9789510184356");
    EXPECT_EQ(one_object({"urn", "parse", "--json", "urn:example:%D0%B0"})["display"],
              "\xC2\xABurn:example:\xD0\xB0\xC2\xBB");
}

TEST(urn_json, decoded_bytes_that_are_no_text_are_not_printed) {
    EXPECT_EQ(one_object({"urn", "parse", "--json", "urn:nbn:fi-a%C3%A4"})["name"], "fi-a\xC3\xA4");
    EXPECT_TRUE(one_object({"urn", "parse", "--json", "urn:nbn:fi-a%C3"})["name"].is_null());
    EXPECT_EQ(run({"explain", "urn:nbn:fi-a%1B%07"}).out.find_first_of("\x1B\x07"), std::string::npos);
}

TEST(urn_json, every_command_rejects_alike) {
    for (const char *command : {"parse", "check", "normalize", "convert"}) {
        const result r = run({"urn", command, "--json", "urn:example:a b"});
        EXPECT_EQ(r.code, 1) << command;
        EXPECT_EQ(r.err, "") << command;
        const json o = json::parse(r.out);
        EXPECT_EQ(o["valid"], false) << command;
        EXPECT_EQ(o["error"]["code"], "invalid_character") << command;
        EXPECT_EQ(o["error"]["offset"], 13) << command;
        EXPECT_EQ(o["error"]["rule"], "NSS") << command;
        EXPECT_EQ(o["error"]["document"], "RFC 8141") << command;
        EXPECT_EQ(o["error"]["section"], "2.2") << command;
    }
}

TEST(urn_json, bytes_that_are_no_text_are_said_to_be_bytes) {
    const json o = one_object({"urn", "parse", "--json", "urn:example:\xFF"});
    EXPECT_EQ(o["bytes"], true);
    EXPECT_EQ(o["input"], "urn:example:\u00FF");
}

TEST(urn_json, check_answers_each_question_by_itself) {
    const json good = one_object({"urn", "check", "--json", "urn:isbn:978-951-0-18435-6"});
    EXPECT_EQ(good["valid"], true);
    EXPECT_EQ(good["ok"], true);
    EXPECT_EQ(good["registered"], true);
    EXPECT_EQ(good["kind"], "formal");
    EXPECT_EQ(good["document"], "RFC 8141");
    EXPECT_EQ(good["section"], "5.1");
    EXPECT_EQ(good["namespace"], "match");
    EXPECT_EQ(good["check"]["state"], "correct");
    const result r = run({"urn", "check", "--json", "urn:isbn:978-951-0-18435-7"});
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.err, "");
    const json wrong = json::parse(r.out);
    EXPECT_EQ(wrong["valid"], true);
    EXPECT_EQ(wrong["ok"], false);
    EXPECT_EQ(wrong["namespace"], "match");
    EXPECT_EQ(wrong["check"], json::parse(R"({"state": "incorrect", "strict": true, "algorithm": "isbn-13-mod10",
        "found": "7", "expected": "6", "offset": 25})"));
    const json mismatch = one_object({"urn", "check", "--json", "urn:oid:1..2"});
    EXPECT_EQ(mismatch["namespace"], "mismatch");
    EXPECT_EQ(mismatch["error"]["code"], "nss_mismatch");
    EXPECT_EQ(mismatch["error"]["offset"], 10);
    const json no_text = one_object({"urn", "check", "--json", "urn:foo:a%FF"});
    EXPECT_EQ(no_text["namespace"], "mismatch");
    EXPECT_EQ(no_text["error"]["message"], "the percent-encoding is not UTF-8");
    EXPECT_EQ(no_text["error"]["section"], "2.2");
    EXPECT_EQ(no_text["error"]["offset"], 9);
    const json unknown = one_object({"urn", "check", "--json", "urn:foo:bar"});
    EXPECT_EQ(unknown["registered"], false);
    EXPECT_EQ(unknown["namespace"], "unknown");
}

TEST(urn_json, check_stops_after_the_object) {
    const result r = run({"urn", "check", "--json", "--on-error", "stop", "urn:foo:a", "urn:example:b"});
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(json::parse(r.out)["input"], "urn:foo:a");
}

TEST(urn_json, normalize_and_compare) {
    const json n = one_object({"urn", "normalize", "--json", "--changes", "URN:example:a?=q"});
    EXPECT_EQ(n["normalized"], "urn:example:a");
    EXPECT_EQ(n["level"], "lexical");
    EXPECT_EQ(n["changes"], json::parse(R"(["scheme", "q-component"])"));
    const json c = one_object({"urn", "compare", "--json", "urn:isbn:951-0-18435-7", "urn:isbn:978-951-0-18435-6"});
    EXPECT_EQ(c["a"], "urn:isbn:951-0-18435-7");
    EXPECT_EQ(c["b"], "urn:isbn:978-951-0-18435-6");
    EXPECT_EQ(c["level"], "lexical");
    EXPECT_EQ(c["equivalent"], false);
    EXPECT_EQ(c["equivalent_at"], "namespace");
    EXPECT_TRUE(one_object({"urn", "compare", "--json", "urn:example:a", "urn:example:b"})["equivalent_at"].is_null());
}

TEST(urn_json, convert_and_make) {
    const json c = one_object({"urn", "convert", "--json", "-e", "urnbis-14", "urn:example:a?q"});
    EXPECT_EQ(c["converted"], "urn:example:a?=q");
    EXPECT_EQ(c["from"], "urnbis-14");
    EXPECT_EQ(c["to"], "rfc8141");
    EXPECT_EQ(c["changed"], true);
    const json refused = one_object({"urn", "convert", "--json", "--to", "rfc2141", "urn:example:a#f"});
    EXPECT_EQ(refused["valid"], true);
    EXPECT_EQ(refused["error"]["code"], "unsupported_component");
    ASSERT_TRUE(refused.contains("converted"));
    EXPECT_TRUE(refused["converted"].is_null());
    const json m = one_object({"urn", "make", "--json", "isbn", "951-0-18435-7"});
    EXPECT_EQ(m["input"], "951-0-18435-7");
    EXPECT_EQ(m["urn"], "urn:isbn:951-0-18435-7");
    EXPECT_EQ(one_object({"urn", "make", "--json", "isbn", "951-0-18435-8"})["error"]["code"], "wrong_check_character");
}

TEST(urn_json, nid_cites_each_rule) {
    const json o = one_object({"urn", "nid", "--json", "ab"});
    EXPECT_EQ(o["valid"], true);
    EXPECT_EQ(o["kind"], "country-code");
    EXPECT_EQ(o["registered"], false);
    EXPECT_EQ(o["available"], false);
    ASSERT_EQ(o["broken"].size(), 1U);
    EXPECT_EQ(o["broken"][0]["section"], "5.1 (3)");
    EXPECT_EQ(one_object({"urn", "nid", "--json", "urn-7"})["number"], "7");
    EXPECT_EQ(one_object({"urn", "nid", "--json", "http"})["is_uri_scheme"], true);
    EXPECT_EQ(one_object({"urn", "nid", "--json", "http"})["is_used_unregistered"], false);
    EXPECT_EQ(one_object({"urn", "nid", "--json", "sha1"})["is_used_unregistered"], true);
    EXPECT_EQ(one_object({"urn", "nid", "--json", "sha1"})["available"], true);
    EXPECT_EQ(one_object({"urn", "nid", "--json", "urn"})["available"], false);
    EXPECT_EQ(one_object({"urn", "nid", "--json", "-"})["valid"], false);
}

TEST(urn_json, what_is_not_registered_is_an_object_too) {
    for (const words &line : {words{"urn", "namespaces", "--json", "nosuch"}, words{"schemes", "--json", "nosuch"}}) {
        const result r = run(line);
        EXPECT_EQ(r.code, 1);
        EXPECT_EQ(r.err, "");
        const json o = json::parse(r.out);
        EXPECT_EQ(o["input"], "nosuch");
        EXPECT_EQ(o["valid"], false);
        EXPECT_EQ(o["error"]["code"], "not_found");
    }
    const std::string two = run({"schemes", "--json", "nosuch", "http"}).out;
    EXPECT_LT(two.find("nosuch"), two.find("\"http\""));
}

TEST(urn_json, namespaces_is_json_for_all_of_them) {
    const std::string all = run({"urn", "namespaces", "--json"}).out;
    std::size_t count = 0;
    for (std::size_t begin = 0, end = 0; (end = all.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const json o = json::parse(all.substr(begin, end - begin));
        EXPECT_FALSE(o["nid"].get<std::string>().empty());
        for (const char *name : {"kind", "status", "title", "syntax", "equivalence", "checks", "components",
                                 "resolution", "names", "examples", "source"}) {
            EXPECT_TRUE(o.contains(name)) << o["nid"] << ' ' << name;
        }
        ++count;
    }
    EXPECT_GE(count, 105U);
}

TEST(urn_json, abnf_of_every_registered_namespace_is_read_by_namespace_rules) {
    const std::string all = run({"urn", "namespaces", "--json"}).out;
    std::size_t count = 0;
    for (std::size_t begin = 0, end = 0; (end = all.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const json syntax = json::parse(all.substr(begin, end - begin))["syntax"];
        if (syntax["abnf"].is_null()) continue; // not registered
        const result read = run({"namespace", "rules", "--abnf", "-"}, syntax["abnf"].get<std::string>());
        EXPECT_EQ(read.out, syntax["pattern"].get<std::string>() + '\n') << read.err;
        ++count;
    }
    EXPECT_EQ(count, 105U);
}

} // namespace
} // namespace uniform::test
