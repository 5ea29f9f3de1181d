#include <uniform/registry/template_grammar.hpp>

#include <algorithm>
#include <string_view>

#include <uniform/urn/abnf.hpp>

namespace uniform::registry {

std::optional<std::string> grammar_in(std::string_view text) {
    const std::vector<abnf_passage> passages = find_abnf(text);
    if (passages.empty()) return std::nullopt;
    std::string grammar{text};
    std::size_t at = 0;
    const auto blank = [&](std::size_t end) {
        for (; at < end; ++at) {
            if (grammar[at] != '\n') grammar[at] = ' ';
        }
    };
    for (const abnf_passage &p : passages) {
        blank(p.offset);
        at = p.offset + p.text.size();
    }
    blank(grammar.size());
    return grammar;
}

std::optional<std::string> grammar_in(const namespace_template &t) {
    const entry *const e = t.find(field::syntax);
    return e == nullptr ? std::nullopt : grammar_in(e->text);
}

std::string without_blanks(std::string_view grammar) {
    std::string out;
    while (!grammar.empty()) {
        std::string_view line = grammar.substr(0, grammar.find('\n'));
        grammar.remove_prefix(std::min(line.size() + 1, grammar.size()));
        line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
        if (!line.empty()) out.append(line) += '\n';
    }
    return out;
}

} // namespace uniform::registry
