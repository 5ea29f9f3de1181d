// Names, titles, labels and notes: one check for all, so that none of them is displayed as another text.

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/json/value.hpp>
#include <uniform/resolver/defined_components.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/webhooks.hpp>

#include "service/permissions_support.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using store::writing;
using test::outcome_of;

class shown_texts : public test::permissions {
protected:
    using writer = std::function<std::string(const std::string &)>; // outcome_of()
    struct place {
        std::string_view name;
        bool has_lines;
        writer write;
    };
    std::vector<place> places() {
        return {
            {"registrar name", false,
             [this](const std::string &t) {
                 return outcome_of(in([&](writing &w) {
                     return add_registrar(w, admin, {.id = "r" + std::to_string(++count), .name = t});
                 }));
             }},
            {"label of a token", false,
             [this](const std::string &t) {
                 const auto secret = make_token_secret();
                 return outcome_of(in([&](writing &w) {
                     return create_token(w, admin, {.role = resolver::role::expert, .label = t}, secret);
                 }));
             }},
            {"label of a webhook", false,
             [this](const std::string &t) {
                 const auto secret = make_webhook_secret();
                 return outcome_of(in([&](writing &w) {
                     return create_webhook(w, admin, {.url = "https://example.org/", .label = t}, secret);
                 }));
             }},
            {"title of a namespace", false,
             [this](const std::string &t) {
                 return outcome_of(
                     in([&](writing &w) { return change_namespace(w, admin, {.nid = "example", .title = t}, {}); }));
             }},
            {"note of a check", true,
             [this](const std::string &t) {
                 json::value check;
                 check.set("algorithm", "luhn");
                 check.set("note", t);
                 const json::value checks{json::array{check}};
                 const std::string nid = std::string(3, static_cast<char>('a' + ++count % 26)) + "-shown";
                 auto rules = resolver::namespace_rules::read(nid, nullptr, nullptr, &checks);
                 if (!rules) return "not read: " + rules.error().detail;
                 return outcome_of(
                     in([&](writing &w) { return add_namespace(w, admin, {.nid = nid, .rules = *rules}); }));
             }},
            {"title of a request", false,
             [this](const std::string &t) {
                 const auto secret = make_request_secret();
                 return outcome_of(in([&](writing &w) {
                     return open_request(w, {}, {.document = "Namespace Identifier: pier\n", .title = t}, secret);
                 }));
             }},
            {"reason of a withdrawal", true,
             [this](const std::string &t) {
                 const std::string urn = "urn:example:reason-" + std::to_string(++count);
                 return outcome_of(in([&](writing &w) -> std::expected<name_entry, resolver::problem> {
                     const auto made = assign(w, admin, {.urn = urn, .options = {}});
                     if (!made) return std::unexpected{made.error()};
                     return withdraw(w, admin, {.urn = urn, .reason = t, .options = {}});
                 }));
             }},
            {"typed value", true,
             [this](const std::string &t) {
                 json::value v = json::object{};
                 json::value one = json::object{};
                 v.set("values", json::array{one.set("type", "note").set("value", t)});
                 const auto record = resolver::record_from_json(v);
                 if (!record) return std::string(to_string(record.error().type));
                 return outcome_of(in([&](writing &w) {
                     return assign(
                         w, admin,
                         {.urn = "urn:example:value-" + std::to_string(++count), .record = *record, .options = {}});
                 }));
             }},
            {"contact of a registrar", true, [this](const std::string &t) {
                 return outcome_of(in([&](writing &w) {
                     return add_registrar(w, admin, {.id = "r" + std::to_string(++count), .name = "N", .contact = t});
                 }));
             }}};
    }
    int count = 0;
};

TEST_P(shown_texts, have_no_control_characters) {
    for (const place &p : places()) {
        EXPECT_EQ(p.write("M\u00FCller \u05D0\u200F & \u0645"), "done") << p.name;
        EXPECT_EQ(p.write("\u0645\u06CC\u200C\u062E \U0001F469\u200D\U0001F4BB 1\uFE0F\u20E3"), "done") << p.name;
        for (const std::string &wrong : std::array<std::string, 17>{
                 "a\x01", "a\x7F", "a\u0085", "a\x1B[2J", "a\xFF", "\u009Ba", "gpj\u202Eexe", "\u2067a", "a\u2069",
                 "\u202Aa", "a\u200B", "a\u200Db", "\uFEFFa", "1\u00ADb", "\u3164", "a\u200E", "a\U000E0041"}) {
            EXPECT_EQ(p.write(wrong), "invalid") << p.name << ' ' << wrong;
        }
        for (const std::string_view wrong : {"a\nb", "a\tb"}) {
            EXPECT_EQ(p.write(std::string{wrong}), p.has_lines ? "done" : "invalid") << p.name << ' ' << wrong;
        }
    }
}

