// Misleading and dangerous identifiers: findings, checks, and what the linter asks a Unicode library and a browser.
#include <uniform/lint/browser_reading.hpp>
#include <uniform/lint/check.hpp>
#include <uniform/lint/finding.hpp>
#include <uniform/lint/lint.hpp>
#include <uniform/lint/lint_options.hpp>
#include <uniform/lint/unicode_checks.hpp>

#include <algorithm>

#include "../check.hpp"

using namespace uniform;

namespace {

void findings() {
    const std::vector<lint_finding> all = lint("http://www.example.com&story=breaking_news@10.0.0.1/");
    const lint_finding &first = all.front();
    CHECK(first.check == lint_check::userinfo_like_host && first.section == "7.6");
    CHECK(first.severity == lint_severity::error || first.severity == lint_severity::warning);
    CHECK(first.where.begin == 7);
    CHECK(lint("http://a.example/", lint_options{.longest = 10}).front().check == lint_check::over_long);
}

void table_of_checks() {
    for (const lint_check_info &row : lint_checks()) CHECK(info_of(row.check).id == row.id);
    CHECK(to_string(lint_check::rare_ipv4) == "rare-ipv4");
    CHECK(lint_check_from_string("rare-ipv4") == lint_check::rare_ipv4);
    CHECK(to_string(lint_severity::note) == "note" && lint_severity_from_string("error") == lint_severity::error);
}

void your_own_unicode_library() {
    // uniform::unicode has one that asks ICU; this one knows a single letter.
    class one_letter : public unicode_checks {
        [[nodiscard]] spoofing spoofing_of(std::string_view word) const override {
            spoofing s;
            if (word == "p\u0430y") s.looks_like = "pay";
            return s;
        }
        [[nodiscard]] direction direction_of(char32_t) const override { return direction::left_to_right; }
        [[nodiscard]] label label_of(std::string_view text) const override {
            return {.ascii = std::string{text}, .unicode = std::string{text}, .deviates = false, .why_not = ""};
        }
    };
    const one_letter checks;
    const unicode_checks *unicode = &checks;
    const auto found = lint("http://a.example/p%D0%B0y", {.unicode = unicode});
    CHECK(std::ranges::any_of(found, [](const lint_finding &f) { return f.check == lint_check::confusable; }));
}

void your_own_browser() {
    // A browser that reads "\" as "/".
    class backslashes : public browser_reading {
        [[nodiscard]] std::vector<difference> differences_of(std::string_view text) const override {
            const auto at = static_cast<std::uint32_t>(text.find('\\'));
            if (at >= text.size()) return {};
            return {{lint_check::browser_path, {at, at + 1}, "/b\\c", "/b/c"}};
        }
    };
    const backslashes browser;
    const auto found = lint("http://a.example/b\\c", {.browser = &static_cast<const browser_reading &>(browser)});
    CHECK(std::ranges::any_of(found, [](const lint_finding &f) { return f.check == lint_check::browser_path; }));
}

} // namespace

int main() {
    findings();
    table_of_checks();
    your_own_unicode_library();
    your_own_browser();
    return 0;
}
