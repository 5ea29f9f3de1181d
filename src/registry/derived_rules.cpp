// Reads the rules of names in a template. Only sentences whose meaning is plain become rules; a person decides the
// rest.

#include <uniform/registry/derived_rules.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_grammar.hpp>
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>

#include "registry/check_parts.hpp"
#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

// The pattern and the grammar of a setting: both are stored, within the limit of all rules (64 KiB).
constexpr std::size_t longest_syntax = std::size_t{48} << 10U;
constexpr std::size_t longest_quoted = 200;
constexpr std::size_t most_examples = 50;
constexpr std::size_t nearby = 60; // bytes before and after an example

using some_words = std::initializer_list<std::string_view>;

bool has(std::string_view sentence, some_words any) {
    return std::ranges::any_of(any, [&](std::string_view w) { return sentence.contains(w); });
}

bool has_word(std::string_view sentence, std::string_view word) {
    for (auto at = sentence.find(word); at != std::string_view::npos; at = sentence.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !ascii::is_alnum(sentence[at - 1]);
        if (begins && (end == sentence.size() || !ascii::is_alnum(sentence[end]))) return true;
    }
    return false;
}

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

std::string quotation_of(std::string_view sentence) {
    return concat({"\"", sentence.substr(0, longest_quoted), sentence.size() > longest_quoted ? "..." : "", "\""});
}

// --- syntax

