// Reads the rules of names in a template. Only sentences whose meaning is plain become rules; a person decides the
// rest.

#include <uniform/registry/derived_rules.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_grammar.hpp>
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

#include "registry/check_parts.hpp"
#include "registry/component_prose.hpp"
#include "registry/equivalence_prose.hpp"
#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

// The pattern and the grammar of a setting: both are stored, within the limit of all rules (64 KiB).
constexpr std::size_t longest_syntax = std::size_t{48} << 10U;
constexpr std::size_t longest_quoted = 200;
constexpr std::size_t most_examples = 50;
constexpr std::size_t nearby = 60; // bytes before and after an example
constexpr std::string_view component_letters_of_rules = "rqf";

// Without ABNF, but with its comments: each is a sentence.
std::string prose_of(std::string_view text) {
    std::string prose{text};
    for (const abnf_passage &p : find_abnf(text)) {
        bool comment = false;
        bool quoted = false;
        for (std::size_t at = p.offset; at < p.offset + p.text.size(); ++at) {
            char &c = prose[at];
            if (c == '\n') {
                comment = quoted = false;
                continue;
            }
            if (comment) continue;
            if (c == '"') quoted = !quoted;
            comment = c == ';' && !quoted;
            if (!comment) c = ' ';
        }
    }
    return prose;
}

// In lower case, with one space for each row of white space. A sentence ends with ". ", ";", or an empty line.
std::vector<std::string> sentences_of(std::string_view prose) {
    std::vector<std::string> all;
    std::string one;
    const auto close = [&] {
        if (const auto text = ascii::trim(one); !text.empty()) all.emplace_back(text);
        one.clear();
    };
    for (std::size_t i = 0; i < prose.size(); ++i) {
        const char c = prose[i];
        const char next = i + 1 < prose.size() ? prose[i + 1] : '\n';
        const bool space = c == ' ' || c == '\n' || c == '\t';
        if (space && (one.empty() || one.back() == ' ')) {
            if (c == '\n') close();
            continue;
        }
        if (c == ';' || (c == '\n' && next == '\n')) {
            close();
            continue;
        }
        one += space ? ' ' : ascii::to_lower(c);
        if ((c == '.' || c == '!' || c == '?') && (next == ' ' || next == '\n')) close();
    }
    close();
    return all;
}

struct sentence {
    std::string text{};             // in lower case
    bool about_equivalence = false; // the field has nothing else
};

// The texts that say how names look and which of them are equivalent.
struct prose {
    std::string all{};
    std::vector<sentence> sentences{};
    std::vector<std::string> elsewhere{}; // sentences of the other fields
};

prose prose_about_names(const namespace_template &t) {
    prose out;
    for (const entry &e : t.entries) {
        if (e.id != field::syntax && (e.id || place_of_older(e.name) != "\"Syntax\"")) {
            std::ranges::move(sentences_of(e.text), std::back_inserter(out.elsewhere));
            continue;
        }
        out.all.append(out.all.empty() ? "" : "\n\n").append(e.text);
        const bool about_equivalence = !e.id && ascii::equal_ignoring_case(e.name, "rules for lexical equivalence");
        for (std::string &s : sentences_of(prose_of(e.text))) {
            out.sentences.push_back({.text = std::move(s), .about_equivalence = about_equivalence});
        }
    }
    return out;
}

std::string quotation_of(std::string_view sentence) {
    return concat(
        {"\"", base::beginning_of(sentence, longest_quoted), sentence.size() > longest_quoted ? "..." : "", "\""});
}

// --- syntax

bool is_pattern(const std::string &pattern) {
    namespace_registry registry;
    return registry.add({.nid = "example", .syntax = {.pattern = pattern}}).has_value();
}

