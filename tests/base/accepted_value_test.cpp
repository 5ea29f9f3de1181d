// The permitted values of options and settings.
#include <uniform/base/accepted_value.hpp>

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace {

using namespace uniform::base;
using enum counted;

constexpr number_limits thousand{.least = 1, .most = 1000, .what = items};
constexpr number_limits memory{.least = 1024, .most = std::uint64_t{1} << 40U, .what = bytes};
constexpr number_limits time{.least = 0, .most = 86'400'000, .what = milliseconds};
constexpr number_limits any{.least = 0, .what = bytes};

struct number_row {
    std::string_view text;
    number_limits limits;
    std::optional<std::uint64_t> value;
    std::string_view says{};
};
const number_row numbers[]{
    {"1", thousand, 1},
    {"1000", thousand, 1000},
    {"0", thousand, {}, "is too small: at least 1"},
    {"-5", thousand, {}, "is too small: at least 1"},
    {"1001", thousand, {}, "is too large: at most 1000"},
    {"1K", thousand, {}, "is not a whole number"},
    {"", thousand, {}, "is not a whole number"},
    {"-", thousand, {}, "is not a whole number"},
    {"1.5", thousand, {}, "is not a whole number"},
    {"99999999999999999999", thousand, {}, "is too large"},
    {"64K", memory, 65536},
    {"64k", memory, 65536},
    {"2 M", memory, 2U << 20U},
    {"3G", memory, std::uint64_t{3} << 30U},
    {"1", memory, {}, "is too small: at least 1K"},
    {"1025G", memory, {}, "is too large: at most 1024G"},
    {"64KB", memory, {}, "is not a number of bytes, or one with K, M or G after it"},
    {"8589934591G", any, 9'223'372'035'781'033'984U},
    {"8589934592G", any, {}, "is too large"},
    {"2", time, 2000},
    {"250ms", time, 250},
    {"5m", time, 300'000},
    {"1d", time, 86'400'000},
    {"25h", time, {}, "is too large: at most 1d"},
    {"5M", time, {}, "is not a duration such as \"250ms\", \"10s\", \"5m\", \"1h\" or \"7d\""},
};

TEST(accepted_value, numbers_are_read_with_their_units_and_limits) {
    for (const number_row &r : numbers) {
        const auto n = read_number(r.text, r.limits);
        EXPECT_EQ(n ? std::optional{*n} : std::nullopt, r.value) << r.text;
        EXPECT_EQ(n ? "" : message(n.error(), r.limits), r.says) << r.text;
    }
}

TEST(accepted_value, numbers_are_written_with_the_largest_unit) {
    const struct {
        std::uint64_t value;
        counted what;
        std::string_view text;
    } rows[]{{0, items, "0"},
             {2048, items, "2048"},
             {0, bytes, "0"},
             {1023, bytes, "1023"},
             {2048, bytes, "2K"},
             {std::uint64_t{1} << 40U, bytes, "1024G"},
             {0, milliseconds, "0s"},
             {1, milliseconds, "1ms"},
             {90'000, milliseconds, "90s"},
             {60'000, milliseconds, "1m"},
             {172'800'000, milliseconds, "2d"}};
    for (const auto &r : rows) {
        EXPECT_EQ(number_text(r.value, r.what), r.text);
        EXPECT_EQ(read_number(r.text, {.what = r.what}), r.value) << r.text;
    }
}

// The end of a sentence that begins with the text.
TEST(accepted_value, what_is_not_accepted_is_said_in_one_way) {
    EXPECT_EQ(read_choice("slow", "off slow all"), 1U);
    EXPECT_EQ(read_choice("slwo", "off slow all").error(), "is none of off, slow, all: did you mean \"slow\"?");
    EXPECT_EQ(read_choice("", "off slow all").error(), "is none of off, slow, all");
    constexpr number_limits length{.least = 1, .most = (std::uint64_t{4} << 30U) - 2, .what = bytes};
    EXPECT_EQ(read_within("4G", length), length.most);
    EXPECT_EQ(read_within("4294967295", length).error(), "is too large: at most 4294967294");
    EXPECT_EQ(read_within("99999999999999999999", thousand).error(), "is too large: at most 1000");
    EXPECT_EQ(read_within("0", thousand).error(), "is too small: at least 1");
    EXPECT_EQ(read_within("8589934591G", any), 9'223'372'035'781'033'984U);
}

TEST(accepted_value, values_in_words_are_those_of_help) {
    EXPECT_EQ(values_in_words({.choices = "off slow"}, "slow"), "One of off, slow; default: slow.");
    EXPECT_EQ(values_in_words({.choices = "off slow"}, ""), "One of off, slow.");
    EXPECT_EQ(values_in_words({}, "8141"), "Default: 8141.");
    EXPECT_EQ(values_in_words({}, ""), "");
}

TEST(accepted_value, choices_are_words) {
    EXPECT_EQ(find_choice("off", "off slow all"), 0U);
    EXPECT_EQ(find_choice("all", "off slow all"), 2U);
    for (const char *other : {"", "of", "Off", "off ", "slow all"}) EXPECT_FALSE(find_choice(other, "off slow all"));
    EXPECT_EQ(list_of("off slow all"), "off, slow, all");
    EXPECT_EQ(list_of("off"), "off");
    EXPECT_EQ(words_of("off slow").back(), "slow");
}

} // namespace
