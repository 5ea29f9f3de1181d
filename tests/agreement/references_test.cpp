// A reference, its normal form and what it is equivalent to have the same target for every base whose scheme has no
// rules of its own for what is percent-encoded; a normal form is accepted wherever the text was. Pairs of URLs that are
// equivalent have the same access plan.
//
// UNIFORM_AGREEMENT_TEXTS is the number of generated texts, for campaigns; UNIFORM_AGREEMENT_SEED their seed.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>

#include "agreement/expect_none.hpp"
#include "agreement/laws_of_references.hpp"
#include "differential/mutator.hpp"

namespace {

using namespace uniform;
using namespace agreement;

// Another spelling of a text: often one that is equivalent.
std::string respelled(differential::mutator &texts, std::string text) {
    differential::random_source &random = texts.random();
    for (std::size_t n = 1 + random.below(3); n > 0; --n) {
        const std::size_t at = random.below(text.size() + 1);
        switch (random.below(7)) {
        case 0: // a letter in the other case
            if (at < text.size() && ascii::is_alpha(text[at])) text[at] = static_cast<char>(text[at] ^ 0x20);
            break;
        case 1: // a character percent-encoded
            if (at < text.size() && text[at] > ' ') {
                constexpr std::string_view hex = "0123456789abcdef";
                const auto c = static_cast<unsigned char>(text[at]);
                text.replace(at, 1, {'%', hex[c >> 4], hex[c & 15]});
            }
            break;
        case 2: // dot segments that lead nowhere
            if (const std::size_t slash = text.find('/', at); slash != std::string::npos)
                text.insert(slash, random.one_in(2) ? "/." : "/a/..");
            break;
        case 3:
            if (const std::size_t tilde = text.find("%7E"); tilde != std::string::npos) text.replace(tilde, 3, "~");
            if (const std::size_t dot = text.find('.', at); dot != std::string::npos) text.replace(dot, 1, "%2E");
            break;
        case 4:
            text.insert(0, random.one_in(2) ? "./" : "a/../");
            break;
        case 5:
            if (const std::size_t escape = text.find("%2", at); escape != std::string::npos && escape + 2 < text.size())
                text[escape + 2] =
                    ascii::is_alpha(text[escape + 2]) ? static_cast<char>(text[escape + 2] ^ 0x20) : text[escape + 2];
            break;
        default:
            text = texts.changed(text);
        }
    }
    return text;
}

TEST(agreement_of_references, generated_texts) {
    differential::mutator texts{number_of("UNIFORM_AGREEMENT_SEED", 143)};
    findings f;
    for (std::uint64_t left = number_of("UNIFORM_AGREEMENT_TEXTS", 50'000); left > 0; --left) {
        const std::string text{texts.random().one_in(2) ? texts.generate() : texts.next()};
        const auto r = parse_uri_reference(text);
        if (!r) continue;
        normal_forms_are_accepted(f, text, *r);
        normalizing_commutes_with_resolving(f, text, *r);
        const std::string other = respelled(texts, text);
        if (const auto o = parse_uri_reference(other)) equivalent_means_the_same(f, text, *r, other, *o);
    }
    expect_none(f, 1'000);
}

} // namespace
