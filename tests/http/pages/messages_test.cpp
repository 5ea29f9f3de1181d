// Messages of the service in the language of a page: what the catalogue translates, what stands at its placeholders,
// and what stays English.

#include <gmock/gmock.h>

#include <chrono>
#include <initializer_list>
#include <string>
#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/problem_types.hpp>

#include "http/pages/messages.hpp"
#include "http/pages/rendering.hpp"
#include "http/pages/texts.hpp"
#include "http/resolve/resolve_support.hpp"

namespace uniform::http {

namespace {

using pages::language;
using pages::message_html;
using testing::HasSubstr;
using testing::Not;

const language de = *pages::language_tagged("de");

std::string german(std::string_view message) { return message_html(de, message); }

} // namespace

TEST(messages, are_translated_with_what_stands_at_their_placeholders) {
    struct row {
        std::string_view message;
        std::string_view german;
    };
    for (const row &r : std::initializer_list<row>{
             {"no resource at this path", "Unter diesem Pfad gibt es nichts."},
             {R"(the namespace "nope" is not managed here)", "Der Namensraum „nope“ wird hier nicht verwaltet."},
             {R"(the namespace "nop" is not managed here (did you mean "nope"?))",
              "Der Namensraum „nop“ wird hier nicht verwaltet (meinten Sie „nope“?)."},
             // an entry that says more comes first
             {R"("Namespace Identifier" is missing)", "„Namespace Identifier“ fehlt."},
             {R"("url" of a locator is missing)", "Einer Adresse fehlt die URL."},
             // names of members become the labels of their fields
             {R"("weight" of a locator must be a whole number from 0 to 1000000)",
              "„Gewicht“ einer Adresse muss eine ganze Zahl von 0 bis 1000000 sein."},
             {R"("text" is missing or empty)", "„Text“ fehlt oder ist leer."},
             // messages in messages
             {R"(insufficient permissions: the token does not cover the prefix "a:")",
              "Ihre Berechtigung reicht nicht: Ihr Token umfasst das Präfix „a:“ nicht."},
             {R"(an element of "hosts" of a delegation must be a host, or "*." and a host)",
              "Ein Element von „Hosts der Adressen“ einer Delegation muss ein Host sein oder „*.“ und ein Host."},
             {R"(the name "urn:example:a" is withdrawn: only an active name can be changed)",
              "Der Name „urn:example:a“ ist zurückgezogen: Nur ein aktiver Name lässt sich ändern."},
             // braces that are no placeholders
             {R"(minting pattern: "{" without "}")", "Bildungsmuster: Nach „{“ fehlt „}“."},
             // a value begins the sentence
             {"urn:example:a is reserved: it has no locator yet",
              "urn:example:a ist reserviert: Der Name hat noch keine Adresse."},
         }) {
        EXPECT_EQ(german(r.message), r.german);
        EXPECT_EQ(pages::translated(de, r.message), r.german);
    }
    EXPECT_EQ(german(""), "");
}

TEST(messages, keep_quotation_marks_and_escape_what_others_wrote) {
    EXPECT_EQ(german(R"(the namespace "a" is not managed here" is not managed here)"),
              "Der Namensraum „a&quot; is not managed here“ wird hier nicht verwaltet.");
    const std::string hostile = german("the namespace \"<script>alert(1)</script>\" is not managed here");
    EXPECT_EQ(hostile, "Der Namensraum „&lt;script&gt;alert(1)&lt;/script&gt;“ wird hier nicht verwaltet.");
    // A value with the marks of code, of placeholders or of a template is a value.
    EXPECT_EQ(german("the namespace \"`a` {} {{page.title}}\" is not managed here"),
              "Der Namensraum „`a` {} {{page.title}}“ wird hier nicht verwaltet.");
    // A quotation mark ends a word, so that no text of others is taken for a member.
    EXPECT_THAT(german(R"("x" <b> "y" is missing or empty)"), HasSubstr("lang=\"en\""));
}

TEST(messages, stay_english_without_an_entry) {
    EXPECT_EQ(german("nothing is known of <b>"), "<span lang=\"en\">nothing is known of &lt;b&gt;</span>");
    EXPECT_FALSE(pages::translated(de, "nothing is known of this"));
    // A text of the pages in this language is no message.
    EXPECT_EQ(german(pages::text(de, "account.tokens.not_a_date")),
              "Das ist kein Datum: Schreiben Sie es wie 2030-12-31.");
    // An inner message without an entry: all of it.
    EXPECT_THAT(german("insufficient permissions: for no reason"),
                testing::StartsWith("<span lang=\"en\">insufficient"));
}

TEST(messages, are_in_english_what_the_api_says_without_commands) {
    EXPECT_EQ(message_html(language::english, "no resource at this path"), "no resource at this path");
    EXPECT_EQ(message_html(language::english, "nothing is known of <b>"), "nothing is known of &lt;b&gt;");
    EXPECT_EQ(message_html(language::english, R"("valid_from" of a locator must be a string)"),
              "&quot;Valid from&quot; of a locator must be a string");
    EXPECT_EQ(message_html(language::english, "the registrar \"x\" does not exist. `uniform registrar list` lists the "
                                              "registrars, `uniform registrar add` adds one"),
              "the registrar &quot;x&quot; does not exist");
}

TEST(messages, cost_little_whatever_they_are) {
    std::string nested;
    for (int i = 0; i < 60; ++i) nested += "insufficient permissions: \"a\" of \"b\" or \"c\" is missing or ";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THAT(german(nested.substr(0, 1990)), HasSubstr("lang=\"en\""));
    EXPECT_THAT(german(std::string(100'000, '"')), HasSubstr("lang=\"en\""));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{2});
}

TEST(messages, have_the_problem_types_in_each_language) {
    for (std::size_t i = 0; i < resolver::problem_type_count; ++i) {
        const auto t = static_cast<resolver::problem_type>(i);
        EXPECT_TRUE(pages::translated(de, resolver::title(t))) << resolver::title(t);
        EXPECT_TRUE(pages::translated(de, resolver::meaning(t))) << resolver::meaning(t);
    }
}

TEST(messages, are_values_in_templates) {
    json::value data = json::object{};
    data.set("status", "404").set("heading", "x").set("meaning", "/problems/not-found");
    data.set("detail", R"(the namespace "{{page.title}}{{#in_language}}<b>" is not managed here)");
    const std::string page = pages::rendered("problem", de, data);
    EXPECT_THAT(page, HasSubstr("Der Namensraum „{{page.title}}{{#in_language}}&lt;b&gt;“ wird hier nicht verwaltet."));
    data.set("detail", "{{page.title}} <b> is new");
    EXPECT_THAT(pages::rendered("problem", de, data),
                HasSubstr("<p class=\"lead\"><span lang=\"en\">{{page.title}} &lt;b&gt; is new</span></p>"));
}

TEST(messages, show_code_between_backticks) {
    EXPECT_EQ(pages::html_with_code("as `a < b` does"), "as <code>a &lt; b</code> does");
    EXPECT_EQ(pages::html_with_code("a ` alone"), "a ` alone");
    EXPECT_EQ(pages::html_with_code(""), "");
}

TEST_F(resolving, show_problems_in_the_language_of_the_page) {
    const sent_fields in_german{{"Accept", "text/html"}, {"Accept-Language", "de"}};
    const auto unknown = ask("/nothing/here", in_german);
    EXPECT_THAT(unknown.body, HasSubstr("<h1>Nicht gefunden</h1>"));
    EXPECT_THAT(unknown.body, HasSubstr("Unter diesem Pfad gibt es nichts."));
    EXPECT_THAT(unknown.body, Not(HasSubstr("lang=\"en\">no resource")));
    EXPECT_THAT(ask("/problems", in_german).body, HasSubstr("Fehlerhafte Anfrage"));
    EXPECT_THAT(ask("/problems/invalid", in_german).body, HasSubstr("<h1>Ungültiger Wert</h1>"));
    EXPECT_THAT(ask("/nothing/here", {{"Accept-Language", "de"}}).body, HasSubstr("no resource at this path"));
}

} // namespace uniform::http
