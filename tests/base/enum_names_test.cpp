// One table of names for an enumeration.
#include <uniform/base/enum_names.hpp>

#include <string>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

enum class color { red = 1, green = 4, blue = 2, unnamed };
constexpr auto colors = enum_table<color>({{color::green, "green"}, {color::red, "red"}, {color::blue, "blue"}});

TEST(enum_names, are_found_both_ways_and_listed_in_the_order_of_the_table) {
    std::string listed;
    for (const auto &[value, name] : colors) {
        EXPECT_EQ(colors.name(value), name);
        EXPECT_EQ(colors.find(name), value);
        listed += name;
    }
    EXPECT_EQ(listed, "greenredblue");
    EXPECT_EQ(colors.name(color::unnamed), "");
    for (const char *other : {"", "Red", "re", "redd"}) EXPECT_FALSE(colors.find(other)) << other;
    static_assert(joined_names<colors, " or "> == "green or red or blue");
    static_assert(joined_names<colors, ""> == "greenredblue");
}

} // namespace
