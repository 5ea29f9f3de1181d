// All parts that compare URNs agree: the procedure of RFC 8141 3.1, the rules of namespaces, normal forms, hashes and
// the keys by which a service finds names. And two names have two URLs.
//
// UNIFORM_AGREEMENT_TEXTS is the number of generated texts, for campaigns; UNIFORM_AGREEMENT_SEED their seed.

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/urn/name.hpp>

#include "agreement/expect_none.hpp"
#include "agreement/laws_of_names.hpp"
#include "differential/mutator_urn.hpp"

namespace {

using namespace uniform;
using namespace agreement;

TEST(agreement_of_names, generated_texts) {
    differential::urn_mutator texts{number_of("UNIFORM_AGREEMENT_SEED", 144)};
    findings f;
    // Names of namespaces whose rules make more of them equivalent.
    constexpr std::string_view of_namespaces[]{"urn:isbn:978-951-0-18435-6",
                                               "urn:isbn:951-0-18435-7",
                                               "urn:issn:0259-000X",
                                               "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                                               "urn:oid:2.16.840",
                                               "urn:nbn:de:101:1-201102033592",
                                               "urn:lei:7ltwfzyicnsx8d621k86",
                                               "urn:ietf:rfc:8141",
                                               "urn:iso:std:iso:9999"};
    for (std::uint64_t left = number_of("UNIFORM_AGREEMENT_TEXTS", 50'000); left > 0; --left) {
        std::string text{texts.random().one_in(2) ? of_namespaces[texts.random().below(std::size(of_namespaces))]
                                                  : texts.next()};
        if (texts.random().one_in(8)) text += texts.random().one_in(2) ? "/../x" : "/%2e/";
        const std::string other{texts.changed(text)};
        const auto a = parse_urn(text);
        const auto b = parse_urn(other);
        if (!a || !b) continue;
        comparisons_agree(f, *a, *b);
        names_have_urls_of_their_own(f, *a, *b);
        names_have_locators_of_their_own(f, *a, *b);
        names_have_public_addresses_of_their_own(f, *a, *b);
    }
    expect_none(f, 100);
}

} // namespace
