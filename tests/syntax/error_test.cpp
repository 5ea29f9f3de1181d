// Errors: what they print, and that every rule and code has its words.

#include <uniform/syntax/error.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include <uniform/uri/parse.hpp>

namespace {

using namespace uniform;
using text = std::string_view;

std::string printed(text t, print_options o = {}) { return print(parse_uri(t).error(), t, o); }

// One form for all messages.
TEST(error, cites_sections_and_appendices) {
    EXPECT_EQ(citation("RFC 3986", "3.2.2"), "RFC 3986 section 3.2.2");
    EXPECT_EQ(citation("RFC 3986", "Appendix C"), "RFC 3986 Appendix C");
    EXPECT_EQ(citation("RFC 8141", "A.1"), "RFC 8141 Appendix A.1");
    EXPECT_EQ(citation("RFC 3986", "C"), "RFC 3986 Appendix C");
    EXPECT_EQ(citation("RFC 6570", "erratum 6937"), "RFC 6570 erratum 6937");
    EXPECT_EQ(citation("URL Standard", ""), "URL Standard");
}

// The bindings write errors with this, and with nothing else.
TEST(error, is_one_sentence) {
    EXPECT_EQ(sentence(parse_uri("http://a b/").error(), "http://a b/"),
              "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)");
    EXPECT_EQ(sentence("it is too long", "", "RFC 3986", "", 5), "it is too long: RFC 3986 (offset 5)");
    EXPECT_EQ(sentence("no", "URI", "RFC 3986", "C", 0), "no: URI, RFC 3986 Appendix C (offset 0)");
    EXPECT_EQ(sentence("no", "label", "", "", 1), "no: label (offset 1)");
    EXPECT_EQ(sentence("no", "", "", "", 1), "no (offset 1)");
}

TEST(error, prints_a_caret_the_rule_and_the_section) {
    EXPECT_EQ(printed("http://a b/"), "http://a b/\n"
                                      "        ^\n"
                                      "a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)\n");
    EXPECT_EQ(printed("http://h/%zz"),
              "http://h/%zz\n"
              "         ^\n"
              "\"%\" is not followed by two hexadecimal digits: pct-encoded, RFC 3986 section 2.1 "
              "(offset 9)\n");
    EXPECT_EQ(printed("//h"), "//h\n"
                              "^\n"
                              "the scheme is missing (a name and \":\"): URI, RFC 3986 section 3 (offset 0)\n");
}

TEST(error, shows_what_cannot_be_shown_escaped) {
    const auto lines = [](std::string s) { return s.substr(0, s.find('\n', s.find('\n') + 1)); };
    EXPECT_EQ(lines(printed(text{"a:b\0c", 5})), "a:b\\x00c\n   ^");
    EXPECT_EQ(lines(printed("a:\xC3\xA9 x")), "a:\xC3\xA9 x\n  ^") << "valid UTF-8 is shown";
    EXPECT_EQ(lines(printed("a:b c\x1B[31m")), "a:b c\\x1B[31m\n   ^") << "no escape sequence reaches the terminal";
    EXPECT_EQ(lines(printed("a:\xFF")), "a:\\xFF\n  ^");
    EXPECT_EQ(lines(printed("a:\xE2\x80\xAE")), "a:\\xE2\\x80\\xAE\n  ^") << "U+202E would turn the line around";
    EXPECT_EQ(lines(printed("a:\xED\xA0\x80")), "a:\\xED\\xA0\\x80\n  ^") << "a surrogate is not UTF-8";
    EXPECT_EQ(lines(printed("a:\xE2\x82")), "a:\\xE2\\x82\n  ^") << "cut short";
}

TEST(error, shows_a_long_text_around_the_offset) {
    const std::string long_text = "http://h/" + std::string(1000, 'x') + " " + std::string(1000, 'y');
    const std::string shown = printed(long_text, {.width = 60});
    const std::string first = shown.substr(0, shown.find('\n'));
    EXPECT_LE(first.size(), 70U);
    EXPECT_TRUE(first.starts_with("...")) << first;
    EXPECT_TRUE(first.ends_with("...")) << first;
    const std::size_t caret = shown.find('^') - shown.find('\n') - 1;
    EXPECT_EQ(first[caret], ' ');
    EXPECT_NE(shown.find("(offset 1009)"), std::string::npos);
}

TEST(error, colours_only_when_asked) {
    EXPECT_EQ(printed("http://a b/").find('\x1b'), std::string::npos);
    EXPECT_NE(printed("http://a b/", {.colour = true}).find('\x1b'), std::string::npos);
}

TEST(error, every_code_has_a_name_and_a_sentence) {
    std::set<text> names;
    for (unsigned i = 0; to_string(static_cast<error_code>(i)) != "unknown"; ++i) {
        const auto code = static_cast<error_code>(i);
        EXPECT_TRUE(names.insert(to_string(code)).second) << i;
        EXPECT_FALSE((error{0, code}.message().empty()));
        EXPECT_NE((error{0, code}.message()), "unknown error") << i;
    }
    EXPECT_GE(names.size(), 23U);
}

TEST(error, every_rule_has_a_name_and_a_section_somewhere) {
    for (unsigned i = 0; i < static_cast<unsigned>(rule::none); ++i) {
        const auto r = static_cast<rule>(i);
        EXPECT_FALSE(to_string(r).empty());
        EXPECT_FALSE(section(r, edition::rfc3986).empty() && section(r, edition::rfc2396bis_01).empty() &&
                     section(r, edition::rfc3987).empty())
            << to_string(r);
        EXPECT_EQ(rule_from_string(to_string(r)), r) << to_string(r);
    }
    EXPECT_EQ(to_string(rule::none), "");
    EXPECT_EQ(rule_from_string("no such rule"), rule::none);
    EXPECT_EQ(to_string(rule::pct_encoded, edition::rfc2396bis_01), "escaped");
    EXPECT_EQ(to_string(rule::pct_encoded, edition::url_06), "escape");
}

TEST(error, a_rule_of_1994_has_the_name_and_section_of_what_replaced_it) {
    struct row {
        rule r;
        edition e;
        std::string_view name;
        std::string_view document;
        std::string_view section;
    };
    constexpr row rows[]{
        {rule::fileurl, edition::url_06, "fileurl", "draft-ietf-uri-url-06", "3.10"},
        {rule::fileurl, edition::rfc8089, "file-URI", "RFC 8089", "2"},
        {rule::fileurl, edition::rfc3986, "fileurl", "draft-ietf-uri-url-06", "3.10"},
        {rule::httpurl, edition::rfc9110, "http-URI", "RFC 9110", "4.2.1"},
        {rule::host, edition::url_06, "host", "draft-ietf-uri-url-06", "3.1"},
        {rule::host, edition::rfc8089, "host", "RFC 3986", "3.2.2"},
        {rule::pct_encoded, edition::rfc1738, "escape", "RFC 1738", "2.2"},
        {rule::security_considerations, edition::url_06, "Security considerations", "draft-ietf-uri-url-06", "6"},
        {rule::security_considerations, edition::rfc3986, "Security considerations", "RFC 3986", "7"},
        {rule::security_considerations, edition::rfc8141, "Security considerations", "RFC 8141", "8"},
        {rule::ws_uri, edition::rfc6455, "ws-URI", "RFC 6455", "3"},
    };
    for (const row &it : rows) {
        const error e{0, error_code::invalid_character, it.r, it.e};
        EXPECT_EQ(to_string(it.r, it.e), it.name);
        EXPECT_EQ(e.document(), it.document) << it.name;
        EXPECT_EQ(e.section(), it.section) << it.name;
    }
}

} // namespace
