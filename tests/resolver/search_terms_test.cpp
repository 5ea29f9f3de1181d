// The words by which names are found.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <uniform/resolver/search_terms.hpp>

namespace uniform::resolver {
namespace {

using words = std::vector<std::string>;

TEST(search_terms, words_of_texts) {
    struct row {
        std::string_view text;
        words expected;
    };
    const row rows[]{
        {"", {}},
        {"The Forest: 2nd Ed.", {"2nd", "ed", "forest", "the"}},
        {"a-b_c/d", {"a", "b", "c", "d"}},
        {"a a A", {"a"}},
        {"\xC3\x84ITI \xC3\xA4iti", {"\xC3\xA4iti"}},                    // Ä
        {"\xCE\x91\xCE\x92 \xD0\x96", {"\xCE\xB1\xCE\xB2", "\xD0\xB6"}}, // Greek, Cyrillic
        {"\xC5\xBD\xC5\xA1", {"\xC5\xBE\xC5\xA1"}},                      // Žš
        {"\xC3\x97\xC2\xABx\xC2\xBB\xE2\x80\x93y", {"x", "y"}},          // × « » –
        {"\xE6\x97\xA5\xE6\x9C\xAC"
         "a",
         {"a", "\xE6\x97\xA5", "\xE6\x9C\xAC"}},
        {"x\xFF"
         "y",
         {"x", "y"}},
        {"\"a\" OR NOT b*", {"a", "b", "not", "or"}},
    };
    for (const row &r : rows) EXPECT_EQ(search_words(r.text), r.expected) << r.text;
    EXPECT_EQ(search_words(std::string(100, 'a')), words{std::string(longest_word, 'a')});
    EXPECT_EQ(search_words("q w e r t y u i o p a s d f g h j k l").size(), most_words_of_query);
}

TEST(search_terms, words_of_a_name) {
    const name_record r{.name = "urn:example:A",
                        .locators = {{.url = "https://host.example/path"}},
                        .metadata = R"({"title":"One","nested":{"x":["two",3,{"y":"four"}]}})",
                        .other_names = {"urn:isbn:9780306406157"}};
    EXPECT_EQ(search_words_of("example:a", r), (words{"9780306406157", "a", "example", "four", "host", "https", "isbn",
                                                      "one", "path", "two", "urn", "\uE000example", "\uE001active"}));
    EXPECT_EQ(search_words("\uE000example \uE001active"), (words{"active", "example"})) << "no text has such words";
}

TEST(search_terms, normal_forms_of_locators) {
    EXPECT_EQ(normal_locator("HTTP://A.example/%7Eb/../c#d"), "http://a.example/c");
    EXPECT_EQ(normal_locator("no URL"), "no URL");
}

// Each indexed word is found: the words of a word are the word.
RC_GTEST_PROP(search_terms_properties, words_are_words, (const std::string &text)) {
    for (const std::string &w : search_words(text, 100)) {
        RC_ASSERT(!w.empty() && w.size() <= longest_word);
        RC_ASSERT(search_words(w, 100) == words{w});
        for (const char c : w)
            RC_ASSERT(static_cast<unsigned char>(c) >= 0x80 || std::isalnum(static_cast<unsigned char>(c)));
    }
}

} // namespace
} // namespace uniform::resolver
