// One table of names for an enumeration.
#include <uniform/base/enum_names.hpp>

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace {

using namespace uniform;

enum class color { red = 1, green = 4, blue = 2, unnamed };
constexpr auto colors = enum_table<color>({{color::green, "green"}, {color::red, "red"}, {color::blue, "blue"}});

enum class shape : signed char { none = -1, point, line, area };
constexpr auto shapes = enum_table<shape>({{shape::point, "point"}, {shape::line, "line"}, {shape::area, "area"}});

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
    static_assert(colors.values() == std::array{color::green, color::red, color::blue});
    static_assert(colors.names() == std::array<std::string_view, 3>{"green", "red", "blue"});
}

TEST(enum_names, are_at_the_place_of_their_enumerator_or_elsewhere) {
    for (const auto &[value, name] : shapes) {
        EXPECT_EQ(shapes.name(value), name);
        EXPECT_EQ(shapes.find(name), value);
    }
    EXPECT_EQ(shapes.name(shape::none), "");
    EXPECT_EQ(shapes.name(static_cast<shape>(3)), "");
    EXPECT_EQ(colors.name(static_cast<color>(0)), "");
    EXPECT_EQ(colors.name(color::red), "red"); // 1, and also the second
}

} // namespace
