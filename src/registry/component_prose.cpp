#include "registry/component_prose.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "registry/check_parts.hpp"
#include "registry/prose_words.hpp"

namespace uniform::registry {

namespace {

using permission = component_statement;

constexpr std::string_view component_letters = "rqf";

bool is_letter(std::string_view word) { return word.size() == 1 && component_letters.contains(word[0]); }
bool is_component(std::string_view word) { return is_one_of(word, {"component", "components"}); }
bool is_connector(std::string_view word) { return is_one_of(word, {"and", "or", "nor"}); }

// A row of components: "r-, q- and f-components", "r-components nor q-components".
struct component_row {
    std::size_t begin = 0; // of words
    std::size_t end = 0;
    std::string letters{};
};

// The row that begins at this word; an empty one if none does.
component_row row_at(const std::vector<std::string_view> &words, std::size_t begin) {
    component_row row{.begin = begin, .end = begin};
    std::string letters;
    for (std::size_t i = begin; i < words.size(); ++i) {
        if (is_letter(words[i])) {
            letters += words[i];
            continue;
        }
        if (is_component(words[i]) && !letters.empty()) {
            row.end = i + 1;
            row.letters = letters;
            continue;
        }
        const bool goes_on = is_connector(words[i]) || is_one_of(words[i], {"a", "an", "the", "any"});
        if (letters.empty() || !goes_on) break;
    }
    return row;
}

std::vector<component_row> rows_in(const std::vector<std::string_view> &words) {
    std::vector<component_row> rows;
    for (std::size_t i = 0; i < words.size();) {
        component_row row = is_letter(words[i]) ? row_at(words, i) : component_row{};
        i = row.letters.empty() ? i + 1 : row.end;
        if (!row.letters.empty()) rows.push_back(std::move(row));
    }
    return rows;
}

struct known_component_statement {
    std::string_view core; // "x": the row of components
    component_statement says;
};
constexpr known_component_statement known_component_statements[]{
    {"x allowed", permission::allowed},
    {"x permitted", permission::allowed},
    {"x supported", permission::allowed},
    {"x possible", permission::allowed},
    {"x may used", permission::allowed},
    {"x can used", permission::allowed},
    {"x may appear", permission::allowed},
    {"x can appear", permission::allowed},
    {"x may present", permission::allowed},
    {"x used", permission::allowed},
    {"allows x", permission::allowed},
    {"permits x", permission::allowed},
    {"supports x", permission::allowed},
    {"uses x", permission::allowed},
    {"may x", permission::allowed}, // "may use"
    {"can x", permission::allowed},
    {"may have x", permission::allowed},
    {"can have x", permission::allowed},
    {"may contain x", permission::allowed},
    {"can contain x", permission::allowed},
    {"x not allowed", permission::not_allowed},
    {"x not permitted", permission::not_allowed},
    {"x not used", permission::not_allowed},
    {"x never used", permission::not_allowed},
    {"x never allowed", permission::not_allowed},
    {"x never permitted", permission::not_allowed},
    {"x forbidden", permission::not_allowed},
    {"x prohibited", permission::not_allowed},
    {"x disallowed", permission::not_allowed},
    {"x excluded", permission::not_allowed},
    {"x must not used", permission::not_allowed},
    {"x may not used", permission::not_allowed},
    {"x shall not used", permission::not_allowed},
    {"x can not used", permission::not_allowed},
    {"x cannot used", permission::not_allowed},
    {"x must never used", permission::not_allowed},
    {"x must not appear", permission::not_allowed},
    {"x may not appear", permission::not_allowed},
    {"x must not present", permission::not_allowed},
    {"no x allowed", permission::not_allowed},
    {"no x permitted", permission::not_allowed},
    {"no x used", permission::not_allowed},
    {"no x may used", permission::not_allowed},
    {"no x can used", permission::not_allowed},
    {"none x allowed", permission::not_allowed},
    {"none x permitted", permission::not_allowed},
    {"none x used", permission::not_allowed},
    {"none x may used", permission::not_allowed},
    {"none x can used", permission::not_allowed},
    {"neither x allowed", permission::not_allowed},
    {"neither x permitted", permission::not_allowed},
    {"neither x used", permission::not_allowed},
    {"neither x may used", permission::not_allowed},
    {"neither x can used", permission::not_allowed},
    {"does not allow x", permission::not_allowed},
    {"does not permit x", permission::not_allowed},
    {"does not x", permission::not_allowed}, // "does not use"
    {"do not x", permission::not_allowed},
    {"do not have x", permission::not_allowed},
    {"do not contain x", permission::not_allowed},
    {"makes no x", permission::not_allowed}, // "makes no use of"
    {"uses no x", permission::not_allowed},
    {"allows no x", permission::not_allowed},
    {"permits no x", permission::not_allowed},
    {"forbids x", permission::not_allowed},
    {"prohibits x", permission::not_allowed},
    {"disallows x", permission::not_allowed},
    {"excludes x", permission::not_allowed},
    {"must not x", permission::not_allowed}, // "must not use"
    {"may not x", permission::not_allowed},
    {"shall not x", permission::not_allowed},
    {"cannot x", permission::not_allowed},
    {"can not x", permission::not_allowed},
    {"never x", permission::not_allowed},
    {"must not have x", permission::not_allowed},
    {"may not have x", permission::not_allowed},
    {"cannot have x", permission::not_allowed},
    {"must not contain x", permission::not_allowed},
    {"may not contain x", permission::not_allowed},
    {"cannot contain x", permission::not_allowed},
    {"x not defined", permission::not_defined},
    {"x not specified", permission::not_defined},
    {"x not supported", permission::not_defined},
    {"x undefined", permission::not_defined},
    {"x unsupported", permission::not_defined},
    {"x ignored", permission::not_defined},
    {"x mean nothing", permission::not_defined},
    {"x means nothing", permission::not_defined},
    {"x have no meaning", permission::not_defined},
    {"x has no meaning", permission::not_defined},
    {"x have no defined meaning", permission::not_defined},
    {"x has no defined meaning", permission::not_defined},
    {"x have no special meaning", permission::not_defined},
    {"x has no special meaning", permission::not_defined},
    {"x have no semantics", permission::not_defined},
    {"x has no semantics", permission::not_defined},
    {"x have no defined semantics", permission::not_defined},
    {"x has no defined semantics", permission::not_defined},
    {"no x defined", permission::not_defined},
    {"no x specified", permission::not_defined},
    {"no x supported", permission::not_defined},
    {"none x defined", permission::not_defined},
    {"none x supported", permission::not_defined},
    {"none x has meaning", permission::not_defined},
    {"neither x defined", permission::not_defined},
    {"neither x supported", permission::not_defined},
    {"neither x has meaning", permission::not_defined},
    {"no meaning x", permission::not_defined},
    {"no meaning defined x", permission::not_defined},
    {"no semantics defined x", permission::not_defined},
    {"does not define x", permission::not_defined},
    {"does not specify x", permission::not_defined},
    {"does not support x", permission::not_defined},
    {"does not define semantics x", permission::not_defined},
    {"defines no x", permission::not_defined},
    {"supports no x", permission::not_defined},
    {"ignores x", permission::not_defined},
    {"ignore x", permission::not_defined},
};

// A clause with its only row of components as "x", without the words that do not change what it says.
std::string core_of_clause(const std::vector<std::string_view> &words, std::size_t begin, std::size_t end,
                           const component_row &row) {
    std::string core;
    for (std::size_t i = begin; i < end; ++i) {
        const bool in_row = i >= row.begin && i < row.end;
        if (in_row && i != row.begin) continue;
        const std::string_view word = in_row ? std::string_view{"x"} : words[i];
        if (is_one_of(word,
                      {"a",    "all",   "an",        "any",  "are",          "assigned", "be",   "by",    "clients",
                       "each", "every", "for",       "here", "identifiers",  "in",       "is",   "it",    "its",
                       "name", "names", "namespace", "of",   "registration", "registry", "that", "the",   "these",
                       "this", "to",    "urn",       "urns", "usage",        "use",      "with", "within"})) {
            continue;
        }
        if (!core.empty()) core += ' ';
        core += word;
    }
    return core;
}

// The words between two rows end the first clause at one of these.
std::size_t clause_end(const std::vector<std::string_view> &words, const component_row &a, const component_row &b) {
    for (std::size_t i = a.end; i < b.begin; ++i) {
        if (is_one_of(words[i], {"and", "but", "while", "whereas"})) return i;
    }
    return b.begin;
}

// A word that may restrict the use of what is mentioned.
bool may_restrict(std::string_view words) {
    return has_any(words, {" not ",     " no ",      " none ",     " neither ",  " nor ",     " never ",  " without ",
                           " cannot ",  " only ",    " except",    " unless ",   " error",    " illegal", " invalid",
                           " forbid",   " prohibit", " disallow",  " exclud",    " refus",    " reject",  " discourag",
                           " deprecat", " reserved", " avoid",     " undefined", " ignor",    " must ",   " shall ",
                           " should ",  " may ",     " can ",      " could ",    " might ",   " allow",   " permit",
                           " restrict", " limit",    " unsupport", " future ",   " obsolete", " absent",  " out of ",
                           " omit",     " strip",    " remov",     " discard",   " drop",     " unused ", " support",
                           " possible", " present ", " optional",  " needed ",   " required", " nothing "});
}

} // namespace

std::array<component_statement, 3> read_components(std::string_view sentence) {
    std::array<component_statement, 3> says{};
    const auto set = [&](std::string_view letters, component_statement s) {
        for (const char c : letters) says[component_letters.find(c)] = s;
    };
    const std::string text = words_of(sentence);
    std::vector<std::string_view> words;
    for (std::size_t at = 1; at < text.size();) {
        const std::size_t end = text.find(' ', at);
        words.push_back(std::string_view{text}.substr(at, end - at));
        at = end + 1;
    }
    const auto rows = rows_in(words);
    std::string mentioned;
    for (const component_row &row : rows) mentioned += row.letters;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool is_last = i + 1 == rows.size();
        const std::size_t end = is_last ? words.size() : clause_end(words, rows[i], rows[i + 1]);
        const std::string core = core_of_clause(words, begin, end, rows[i]);
        const auto *const known = std::ranges::find(known_component_statements, core, &known_component_statement::core);
        if (known == std::end(known_component_statements)) {
            set(mentioned, may_restrict(text) ? permission::unclear : permission::described);
            return says;
        }
        set(rows[i].letters, known->says);
        begin = is_last || !is_one_of(words[end], {"and", "but", "while", "whereas"}) ? end : end + 1;
    }
    return says;
}

} // namespace uniform::registry
