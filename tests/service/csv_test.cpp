// Fields of CSV (RFC 4180), read and written.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "service/lists/bulk_line.hpp"
#include "service/lists/bulk_reader.hpp"

namespace {

using namespace uniform::service;

TEST(split_csv, rfc_4180) {
    const std::pair<std::string_view, std::vector<std::string>> rows[] = {
        {"aaa,bbb,ccc", {"aaa", "bbb", "ccc"}},                     // 2.1
        {"\"aaa\",\"b\r\nbb\",\"ccc\"", {"aaa", "b\r\nbb", "ccc"}}, // 2.6
        {"\"aaa\",\"b\"\"bb\",\"ccc\"", {"aaa", "b\"bb", "ccc"}},   // 2.7
        {"", {""}},
        {",", {"", ""}},
        {"a,", {"a", ""}},
        {" a ,b", {" a ", "b"}}, // 2.4: spaces are part of a field
        {"\"\"", {""}},
        {"\"\"\"\"", {"\""}},
        // The apostrophe before what a spreadsheet takes for a formula is not a part of the field; others are.
        {"'=1+1,\"'@a\",''+b,'''-", {"=1+1", "@a", "'+b", "''-"}},
        {"'a,',''", {"'a", "'", "''"}},
    };
    for (const auto &[text, fields] : rows) {
        std::vector<std::string> got;
        EXPECT_TRUE(split_csv(text, got).has_value()) << text;
        EXPECT_EQ(got, fields) << text;
    }
    for (const auto &[text, offset] : {std::pair{"a\"b", 1U}, {"\"a", 2U}, {"\"a\"b", 3U}, {"a,\"b\" ,c", 5U}}) {
        std::vector<std::string> got;
        const auto r = split_csv(text, got);
        ASSERT_FALSE(r.has_value()) << text;
        EXPECT_EQ(r.error().offset, offset) << text;
    }
}

RC_GTEST_PROP(csv_properties, fields_come_back, ()) {
    const auto fields = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab,\"\r\n '=+-@;\t")))));
    RC_PRE(fields.size() < 60);
    std::string row;
    for (const std::string &f : fields) {
        if (&f != fields.data()) row += ',';
        append_csv(row, f);
    }
    std::vector<std::string> got;
    RC_ASSERT(split_csv(row, got).has_value());
    RC_ASSERT(got == fields);
}

// No field begins as a formula of a spreadsheet does, whichever of comma, semicolon and tab separates fields there.
TEST(append_csv, no_formula) {
    constexpr struct {
        std::string_view field, written;
    } rows[]{
        {"=1+1", "'=1+1"},       {"+1", "'+1"},
        {"-1", "'-1"},           {"@SUM(A1)", "'@SUM(A1)"},
        {"\t=1", "\"'\t=1\""},   {"\r=1", "\"'\r=1\""},
        {"\n=1", "\"'\n=1\""},   {"=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""},
        {"\uFF1D1", "'\uFF1D1"}, {"\uFF0B1", "'\uFF0B1"},
        {"\uFF0D1", "'\uFF0D1"}, {"\uFF20A", "'\uFF20A"},
        {"'=1", "''=1"},         {"'a", "'a"},
        {"a;=1", "\"a;=1\""},    {"a\t=1", "\"a\t=1\""},
        {"a=1", "a=1"},          {"urn:example:a", "urn:example:a"},
    };
    for (const auto &r : rows) {
        std::string out;
        append_csv(out, r.field);
        EXPECT_EQ(out, r.written);
    }
}

} // namespace
