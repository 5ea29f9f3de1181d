// A host has one name, one registrable domain and one public suffix, by the library and by columns; what the rows say,
// the tests of Python, SQLite and PostgreSQL ask theirs, and that of Python the command.

#include <algorithm>
#include <array>
#include <expected>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/columns/columns.hpp>
#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>

#include "columns/arrays.hpp"

namespace {

using namespace uniform;

struct host_row {
    std::string host, registrable, suffix, uts46, lookup;
};

std::vector<host_row> rows_of_table() {
    std::vector<host_row> all;
    std::ifstream table{UNIFORM_HOSTS};
    for (std::string line; std::getline(table, line);) {
        if (line.starts_with('#')) continue;
        std::array<std::string, 5> cells;
        std::size_t at = 0;
        for (std::string &cell : cells) {
            const std::size_t end = std::min(line.find('\t', at), line.size());
            cell = line.substr(at, end - at);
            at = std::min(end + 1, line.size());
        }
        all.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
    }
    return all;
}

std::string or_none(const std::expected<std::string, idna::problem> &name) { return name.value_or("-"); }
std::string or_none(const std::string &part) { return part.empty() ? "-" : part; }

std::string by_columns(std::string_view function, std::vector<columns::option> options, const std::string &text) {
    const auto does = columns::function::make(function, options);
    if (!does) return "!" + does.error().says;
    const columns::test::array texts{columns::test::layout::utf8, {text}};
    columns::test::result out;
    if (!does->run(texts.type, texts.data, out.type, out.data)) return "!";
    return out.read().at(0).value_or("-");
}

TEST(agreement_of_hosts, library_and_columns) {
    const std::vector<host_row> rows = rows_of_table();
    ASSERT_GT(rows.size(), 10);
    for (const host_row &r : rows) {
        SCOPED_TRACE(r.host);
        const auto parts = idna::domain_of(r.host).value_or(idna::domain_parts{});
        EXPECT_EQ(or_none(std::string{parts.registrable()}), r.registrable);
        EXPECT_EQ(or_none(std::string{parts.suffix()}), r.suffix);
        EXPECT_EQ(or_none(idna::lookup_name(r.host, idna::rules::uts46)), r.uts46);
        EXPECT_EQ(or_none(idna::lookup_name(r.host)), r.lookup);
        const std::string url = "http://u@" + r.host + ":80/p";
        EXPECT_EQ(by_columns("host", {}, url), r.host);
        EXPECT_EQ(by_columns("registrable_domain", {}, url), r.registrable);
        EXPECT_EQ(by_columns("public_suffix", {}, url), r.suffix);
        EXPECT_EQ(by_columns("to_ascii_host", {}, url), r.uts46);
        EXPECT_EQ(by_columns("to_ascii_host", {{"rules", "browser"}}, url), r.lookup);
    }
}

} // namespace
