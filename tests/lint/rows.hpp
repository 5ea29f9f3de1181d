// Rows of tests of the linter: a text, what is found in it, and where.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/lint/lint.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::test {

struct lint_row {
    std::string_view source; // document and section
    std::string_view text;
    std::string_view check;                  // "" for nothing more than notes
    std::string_view place = {};             // the text of the first such finding
    std::optional<std::string_view> safer{}; // nothing: not looked at; "": none
    std::string_view says = {};              // is part of the explanation
};

inline std::string listing(const std::vector<lint_finding> &findings) {
    std::string all;
    for (const lint_finding &f : findings) {
        all += "\n  " + std::string{to_string(f.check)} + ": " + f.explanation;
        if (f.safer) all += " -> " + *f.safer;
    }
    return all;
}

inline void check_row(const lint_row &row, const lint_options &o) {
    SCOPED_TRACE(std::string{row.source} + ": " + std::string{row.text});
    const auto findings = lint(row.text, o);
    if (row.check.empty()) {
        for (const lint_finding &f : findings) EXPECT_EQ(f.severity, lint_severity::note) << listing(findings);
        return;
    }
    const auto it = std::ranges::find_if(findings, [&](const auto &f) { return to_string(f.check) == row.check; });
    ASSERT_NE(it, findings.end()) << "no " << row.check << " in:" << listing(findings);
    EXPECT_EQ(row.text.substr(it->where.begin, it->where.end - it->where.begin), row.place);
    if (row.safer) {
        EXPECT_EQ(it->safer.value_or(""), *row.safer);
    }
    EXPECT_TRUE(it->explanation.contains(row.says)) << it->explanation;
    EXPECT_FALSE(it->document.empty());
    EXPECT_FALSE(it->section.empty());
}

// Checks the properties of every text.
inline void check_properties(std::string_view text, const lint_options &o) {
    const auto findings = lint(text, o);
    for (const lint_finding &f : findings) {
        ASSERT_LE(f.where.begin, f.where.end);
        ASSERT_LE(f.where.end, text.size());
        ASSERT_FALSE(f.explanation.empty());
        if (!f.safer) continue;
        ASSERT_TRUE(parse_uri_reference(*f.safer)) << text << " -> " << *f.safer;
        for (const lint_finding &again : lint(*f.safer, o)) {
            ASSERT_NE(again.check, f.check) << text << " -> " << *f.safer;
        }
    }
    ASSERT_TRUE(std::ranges::is_sorted(findings, {}, [](const auto &f) { return f.where.begin; }));
    if (!parse_uri_reference(text)) {
        ASSERT_FALSE(findings.empty()) << text;
    }
}

} // namespace uniform::test
