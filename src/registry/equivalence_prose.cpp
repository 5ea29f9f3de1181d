#include "registry/equivalence_prose.hpp"

#include <algorithm>
#include <utility>

#include "registry/check_parts.hpp"
#include "registry/prose_words.hpp"

namespace uniform::registry {

namespace {

// The equivalences of all URNs: the case of "urn", of the NID, and of hexadecimal digits (RFC 8141 3.1).
bool is_of_all_urns(std::string_view words) {
    return has_any(words, {" urn ", " nid ", " namespace identifier ", " hexadecimal ", " hex ", " scheme "}) &&
           all_words(words,
                     {"a",          "all",     "and",         "any",        "are",     "as",          "both",
                      "by",         "case",    "considered",  "digits",     "encoded", "encoding",    "encodings",
                      "equivalent", "hex",     "hexadecimal", "identifier", "in",      "insensitive", "is",
                      "leading",    "letters", "lower",       "namespace",  "nid",     "of",          "octets",
                      "or",         "pct",     "percent",     "prefix",     "scheme",  "string",      "the",
                      "treated",    "triplet", "triplets",    "upper",      "uri",     "urn",         "urns",
                      "used",       "within"});
}

// No rule of its own: "Equivalence is that of RFC 8141, section 3.1", "None", "Names are equivalent when they are
// equal".
bool is_none(std::string_view words) {
    return !words.contains(" not ") && all_words(words, {"1",          "2",
                                                         "2141",       "3",
                                                         "3406",       "3986",
                                                         "5",          "8141",
                                                         "a",          "according",
                                                         "additional", "all",
                                                         "and",        "any",
                                                         "apply",      "applies",
                                                         "are",        "as",
                                                         "be",         "beyond",
                                                         "by",         "character",
                                                         "characters", "compared",
                                                         "comparison", "considerations",
                                                         "considered", "defined",
                                                         "described",  "determined",
                                                         "else",       "equal",
                                                         "equality",   "equivalence",
                                                         "equivalent", "every",
                                                         "exactly",    "follow",
                                                         "follows",    "for",
                                                         "from",       "further",
                                                         "general",    "given",
                                                         "has",        "have",
                                                         "identical",  "if",
                                                         "in",         "is",
                                                         "it",         "iff",
                                                         "lexical",    "lexically",
                                                         "name",       "names",
                                                         "namespace",  "no",
                                                         "none",       "nss",
                                                         "octet",      "octets",
                                                         "of",         "only",
                                                         "other",      "others",
                                                         "per",        "rfc",
                                                         "rfc2141",    "rfc3986",
                                                         "rfc8141",    "rule",
                                                         "rules",      "same",
                                                         "section",    "special",
                                                         "specific",   "specified",
                                                         "stated",     "string",
                                                         "strings",    "syntax",
                                                         "than",       "that",
                                                         "the",        "their",
                                                         "there",      "these",
                                                         "they",       "this",
                                                         "those",      "to",
                                                         "two",        "urn",
                                                         "urns",       "when",
                                                         "whenever",   "which",
                                                         "with"});
}

// The rest of a sentence about entire names without the words that do not change its meaning.
std::string core_of(std::string words) {
    constexpr std::pair<std::string_view, std::string_view> phrases[]{
        {" namespace specific string ", " nss "},
        {" namespace specific strings ", " nss "},
        {" in this namespace ", " "},
        {" of this namespace ", " "},
        {" in the namespace ", " "},
        {" of the namespace ", " "},
        {" letter case ", " case "},
        {" case letters ", " case "},
        {" case of letters ", " case "},
        {" case of the letters ", " case "},
        {" case of a letter ", " case "},
        {" case of their letters ", " case "},
        {" hyphens ", " hyphen "},
        {" nothing but ", " "},
    };
    for (const auto &[old, now] : phrases) replace_all(words, old, now);
    std::string core;
    for (std::size_t at = 1; at < words.size();) {
        const std::size_t end = words.find(' ', at);
        const std::string_view word{words.data() + at, end - at};
        at = end + 1;
        if (is_one_of(word, {"a",          "all",     "an",    "and",   "any",   "are",   "as",       "be",
                             "considered", "each",    "every", "for",   "if",    "in",    "is",       "it",
                             "just",       "may",     "name",  "names", "nss",   "of",    "only",     "or",
                             "regarded",   "solely",  "that",  "the",   "their", "these", "they",     "this",
                             "to",         "treated", "two",   "urns",  "used",  "when",  "whenever", "which"})) {
            continue;
        }
        if (!core.empty()) core += ' ';
        core += word;
    }
    return core;
}

struct known_statement {
    std::string_view core;
    equivalence_statement says;
};
using statement = equivalence_statement;
constexpr known_statement known_statements[]{
    {"case insensitive", statement::letter_case},
    {"not case sensitive", statement::letter_case},
    {"case ignored", statement::letter_case},
    {"case disregarded", statement::letter_case},
    {"case not significant", statement::letter_case},
    {"case insignificant", statement::letter_case},
    {"case not relevant", statement::letter_case},
    {"case irrelevant", statement::letter_case},
    {"case does not matter", statement::letter_case},
    {"case matters not", statement::letter_case},
    {"case makes no difference", statement::letter_case},
    {"case not distinguished", statement::letter_case},
    {"differ case equivalent", statement::letter_case},
    {"differ case same", statement::letter_case},
    {"differ case identical", statement::letter_case},
    {"equivalent differ case", statement::letter_case},
    {"equivalent regardless case", statement::letter_case},
    {"equivalent irrespective case", statement::letter_case},
    {"same differ case", statement::letter_case},
    {"compared without regard case", statement::letter_case},
    {"compared regardless case", statement::letter_case},
    {"compared ignoring case", statement::letter_case},
    {"compared case insensitively", statement::letter_case},
    {"comparison case insensitive", statement::letter_case},
    {"comparison ignores case", statement::letter_case},
    {"equivalence case insensitive", statement::letter_case},
    {"upper lower case equivalent", statement::letter_case},
    {"upper lower case interchangeable", statement::letter_case},
    {"upper lower case interchangeably", statement::letter_case},
    {"upper lower case not distinguished", statement::letter_case},
    {"upper case lower case equivalent", statement::letter_case},
    {"upper case lower case interchangeable", statement::letter_case},
    {"upper case lower case interchangeably", statement::letter_case},
    {"upper case lower case not distinguished", statement::letter_case},
    {"hyphen ignored", statement::hyphens},
    {"hyphen disregarded", statement::hyphens},
    {"hyphen not significant", statement::hyphens},
    {"hyphen insignificant", statement::hyphens},
    {"hyphen not relevant", statement::hyphens},
    {"hyphen irrelevant", statement::hyphens},
    {"hyphen do not matter", statement::hyphens},
    {"hyphen make no difference", statement::hyphens},
    {"with without hyphen equivalent", statement::hyphens},
    {"differ hyphen equivalent", statement::hyphens},
    {"differ hyphen same", statement::hyphens},
    {"equivalent differ hyphen", statement::hyphens},
    {"same differ hyphen", statement::hyphens},
    {"compared without hyphen", statement::hyphens},
    {"case sensitive", statement::none},
    {"not case insensitive", statement::none},
    {"case significant", statement::none},
    {"case relevant", statement::none},
    {"case matters", statement::none},
    {"case distinguished", statement::none},
    {"differ case not equivalent", statement::none},
    {"differ case not same", statement::none},
    {"differ case different", statement::none},
    {"differ case distinct", statement::none},
    {"compared case sensitively", statement::none},
    {"comparison case sensitive", statement::none},
    {"upper lower case not equivalent", statement::none},
    {"upper lower case distinguished", statement::none},
    {"upper case lower case not equivalent", statement::none},
    {"upper case lower case distinguished", statement::none},
    {"hyphen significant", statement::none},
    {"hyphen matter", statement::none},
};

} // namespace

bool may_be_about_equivalence(std::string_view sentence) {
    std::string words = words_of(sentence);
    for (const std::string_view phrase : {" subject matter ", " most significant ", " least significant "})
        replace_all(words, phrase, " ");
    // Words that say of two texts how they compare.
    if (has_any(words, {" equivalen",     " interchang",     " significan",    " insignifican",    "sensitiv",
                        " ignor",         " disregard",      " compar",        " treated ",        " regard",
                        " irrespective",  " irrelevant ",    " relevant ",     " identical ",      " same ",
                        " equal ",        " equals ",        " differ ",       " differs ",        " differing ",
                        " difference",    " different name", " distinguish",   " distinction",     " is distinct ",
                        " are distinct ", " synonym",        " variant",       " variation",       " alias",
                        " canonical",     " normal form",    " normaliz",      " normalis",        " fold",
                        " leading zero",  " trailing zero",  " diacritic",     " accent",          " either form",
                        " either way ",   " mixed case ",    " identify one ", " identifies one ", " denote one ",
                        " name one ",     " names one "})) {
        return true;
    }
    if (has_any(words, {" matter ", " matters "})) return true;
    // "Hyphens may be omitted.", "Big and small letters count as one."
    if (has_any(words,
                {" hyphen", " dash", " space", " blank", " zero", " dot ", " dots ", " period", " punctuation",
                 " separator", " slash", " underscore", " quot", " apostrophe", " letter", " capital", " spelling"}) &&
        has_any(words, {" option",
                        " omit",
                        " left out ",
                        " with and without ",
                        " with or without ",
                        " readab",
                        " drop",
                        " remov",
                        " strip",
                        " insert",
                        " in place of ",
                        " instead of ",
                        " replac",
                        " count",
                        " chang",
                        " identity ",
                        " effect",
                        " affect",
                        " role ",
                        " either ",
                        " free ",
                        " freely ",
                        " convert",
                        " turn",
                        " may be written ",
                        " can be written ",
                        " may vary ",
                        " vary ",
                        " varies "})) {
        return true;
    }
    // Letters in upper case are syntax; in both, they may be equivalence.
    if (has_any(words, {" upper ", " capital"}) && has_any(words, {" lower ", " small "})) return true;
    for (const std::string_view phrase :
         {" upper case ", " lower case ", " in case ", " in the case ", " in this case ", " in that case ",
          " in each case ", " in any case ", " in which case ", " use case ", " use cases ", " in cases ",
          " in some cases ", " in most cases "}) {
        replace_all(words, phrase, " ");
    }
    return has_any(words, {" case ", " cases "});
}

equivalence_statement read_equivalence(std::string_view sentence, const std::vector<std::string> &parts,
                                       bool about_equivalence) {
    if (!about_equivalence && !may_be_about_equivalence(sentence)) return statement::nothing;
    std::string words = words_of(sentence);
    if (words == " ") return statement::nothing;
    const auto is_named = [&](const std::string &part) { return words.contains(words_of(part)); };
    if (std::ranges::any_of(parts, is_named)) return statement::unclear;
    if (is_of_all_urns(words)) return statement::nothing;
    if (is_none(words)) return statement::none;
    const std::string core = core_of(std::move(words));
    const auto *const known = std::ranges::find(known_statements, core, &known_statement::core);
    return known == std::end(known_statements) ? statement::unclear : known->says;
}

} // namespace uniform::registry
