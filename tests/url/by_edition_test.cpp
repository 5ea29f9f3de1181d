// Texts by editions of the generic syntax and by the documents of 1994, through the functions that choose between them.

#include <uniform/url/by_edition.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace uniform;
using text = std::string_view;

// "" for a text that is refused.
std::string normal(text t, edition e, comparison_level level = comparison_level::syntax) {
    return normalize_text(t, {.edition = e}, {.level = level}).value_or("");
}
std::string target(text base, text reference, edition e) {
    return resolve_texts(base, reference, {.edition = e}).value_or("");
}

TEST(by_edition, normal_forms) {
    const struct {
        text section, input, rfc3986, url_06, rfc1738;
    } rows[]{
        {"1994 3.2.2: names as any other", "ftp://h/a/../b", "ftp://h/b", "ftp://h/a/../b", "ftp://h/a/../b"},
        {"RFC 3986 2.3, 1994 2.2: unreserved", "HTTP://H/%7ea", "http://h/~a", "http://h/%7Ea", "http://h/%7Ea"},
        {"RFC 1738 5: no national", "http://h/~a", "http://h/~a", "http://h/%7Ea", ""},
        {"1994 5: no relative references", "../a", "../a", "", ""},
        {"1994 2.2: no fragment", "http://h/#a", "http://h/#a", "", ""},
        {"1994 5: otherurl", "https://H/a/./b", "https://h/a/b", "https://H/a/./b", "https://H/a/./b"},
    };
    for (const auto &r : rows) {
        SCOPED_TRACE(std::string{r.section} + ": " + std::string{r.input});
        EXPECT_EQ(normal(r.input, edition::rfc3986), r.rfc3986);
        EXPECT_EQ(normal(r.input, edition::url_06), r.url_06);
        EXPECT_EQ(normal(r.input, edition::rfc1738), r.rfc1738);
        EXPECT_EQ(!why_invalid(r.input, {.edition = edition::url_06}), !r.url_06.empty());
        EXPECT_EQ(!why_invalid(r.input, {.edition = edition::rfc1738}), !r.rfc1738.empty());
    }
    EXPECT_EQ(normal("http://h:80", edition::rfc1738, comparison_level::scheme), "http://h/");
}

TEST(by_edition, errors_are_those_of_parsing) {
    const auto why = why_invalid("http://h/~a", {.edition = edition::rfc1738});
    ASSERT_TRUE(why.has_value());
    EXPECT_EQ(why->edition, edition::rfc1738);
    EXPECT_EQ(why->offset, 9U);
    EXPECT_EQ(normalize_text("http://h/~a", {.edition = edition::rfc1738}).error().offset, 9U);
    EXPECT_EQ(why_invalid("a b").value().offset, 1U);
    EXPECT_TRUE(why_invalid("//a", {}, rule::uri).has_value());
    EXPECT_EQ(why_invalid("ftp://h/a", {.edition = edition::url_06, .max_length = 5}).value().code,
              error_code::too_long);
}

TEST(by_edition, equivalence) {
    const parse_options draft{.edition = edition::url_06};
    EXPECT_TRUE(equivalent_texts("http://a/b/../c", "http://a/c").value());
    EXPECT_FALSE(equivalent_texts("http://a/b/../c", "http://a/c", draft).value());                        // 3.2.2
    EXPECT_TRUE(equivalent_texts("http://A/%7ec", "http://a/~c", draft).value());                          // 2.2, 3.1
    EXPECT_EQ(lowest_level_of_texts("http://a:80/", "http://a", draft).value(), comparison_level::scheme); // 3.3
    EXPECT_EQ(lowest_level_of_texts("http://a/b", "http://a/c", draft).value(), std::nullopt);
    EXPECT_EQ(lowest_level_of_texts("http://a:80/", "http://a").value(), comparison_level::scheme);
    // The first text that is refused is the one that is named.
    EXPECT_EQ(equivalent_texts("http://a", "/b", draft).error().argument, 1U);
    EXPECT_EQ(equivalent_texts("/a", "/b", draft).error().argument, 0U);
    EXPECT_EQ(lowest_level_of_texts("/a", "b c").error().argument, 1U);
}

TEST(by_edition, targets) {
    EXPECT_EQ(target("http://a/b/c", "../d", edition::rfc3986), "http://a/d");
    EXPECT_EQ(target("http://a/b/c", "ftp://h/x/../y", edition::url_06), "ftp://h/x/../y"); // 5: a URL, as written
    EXPECT_EQ(resolve_texts("http://a/b", "../d", {.edition = edition::rfc1738}).error().argument, 1U); // 5
    EXPECT_EQ(resolve_texts("/a", "../d", {.edition = edition::rfc1738}).error().argument, 0U);
    EXPECT_EQ(resolve_texts("/a", "b").error().argument, 0U);
    EXPECT_EQ(resolve_texts("http://a/", "../b", {}, {.excess = excess_dots::refuse}).error().why.code,
              error_code::excess_dot_segments);
}

} // namespace
