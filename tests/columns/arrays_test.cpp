// Every layout of a column of texts that Arrow has, and what is refused of it.

#include <uniform/columns/columns.hpp>
#include <uniform/syntax/percent.hpp>

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "arrays.hpp"

namespace {

using namespace uniform::columns;
using namespace uniform::columns::test;

constexpr layout layouts[]{layout::utf8,        layout::large_utf8,   layout::utf8_view,
                           layout::dictionary8, layout::dictionary32, layout::dictionary64};

function made(std::string_view name) { return function::make(name).value(); }

class array_layouts : public testing::TestWithParam<layout> {};
INSTANTIATE_TEST_SUITE_P(rows, array_layouts, testing::ValuesIn(layouts));

// Nulls, empty texts, short and long ones, bytes that are not UTF-8; as a slice, too.
TEST_P(array_layouts, are_read_in_place) {
    const rows texts{"http://a.example/",
                     std::nullopt,
                     "",
                     "http://a.example:80/a/long/path?and=a&query#fragment",
                     "http://b.example:/\xFF",
                     "urn:a:b",
                     "http://a.example/",
                     std::nullopt,
                     "//c:65535"};
    for (const std::int64_t before : {0, 1, 7, 8, 9}) {
        const array column{GetParam(), texts, before};
        result hosts;
        ASSERT_TRUE(made("host").run(column.type, column.data, hosts.type, hosts.data));
        const rows expected{"a.example",  std::nullopt, std::nullopt, "a.example", std::nullopt,
                            std::nullopt, "a.example",  std::nullopt, "c"};
        EXPECT_EQ(hosts.read(), expected) << before;
        EXPECT_EQ(hosts.data.null_count, 5);
        EXPECT_EQ(std::string_view{hosts.type.format},
                  GetParam() == layout::large_utf8 || GetParam() == layout::dictionary32 ? "U" : "u");
        result ports;
        ASSERT_TRUE(made("port").run(column.type, column.data, ports.type, ports.data));
        EXPECT_EQ(ports.read()[3], "80");
        EXPECT_EQ(ports.read()[8], "65535");
        result valid;
        ASSERT_TRUE(made("valid").run(column.type, column.data, valid.type, valid.data));
        const rows judged{"true", std::nullopt, "true", "true", "false", "true", "true", std::nullopt, "true"};
        EXPECT_EQ(valid.read(), judged);
    }
}

TEST_P(array_layouts, may_be_empty) {
    const array column{GetParam(), {}};
    for (const std::string_view name : {"host", "valid", "port"}) {
        result out;
        ASSERT_TRUE(made(name).run(column.type, column.data, out.type, out.data));
        EXPECT_EQ(out.data.length, 0);
        EXPECT_EQ(out.data.null_count, 0);
        EXPECT_NE(out.data.buffers[1], nullptr);
    }
}

// More rows than are read at once.
TEST_P(array_layouts, may_be_long) {
    rows texts;
    rows hosts;
    for (int i = 0; i < 3000; ++i) {
        const std::string host = "host" + std::to_string(i % 100) + ".example";
        texts.push_back(i % 7 == 0 ? row{} : row{"http://" + host + "/"});
        hosts.push_back(i % 7 == 0 ? row{} : row{host});
    }
    const array column{GetParam(), texts, 3};
    result out;
    ASSERT_TRUE(made("host").run(column.type, column.data, out.type, out.data));
    EXPECT_EQ(out.read(), hosts);
}

// A dictionary that has more values than the slice has rows is looked at row by row.
TEST(array_dictionaries, may_have_values_that_no_row_has) {
    array column{layout::dictionary8, {"http://a/", "http://b/", std::nullopt, "http://c/"}};
    column.data.length = 2;
    column.data.offset = 2;
    result out;
    ASSERT_TRUE(made("host").run(column.type, column.data, out.type, out.data));
    EXPECT_EQ(out.read(), (rows{std::nullopt, "c"}));
}

TEST(array_of_nulls, has_a_result_of_nulls) {
    array column{layout::utf8, {}};
    column.type.format = "n";
    column.data.length = 3;
    column.data.null_count = 3;
    for (const std::int64_t buffers : {0, 1}) { // Polars hands over a validity bitmap, which the layout does not have
        column.data.n_buffers = buffers;
        result out;
        ASSERT_TRUE(made("valid").run(column.type, column.data, out.type, out.data));
        EXPECT_EQ(out.read(), (rows{std::nullopt, std::nullopt, std::nullopt}));
    }
}

// A rule that an array breaks, and the sentence for it.
struct fault {
    std::string_view says;
    layout how;
    std::function<void(array &)> make;
};
std::ostream &operator<<(std::ostream &out, const fault &f) { return out << f.says; }
class malformed_arrays : public testing::TestWithParam<fault> {};

TEST_P(malformed_arrays, are_refused) {
    const fault &f = GetParam();
    array column{f.how, {"http://a.example.org/", std::nullopt, "http://b.example.org/"}};
    f.make(column);
    for (const std::string_view name : {"host", "valid", "port"}) {
        ArrowSchema type{};
        ArrowArray data{};
        const auto done = made(name).run(column.type, column.data, type, data);
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().kind, failure_kind::malformed_array);
        EXPECT_EQ(done.error().says, f.says);
        EXPECT_EQ(data.release, nullptr); // untouched
        EXPECT_EQ(type.release, nullptr);
    }
}

