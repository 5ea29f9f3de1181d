// The metadata of a name: their text, and the value that is read from it.

#include <uniform/resolver/metadata.hpp>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/json/writer.hpp>
#include <uniform/resolver/record.hpp>

namespace {

using namespace uniform;
using namespace uniform::resolver;

TEST(metadata, have_the_text_unchanged_and_its_value) {
    static constexpr struct {
        std::string_view text;
        std::string_view value; // as it is written again
    } table[]{
        {R"({"title":"A","x":[1,2.5,{"y":null}]})", R"({"title":"A","x":[1,2.5,{"y":null}]})"},
        {R"({"z":1,"a":2})", R"({"z":1,"a":2})"}, // members keep their order
        {R"({"n":18446744073709551615,"m":-9223372036854775808})",
         R"({"n":18446744073709551615,"m":-9223372036854775808})"},
        {R"({"n":1.0, "m":1e2})", R"({"n":1.0,"m":100.0})"}, // only the value has another form
        {"{}", "{}"},
        {"", "null"},
        {"no JSON", "null"},
        {R"({"a":1,"a":2})", "null"}, // members with the same name are no JSON for the reader
    };
    for (const auto &row : table) {
        const resolver::metadata m{row.text};
        const resolver::metadata copy = m;
        EXPECT_EQ(m.text(), row.text);
        EXPECT_EQ(m.empty(), row.text.empty());
        EXPECT_EQ(json::to_text(copy.value()), row.value);
        EXPECT_EQ(&m.value(), &copy.value()) << "it is parsed once";
        const auto again = decode(encode({.metadata = row.text}));
        ASSERT_TRUE(again);
        EXPECT_EQ(again->metadata, m) << "the store has the text";
    }
}

TEST(metadata, are_equal_if_their_texts_are) {
    EXPECT_EQ(resolver::metadata{}, resolver::metadata{""});
    EXPECT_EQ(resolver::metadata{R"({"a":1})"}, resolver::metadata{R"({"a":1})"});
    EXPECT_NE(resolver::metadata{R"({"a":1,"b":2})"}, resolver::metadata{R"({"b":2,"a":1})"});
    EXPECT_NE(resolver::metadata{R"({"a":1})"}, resolver::metadata{});
}

} // namespace