// "^[Uu][Rr][Nn]:[Nn]...:", of a grammar that describes whole URNs.
std::string pattern_of_urn(std::string_view nid) {
    std::string out = "^";
    for (const char c : concat({"urn:", nid, ":"})) {
        if (ascii::is_alpha(c)) {
            out.append({'[', ascii::to_upper(c), ascii::to_lower(c), ']'});
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

bool has_alternatives(std::string_view pattern) {
    int depth = 0;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\')
            ++i;
        else if (pattern[i] == '(' || pattern[i] == '[')
            ++depth;
        else if (pattern[i] == ')' || pattern[i] == ']')
            --depth;
        else if (pattern[i] == '|' && depth == 0)
            return true;
    }
    return false;
}

// The pattern of NSSs, also of a grammar of whole URNs; std::nullopt if it describes other URNs.
std::optional<std::string> pattern_of_nss(std::string pattern, std::string_view nid) {
    if (pattern.starts_with("^(?:[Uu][Rr][Nn]:")) return std::nullopt; // alternatives
    if (!pattern.starts_with("^[Uu][Rr][Nn]:")) return pattern;
    for (std::string lead = pattern_of_urn(nid);;) {
        if (pattern.starts_with(lead) && !has_alternatives(pattern)) return "^" + pattern.substr(lead.size());
        const auto escaped = lead.find("\\-");
        if (escaped == std::string::npos) return std::nullopt;
        lead.erase(escaped, 1);
    }
}

bool is_pattern(const std::string &pattern) {
    namespace_registry registry;
    return registry.add({.nid = "example", .syntax = {.pattern = pattern}}).has_value();
}

// A regular expression on a line of its own.
std::optional<std::string> expression_in(std::string_view text) {
    for (const line &l : lines_of(text)) {
        if (!l.content.starts_with('^') || !l.content.ends_with('$')) continue;
        if (std::string pattern{l.content}; is_pattern(pattern)) return pattern;
    }
    return std::nullopt;
}

bool is_opaque(const std::vector<std::string> &sentences) {
    return std::ranges::any_of(sentences, [](const std::string &s) {
        if (has(s, {"not opaque", "part of"})) return false;
        return has(s, {"any nss", "any namespace specific string", "any namespace-specific string"}) ||
               (has(s, {"opaque"}) && s.size() < 60 && std::ranges::none_of(s, ascii::is_digit));
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

void derive_syntax(derived_rules &out, std::string_view nid, std::string_view text,
                   const std::vector<std::string> &sentences) {
    const auto open = [&](std::string why) { out.open.push_back({"syntax", std::move(why)}); };
    if (const auto found = grammar_in(text)) {
        const auto grammar = abnf_grammar::parse(*found);
        auto pattern = grammar ? grammar->nss_pattern() : std::unexpected{grammar.error()};
        if (!pattern) return open("the grammar becomes no rule: " + pattern.error().message);
        const auto of_nss = pattern_of_nss(*std::move(pattern), nid);
        if (!of_nss) return open("the grammar describes other URNs than those of the namespace");
        out.syntax.set("abnf", without_blanks(*found)).set("pattern", *of_nss);
        if (out.syntax.string_of("abnf").size() + of_nss->size() <= longest_syntax) return;
        out.syntax = {};
        return open("the grammar is too large to be a rule");
    }
    if (const auto pattern = expression_in(text)) {
        out.syntax.set("pattern", *pattern);
        return;
    }
    if (!is_opaque(sentences)) open("neither ABNF nor a regular expression was found, nor that names are opaque");
}

// --- equivalence

enum class meaning : std::uint8_t { nothing, none, letter_case, hyphens, unclear };

bool is_about_case(std::string_view s) {
    return has(s,
               {"case-insensitiv",    "case insensitiv",     "case-sensitiv",    "case sensitiv",  "letter case",
                "case of letter",     "case of the letter",  "case of a letter", "upper case",     "lower case",
                "uppercase",          "lowercase",           "upper-case",       "lower-case",     "upper- and lower",
                "upper and lower",    "in case only",        "only in case",     "ignoring case",  "ignores case",
                "case is ",           "case does ",          "case matters",     "differ in case", "differ in the case",
                "regardless of case", "irrespective of case"});
}

// Whether it is about what is the same for all URNs: "urn", the NID, hexadecimal digits (RFC 8141 3.1).
bool is_about_all_urns(std::string_view s) {
    if (has(s, {"hexadecimal", "hex digit", "percent-encod", "percent encod", "pct-encod"})) return true;
    return has(s, {"the nid", "namespace identifier", "\"urn\"", "'urn'", "\"urn:", "'urn:", "scheme"}) &&
           !has(s, {"nss", "namespace specific", "namespace-specific", "names"});
}

bool denies_equivalence(std::string_view s) {
    return has(s, {"not equivalent", "not the same", "different name", "distinct", "never equivalent"});
}

meaning meaning_of(std::string_view s, const std::vector<std::string> &parts) {
    const bool equivalence = has(s, {"equivalen"});
    const bool letter_case = is_about_case(s);
    const bool hyphens = has(s, {"hyphen"}) && (equivalence || has(s, {"ignored", "significan", "disregarded"}));
    if (!equivalence && !letter_case && !hyphens) return meaning::nothing;
    if (is_about_all_urns(s)) return meaning::nothing;
    if (has(s, {"no additional", "no special", "no further", "no other", "no rules", "no equivalence", "beyond",
                "identical", "are equal", "is equal", "same octets", "octet by octet", "character by character"}) &&
        equivalence && !letter_case && !hyphens) {
        return meaning::none;
    }
    if (equivalence && !letter_case && !hyphens && has(s, {"rfc 8141", "rfc8141", "rfc 2141", "rfc2141"}))
        return meaning::none;
    const bool of_a_part = has(s, {" part ", " parts ", "prefix", "suffix", "segment", "portion", "except", "unless",
                                   " but ", "country"}) ||
                           std::ranges::any_of(parts, [&](const std::string &p) { return has_word(s, p); });
    if (letter_case && hyphens) return meaning::unclear;
    if (letter_case) {
        const bool ignored = has(s, {"case-insensitiv", "case insensitiv", "case is ignored", "case is not significant",
                                     "case is insignificant", "case is irrelevant", "case does not matter",
                                     "ignoring case", "ignores case", "regardless of case", "irrespective of case",
                                     "not case-sensitive", "not case sensitive", "case is not relevant"}) &&
                             !has(s, {"not case-insensitiv", "not case insensitiv"});
        const bool same = (has(s, {"differ"}) || has(s, {"upper"})) &&
                          has(s, {"equivalent", "the same name", "same resource", "identical"}) &&
                          !denies_equivalence(s);
        if (ignored || same) return of_a_part ? meaning::unclear : meaning::letter_case;
        const bool counts = has(s, {"case-sensitiv", "case sensitiv", "case matters", "case is significant"}) ||
                            (has(s, {"differ"}) && denies_equivalence(s));
        if (counts) return of_a_part ? meaning::unclear : meaning::none;
        return equivalence ? meaning::unclear : meaning::nothing; // "in upper case": of the syntax
    }
    if (hyphens) {
        const bool ignored = has(s, {"ignored", "not significant", "insignificant", "disregarded", "with and without",
                                     "with or without"}) ||
                             (has(s, {"equivalent"}) && has(s, {"differ"}));
        return ignored && !of_a_part && !denies_equivalence(s) ? meaning::hyphens : meaning::unclear;
    }
    return meaning::unclear;
}

json::value operation(std::string_view action) {
    json::value one;
    return one.set("action", action);
}

void derive_equivalence(derived_rules &out, std::string_view text, const std::vector<std::string> &sentences) {
    const auto parts = parts_in(text);
    bool letter_case = false;
    bool hyphens = false;
    const std::string *sensitive = nullptr;
    for (const std::string &s : sentences) {
        switch (meaning_of(s, parts)) {
        case meaning::nothing:
            break;
        case meaning::none:
            if (is_about_case(s)) sensitive = &s;
            break;
        case meaning::letter_case:
            letter_case = true;
            break;
        case meaning::hyphens:
            hyphens = true;
            break;
        case meaning::unclear:
            out.open.push_back(
                {"equivalence", "this sentence is not understood, or holds for a part of a name: " + quotation_of(s)});
            return;
        }
    }
    if (letter_case && sensitive != nullptr) {
        out.open.push_back({"equivalence", "another sentence contradicts this one: " + quotation_of(*sensitive)});
        return;
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

std::string_view permission_in(const std::vector<std::string> &sentences, char letter, bool drafts) {
    std::string_view found;
    for (const std::string &s : sentences) {
        if (!mentions_component(s, letter)) continue;
        if (has(s, {"not allowed", "not permitted", "must not", "may not", "not be used", "not used", "forbidden",
                    "prohibited", "no use of", "shall not", "disallowed"})) {
            return "not-allowed";
        }
        const bool undefined = has(s, {"no meaning", "mean nothing", "not defined", "undefined", "have no ", "has no ",
                                       "ignore", "no semantics", "no special", "not define", "not specified",
                                       "no defined", "not supported", concat({"no ", std::string(1, letter), "-"})});
        if (!undefined)
            found = "allowed";
        else if (found.empty())
            found = "not-defined";
    }
    if (!found.empty()) return found;
    return drafts && letter != 'r' ? "not-allowed" : "not-defined";
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
        // What the same sentence says of it, nearby.
        std::string before = ascii::lower_copy(text.substr(begin - std::min(begin, nearby), std::min(begin, nearby)));
        if (const auto stop = before.rfind(". "); stop != std::string::npos) before.erase(0, stop);
        std::string after = ascii::lower_copy(text.substr(end, nearby));
        after.erase(std::min(after.find('.'), after.size()));
        const some_words denied{"invalid",     "not valid", "not a name", "no name",
                                "not allowed", "malformed", "incorrect"};
        if (has(before, denied) || has(after, denied)) continue;
        if (std::ranges::find(out.examples, urn, &template_example::urn) != out.examples.end()) continue;
        if (out.examples.size() == most_examples) return;
        out.examples.push_back({.urn = std::string{urn}, .entry = entry, .offset = begin});
    }
}

// The texts that say how names look and which of them are equivalent.
std::string text_about_names(const namespace_template &t) {
    std::string text;
    for (const entry &e : t.entries) {
        const bool here = e.id == field::syntax || (!e.id && place_of_older(e.name) == "\"Syntax\"");
        if (here) text.append(text.empty() ? "" : "\n\n").append(e.text);
    }
    return text;
}

} // namespace

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
    const std::string text = text_about_names(t);
    const auto sentences = sentences_of(prose_of(text));
    derive_syntax(out, nid, text, sentences);
    derive_equivalence(out, text, sentences);
    const bool drafts = t.edition != edition::rfc8141;
    for (const char letter : {'r', 'q', 'f'}) {
        out.components.set(std::string_view{&letter, 1}, permission_in(sentences, letter, drafts));
    }
    if (nid.empty()) return out;
    for (std::size_t i = 0; i < t.entries.size(); ++i) find_examples(out, nid, i, t.entries[i].text);
    namespace_registry rules;
    (void)rules.add({.nid = nid, .syntax = {.pattern = out.syntax.string_of("pattern")}}); // the NID may be none
    for (template_example &e : out.examples) e.fault = fault_of_example(e.urn, rules);
    return out;
}

} // namespace uniform::registry
