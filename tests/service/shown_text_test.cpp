// Names, titles, labels and notes: one check for all, so that none of them is displayed as another text.

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/json/value.hpp>
#include <uniform/resolver/namespace_rules.hpp>
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
        for (const std::string &wrong :
             std::array<std::string, 10>{"a\x01", "a\x7F", "a\u0085", "a\x1B[2J", "a\xFF", "\u009Ba", "gpj\u202Eexe",
                                         "\u2067a", "a\u2069", "\u202Aa"}) {
            EXPECT_EQ(p.write(wrong), "invalid") << p.name << ' ' << wrong;
        }
        for (const std::string_view wrong : {"a\nb", "a\tb"}) {
            EXPECT_EQ(p.write(std::string{wrong}), p.has_lines ? "done" : "invalid") << p.name << ' ' << wrong;
        }
    }
}

INSTANTIATE_ON_BOTH_STORES(shown_texts);

} // namespace
