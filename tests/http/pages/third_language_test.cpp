// The texts and messages of the pages with a language more, which is a folder of texts and nothing else: this program
// has the tables that third_language.py makes.

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/engine/engine.hpp"
#include "http/pages/messages.hpp"
#include "http/pages/texts.hpp"

namespace uniform::http {

namespace {

using pages::language;

language added() { return pages::language_tagged("qaa").value(); }

language asked(std::string_view accept_language) {
    const std::vector<field> fields{{"Accept-Language", accept_language}};
    request r;
    r.fields = fields;
    return pages::language_of(r);
}

} // namespace

TEST(third_language, is_one_of_the_languages) {
    EXPECT_EQ(pages::tag_of(pages::languages().front()), "en");
    EXPECT_THAT(pages::languages(), testing::Contains(added()));
    EXPECT_EQ(pages::tag_of(added()), "qaa");
    EXPECT_EQ(pages::name_of(added()), "Français");
    EXPECT_EQ(pages::tag_of(asked("qaa-CA, de;q=0.5")), "qaa");
    EXPECT_EQ(pages::tag_of(asked("qaa;q=0.4, de;q=0.5")), "de");
}

TEST(third_language, has_its_texts_and_numbers) {
    EXPECT_EQ(pages::text(added(), "front.heading"), "Des noms qui durent");
    EXPECT_EQ(pages::text(added(), "language.decimal"), ",");
    EXPECT_EQ(pages::number(added(), 1234567), "1\u202f234\u202f567");
    EXPECT_EQ(pages::number(pages::language_tagged("de").value(), 1234567), "1.234.567");
}

TEST(third_language, shows_in_english_the_messages_that_it_lacks) {
    EXPECT_EQ(pages::message_html(added(), "no resource at this path"), "Il n&#39;y a rien ici");
    EXPECT_EQ(pages::message_html(added(), "the namespace \"a\" is not managed here"),
              "l&#39;espace de noms « a » n&#39;est pas géré ici");
    // In the words of the pages, as English readers get it.
    constexpr std::string_view lacking = "the registrar \"x\" does not exist. `uniform registrar list` lists the "
                                         "registrars, `uniform registrar add` adds one";
    EXPECT_FALSE(pages::translated(added(), lacking));
    EXPECT_EQ(pages::message_html(added(), lacking),
              "<span lang=\"en\">the registrar &quot;x&quot; does not exist</span>");
    // A message in a message is lacking.
    constexpr std::string_view within = "insufficient permissions: the token does not cover the prefix \"a:\"";
    EXPECT_EQ(pages::message_html(added(), within),
              "<span lang=\"en\">" + pages::message_html(language::english, within) + "</span>");
    EXPECT_EQ(pages::message_html(pages::language_tagged("de").value(), "no resource at this path"),
              "Unter diesem Pfad gibt es nichts.");
}

TEST(third_language, calls_words_as_english_does_that_it_lacks) {
    EXPECT_EQ(pages::label_of(added(), "author"), "Auteur");
    EXPECT_EQ(pages::label_of(added(), "weight"), pages::label_of(language::english, "weight"));
    EXPECT_NE(pages::label_of(added(), "weight"), "weight");
}

} // namespace uniform::http
