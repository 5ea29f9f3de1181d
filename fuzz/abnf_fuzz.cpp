// A grammar and, after NUL, a text: reading and compiling neither crash nor take long; a pattern that a grammar became
// can be compiled, and accepts the text if and only if the oracle's matcher finds it in the language.
#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include <uniform/syntax/characters.hpp>
#include <uniform/urn/abnf.hpp>

#include "oracle/abnf.hpp"
#include "oracle/automaton.hpp"
#include "urn/pattern.hpp"

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    using namespace uniform;
    const std::string_view input{reinterpret_cast<const char *>(data), size};
    const std::size_t cut = std::min(input.find('\0'), size);
    const std::string_view grammar_text = input.substr(0, cut);
    const std::string_view text = cut == size ? std::string_view{} : input.substr(cut + 1);
    for (const abnf_passage &p : find_abnf(grammar_text)) {
        must(p.offset + p.text.size() <= cut && p.text.data() == grammar_text.data() + p.offset);
    }
    const auto grammar = abnf_grammar::parse(grammar_text);
    if (!grammar) {
        must(grammar.error().offset <= cut && grammar.error().line >= 1 && !grammar.error().message.empty());
        return 0;
    }
    const auto pattern = grammar->pattern();
    if (!pattern) {
        must(pattern.error().offset <= cut && !pattern.error().message.empty());
        return 0;
    }
    must(pattern->size() <= abnf_grammar::longest_pattern + 2);
    const auto compiled = detail::pattern::compile(*pattern);
    must(compiled.has_value());
    // the oracle has no predefined rules but the core ones, and its automaton no recursion
    static const char_set of_names = allowed(rule::nss, edition::rfc8141) | char_set{"%"};
    if (!std::ranges::all_of(text, [](char c) { return of_names.contains(c); })) return 0;
    try {
        const oracle::grammar judge{std::string{grammar_text}};
        oracle::automaton automaton{judge, {std::string{grammar->start()}}};
        must(automaton.matches(text) == compiled->matches(text));
    } catch (const std::runtime_error &) {
        return 0;
    }
    return 0;
}
