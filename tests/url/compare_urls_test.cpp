// Normal forms of URLs by draft-ietf-uri-url-06 and RFC 1738, and at which level two are equivalent. The labels are the
// sections, which have the same numbers in both documents.

#include <uniform/url/compare_urls.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/url/access_plan.hpp>

namespace {

using namespace uniform;
using enum comparison_level;

constexpr edition both[]{edition::url_06, edition::rfc1738};

struct fact {
    std::string_view section;
    comparison_level level;
    std::string_view url;
    std::string_view normal;
};

const fact facts[] = {
    {"2.1: upper case is equivalent to lower case", letter_case, "HTTP://h/A", "http://h/A"},
    {"2.1: of any scheme", letter_case, "X-Exp:A", "x-exp:A"},
    {"2.2: hexadecimal digits", letter_case, "ftp://h/%2f%3a", "ftp://h/%2F%3A"},
    {"3.1: RFC 1034 3.5", letter_case, "ftp://U:P@Host.DOM/A", "ftp://U:P@host.dom/A"},
    {"3.6: <full_domain_name>", letter_case, "news:A.B@Host.Dom", "news:A.B@host.dom"},
    {"5: a schemepart has no host", letter_case, "HTTPS://Host.Dom/", "https://Host.Dom/"},
    {"2.2: means the same encoded", percent, "ftp://h/%61%2D%5f%2E%24%2b%21%2A%27%28%29%2C", "ftp://h/a-_.$+!*'(),"},
    {"2.2: reserved", percent, "http://h/%3B%2F%3F%3A%40%3D%26", "http://h/%3B%2F%3F%3A%40%3D%26"},
    {"2.2: must always be encoded", percent, "http://h/%20%25%09%7F%E4", "http://h/%20%25%09%7F%E4"},
    {"2.2: unsafe", percent, "http://h/%7e%5B%23%22%3C", "http://h/%7e%5B%23%22%3C"},
    {"2.2: of any scheme", percent, "x-exp:%61%2F", "x-exp:a%2F"},
    {"3.2.2: a name as any other", path, "ftp://h/a/../b/./c", "ftp://h/a/../b/./c"},
    {"3.2.2: also after decoding", syntax, "http://h/a/%2e%2E/b", "http://h/a/../b"},
    {"3.2: port 21", syntax, "ftp://h:21/a", "ftp://h:21/a"},
    {"3.2: port 21", scheme, "ftp://h:21/a", "ftp://h/a"},
    {"3.2: port 21", scheme, "ftp://u:p@h:0021/a", "ftp://u:p@h/a"},
    {"3.2", scheme, "ftp://h:2121/a", "ftp://h:2121/a"},
    {"3.2: no path is not an empty name", scheme, "ftp://h", "ftp://h"},
    {"5: ftptype", scheme, "ftp://h/a;type=I", "ftp://h/a;type=i"},
    {"3.3: port 80, and the / may be omitted", scheme, "http://h:80", "http://h/"},
    {"3.3", scheme, "http://h/?", "http://h/?"},
    {"3.3: the / also stands before a searchpart", scheme, "http://h/?a", "http://h/?a"},
    {"3.4.1: port 70, an empty path", scheme, "gopher://h:70", "gopher://h/"},
    {"3.4.1: the type defaults to 1", scheme, "gopher://h/1", "gopher://h/"},
    {"3.4.1: a selector", scheme, "gopher://h/1/a/../b", "gopher://h/1/a/../b"},
    {"3.7: port 119", scheme, "nntp://h:119/a.b/1", "nntp://h/a.b/1"},
    {"3.8: port 23, and the / may be omitted", scheme, "telnet://u@h:23", "telnet://u@h/"},
    {"3.9: port 210", scheme, "wais://h:210/db", "wais://h/db"},
    {"3.10: localhost is the machine of the interpreter", scheme, "file://LocalHost/a", "file:///a"},
    {"3.10: another host", scheme, "file://h/a", "file://h/a"},
    {"3.11: port 1525", scheme, "prospero://h:1525/a/../b;f=v", "prospero://h/a/../b;f=v"},
    {"5: no port is known of an otherurl", scheme, "https://h:443/", "https://h:443/"},
    {"3.5", scheme, "MAILTO:%61%25b@H", "mailto:a%25b@H"},
};

TEST(compare_urls, normal_forms_of_1994) {
    for (const fact &f : facts) {
        for (const edition e : both) {
            SCOPED_TRACE(std::string{to_string(e)} + " " + std::string{f.section} + ": " + std::string{f.url});
            const auto url = parse_url(f.url, {e});
            ASSERT_TRUE(url);
            const std::string normal = normalize_url(*url, {.level = f.level});
            EXPECT_EQ(normal, f.normal);
            const auto again = parse_url(normal, {e});
            ASSERT_TRUE(again);
            EXPECT_EQ(normalize_url(*again, {.level = f.level}), normal);
        }
    }
}

// 5: `national` is in the draft's unreserved alone; 2.2 has it as unsafe.
TEST(compare_urls, national_characters_of_the_draft) {
    const auto of_draft = [](std::string_view text, comparison_level level) {
        return normalize_url(parse_url(text, {edition::url_06}).value(), {.level = level});
    };
    EXPECT_EQ(of_draft("http://h/~a[b]{c}|\\^", syntax), "http://h/%7Ea%5Bb%5D%7Bc%7D%7C%5C%5E");
    EXPECT_EQ(of_draft("http://h/~a", letter_case), "http://h/~a");
    EXPECT_EQ(of_draft("http://h/~a=%3D", syntax), "http://h/%7Ea=%3D") << "2.2: \"=\" is reserved, 5: also in extra";
    EXPECT_FALSE(parse_url("http://h/~a", {edition::rfc1738}));
}

TEST(compare_urls, lowest_levels) {
    const struct {
        std::string_view section, a, b;
        std::optional<comparison_level> level;
    } rows[]{
        {"", "http://h/a", "http://h/a", simple},
        {"2.1", "HTTP://h/a", "http://h/a", letter_case},
        {"2.2", "http://h/%61", "http://h/a", percent},
        {"2.2", "HTTP://h/%61", "http://h/a", syntax},
        {"3.3", "http://h:80", "HTTP://h/", scheme},
        {"2.2: reserved", "http://h/a%2Fb", "http://h/a/b", std::nullopt},
        {"3.2.2: no dot segments", "ftp://h/a/../b", "ftp://h/b", std::nullopt},
        {"3.2.2: no dot segments", "http://h/./b", "http://h/b", std::nullopt},
        {"3.2.1: a user is another login", "ftp://anonymous@h/", "ftp://h/", std::nullopt},
        {"3.1: an empty password is one", "ftp://u:@h/", "ftp://u@h/", std::nullopt},
    };
    for (const auto &r : rows) {
        for (const edition e : both) {
            SCOPED_TRACE(std::string{to_string(e)} + " " + std::string{r.section} + ": " + std::string{r.a});
            const auto a = parse_url(r.a, {e}).value();
            const auto b = parse_url(r.b, {e}).value();
            EXPECT_EQ(lowest_level_of_urls(a, b), r.level);
            EXPECT_EQ(equivalent_urls(a, b, {.level = scheme}), r.level.has_value());
        }
    }
    // By the current documents these are URIs, with the normal forms of RFC 3986 6.2.
    EXPECT_EQ(lowest_level_of_urls(parse_url("http://h/./b").value(), parse_url("http://h/b").value()), path);
}

// Equivalent URLs are accessed alike.
TEST(compare_urls, normal_forms_have_the_same_plan) {
    for (const fact &f : facts) {
        for (const edition e : both) {
            plan_options how{.insist = true, .mail_address = "me@a.example", .news_server = "n.example"};
            how.url.edition = e;
            const auto before = plan_access(f.url, how);
            if (!before || before->scheme == "http") continue; // HTTP sends what is written
            SCOPED_TRACE(std::string{f.url});
            const auto after = plan_access(normalize_url(parse_url(f.url, {e}).value(), {.level = scheme}), how);
            ASSERT_TRUE(after);
            EXPECT_EQ(after->port, before->port);
            ASSERT_EQ(after->steps.size(), before->steps.size());
            for (std::size_t i = 0; i < after->steps.size(); ++i) {
                EXPECT_EQ(after->steps[i].command, before->steps[i].command);
                EXPECT_TRUE(ascii::equal_ignoring_case(after->steps[i].argument.value_or(""),
                                                       before->steps[i].argument.value_or("")));
            }
        }
    }
}

} // namespace
