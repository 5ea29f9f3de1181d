// The rules of a namespace that is kept here: RFC 8141 3.1 (additional rules for URN-equivalence), 6.4.2 (syntax).

#include <uniform/resolver/namespace_rules.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/mint.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

namespace {

using namespace uniform;
using namespace uniform::resolver;

std::expected<namespace_settings, problem> parsed(std::string_view json) {
    return read_json(json, namespace_settings_from_json);
}

namespace_rules rules(const std::string &syntax, const std::string &equivalence, const std::string &checks = {}) {
    const auto value = [](const std::string &text) {
        return text.empty() ? std::nullopt : std::optional{*json::read(text)};
    };
    const auto at = [](const std::optional<json::value> &v) { return v ? &*v : nullptr; };
    const auto s = value(syntax);
    const auto e = value(equivalence);
    const auto c = value(checks);
    auto r = namespace_rules::read("harbour", at(s), at(e), at(c));
    EXPECT_TRUE(r) << r.error().detail;
    return std::move(r).value_or(namespace_rules{});
}

TEST(namespace_rules, say_which_names_are_the_same) {
    const struct {
        const char *equivalence;
        const char *urn;
        const char *key;
    } rows[]{
        {R"({"operations":[]})", "urn:harbour:A-b", "harbour:A-b"},
        {R"({"operations":[{"action":"lower-case"}]})", "urn:Harbour:A%2fb", "harbour:a%2Fb"},
        {R"({"operations":[{"action":"upper-case","scope":"before-colon","n":1}]})", "urn:harbour:ab:cd",
         "harbour:AB:cd"},
        {R"({"operations":[{"action":"remove","texts":["-"]},{"action":"upper-case"}]})", "urn:harbour:a-b-c",
         "harbour:ABC"},
        {R"({"summary":"ISBN","operations":[{"action":"remove","texts":["-"]},{"action":"isbn-13"}]})",
         "urn:harbour:951-0-18435-7", "harbour:9789510184356"},
        // Nothing is left: then nothing is removed. What removing brings together is removed, too.
        {R"({"operations":[{"action":"remove","texts":["-"]}]})", "urn:harbour:---", "harbour:---"},
        {R"({"operations":[{"action":"remove","texts":["ab."]}]})", "urn:harbour:xaab.b.", "harbour:x"},
    };
    for (const auto &row : rows) {
        const auto r = rules("", row.equivalence);
        const auto key = key_of(row.urn, r.registry());
        ASSERT_TRUE(key) << row.equivalence << ' ' << key.error().detail;
        EXPECT_EQ(*key, row.key) << row.equivalence;
    }
    // The rules do not apply to another namespace.
    const auto r = rules("", R"({"operations":[{"action":"lower-case"}]})");
    EXPECT_EQ(*key_of("urn:other:A", r.registry()), "other:A");
    EXPECT_EQ(*key_of("urn:isbn:951-0-18435-7", r.registry()), "isbn:9789510184356");
}

TEST(namespace_rules, say_which_names_there_are) {
    const auto r =
        rules(R"({"abnf":"4DIGIT","pattern":"^[0-9]{4}$"})", "", R"([{"algorithm":"luhn","strict":true,"length":4}])");
    EXPECT_TRUE(validate(*parse_urn("urn:harbour:0018"), r.registry()));
    EXPECT_FALSE(validate(*parse_urn("urn:harbour:018"), r.registry()));
    EXPECT_EQ(check(*parse_urn("urn:harbour:0018"), r.registry()).state, check_state::correct);
    EXPECT_EQ(check(*parse_urn("urn:harbour:0017"), r.registry()).state, check_state::incorrect);

    const minting rule{
        .method = minting_method::sequential, .pattern = "dddk", .check = resolver::check_rule::of_namespace};
    ASSERT_TRUE(check_minting(rule, "harbour:", r.registry()));
    EXPECT_FALSE(check_minting(rule, "harbour:")) << "the library knows of no check character there";
    EXPECT_EQ(*mint_pattern::compile(rule, "harbour:", r.registry())->make(1), "harbour:0018");
    EXPECT_FALSE(check_minting({.method = minting_method::sequential, .pattern = "dddddd"}, "harbour:", r.registry()));
}

TEST(namespace_rules, hold_for_prefixes) {
    const auto r = rules("", R"({"operations":[{"action":"remove","texts":["-"]},{"action":"lower-case"}]})");
    EXPECT_EQ(*prefix_of_keys("urn:harbour:Pier-7", r.registry()), "harbour:pier7");
    EXPECT_EQ(*prefix_of_keys("harbour:", r.registry()), "harbour:");
    // No prefix is left of these texts: they would be the entire namespace.
    for (const char *const text : {"harbour:-", "urn:harbour:--"}) {
        const auto none = prefix_of_keys(text, r.registry());
        ASSERT_FALSE(none) << text;
        EXPECT_EQ(none.error().type, problem_type::invalid);
    }
    EXPECT_FALSE(prefix_of_keys("isbn:-"));
}

TEST(namespace_rules, are_taken_from_a_grammar) { // RFC 8141 6.4.2 (1): "e.g., using ABNF"
    const auto r =
        rules(R"({"abnf":"harbour-nss = port \":\" berth\nport = 5ALPHA\nberth = 1*DIGIT [ALPHA]\n"})", "", "");
    EXPECT_TRUE(validate(*parse_urn("urn:harbour:DEHAM:7a"), r.registry()));
    EXPECT_FALSE(validate(*parse_urn("urn:harbour:DEHAM:a"), r.registry()));
    EXPECT_FALSE(validate(*parse_urn("urn:harbour:DEH:7"), r.registry()));
    EXPECT_FALSE(r.syntax().find("pattern")) << "the settings are those that were given";
    const auto wrong = parsed(R"({"nid":"harbour","syntax":{"abnf":"a = \"(\" a \")\" / \"x\""}})");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().pointer, "/syntax/abnf");
    EXPECT_TRUE(wrong.error().offset);
    EXPECT_NE(wrong.error().detail.find("line 1, column 9: \"a\" (line 1) refers to itself"), std::string::npos)
        << wrong.error().detail;
}

