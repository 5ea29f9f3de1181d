// The laws of tests/agreement: a text and, after a line feed, another are read alike by all parts of the library.
#include "judged.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "agreement/laws_of_names.hpp"
#include "agreement/laws_of_references.hpp"
#include "agreement/laws_of_suggestions.hpp"
#include "agreement/laws_of_typed_texts.hpp"
#include "agreement/laws_of_urls.hpp"

namespace {

using namespace uniform;

void urls(agreement::findings &f, std::string_view a, std::string_view b) {
    const plan_options options{.insist = true, .mail_address = "me@here.example", .news_server = "news.example"};
    const auto url = parse_url(a);
    if (!url || std::holds_alternative<otherurl_view>(*url)) return;
    agreement::same_components(f, a, *url);
    agreement::normal_form_means_the_same(f, a, options);
    agreement::equivalent_urls_have_one_plan(f, a, b, options);
    if (const auto plan = plan_access(a, options)) agreement::plan_contacts_the_host(f, a, *plan);
}

void references(agreement::findings &f, std::string_view a, std::string_view b) {
    const auto r = parse_uri_reference(a);
    if (!r) return;
    agreement::normal_forms_are_accepted(f, a, *r);
    agreement::normalizing_commutes_with_resolving(f, a, *r);
    if (const auto o = parse_uri_reference(b)) agreement::equivalent_means_the_same(f, a, *r, b, *o);
}

void names(agreement::findings &f, std::string_view one, std::string_view other) {
    const auto a = parse_urn(one);
    const auto b = parse_urn(other);
    if (!a || !b) return;
    agreement::comparisons_agree(f, *a, *b);
    agreement::names_have_urls_of_their_own(f, *a, *b);
    agreement::names_have_locators_of_their_own(f, *a, *b);
    agreement::names_have_public_addresses_of_their_own(f, *a, *b);
}

void suggestions(agreement::findings &f, std::string_view text) {
    agreement::safer_forms(f, text);
    agreement::repairs(f, text);
    agreement::completions(f, text);
    agreement::browsers(f, text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view text = input_text(data, size);
    const auto [a, b] = two_texts(text);
    agreement::findings f;
    urls(f, a, b);
    references(f, a, b);
    names(f, a, b);
    suggestions(f, text);
    agreement::typed_texts(f, text);
    for (const auto &[law, broken] : f.broken_laws())
        for (const std::string &how : broken) std::fprintf(stderr, "%s\n  %s\n", law.c_str(), how.c_str());
    if (!f.broken_laws().empty()) std::abort();
    return 0;
}