INSTANTIATE_TEST_SUITE_P(
    rows, malformed_arrays,
    testing::Values(
        fault{"the array was released", layout::utf8, [](array &a) { a.data.release = nullptr; }},
        fault{"the array has a type that was released", layout::utf8, [](array &a) { a.type.release = nullptr; }},
        fault{"the array has no type", layout::utf8, [](array &a) { a.type.format = nullptr; }},
        fault{"the array has a negative length", layout::utf8, [](array &a) { a.data.length = -1; }},
        fault{"the array has a negative offset", layout::utf8, [](array &a) { a.data.offset = -1; }},
        fault{"the array is too long", layout::utf8, [](array &a) { a.data.length = INT64_MAX; }},
        fault{"the array is too long", layout::utf8, [](array &a) { a.data.offset = INT64_MAX; }},
        fault{"the array has -2 nulls in 3 rows", layout::utf8, [](array &a) { a.data.null_count = -2; }},
        fault{"the array has 4 nulls in 3 rows", layout::utf8, [](array &a) { a.data.null_count = 4; }},
        fault{"the array has children", layout::utf8, [](array &a) { a.data.n_children = 1; }},
        fault{"the array has 2 buffers instead of 3", layout::utf8, [](array &a) { a.data.n_buffers = 2; }},
        fault{"the array has 2 buffers instead of 3", layout::utf8_view, [](array &a) { a.data.n_buffers = 2; }},
        fault{"the array has 3 buffers instead of 2", layout::dictionary8, [](array &a) { a.data.n_buffers = 3; }},
        fault{"the array has no buffers", layout::utf8, [](array &a) { a.data.buffers = nullptr; }},
        fault{"the array has rows, but not the buffer of their places", layout::utf8,
              [](array &a) { a.buffers[1] = nullptr; }},
        fault{"the array has texts, but not the buffer of their bytes", layout::utf8,
              [](array &a) { a.buffers[2] = nullptr; }},
        fault{"the array has nulls, but no validity bitmap", layout::utf8,
              [](array &a) {
                  a.buffers[0] = nullptr;
                  a.data.null_count = 1;
              }},
        fault{"row 0 has offsets that are negative or descend", layout::utf8,
              [](array &a) { a.fixed_as<std::int32_t>(0) = -1; }},
        fault{"row 2 has offsets that are negative or descend", layout::utf8,
              [](array &a) { a.fixed_as<std::int32_t>(3) = 1; }},
        fault{"row 0 has offsets that are negative or descend", layout::large_utf8,
              [](array &a) { a.fixed_as<std::int64_t>(0) = INT64_MIN; }},
        fault{"row 0 has a negative length", layout::utf8_view, [](array &a) { a.fixed_as<std::int32_t>(0) = -5; }},
        fault{"row 0 is in a buffer that the array has not", layout::utf8_view,
              [](array &a) { a.fixed_as<std::int32_t>(2) = 2; }},
        fault{"row 2 is not within its buffer", layout::utf8_view, [](array &a) { a.fixed_as<std::int32_t>(8) = 99; }},
        fault{"row 0 is not within its buffer", layout::utf8_view, [](array &a) { a.fixed_as<std::int32_t>(3) = -1; }},
        fault{"the array does not say how long its buffers are", layout::utf8_view,
              [](array &a) { a.buffers.back() = nullptr; }},
        fault{"the array has no dictionary", layout::dictionary8, [](array &a) { a.data.dictionary = nullptr; }},
        fault{"the array has a dictionary that its type has not", layout::utf8,
              [](array &a) { a.data.dictionary = &a.data; }},
        fault{"the array has a dictionary that has a dictionary", layout::dictionary8,
              [](array &a) {
                  a.type.dictionary = &a.type;
                  a.data.dictionary = &a.data;
              }},
        fault{"row 2 has an index that is not in the dictionary", layout::dictionary8,
              [](array &a) { a.fixed[2] = 2; }},
        fault{"row 0 has an index that is not in the dictionary", layout::dictionary8,
              [](array &a) { a.fixed[0] = 0xFF; }},
        fault{"in the dictionary, the array has a negative length", layout::dictionary32,
              [](array &a) { a.data.dictionary->length = -1; }}));

