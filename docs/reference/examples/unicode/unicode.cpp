// Unicode for the linter and for comparing IRIs.
#include <uniform/lint/lint.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/unicode/nfc.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>

#include <algorithm>

#include "../check.hpp"

using namespace uniform;

namespace {

void look_alikes() {
    const auto found =
        lint("http://xn--pypal-4ve.example/", {.unicode = &icu_checks()}); // a Cyrillic letter in "paypal"
    CHECK(std::ranges::any_of(found, [](const lint_finding &f) { return f.check == lint_check::confusable; }));
}

void normalization_form_c() {
    CHECK(to_nfc("e\u0301") == "\u00E9");
    const auto iri = parse_iri("http://a/e\u0301").value();
    CHECK(normalize(iri, {.characters = to_nfc}) == "http://a/\u00E9");
}

} // namespace

int main() {
    look_alikes();
    normalization_form_c();
    return 0;
}
