// Suffix passthrough: where a name is divided, and what becomes of the locator.
#include <gtest/gtest.h>

#include <uniform/resolver/delegation.hpp>

namespace uniform::resolver {
namespace {

TEST(passthrough, divides_at_delimiters_after_the_prefix) {
    using positions = std::vector<std::size_t>;
    EXPECT_EQ(passthrough_positions("x:abc/de/f", "x:", "/"), (positions{8, 5}));
    EXPECT_EQ(passthrough_positions("x:a.b/c", "x:", "/."), (positions{5, 3}));
    EXPECT_EQ(passthrough_positions("x:a/b", "x:a/", "/"), positions{});
    EXPECT_EQ(passthrough_positions("x:a/b", "x:", ""), positions{});
    EXPECT_EQ(passthrough_positions("x:" + std::string(100, '/'), "x:", "/").size(), most_passthrough_lookups);
}

TEST(passthrough, appends_to_the_path) {
    struct row {
        std::string_view url;
        std::string_view suffix;
        std::optional<std::string> expected;
    };
    const row rows[]{
        {"https://a.example/1", "/2", "https://a.example/1/2"},
        {"https://a.example/1?x#y", ".pdf", "https://a.example/1.pdf?x#y"},
        {"https://a.example", ".evil.example", "https://a.example/.evil.example"},
        {"https://a.example", ":8080", "https://a.example/:8080"},
        {"https://a.example", "@b.example", "https://a.example/@b.example"},
        {"https://a.example?x", "/2", "https://a.example/2?x"},
        {"https://a.example/1", "/../2", std::nullopt},
        {"https://a.example/1/", "..", std::nullopt},
        {"https://a.example/1", "/%2e%2E/2", std::nullopt},
        {"https://a.example/1", "/.%2e", std::nullopt},
        {"https://a.example/1", "/.", std::nullopt},
        {"https://a.example/1", "/...", "https://a.example/1/..."},
        {"urn:other:a", "/2", "urn:other:a/2"},
        {"no URL", "/2", std::nullopt},
    };
    for (const row &r : rows) EXPECT_EQ(with_suffix(r.url, r.suffix), r.expected) << r.url << r.suffix;
}

TEST(passthrough, is_a_policy_of_a_delegation) {
    const auto d = read_json(R"({"prefix":"example:","passthrough":"/."})", delegation_from_json);
    ASSERT_TRUE(d) << d.error().detail;
    EXPECT_EQ(d->passthrough, "/.");
    EXPECT_EQ(*read_json(to_json(*d), delegation_from_json), *d);
    EXPECT_FALSE(read_json(R"({"prefix":"example:","passthrough":"a"})", delegation_from_json));
    EXPECT_FALSE(read_json(R"({"prefix":"example:","passthrough":"%"})", delegation_from_json));
}

} // namespace
} // namespace uniform::resolver
