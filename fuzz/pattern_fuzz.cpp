// A pattern and, after a line feed, a text: nothing of either makes compiling or matching crash, take long or forget
// what it said. Where the text stops matching is held against the matches of its beginnings.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "urn/pattern.hpp"

namespace {

using uniform::detail::pattern;

void must(bool holds) {
    if (!holds) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    const std::string_view input{reinterpret_cast<const char *>(data), size};
    const std::size_t cut = std::min(input.find('\n'), size);
    const std::string_view text = cut == size ? std::string_view{} : input.substr(cut + 1);
    const bool ignore_case = cut > 0 && input[0] == 'i';
    const std::string_view expression = input.substr(ignore_case ? 1 : 0, ignore_case ? cut - 1 : cut);

    const auto p = pattern::compile(expression, ignore_case);
    if (!p) {
        must(p.error().code == uniform::error_code::invalid_pattern && p.error().offset <= expression.size());
        return 0;
    }
    const std::size_t at = p->mismatch(text);
    must(at == pattern::matched || at <= text.size());
    must(p->mismatch(text) == at);
    must(p->matches(text) == (at == pattern::matched));
    const std::size_t good = std::min(at, text.size());
    // every beginning up to there goes on or matches; one that reaches beyond stops at the same place
    for (std::size_t n = 0; n <= good; ++n) {
        const std::size_t end = p->mismatch(text.substr(0, n));
        must(end == n || end == pattern::matched);
    }
    if (good < text.size()) must(p->mismatch(text.substr(0, good + 1)) == good);
    // a pattern without its ends says the same
    if (!expression.starts_with('^') && !expression.ends_with('$')) {
        const auto framed = pattern::compile("^" + std::string{expression} + "$", ignore_case);
        must(framed.has_value() && framed->mismatch(text) == at);
    }
    return 0;
}
