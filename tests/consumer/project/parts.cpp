// One entity of each part of the library, so that each is found, linked and run.
#include <iostream>

#include <uniform/access/access.hpp>
#include <uniform/html/references.hpp>
#include <uniform/lint/lint.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/whatwg/web_url.hpp>

int main() {
    const auto page = uniform::html::find_references("<base href=http://a/b/><a href=c>").value();
    std::cout << page.references.back().target.value() << '\n';
    for (const auto &f : uniform::lint("http://2130706433/", {.unicode = &uniform::icu_checks()})) {
        if (f.check == uniform::lint_check::rare_ipv4) std::cout << uniform::to_string(f.check) << '\n';
    }
    std::cout << uniform::whatwg::parse("../c", "http://B\u00FCcher.example/a/")->href() << '\n';
    const auto plan = uniform::plan_access("data:,A%20brief%20note").value();
    const auto got = uniform::carry_out(plan, [](std::string_view part) {
        std::cout << part << '\n';
        return true;
    });
    return got ? 0 : 1;
}