TEST(namespace_rules, say_the_syntax_once) { // RFC 8141 6.4.2 (1)
    const struct {
        const char *syntax;
        const char *pointer;
    } rows[]{
        {R"({"pattern":"^[0-9]+$"})", ""},
        {R"({"abnf":"NSS = 3ALPHA"})", ""},
        {R"({"abnf":"NSS = 3ALPHA","pattern":"^[A-Za-z]{3}$","octets":true})", ""},
        {R"({"abnf":"urn = \"urn:harbour:\" 3ALPHA","pattern":"^[A-Za-z]{3}$"})", ""},
        {R"({"abnf":"NSS = 3ALPHA","pattern":"^[0-9]+$"})", "/syntax/pattern"},
        {R"({"abnf":"4DIGIT","pattern":"^[0-9]{4}$"})", "/syntax/abnf"},
        {R"({"abnf":"urn = \"urn:other:\" 3ALPHA"})", "/syntax/abnf"},
        {R"({"abnf":"a = \"(\" a \")\" / \"x\"","pattern":"^x$"})", "/syntax/abnf"},
    };
    for (const auto &row : rows) {
        const auto one = check_one_syntax("harbour", *json::read(row.syntax));
        EXPECT_EQ(one ? "" : one.error().pointer.value_or("none"), row.pointer) << row.syntax;
    }
    EXPECT_EQ(check_one_syntax("harbour", *json::read(rows[4].syntax)).error().detail,
              "\"pattern\" of the syntax is not that of its \"abnf\": give one of them; the grammar becomes "
              "^[A-Za-z]{3}$");
    // A grammar of whole URNs is one of names.
    const auto of_urns = rules(R"({"abnf":"urn = \"urn:harbour:\" 3ALPHA"})", "", "");
    EXPECT_TRUE(validate(*parse_urn("urn:harbour:abc"), of_urns.registry()));
    // The settings in a store of an earlier version are read.
    EXPECT_TRUE(parsed(R"({"nid":"harbour","syntax":{"abnf":"NSS = 3ALPHA","pattern":"^[0-9]+$"}})"));
}

TEST(namespace_rules, hold_for_the_beginnings_of_replaced_and_numbered_names) {
    const auto r =
        rules("", R"({"operations":[{"action":"replace","texts":["%22","'"]},{"action":"decode-unreserved"},)"
                  R"({"action":"remove-leading-zeros"}]})");
    EXPECT_EQ(*prefix_of_keys("harbour:%22a%2D007", r.registry()), "harbour:'a-7");
    EXPECT_EQ(*prefix_of_keys("harbour:a-00", r.registry()), "harbour:a-"); // of 007 as well as of 7
    EXPECT_EQ(*key_of("urn:harbour:%22a%2D007", r.registry()), "harbour:'a-7");
}