// The regular expressions on lines of their own, each once; also those that are no patterns.
std::vector<std::string> expressions_in(std::string_view text) {
    std::vector<std::string> all;
    for (const line &l : lines_of(text)) {
        if (!l.content.starts_with('^') || !l.content.ends_with('$')) continue;
        if (std::string one{l.content}; std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
    }
    return all;
}

bool is_opaque(const std::vector<sentence> &sentences) {
    return std::ranges::any_of(sentences, [](const sentence &one) {
        const std::string_view s = one.text;
        if (has_any(s, {"not opaque", "part of"})) return false;
        return has_any(s, {"any nss", "any namespace specific string", "any namespace-specific string"}) ||
               (has_any(s, {"opaque"}) && s.size() < 60 && std::ranges::none_of(s, ascii::is_digit));
    });
}

// The rules of a grammar that describe a part of the NSS.
std::vector<std::string> parts_in(std::string_view text) {
    std::vector<std::string> parts;
    const auto found = grammar_in(text);
    const auto grammar = found ? abnf_grammar::parse(*found) : std::unexpected{abnf_error{}};
    if (!grammar) return parts;
    const std::string start = ascii::lower_copy(grammar->start());
    for (const abnf_rule &r : grammar->rules()) {
        std::string name = ascii::lower_copy(r.name);
        if (name != start && !name.ends_with("nss") && !name.ends_with("urn")) parts.push_back(std::move(name));
    }
    return parts;
}

void derive_syntax(derived_rules &out, std::string_view nid, const prose &text) {
    const auto open = [&](std::string why) { out.open.push_back({"syntax", std::move(why)}); };
    if (const auto found = grammar_in(text.all)) {
        const auto grammar = abnf_grammar::parse(*found);
        const auto pattern = grammar ? grammar->nss_pattern_in(nid) : std::unexpected{grammar.error()};
        if (!pattern) return open("the grammar becomes no rule: " + pattern.error().message);
        out.syntax.set("abnf", without_blanks(*found)).set("pattern", *pattern);
        if (out.syntax.string_of("abnf").size() + pattern->size() <= longest_syntax) return;
        out.syntax = {};
        return open("the grammar is too large to be a rule");
    }
    // If there are several expressions, a program cannot tell whether one, each or all of them describe a name.
    const auto expressions = expressions_in(text.all);
    if (expressions.size() > 1) return open("there are several regular expressions, and names have one syntax");
    if (!expressions.empty() && is_pattern(expressions.front())) {
        out.syntax.set("pattern", expressions.front());
        return;
    }
    if (!is_opaque(text.sentences)) open("neither ABNF nor a regular expression was found, nor that names are opaque");
}

// --- equivalence

json::value operation(std::string_view action) {
    json::value one;
    return one.set("action", action);
}

void derive_equivalence(derived_rules &out, const prose &text) {
    const auto parts = parts_in(text.all);
    bool letter_case = false;
    bool hyphens = false;
    const std::string *sensitive = nullptr;
    const auto open = [&](std::string_view why, const std::string &s) {
        out.open.push_back({"equivalence", concat({why, ": ", quotation_of(s)})});
    };
    for (const auto &[s, about_equivalence] : text.sentences) {
        switch (read_equivalence(s, parts, about_equivalence)) {
        case equivalence_statement::nothing:
            break;
        case equivalence_statement::none:
            if (s.contains("case")) sensitive = &s;
            break;
        case equivalence_statement::letter_case:
            letter_case = true;
            break;
        case equivalence_statement::hyphens:
            hyphens = true;
            break;
        case equivalence_statement::unclear:
            return open("this sentence may be about equivalent names, and no rule was derived from it", s);
        }
    }
    if (letter_case && sensitive != nullptr) return open("another sentence contradicts this one", *sensitive);
    // In parts of the template that are not for rules, plain rules are questions; other sentences are no rules.
    for (const std::string &s : text.elsewhere) {
        const auto says = read_equivalence(s, parts, false);
        if ((says == equivalence_statement::letter_case && !letter_case) ||
            (says == equivalence_statement::hyphens && !hyphens)) {
            return open("this sentence about equivalent names is not in \"Syntax\"", s);
        }
    }
    if (!letter_case && !hyphens) return;
    json::array operations;
    if (hyphens) {
        json::value remove = operation("remove");
        operations.push_back(std::move(remove.set("texts", json::array{json::value{"-"}})));
    }
    if (letter_case) operations.push_back(operation("lower-case"));
    out.equivalence.set("summary", letter_case && hyphens
                                       ? "Names that differ only in the case of letters and in hyphens are equivalent."
                                   : letter_case ? "Names that differ only in the case of letters are equivalent."
                                                 : "Names that differ only in hyphens are equivalent.");
    out.equivalence.set("operations", std::move(operations));
}

// --- components

// The statement of all sentences on one component, and a sentence from which no rule follows.
struct component_rule {
    std::string_view permission;
    const std::string *unclear = nullptr;
};

component_rule component_rule_in(const prose &text, std::size_t which, edition e) {
    using enum component_statement;
    const std::string *allows = nullptr;
    const std::string *forbids = nullptr;
    bool is_undefined = false;
    for (const auto &[s, about_equivalence] : text.sentences) {
        const component_statement says = read_components(s)[which];
        if (says == unclear) return {"", &s};
        if (says == allowed || says == described) allows = &s;
        if (says == not_allowed) forbids = &s;
        is_undefined = is_undefined || says == not_defined;
    }
    if (allows != nullptr && forbids != nullptr) return {"", allows};
    if (forbids != nullptr) return {"not-allowed"};
    if (allows != nullptr) return {"allowed"};
    const bool is_r = component_letters_of_rules[which] == 'r';
    return {!is_undefined && e != edition::rfc8141 && !is_r ? "not-allowed" : "not-defined"};
}

void derive_components(derived_rules &out, const prose &text, edition e) {
    json::value components;
    for (std::size_t i = 0; i < component_letters_of_rules.size(); ++i) {
        const component_rule rule = component_rule_in(text, i, e);
        if (rule.unclear != nullptr) {
            out.open.push_back(
                {"components",
                 concat({"this sentence may restrict the use of components, and no rule was derived from it: ",
                         quotation_of(*rule.unclear)})});
            return;
        }
        components.set(component_letters_of_rules.substr(i, 1), rule.permission);
    }
    out.components = std::move(components);
}

// --- examples

// The URNs with the NID in a text; those of a sentence that denies them are none.
void find_examples(derived_rules &out, std::string_view nid, std::size_t entry, std::string_view text) {
    const std::string lead = concat({"urn:", nid, ":"});
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t found = ascii::find_ignoring_case(text.substr(at), lead);
        if (found == std::string_view::npos) return;
        const std::size_t begin = at + found;
        std::size_t end = begin + lead.size();
        while (end < text.size() &&
               (ascii::is_alnum(text[end]) || std::string_view{"-._~!$&'()*+,;=:@/%"}.contains(text[end]))) {
            ++end;
        }
        at = end;
        // A placeholder, or a part of a grammar: "urn:harbour:<port>", "urn:harbour:{port}", "urn:harbour:" port
        if (end < text.size() && std::string_view{"<{[\"`"}.contains(text[end]) && text[end - 1] == ':') continue;
        if (end < text.size() && (text[end] == '<' || text[end] == '{')) continue;
        std::string_view urn = text.substr(begin, end - begin);
        while (!urn.empty() && std::string_view{".,;:!)'"}.contains(urn.back())) {
            if (urn.back() == ')' && urn.contains('(')) break;
            urn.remove_suffix(1);
        }
        if (urn.size() <= lead.size()) continue;
        // The part of the same sentence near the URN.
        std::string before = ascii::lower_copy(text.substr(begin - std::min(begin, nearby), std::min(begin, nearby)));
        for (auto stop = before.rfind('.'); stop != std::string::npos && stop != 0;
             stop = before.rfind('.', stop - 1)) {
            if (stop + 1 == before.size() || !ascii::is_space(before[stop + 1])) continue;
            before.erase(0, stop);
            break;
        }
        std::string after = ascii::lower_copy(text.substr(end, nearby));
        after.erase(std::min(after.find('.'), after.size()));
        const some_words denied{"invalid",     "not valid", "not a name", "no name",
                                "not allowed", "malformed", "incorrect"};
        if (has_any(before, denied) || has_any(after, denied)) continue;
        if (std::ranges::find(out.examples, urn, &template_example::urn) != out.examples.end()) continue;
        if (out.examples.size() == most_examples) return;
        out.examples.push_back({.urn = std::string{urn}, .entry = entry, .offset = begin});
    }
}

} // namespace

