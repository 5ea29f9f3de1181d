// The parameters of a query: RFC 3986 3.4 and what the web puts there.
#include <uniform/uri/query.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

using namespace uniform;

static_assert(std::ranges::forward_range<query_parameters>);
static_assert(std::ranges::common_range<query_parameters>);
static_assert(std::ranges::view<query_parameters>);
static_assert(std::ranges::borrowed_range<query_parameters>);
static_assert(std::is_trivially_copyable_v<query_parameters>);

struct query_case {
    std::string_view query;
    std::vector<parameter> pairs;
    bool semicolon = false;
    plus spaces = plus::as_written;
};

const query_case queries[]{
    {"", {}},
    {"&", {{"", {}}, {"", {}}}},
    {"a", {{"a", {}}}},
    {"a=", {{"a", ""}}},
    {"=", {{"", ""}}},
    {"=x", {{"", "x"}}},
    {"a=b=c", {{"a", "b=c"}}}, // only the first "=" counts
    {"a=1&b&a=2", {{"a", "1"}, {"b", {}}, {"a", "2"}}},
    {"a=1&&b=2&", {{"a", "1"}, {"", {}}, {"b", "2"}, {"", {}}}},
    {"a%26b=%3D", {{"a%26b", "%3D"}}},
    {"a;b=1", {{"a;b", "1"}}},
    {"a;b=1&c", {{"a", {}}, {"b", "1"}, {"c", {}}}, true},
    {";", {{"", {}}, {"", {}}}, true},
    // URL Standard 5.1: an empty sequence is skipped
    {"&", {}, false, plus::as_space},
    {"&a=b", {{"a", "b"}}, false, plus::as_space},
    {"a&", {{"a", {}}}, false, plus::as_space},
    {"&&a=1&&&=&&b=2&=x&", {{"a", "1"}, {"", ""}, {"b", "2"}, {"", "x"}}, false, plus::as_space},
    {";&;a;;&b", {{"a", {}}, {"b", {}}}, true, plus::as_space},
    {";a", {{";a", {}}}, false, plus::as_space},
};

TEST(query, parameters_as_written) {
    for (const auto &c : queries) {
        const query_parameters all{c.query, {.semicolon = c.semicolon, .plus = c.spaces}};
        EXPECT_EQ((std::vector<parameter>{all.begin(), all.end()}), c.pairs) << c.query;
        EXPECT_EQ(all.count(), c.pairs.size()) << c.query;
        EXPECT_EQ(all.empty(), c.pairs.empty()) << c.query;
    }
}

TEST(query, pairs_and_separators_join_back) {
    for (const auto &c : queries) {
        if (c.spaces == plus::as_space) continue; // form data lose what is no pair
        std::string joined;
        for (const parameter p : query_parameters{c.query, {.semicolon = c.semicolon}}) {
            const auto begin = static_cast<std::size_t>(p.text().data() - c.query.data());
            if (begin > 0) joined += c.query[begin - 1];
            joined += p.text();
        }
        EXPECT_EQ(joined, c.query);
    }
}

TEST(query, finds_by_the_decoded_key) {
    constexpr query_parameters q{"a%20b=1&a+b=2&c&c=3"};
    static_assert(q.find(decoded{"a b"})->value == "1");
    static_assert(q.find(decoded{"a+b"})->value == "2");
    static_assert(!q.find(decoded{"c"})->value);
    static_assert(!q.find(decoded{"a%20b"}) && !q.find(decoded{""}));

    constexpr query_parameters form{"a+b=2&a%20b=1", {.plus = plus::as_space}};
    static_assert(form.find(decoded{"a b"})->value == "2");
    static_assert(!form.find(decoded{"a+b"}));
    static_assert(!query_parameters{"&a", {.plus = plus::as_space}}.find(decoded{""}));
    static_assert(query_parameters{"&a"}.find(decoded{""}));

    std::vector<std::string> all;
    for (const parameter p : q.find_all(decoded{"c"})) all.push_back(std::string{p.text()});
    EXPECT_EQ(all, (std::vector<std::string>{"c", "c=3"}));
}

TEST(query, keys_and_values_as_data) {
    const parameter p{"a%2Fb+c", "%26+"};
    EXPECT_EQ(p.decoded_key(), "a/b+c");
    EXPECT_EQ(p.decoded_key(plus::as_space), "a/b c");
    EXPECT_EQ(p.decoded_value(), "&+");
    EXPECT_EQ(p.decoded_value(plus::as_space), "& ");
    EXPECT_EQ((parameter{"a", {}}).decoded_value(), std::nullopt);
    EXPECT_EQ((parameter{"a", "%"}).decoded_value().error().code, error_code::invalid_percent_encoding);
    EXPECT_EQ((parameter{"a", "b=c"}).key, "a");
}

// The list of a query's pairs as data, and the query that has them.
struct data_case {
    std::string_view query;
    std::vector<decoded_parameter> pairs;
    query_options options{};
    std::optional<std::string_view> written{}; // if it is not `query`
};

