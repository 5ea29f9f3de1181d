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
    {"w", "/50%25", "w/50%"},       // "%" alone is a name
    {"w", "/50%25%20x", "w/50% x"}, // and so is "% x"
    {"w", "/a.b/c..d/e-f/g%20h", "w/a.b/c..d/e-f/g h"},
    {"w", "/.well-known/acme", "w/.well-known/acme"}, // RFC 8615 3
    {"w", ".well-known/", "w/.well-known/"},
    {"w", "/a/;x/a;v=1", "w/a/;x/a;v=1"},
    {"w", "/con-fig/nul1/com/lpt10/console", "w/con-fig/nul1/com/lpt10/console"},
    {"w", "/~user/a~b/c~1d/e~", "w/~user/a~b/c~1d/e~"},                          // no short name
    {"w", "/a%C2%A0b/%E3%81%82%E3%80%80x", "w/a\u00A0b/\u3042\u3000x"},          // spaces between words
    {"w", "/%D9%85%DB%8C%E2%80%8C%D8%AE", "w/\u0645\u06CC\u200C\u062E"},         // U+200C as Persian has it
    {"w", "/%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB", "w/\U0001F469\u200D\U0001F4BB"}, // an emoji of two
    // Characters that look like a delimiter and that texts of a script need: U+0589, U+05C3, U+1361, U+0903, U+0660,
    // U+30CE
    {"w", "/%D5%A1%D6%89/%D7%90%D7%83", "w/\u0561\u0589/\u05D0\u05C3"},
    {"w", "/%E1%88%80%E1%8D%A1%E1%88%80", "w/\u1200\u1361\u1200"},
    {"w", "/%E0%A4%95%E0%A4%83/1%D9%A0/PDF%E3%83%8E", "w/\u0915\u0903/1\u0660/PDF\u30CE"},
    {"w", "/%E3%81%82%E3%80%82%EF%BD%A1", "w/\u3042\u3002\uFF61"}, // like a ring, and "." in hosts alone (UTS 46)
    {"w", "/3%C2%BC", "w/3\u00BC"},                                // a fraction
};

TEST(safe_path, joins) {
    for (const auto &c : joined) {
        const auto file = safe_join(c.root, c.path);
        ASSERT_TRUE(file) << c.path << ' ' << to_string(file.error().risk);
        EXPECT_EQ(*file, c.file) << c.path;
        EXPECT_EQ(safe_join(c.root, c.path, file_names::posix), file) << c.path;
    }
}

struct unsafe_case {
    std::string_view path;
    path_risk risk;
    std::uint64_t offset; // of the character as written, or of the segment
};