// Deeper than any stack; the values of a dictionary may have none.
TEST(malformed_dictionaries, may_be_deep) {
    std::vector<ArrowSchema> types(1'000'000);
    std::vector<ArrowArray> arrays(types.size());
    const array column{layout::dictionary8, {"http://a/"}};
    for (std::size_t i = 0; i < types.size(); ++i) {
        types[i] = column.type;
        arrays[i] = column.data;
        if (i > 0) types[i].dictionary = &types[i - 1];
        if (i > 0) arrays[i].dictionary = &arrays[i - 1];
    }
    result out;
    const auto done = made("host").run(types.back(), arrays.back(), out.type, out.data);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().says, "the array has a dictionary that has a dictionary");
}

TEST(unsupported_arrays, are_named) {
    array column{layout::utf8, {"a"}};
    const std::pair<const char *, std::string_view> types[] = {{"z", "binary (\"z\")"},
                                                               {"i", "int32 (\"i\")"},
                                                               {"g", "float64 (\"g\")"},
                                                               {"w:16", "fixed_size_binary (\"w:16\")"},
                                                               {"tss:UTC", "timestamp (\"tss:UTC\")"},
                                                               {"+l", "list (\"+l\")"},
                                                               {"zz", "\"zz\""},
                                                               {"", "\"\""}};
    for (const auto &[format, named] : types) {
        column.type.format = format;
        ArrowSchema type{};
        ArrowArray data{};
        const auto done = made("host").run(column.type, column.data, type, data);
        ASSERT_FALSE(done) << format;
        EXPECT_EQ(done.error().kind, failure_kind::unsupported_type);
        EXPECT_TRUE(done.error().says.starts_with("the type " + std::string{named} + " is not utf8"))
            << done.error().says;
    }
}

// Every function, over any bytes: as many rows, and texts in UTF-8 (Arrow's utf8).
RC_GTEST_PROP(column_properties, any_bytes, (const std::vector<std::string> &texts)) {
    const array column{layout::utf8, {texts.begin(), texts.end()}};
    for (const function_info &info : functions()) {
        std::vector<option> given;
        for (const option_info &o : info.options) {
            if (o.fallback.empty()) given.push_back({o.name, "http://a/b"});
        }
        const auto does = function::make(info.name, given);
        RC_ASSERT(does.has_value());
        result out;
        RC_ASSERT(does->run(column.type, column.data, out.type, out.data).has_value());
        const rows found = out.read();
        RC_ASSERT(found.size() == texts.size());
        for (const row &r : found) {
            if (r) RC_ASSERT(uniform::is_utf8(*r));
        }
    }
}

TEST(column_functions_in_threads, share_one_function) {
    const rows texts(2000, row{"http://www.example.co.uk/a"});
    const array column{layout::utf8, texts};
    const function does = made("registrable_domain");
    std::vector<std::thread> threads;
    std::vector<rows> found(4);
    for (rows &own : found) {
        threads.emplace_back([&] {
            result out;
            if (does.run(column.type, column.data, out.type, out.data)) own = out.read();
        });
    }
    for (std::thread &t : threads) t.join();
    for (const rows &own : found) EXPECT_EQ(own, rows(2000, row{"example.co.uk"}));
}

} // namespace