std::string_view permission_of(const namespace_template &t, char letter) {
    return component_rule_in(prose_about_names(t), component_letters_of_rules.find(letter), t.edition).permission;
}

bool derived_rules::is_open(std::string_view setting) const noexcept {
    return std::ranges::find(open, setting, &open_rule::setting) != open.end();
}

std::string fault_of_example(std::string_view urn, const namespace_registry &rules) {
    const auto u = parse_urn(urn);
    if (!u) return message(u.error(), urn);
    const auto fits = validate(*u, rules);
    // A namespace without a syntax permits any NSS (RFC 8141 2.2).
    return fits || fits.error().code == error_code::unknown_namespace ? std::string{} : message(fits.error(), urn);
}

derived_rules derive_rules(const namespace_template &t) {
    derived_rules out;
    std::string nid = ascii::lower_copy(nid_of(t));
    if (leaves_nid_open(nid)) nid.clear(); // and then it is not known yet
    const prose text = prose_about_names(t);
    derive_syntax(out, nid, text);
    derive_equivalence(out, text);
    derive_components(out, text, t.edition);
    if (nid.empty()) return out;
    for (std::size_t i = 0; i < t.entries.size(); ++i) find_examples(out, nid, i, t.entries[i].text);
    namespace_registry rules;
    (void)rules.add({.nid = nid, .syntax = {.pattern = out.syntax.string_of("pattern")}}); // the NID may be none
    for (template_example &e : out.examples) e.fault = fault_of_example(e.urn, rules);
    return out;
}

} // namespace uniform::registry