// On every file system.
constexpr unsafe_case unsafe[]{
    {"/..", path_risk::dot_segment, 1},
    {"..", path_risk::dot_segment, 0},
    {"/a/../b", path_risk::dot_segment, 3},
    {"/a/./b", path_risk::dot_segment, 3},
    {"/a/%2e%2E/b", path_risk::dot_segment, 3},
    {"/a/.%2e", path_risk::dot_segment, 3},
    {"/%2e", path_risk::dot_segment, 1},
    {"/..;x=1/b", path_risk::dot_segment, 1},
    {"/.%3B", path_risk::dot_segment, 1},
    {"/a%2Fb", path_risk::encoded_slash, 2},
    {"/..%2fetc/passwd", path_risk::encoded_slash, 3},
    {"/a.txt%00.jpg", path_risk::control_character, 6},
    {"/%61bc%00d", path_risk::control_character, 6},
    {"/a/b%0A", path_risk::control_character, 4},
    {"/%7F", path_risk::control_character, 1},
    {"/a%C2%85", path_risk::control_character, 2},          // U+0085 NEXT LINE
    {"/%C2%9B31m", path_risk::control_character, 1},        // U+009B CONTROL SEQUENCE INTRODUCER
    {"/a%E2%80%AEgpj.exe", path_risk::hidden_character, 2}, // U+202E RIGHT-TO-LEFT OVERRIDE
    {"/%E2%81%A6x", path_risk::hidden_character, 1},        // U+2066 LEFT-TO-RIGHT ISOLATE
    {"/x%E2%80%A8", path_risk::hidden_character, 2},        // U+2028 LINE SEPARATOR
    {"/x%E2%80%8B", path_risk::hidden_character, 2},        // U+200B ZERO WIDTH SPACE
    {"/%EF%BB%BFx", path_risk::hidden_character, 1},        // U+FEFF BYTE ORDER MARK
    {"/x%CD%8F", path_risk::hidden_character, 2},           // U+034F COMBINING GRAPHEME JOINER
    {"/%E3%85%A4", path_risk::hidden_character, 1},         // U+3164 HANGUL FILLER
    {"/x%EF%B8%8F", path_risk::hidden_character, 2},        // U+FE0F VARIATION SELECTOR-16
    {"/x%F3%A0%84%80", path_risk::hidden_character, 2},     // U+E0100 VARIATION SELECTOR-17
    {"/%E2%80%8D", path_risk::hidden_character, 1},         // U+200D alone
    {"/a/%E2%80%8C.bashrc", path_risk::hidden_character, 3},
    {"/%E2%80%8D-rf", path_risk::hidden_character, 1},
    {"/.%E2%80%8C.", path_risk::hidden_character, 2},      // ".." with U+200C ZERO WIDTH NON-JOINER
    {"/invoice%E2%80%8D", path_risk::hidden_character, 8}, // a joiner that shapes nothing
    {"/in%E2%80%8Cvoice", path_risk::hidden_character, 3},
    {"/%D9%85%E2%80%8C.txt", path_risk::hidden_character, 7},
    {"/a%E2%80%8D%D9%85", path_risk::hidden_character, 2},
    {"/%D9%85%E2%80%8C%E2%80%8C%D9%85", path_risk::hidden_character, 7},
    {"/%C3%A9%E2%80%8D%C3%A9", path_risk::hidden_character, 7}, // U+200D between Latin letters
    {"/%E5%90%8D%E2%80%8D%E5%AD%97", path_risk::hidden_character, 10},
    {"/C%EF%80%BAx", path_risk::hidden_character, 2}, // U+F03A, ":" for Cygwin and Samba
    {"/x%EF%B7%90", path_risk::hidden_character, 2},  // U+FDD0, a noncharacter
    {"/%252e%252e/x", path_risk::double_encoding, 1},
    {"/a%2541", path_risk::double_encoding, 2},
    {"/a%252F", path_risk::double_encoding, 2},
    {"//etc/passwd", path_risk::empty_segment, 1},
    {"/a//b", path_risk::empty_segment, 3},
    {"/a//", path_risk::empty_segment, 3},
    {"/%C0%AE%C0%AE/x", path_risk::not_utf8, 1}, // ".." in overlong forms
    {"/a%FF", path_risk::not_utf8, 2},
    {"/ab%4", path_risk::invalid_percent_encoding, 3},
    {"/ab%zz", path_risk::invalid_percent_encoding, 3},
};

TEST(safe_path, refuses) {
    for (const auto &c : unsafe) {
        for (const file_names names : {file_names::portable, file_names::posix}) {
            const auto file = safe_join("/srv", c.path, names);
            ASSERT_FALSE(file) << c.path << " -> " << *file;
            EXPECT_EQ(to_string(file.error().risk), to_string(c.risk)) << c.path;
            EXPECT_EQ(file.error().offset, c.offset) << c.path;
            EXPECT_FALSE(message(file.error().risk).empty());
        }
    }
}

