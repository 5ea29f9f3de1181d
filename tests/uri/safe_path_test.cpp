// A path of a URI below a root, or an error: RFC 3986 2.4 and 7.3.
#include <uniform/uri/safe_path.hpp>

#include <uniform/syntax/percent.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

namespace {

using namespace uniform;

struct joined_case {
    std::string_view root;
    std::string_view path;
    std::string_view file;
};

constexpr joined_case joined[]{
    {"/srv/www", "/a/b.html", "/srv/www/a/b.html"},
    {"/srv/www/", "/a/b.html", "/srv/www/a/b.html"},
    {"/srv/www", "a/b", "/srv/www/a/b"},
    {"/srv/www", "", "/srv/www"},
    {"/srv/www", "/", "/srv/www/"},
    {"/srv/www", "/a/", "/srv/www/a/"},
    {"/", "/a", "/a"},
    {"", "/a", "./a"},
    {"", "", "."},
    {"w", "/%41%20b", "w/A b"},
    {"w", "/%C3%BC", "w/\u00FC"},
    {"w", "/50%25", "w/50%"},     // "%" alone is a name
    {"w", "/50%25%20", "w/50% "}, // and so is "% "
    {"w", "/.a/..b/c..", "w/.a/..b/c.."},
    {"w", "/Talk:Page;v=1", "w/Talk:Page;v=1"},
    {"w", "/12:30", "w/12:30"},
};

TEST(safe_path, joins) {
    for (const auto &c : joined) {
        const auto file = safe_join(c.root, c.path);
        ASSERT_TRUE(file) << c.path << ' ' << to_string(file.error().risk);
        EXPECT_EQ(*file, c.file) << c.path;
    }
}

struct unsafe_case {
    std::string_view path;
    path_risk risk;
    std::uint64_t offset;
};

constexpr unsafe_case unsafe[]{
    {"/..", path_risk::dot_segment, 1},
    {"..", path_risk::dot_segment, 0},
    {"/a/../b", path_risk::dot_segment, 3},
    {"/a/./b", path_risk::dot_segment, 3},
    {"/a/%2e%2E/b", path_risk::dot_segment, 3},
    {"/a/.%2e", path_risk::dot_segment, 3},
    {"/%2e", path_risk::dot_segment, 1},
    {"/..;x=1/b", path_risk::dot_segment, 1},
    {"/.../b", path_risk::dot_segment, 1},
    {"/..%20/b", path_risk::dot_segment, 1},
    {"/a%2Fb", path_risk::encoded_slash, 1},
    {"/..%2fetc/passwd", path_risk::encoded_slash, 1},
    {"/a\\b", path_risk::backslash, 1},
    {"/..%5C..", path_risk::backslash, 1},
    {"/a.txt%00.jpg", path_risk::control_character, 1},
    {"/a/b%0A", path_risk::control_character, 3},
    {"/%7F", path_risk::control_character, 1},
    {"/%252e%252e/x", path_risk::double_encoding, 1},
    {"/a%2541", path_risk::double_encoding, 1},
    {"/a%252F", path_risk::double_encoding, 1},
    {"/C:/Windows", path_risk::drive_letter, 1},
    {"/c%3Ax", path_risk::drive_letter, 1},
    {"//etc/passwd", path_risk::empty_segment, 1},
    {"/a//b", path_risk::empty_segment, 3},
    {"/a//", path_risk::empty_segment, 3},
    {"/%C0%AE%C0%AE/x", path_risk::not_utf8, 1}, // ".." in overlong forms
    {"/%FF", path_risk::not_utf8, 1},
    {"/ab%4", path_risk::invalid_percent_encoding, 3},
    {"/ab%zz", path_risk::invalid_percent_encoding, 3},
};

TEST(safe_path, refuses) {
    for (const auto &c : unsafe) {
        const auto file = safe_join("/srv", c.path);
        ASSERT_FALSE(file) << c.path << " -> " << *file;
        EXPECT_EQ(to_string(file.error().risk), to_string(c.risk)) << c.path;
        EXPECT_EQ(file.error().offset, c.offset) << c.path;
        EXPECT_FALSE(message(file.error().risk).empty());
    }
}

// Every text of four of these pieces: what is joined has the root before it after any clean-up of dots, even if "\" is
// a separator and the text is decoded once more.
TEST(safe_path, stays_below_the_root) {
    constexpr std::array<std::string_view, 12> pieces{"/",   "..",  ".", "%2e", "%2F", "\\",
                                                      "%5c", "%25", "2", "e",   ":",   "a;"};
    std::size_t n = 0;
    for (std::size_t i = 0; i < pieces.size() * pieces.size() * pieces.size() * pieces.size(); ++i) {
        std::string path;
        for (std::size_t rest = i, k = 0; k < 4; ++k, rest /= pieces.size()) path += pieces[rest % pieces.size()];
        const auto file = safe_join("/srv/www", path);
        if (!file) continue;
        ++n;
        std::string read = *file;
        std::ranges::replace(read, '\\', '/');
        const std::string plain = std::filesystem::path{read}.lexically_normal().string();
        EXPECT_TRUE((plain + '/').starts_with("/srv/www/")) << path << " -> " << plain;
        EXPECT_EQ(decode(read).value_or(read), read) << path;
    }
    EXPECT_GT(n, 500U);
}

} // namespace
