// Each suggestion for a text, by the linter, by repairs and by completion, is valid, and names no host that the text
// has not, or says so. "The host of a text" is that of RFC 3986 Appendix B, by its regular expression.
//
// UNIFORM_AGREEMENT_TEXTS is the number of generated texts, for campaigns; UNIFORM_AGREEMENT_SEED their seed.

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "agreement/expect_none.hpp"
#include "agreement/laws_of_suggestions.hpp"
#include "differential/mutator.hpp"

namespace {

using namespace uniform;
using namespace agreement;

TEST(agreement_of_suggestions, texts_that_campaigns_found) {
    findings f;
    for (const std::string_view text : {"htt\n://\n://2130706433/2130706433/"}) repairs(f, text);
    expect_none(f, 1);
}

TEST(agreement_of_suggestions, generated_texts) {
    differential::mutator texts{number_of("UNIFORM_AGREEMENT_SEED", 142)};
    findings f;
    // The texts that stand before a name: the slashes of RFC 3986, those of browsers, and what browsers remove.
    constexpr std::string_view pieces[]{"/", "/", "\\", "\t", "\n", " ", "http:", "https:", "ftp:", "x:", "@", "."};
    std::string text;
    for (std::uint64_t left = number_of("UNIFORM_AGREEMENT_TEXTS", 50'000); left > 0; --left) {
        text.clear();
        if (texts.random().one_in(2)) {
            for (std::size_t n = 1 + texts.random().below(5); n > 0; --n) {
                text += pieces[texts.random().below(std::size(pieces))];
            }
            if (texts.random().one_in(2)) text += "evil.example/x";
        }
        if (text.empty() || !text.ends_with("/x")) text += texts.next();
        safer_forms(f, text);
        repairs(f, text);
        completions(f, text);
        browsers(f, text);
    }
    expect_none(f, 100);
}

} // namespace