// On Windows, or after a conversion between character sets or normalization forms.
constexpr unsafe_case not_portable[]{
    {"/a\\b", path_risk::backslash, 2},
    {"/..%5C..", path_risk::backslash, 3},
    {"/C:/Windows", path_risk::drive_letter, 1},
    {"/%63%3A", path_risk::drive_letter, 1},
    {"/a:b", path_risk::colon, 2},
    {"/c%3Ax", path_risk::colon, 2},
    {"/file::$DATA", path_risk::colon, 5},
    {"/Talk:Page;v=1", path_risk::colon, 5},
    {"/12:30", path_risk::colon, 3},
    {"/con", path_risk::device_name, 1},
    {"/a/NUL.txt", path_risk::device_name, 3},
    {"/Com1.tar.gz", path_risk::device_name, 1},
    {"/lpt%C2%B2", path_risk::device_name, 1}, // U+00B2 SUPERSCRIPT TWO
    {"/aux%20.x", path_risk::device_name, 1},
    {"/prn;x", path_risk::device_name, 1},
    {"/conin$/CONOUT$", path_risk::device_name, 1},
    {"/%EF%BC%A3%EF%BC%AF%EF%BC%AE", path_risk::device_name, 1}, // CON in full-width letters
    {"/nu%EF%BD%8C.txt", path_risk::device_name, 1},
    {"/COM%EF%BC%91", path_risk::device_name, 1},
    {"/COM%E2%91%A0", path_risk::device_name, 1},                         // U+2460 CIRCLED DIGIT ONE
    {"/lpt%E2%81%B4.txt", path_risk::device_name, 1},                     // U+2074 SUPERSCRIPT FOUR
    {"/%F0%9D%90%82%F0%9D%90%8E%F0%9D%90%8D", path_risk::device_name, 1}, // mathematical bold CON
    {"/x/a%E2%92%88", path_risk::similar_character, 4},                   // U+2488 DIGIT ONE FULL STOP
    {"/a%E3%8F%82b", path_risk::similar_character, 2},                    // U+33C2 SQUARE AM, "a.m."
    {"/%F0%9F%84%80", path_risk::similar_character, 1},                   // U+1F100 DIGIT ZERO FULL STOP
    {"/PROGRA~1", path_risk::short_name, 7},                              // the 8.3 name of "Program Files"
    {"/a/LONGNA%7E12.TXT", path_risk::short_name, 9},
    {"/a~1;v=1", path_risk::short_name, 2},
    {"/.bashrc", path_risk::leading_character, 1},
    {"/a/%2Egit/config", path_risk::leading_character, 3},
    {"/..b", path_risk::leading_character, 1},
    {"/a/.well-known", path_risk::leading_character, 3}, // only at the top
    {"/.well-knowN", path_risk::leading_character, 1},
    {"/-rf", path_risk::leading_character, 1},
    {"/a/%2D-output=x", path_risk::leading_character, 3},
    {"/%E2%88%92rf", path_risk::leading_character, 1}, // U+2212 MINUS SIGN
    {"/%EF%BC%8Drf", path_risk::leading_character, 1}, // U+FF0D FULLWIDTH HYPHEN-MINUS
    {"/%20x", path_risk::leading_character, 1},
    {"/...", path_risk::trailing_dot_or_space, 3},
    {"/.../x", path_risk::trailing_dot_or_space, 3},
    {"/...;x", path_risk::trailing_dot_or_space, 3},
    {"/..%20/b", path_risk::trailing_dot_or_space, 3},
    {"/c..", path_risk::trailing_dot_or_space, 3},
    {"/web.config.", path_risk::trailing_dot_or_space, 11},
    {"/a%20", path_risk::trailing_dot_or_space, 2},
    {"/%20", path_risk::trailing_dot_or_space, 1},
    {"/%EF%BC%8E%EF%BC%8E/x", path_risk::similar_character, 1}, // U+FF0E FULLWIDTH FULL STOP
    {"/x%EF%BC%8Eexe", path_risk::similar_character, 2},
    {"/%E2%80%A4.", path_risk::similar_character, 1},  // U+2024 ONE DOT LEADER
    {"/.%EF%B9%92", path_risk::similar_character, 2},  // U+FE52 SMALL FULL STOP
    {"/%E2%80%A5/x", path_risk::similar_character, 1}, // U+2025 TWO DOT LEADER
    {"/%E2%80%A6", path_risk::similar_character, 1},   // U+2026 HORIZONTAL ELLIPSIS
    {"/%EF%B8%B0;x", path_risk::similar_character, 1}, // U+FE30, which is ".." in NFKC
    {"/a%E2%80%A6exe", path_risk::similar_character, 2},
    {"/a%E2%80%A5", path_risk::similar_character, 2},
    {"/%E2%84%80", path_risk::similar_character, 1},  // U+2100 is "a/c"
    {"/x%E2%84%86", path_risk::similar_character, 2}, // U+2106 is "c/u"
    {"/x%E2%A9%B4", path_risk::similar_character, 2}, // U+2A74 is "::="
    {"/%E3%80%80", path_risk::hidden_character, 1},   // U+3000 IDEOGRAPHIC SPACE
    {"/%C2%A0a", path_risk::hidden_character, 1},     // U+00A0 NO-BREAK SPACE
    {"/a%C2%A0", path_risk::hidden_character, 2},
    {"/a/b%E2%80%83", path_risk::hidden_character, 4},    // U+2003 EM SPACE
    {"/%E2%A0%80", path_risk::hidden_character, 1},       // U+2800 BRAILLE PATTERN BLANK
    {"/..%EF%BC%8Fetc", path_risk::similar_character, 3}, // U+FF0F FULLWIDTH SOLIDUS
    {"/C%EF%BC%9A", path_risk::similar_character, 2},     // U+FF1A FULLWIDTH COLON
    {"/a%EF%B9%95b", path_risk::similar_character, 2},    // U+FE55 SMALL COLON
    {"/a%E2%88%B6b", path_risk::similar_character, 2},    // U+2236 RATIO
    {"/a%E2%88%95b", path_risk::similar_character, 2},    // U+2215 DIVISION SLASH
    {"/a%E2%81%84b", path_risk::similar_character, 2},    // U+2044 FRACTION SLASH
    {"/a%E2%A7%B8b", path_risk::similar_character, 2},    // U+29F8 BIG SOLIDUS
    {"/a%EF%BC%BCb", path_risk::similar_character, 2},    // U+FF3C FULLWIDTH REVERSE SOLIDUS
    {"/a%E2%88%96b", path_risk::similar_character, 2},    // U+2216 SET MINUS
    // UTS 39 section 4, confusables.txt of Unicode 18: ":", "/", "\\" and "."
    {"/a%EA%9E%89b", path_risk::similar_character, 2},          // U+A789 MODIFIER LETTER COLON
    {"/a%CB%90b", path_risk::similar_character, 2},             // U+02D0 MODIFIER LETTER TRIANGULAR COLON
    {"/a%E2%95%B1b", path_risk::similar_character, 2},          // U+2571 BOX DRAWINGS, a rising diagonal
    {"/a%E2%9F%8Bb", path_risk::similar_character, 2},          // U+27CB MATHEMATICAL RISING DIAGONAL
    {"/a%E2%95%B2b", path_risk::similar_character, 2},          // U+2572 BOX DRAWINGS, a falling diagonal
    {"/%E3%81%82%E3%87%93b", path_risk::similar_character, 10}, // U+31D3 CJK STROKE SP
    {"/a%E2%88%B7b", path_risk::similar_character, 2},          // U+2237 PROPORTION, "::"
    {"/a%E2%AB%BDb", path_risk::similar_character, 2},          // U+2AFD DOUBLE SOLIDUS OPERATOR
    {"/m%E3%8E%A7", path_risk::similar_character, 2},           // U+33A7 SQUARE M OVER S
    {"/a%F0%9D%85%AD", path_risk::similar_character, 2},        // U+1D16D, a dot of musical notation
    {"/a%D6%89b", path_risk::similar_character, 2},             // U+0589 ARMENIAN FULL STOP after a Latin letter
    {"/%D7%83b", path_risk::similar_character, 1},              // U+05C3 HEBREW PUNCTUATION SOF PASUQ after nothing
    {"/a.%DC%81exe", path_risk::similar_character, 3},          // U+0701 SYRIAC SUPRALINEAR FULL STOP
    {"/a*", path_risk::wildcard, 2},
    {"/%3F", path_risk::wildcard, 1},
    {"/a%3C%3C", path_risk::wildcard, 2},
    {"/a%7Cb", path_risk::wildcard, 2},
    {"/%22", path_risk::wildcard, 1},
};

TEST(safe_path, refuses_what_is_not_portable) {
    for (const auto &c : not_portable) {
        const auto file = safe_join("/srv", c.path);
        ASSERT_FALSE(file) << c.path << " -> " << *file;
        EXPECT_EQ(to_string(file.error().risk), to_string(c.risk)) << c.path;
        EXPECT_EQ(file.error().offset, c.offset) << c.path;
        EXPECT_FALSE(message(file.error().risk).empty());
        EXPECT_EQ(safe_join("/srv", c.path, file_names::posix), "/srv" + decode(c.path).value()) << c.path;
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