// Texts of a grammar, which pages show, too.
TEST_P(shown_texts, policies_have_no_control_characters) {
    struct text {
        std::string_view name;
        writer write;
    };
    const std::vector<text> all{
        {"naming",
         [this](const std::string &t) {
             return outcome_of(
                 delegate(admin, {.prefix = "example:n-", .registrar = "library", .naming = "[a-z" + t + "]+"}));
         }},
        {"locator template of a delegation",
         [this](const std::string &t) {
             return outcome_of(delegate(admin, {.prefix = "example:t-",
                                                .registrar = "library",
                                                .locator_template = "https://example.org/" + t + "{urn}"}));
         }},
        {"components", [this](const std::string &t) {
             json::value q = json::object{};
             q.set("q", "[a-z" + t + "]+");
             auto read = resolver::defined_components::read(q);
             if (!read) return "not read: " + read.error().detail;
             return outcome_of(in(
                 [&](writing &w) { return change_namespace(w, admin, {.nid = "example", .components = *read}, {}); }));
         }}};
    for (const text &one : all) {
        EXPECT_EQ(one.write("b"), "done") << one.name;
        for (const std::string wrong :
             {"\x07", "\u009B", "\u202E", "\u2069", "\u200B", "\u3164", "\n", "\t", "\u2028", "\u2029"}) {
            const std::string got = one.write(wrong);
            EXPECT_TRUE(got == "invalid" || got.starts_with("not read")) << one.name << ' ' << wrong << ' ' << got;
        }
        EXPECT_EQ(one.write("c"), "done") << one.name;
    }
}

TEST_P(shown_texts, policies_are_on_one_line_and_grammars_on_several) {
    const auto made = delegate(admin, {.prefix = "example:n-", .registrar = "library", .naming = "[a-z\u2028]+"});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().pointer, "/naming");
    EXPECT_EQ(made.error().offset, 4U);
    EXPECT_EQ(made.error().detail, "\"naming\" must be on one line");
    const auto add = [&](std::string_view syntax, std::string_view equivalence) -> std::string {
        const json::value s = *json::read(syntax);
        const json::value e = *json::read(equivalence);
        const auto rules = resolver::namespace_rules::read("shown", &s, &e, nullptr);
        if (!rules) return "not read: " + rules.error().detail;
        const auto added = in([&](writing &w) { return add_namespace(w, admin, {.nid = "shown", .rules = *rules}); });
        return added ? "done" : added.error().pointer.value_or("");
    };
    constexpr std::string_view lower = R"({"operations":[{"action":"lower-case"}]})";
    EXPECT_EQ(add(R"({"pattern":"^[a-z\n]+$"})", lower), "/syntax/pattern");
    EXPECT_EQ(
        add(R"({"abnf":"NSS = 3ALPHA ; three\r\n"})", R"({"summary":"a\nb","operations":[{"action":"lower-case"}]})"),
        "done");
}

// A template that anyone sends is shown before anybody has accepted it.
TEST_P(shown_texts, templates_that_are_sent_have_no_control_characters) {
    const auto send = [&](const sent_template &t) {
        const auto secret = make_request_secret();
        return in([&](writing &w) { return open_request(w, {}, {.document = t}, secret); });
    };
    const auto as_text = [&](const std::string &t) {
        return send("Namespace Identifier: pier\nPurpose: Piers" + t + " of harbours\n");
    };
    const auto as_json = [&](const std::string &t) {
        json::value v = json::object{};
        return send(v.set("namespace_identifier", "pier").set("purpose", "Piers" + t));
    };
    const auto as_json_text = [&](const std::string &t) {
        return send(R"({"namespace_identifier":"pier","purpose":"Piers)" + t + "\"}");
    };
    for (const std::string right : {"\u05D0\u200F", "\u0645\u06CC\u200C\u062E"}) {
        EXPECT_EQ(outcome_of(as_text(right)), "done");
        EXPECT_EQ(outcome_of(as_json(right)), "done");
        EXPECT_EQ(outcome_of(as_json_text(right)), "done");
    }
    EXPECT_EQ(outcome_of(send("\uFEFFNamespace Identifier: pier\nPurpose: Piers\n")), "done") << "a byte order mark";
    for (const std::string wrong : {"\u009B", "\u202E", "\u2069", "\u200F", "\u200B", "\uFEFF"}) {
        const auto text = as_text(wrong);
        ASSERT_FALSE(text) << wrong;
        EXPECT_EQ(text.error().type, resolver::problem_type::malformed);
        EXPECT_EQ(text.error().pointer, "/template");
        const auto at = [&](std::string_view name) {
            const auto found = std::ranges::find(text.error().members, name, &json::member::name);
            return found == text.error().members.end() ? 0 : found->value.if_unsigned().value_or(0);
        };
        EXPECT_EQ(at("line"), 2U);
        EXPECT_EQ(at("column"), 15U);
        const auto value = as_json(wrong);
        ASSERT_FALSE(value) << wrong;
        EXPECT_EQ(value.error().pointer, "/template/purpose") << value.error().detail;
        EXPECT_FALSE(as_json_text(wrong)) << wrong;
    }
}

INSTANTIATE_ON_BOTH_STORES(shown_texts);

} // namespace
