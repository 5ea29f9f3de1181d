// RFC 20, RFC 5234 appendix B.1, RFC 3986 2.1: the classes and the case of ASCII characters.
#include <uniform/base/ascii.hpp>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

TEST(ascii, classes_of_every_byte) {
    constexpr std::string_view digits = "0123456789";
    constexpr std::string_view upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    constexpr std::string_view lower = "abcdefghijklmnopqrstuvwxyz";
    for (int b = 0; b < 256; ++b) {
        const char c = static_cast<char>(b);
        const auto in = [c](std::string_view set) { return set.find(c) != std::string_view::npos; };
        EXPECT_EQ(ascii::is_digit(c), in(digits)) << b;
        EXPECT_EQ(ascii::is_upper(c), in(upper)) << b;
        EXPECT_EQ(ascii::is_lower(c), in(lower)) << b;
        EXPECT_EQ(ascii::is_alpha(c), in(upper) || in(lower)) << b;
        EXPECT_EQ(ascii::is_alnum(c), in(upper) || in(lower) || in(digits)) << b;
        EXPECT_EQ(ascii::is_hexdig(c), in("0123456789ABCDEFabcdef")) << b;
        EXPECT_EQ(ascii::is_space(c), in(" \t\n\v\f\r")) << b;
        EXPECT_EQ(ascii::to_lower(c), in(upper) ? lower[upper.find(c)] : c) << b;
        EXPECT_EQ(ascii::to_upper(c), in(lower) ? upper[lower.find(c)] : c) << b;
    }
    for (unsigned v = 0; v < 16; ++v) {
        EXPECT_EQ(ascii::hex_value("0123456789ABCDEF"[v]), v);
        EXPECT_EQ(ascii::hex_value("0123456789abcdef"[v]), v);
    }
}

TEST(ascii, texts_without_regard_to_case) {
    static_assert(ascii::equal_ignoring_case("URN", "urn"));
    static_assert(!ascii::equal_ignoring_case("urn", "urn:"));
    static_assert(!ascii::equal_ignoring_case("[", "{"));
    static_assert(!ascii::equal_ignoring_case("@", "`"));
    static_assert(ascii::equal_ignoring_case("", ""));
    static_assert(ascii::starts_with_ignoring_case("URN:isbn:", "urn:"));
    static_assert(!ascii::starts_with_ignoring_case("ur", "urn"));
    static_assert(ascii::find_ignoring_case("a%2Fb%2f", "%2f") == 1);
    static_assert(ascii::find_ignoring_case("a%2Fb%2f", "%2f", 2) == 5);
    static_assert(ascii::find_ignoring_case("a", "ab") == std::string_view::npos);
    EXPECT_EQ(ascii::lower_copy("ISBN \xC4"), "isbn \xC4");
}

TEST(ascii, trim) {
    static_assert(ascii::trim(" \t a b\r\n") == "a b");
    EXPECT_EQ(ascii::trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(ascii::trim(" \n"), "");
    EXPECT_EQ(ascii::trim(""), "");
    EXPECT_EQ(ascii::trim("\xA0"), "\xA0");
}

} // namespace