TEST(namespace_rules, that_cannot_be_are_named) {
    const struct {
        const char *member;
        const char *text;
        const char *pointer;
    } rows[]{
        {"syntax", "7", "/syntax"},
        {"syntax", "{}", "/syntax/pattern"},
        {"syntax", R"({"pattern":""})", "/syntax/pattern"},
        {"syntax", R"({"pattern":"^[a-z$"})", "/syntax/pattern"},
        {"syntax", R"({"pattern":"^(?:a{9999}){9999}$"})", "/syntax/pattern"},
        {"syntax", R"({"pattern":"^a$","regex":1})", "/syntax/regex"},
        {"equivalence", "[]", "/equivalence"},
        {"equivalence", "{}", "/equivalence/operations"},
        {"equivalence", R"({"operations":{}})", "/equivalence/operations"},
        {"equivalence", R"({"operations":[7]})", "/equivalence/operations/0"},
        {"equivalence", R"({"operations":[{}]})", "/equivalence/operations/0/action"},
        {"equivalence", R"({"operations":[{"action":"fold"}]})", "/equivalence/operations/0/action"},
        {"equivalence", R"({"operations":[{"action":"remove"}]})", "/equivalence/operations/0"},
        {"equivalence", R"({"operations":[{"action":"remove","texts":[""]}]})", "/equivalence/operations/0"},
        {"equivalence", R"({"operations":[{"action":"remove","texts":["%2"]}]})", "/equivalence/operations/0"},
        {"equivalence", R"({"operations":[{"action":"upper-case"},{"action":"upper-case","scope":"before-colon"}]})",
         "/equivalence/operations/1"},
        {"equivalence", R"({"operations":[{"action":"upper-case","n":300}]})", "/equivalence/operations/0/n"},
        {"checks", "{}", "/checks"},
        {"checks", R"([{"strict":true}])", "/checks/0/algorithm"},
        {"checks", R"([{"algorithm":"crc"}])", "/checks/0/algorithm"},
        {"checks", R"([{"algorithm":"luhn","length":1}])", "/checks/0"},
        {"checks", R"([{"algorithm":"luhn","payload":[[3,300]]}])", "/checks/0/payload"},
        {"checks", R"([{"algorithm":"luhn","payload":7}])", "/checks/0/payload"},
    };
    for (const auto &row : rows) {
        const auto s = parsed("{\"nid\":\"harbour\",\"" + std::string(row.member) + "\":" + row.text + "}");
        ASSERT_FALSE(s) << row.text;
        EXPECT_EQ(s.error().pointer, row.pointer) << row.text << ": " << s.error().detail;
    }
    const auto at = parsed(R"({"syntax":{"pattern":"^[a-z$"}})");
    ASSERT_FALSE(at);
    EXPECT_TRUE(at.error().offset) << "where in the pattern";
}

TEST(namespace_rules, come_back_in_settings) {
    const std::string text =
        R"({"nid":"harbour","syntax":{"pattern":"^[a-z-]+$","ignore_case":true},)"
        R"("equivalence":{"summary":"letters","operations":[{"action":"lower-case"}]},)"
        R"("checks":[{"algorithm":"luhn","strict":false,"payload":[[0,3]],"position":4,"length":6}]})";
    const auto s = parsed(text);
    ASSERT_TRUE(s) << s.error().detail;
    const auto again = parsed(to_json(*s));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *s);
    const auto wanted = nlohmann::json::parse(text);
    const auto written = nlohmann::json::parse(to_json(*again));
    for (const char *const member : {"syntax", "equivalence", "checks"}) EXPECT_EQ(written[member], wanted[member]);
    // A statement about the operations is no other rule; the operations are.
    const auto said = parsed(R"({"nid":"harbour","equivalence":{"operations":[{"action":"lower-case"}]}})");
    EXPECT_TRUE(said->rules.same_names(s->rules));
    EXPECT_NE(said->rules, s->rules);
    EXPECT_FALSE(said->rules.same_names({}));
    EXPECT_TRUE(rules("", R"({"operations":[]})").same_names({}));
}

// RFC 8141 3.1: such rules must not tell apart what the procedure there says is the same; and a key is its own key.
RC_GTEST_PROP(namespace_rules_properties, make_keys_that_stay, ()) {
    static const namespace_rules all[]{
        rules("", R"({"operations":[{"action":"remove","texts":["-","%2D"]},{"action":"upper-case"}]})"),
        rules("", R"({"operations":[{"action":"lower-case","scope":"before-hyphen"}]})"),
        rules("", R"({"operations":[{"action":"remove","texts":["aa","b"]}]})"),
    };
    const auto &r = *rc::gen::elementOf(std::vector<const namespace_rules *>{&all[0], &all[1], &all[2]});
    const auto part = rc::gen::element<std::string>("a", "B", "-", "%2d", "%2D", "%c3", "%C3", ":", "b", "aa");
    std::string one = "urn:harbour:x";
    std::string other = "URN:Harbour:x";
    for (const std::string &p : *rc::gen::container<std::vector<std::string>>(part)) {
        one += p;
        other += p == "%2d" ? "%2D" : p == "%C3" ? "%c3" : p;
    }
    const auto key = key_of(one, r->registry());
    const auto same = key_of(other, r->registry());
    RC_ASSERT(key.has_value() == same.has_value());
    if (!key) return;
    RC_ASSERT(*key == *same);
    RC_ASSERT(*key_of(urn_of(*key), r->registry()) == *key);
}

} // namespace
