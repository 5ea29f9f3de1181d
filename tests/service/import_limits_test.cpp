// The limits of an import: it ends when too many lines are rejected, and shows existing name records within a limit.

#include <uniform/service/import.hpp>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "service/bulk_parts.hpp"
#include "service/names_support.hpp"
#include "service/store_fixture.hpp"

namespace {

using namespace uniform;
using namespace uniform::service;
using namespace uniform::test;

class import_limits : public on_open_stores {
protected:
    void SetUp() override {
        on_open_stores::SetUp();
        if (!IsSkipped()) put_namespace(*s, "example");
    }
    auto import_text(const import_options &o, std::string_view text) {
        out.clear();
        return import_names(*s, somebody, administrator(), o, in_parts(text, 1000),
                            [&](std::string_view lines) { out += lines; });
    }
    [[nodiscard]] std::ptrdiff_t lines() const { return std::ranges::count(out, '\n'); }
    std::string out;
};

INSTANTIATE_ON_BOTH_STORES(import_limits);

// The block in which they are too many is written, and its results are reported.
TEST_P(import_limits, ends_when_too_many_lines_are_rejected) {
    const std::string good = R"({"name":"urn:example:a","url":"https://a.example/"})";
    const std::string text = good + "\nx\nx\nx\nx\n" + R"({"name":"urn:example:b","url":"https://a.example/"})" + "\n";
    const auto ended = import_text({.id = "i", .block = 4, .most_rejected = 2}, text);
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error().detail, "more than 2 lines were rejected; the names before them stay assigned");
    EXPECT_EQ(lines(), 4);
    // With the same id, it goes on behind them: one more is rejected.
    const auto more = import_text({.id = "i", .block = 4, .most_rejected = 2}, text);
    ASSERT_TRUE(more) << more.error().detail;
    EXPECT_EQ(more->counts.assigned, 2U);
    EXPECT_EQ(more->counts.problems, 4U);
    EXPECT_TRUE(import_text({.block = 4, .most_rejected = 4}, text));
    EXPECT_TRUE(import_text({.block = 4, .most_rejected = 0}, text));
}

// A registrar could fill the memory with them: a line is a thousandth of the record that it is in conflict with.
TEST_P(import_limits, existing_name_records_have_a_mebibyte_in_a_block) {
    const std::string title(60000, 't');
    ASSERT_TRUE(import_text({}, R"({"name":"urn:example:a","url":"https://a.example/","metadata":{"title":")" + title +
                                    "\"}}\n"));
    std::string text;
    for (int n = 0; n < 50; ++n)
        text += R"({"name":"urn:example:a","url":"https://b.example/"})"
                "\n";
    for (const bool dry : {false, true}) {
        const auto done = import_text({.dry_run = dry}, text);
        ASSERT_TRUE(done);
        EXPECT_EQ(done->counts.conflicts, 50U);
        EXPECT_EQ(lines(), 50);
        EXPECT_LT(out.size(), (std::size_t{1} << 20U) + 50 * 200);
        EXPECT_NE(out.find(title), std::string::npos);
    }
}

} // namespace