const data_case as_data[]{
    {"", {}},
    {"a", {{"a", {}}}},
    {"a=", {{"a", ""}}},
    {"a=1&b&a=2", {{"a", "1"}, {"b", {}}, {"a", "2"}}},
    {"&", {{"", {}}, {"", {}}}},
    {"=", {{"", ""}}},
    {"a%3Db=c%3Dd", {{"a=b", "c=d"}}},
    {"a=b=c", {{"a", "b=c"}}, {}, "a=b%3Dc"},
    {"a%26=%3B%2B%25%00%FF", {{"a&", std::string{";+%\0\xFF", 5}}}},
    {"a+b=%20", {{"a+b", " "}}, {}, "a%2Bb=%20"},
    {"a+b=%2B", {{"a b", "+"}}, {.plus = plus::as_space}},
    {"a%20b", {{"a b", {}}}, {.plus = plus::as_space}, "a+b"},
    {"a;b", {{"a", {}}, {"b", {}}}, {.semicolon = true}, "a&b"},
    {"a,b=1&2", {{"a", {}}, {"b", "1&2"}}, {.separator = ','}, "a,b=1%262"},
    {"a=1%2C2,b=x+y", {{"a", "1,2"}, {"b", "x y"}}, {.plus = plus::as_space, .separator = ','}},
    {"a=1+b=%202", {{"a", "1"}, {"b", " 2"}}, {.plus = plus::as_space, .separator = '+'}},
    {"a;b", {{"a", {}}, {"b", {}}}, {.separator = ';'}},
    // URL Standard 5.1: an empty sequence is skipped
    {"&a=b", {{"a", "b"}}, {.plus = plus::as_space}, "a=b"},
    {"&&", {}, {.plus = plus::as_space}, ""},
    {"a&&=&=+&", {{"a", {}}, {"", ""}, {"", " "}}, {.plus = plus::as_space}, "a&=&=+"},
    {",a,,b", {{"a", {}}, {"b", {}}}, {.plus = plus::as_space, .separator = ','}, "a,b"},
};

TEST(query, pairs_as_data_both_ways) {
    for (const auto &c : as_data) {
        const auto pairs = decoded_parameters(c.query, c.options);
        ASSERT_TRUE(pairs) << c.query;
        EXPECT_EQ(*pairs, c.pairs) << c.query;
        const auto written = encode_parameters(c.pairs, c.options);
        ASSERT_TRUE(written) << c.query;
        EXPECT_EQ(*written, c.written.value_or(c.query));
        EXPECT_EQ(decoded_parameters(*written, c.options), c.pairs) << *written;
    }
}

TEST(query, pairs_that_no_query_has) {
    const std::vector<decoded_parameter> one_empty{{"", {}}};
    EXPECT_EQ(encode_parameters(one_empty), (std::unexpected{error{0, error_code::lost_parameter, rule::query}}));
    // URL Standard 5.1: an empty sequence is skipped
    constexpr query_options form{.plus = plus::as_space};
    const std::vector<decoded_parameter> one_of_three{{"ab", "1"}, {"", {}}, {"c", {}}};
    EXPECT_EQ(encode_parameters(one_empty, form), (std::unexpected{error{0, error_code::lost_parameter, rule::query}}));
    EXPECT_EQ(encode_parameters(one_of_three, form),
              (std::unexpected{error{5, error_code::lost_parameter, rule::query}}));
    EXPECT_EQ(encode_parameters(one_of_three), "ab=1&&c");
    const auto malformed = decoded_parameters("a=1&b=2%");
    ASSERT_FALSE(malformed);
    EXPECT_EQ(malformed.error().code, error_code::invalid_percent_encoding);
    EXPECT_EQ(malformed.error().offset, 7U);
    EXPECT_EQ(decoded_parameters("a=1&%4=2").error().offset, 4U);
}

// RFC 3986 2.2, 2.3, 3.4
TEST(query, separators) {
    for (const char c : std::string_view{"!$&'()*+,;:@/?"}) EXPECT_TRUE(is_parameter_separator(c)) << c;
    for (const char c : std::string_view{"=%#[]aZ0-._~ |\\\"<>"}) EXPECT_FALSE(is_parameter_separator(c)) << c;
    for (const char c : std::string_view{"!$&'()*+,;:@/?"}) {
        const query_options o{.separator = c};
        const std::vector<decoded_parameter> pairs{{std::string{"a"} + c, std::string{c} + "&=;+ "}, {"b", {}}};
        EXPECT_EQ(decoded_parameters(encode_parameters(pairs, o).value(), o), pairs) << c;
    }
}

TEST(query, patterns) {
    static_assert(matches_pattern("utm_source", "utm_*"));
    static_assert(matches_pattern("utm_", "utm_*"));
    static_assert(!matches_pattern("utm", "utm_*"));
    static_assert(!matches_pattern("UTM_source", "utm_*"));
    static_assert(matches_pattern("", "") && matches_pattern("", "*") && !matches_pattern("", "?"));
    static_assert(matches_pattern("abc", "a?c") && !matches_pattern("ac", "a?c"));
    static_assert(matches_pattern("abcbd", "a*b?") && !matches_pattern("abcbde", "a*b?"));
    static_assert(matches_pattern("mississippi", "m*iss*ip*i") && !matches_pattern("mississippi", "m*iss*ix*i"));
    static_assert(matches_pattern("a", "***a***") && !matches_pattern("b", "***a***"));
    static_assert(matches_pattern("a*", "a*") && matches_pattern("[x]", "[x]"));
    static_assert(matches_pattern("a*", "a\\*") && !matches_pattern("ab", "a\\*") && !matches_pattern("a\\b", "a\\*"));
    static_assert(matches_pattern("a?b", "a\\?b") && !matches_pattern("axb", "a\\?b"));
    static_assert(matches_pattern("a\\b*", "a\\\\b\\*") && !matches_pattern("a\\\\b*", "a\\\\b\\*"));
    static_assert(matches_pattern("x*y*z", "*\\**\\*z") && !matches_pattern("xyz", "*\\*z"));
    static_assert(matches_pattern("\\d", "\\d") && matches_pattern("a\\", "a\\"));
}

TEST(query, a_hostile_pattern_stays_cheap) {
    const std::string key(20'000, 'a');
    std::string pattern;
    for (int i = 0; i < 100; ++i) pattern += "a*";
    pattern += 'b';
    EXPECT_FALSE(matches_pattern(key, pattern));
}

} // namespace
