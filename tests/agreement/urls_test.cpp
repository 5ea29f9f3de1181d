// A URL of the current standards is read alike by the generic syntax, by the document of its scheme and by what carries
// out its access plan; and its normal form means the same.
//
// UNIFORM_AGREEMENT_TEXTS is the number of generated texts, for campaigns; UNIFORM_AGREEMENT_SEED their seed.

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/url/access_plan.hpp>
#include <uniform/url/url.hpp>

#include "agreement/expect_none.hpp"
#include "agreement/laws_of_urls.hpp"
#include "differential/mutator_url.hpp"

namespace {

using namespace uniform;
using namespace agreement;

// Another spelling, which is often equivalent.
std::string respelled(differential::random_source &random, std::string text) {
    for (std::size_t n = 1 + random.below(2); n > 0; --n) {
        const std::size_t at = random.below(text.size() + 1);
        if (random.one_in(4)) {
            if (const std::size_t slash = text.find('/', at); slash != std::string::npos) text.insert(slash, "/.");
        } else if (at < text.size() && ascii::is_alpha(text[at])) {
            if (random.one_in(2)) {
                text[at] = static_cast<char>(text[at] ^ 0x20);
            } else {
                std::string encoded;
                base::append_percent_encoded(encoded, text[at]);
                text.replace(at, 1, encoded);
            }
        }
    }
    return text;
}

TEST(agreement_of_urls, generated_texts) {
    differential::url_mutator texts{number_of("UNIFORM_AGREEMENT_SEED", 141)};
    const plan_options options{.insist = true, .mail_address = "me@here.example", .news_server = "news.example"};
    findings f;
    for (std::uint64_t left = number_of("UNIFORM_AGREEMENT_TEXTS", 200'000); left > 0; --left) {
        const std::string text{texts.next()};
        const auto url = parse_url(text);
        if (!url || std::holds_alternative<otherurl_view>(*url)) continue;
        same_components(f, text, *url);
        normal_form_means_the_same(f, text, options);
        equivalent_urls_have_one_plan(f, text, respelled(texts.random(), text), options);
        if (const auto plan = plan_access(text, options)) plan_contacts_the_host(f, text, *plan);
    }
    expect_none(f, 1'000);
}

} // namespace
