// The accessors of a value.
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include <uniform/json/value.hpp>

namespace {

using uniform::json::array;
using uniform::json::object;
using uniform::json::value;

value made() {
    value v = object{};
    return v.set("title", std::string(40, 'a')).set("since", 1969);
}

// A range-for over a part of a temporary: before P2718 the temporary ends before the first turn of the loop.
TEST(json_value, a_temporary_gives_its_members_away) {
    static_assert(!std::is_reference_v<decltype(std::declval<value>().members())>);
    static_assert(!std::is_reference_v<decltype(std::declval<value>().elements())>);
    std::string names;
    for (const auto &[name, v] : made().members()) names += name + ' ' + (v.is_string() ? *v.if_string() : "") + ' ';
    EXPECT_EQ(names, "title " + std::string(40, 'a') + " since  ");
    std::size_t count = 0;
    for (const value &v : value{array{made(), made()}}.elements()) count += v.members().size();
    EXPECT_EQ(count, 4U);
    EXPECT_TRUE(value{1}.members().empty());
    EXPECT_TRUE(value{1}.elements().empty());
}

} // namespace
