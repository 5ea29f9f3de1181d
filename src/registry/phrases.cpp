// Short texts with little content: whole fields that answer nothing, or state that there is nothing or no difference.

#include "registry/check_parts.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <uniform/base/ascii.hpp>

#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

constexpr std::size_t longest = 60; // longer texts are regarded as answers

// In small letters, with one space for each row of white space, without brackets, quotes and stops around it.
std::string essence(std::string_view text) {
    std::string result;
    for (const char c : ascii::trim(text)) {
        if (c != ' ' && c != '\n' && c != '\t') {
            result += ascii::to_lower(c);
        } else if (!result.ends_with(' ')) {
            result += ' ';
        }
    }
    constexpr std::string_view around = " .:!?[](){}<>*_\"'-";
    const auto begin = result.find_first_not_of(around);
    if (begin == std::string::npos) return {};
    return result.substr(begin, result.find_last_not_of(around) - begin + 1);
}

bool begins_with_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view begin) { return text.starts_with(begin); });
}

// The word, and nothing or more than letters after it: "tbd", "tbd: ask the board", not "todos".
bool begins_with_word(std::string_view text, std::string_view word) {
    return text.starts_with(word) &&
           (text.size() == word.size() || !(ascii::is_alpha(text[word.size()]) || ascii::is_digit(text[word.size()])));
}

bool is_filler_line(std::string_view text) {
    if (text.size() > longest) return false;
    const bool bracketed = is_one_of(text.substr(0, 1), {"[", "<", "{", "("});
    const std::string words = essence(text);
    // dots and dashes, also those outside of ASCII: the ellipsis and the two dashes
    if (words.empty() || is_one_of(words, {"\xE2\x80\xA6", "\xE2\x80\x93", "\xE2\x80\x94"})) return true;
    const auto begins = [&](std::string_view word) { return begins_with_word(words, word); };
    if (std::ranges::any_of(
            std::initializer_list<std::string_view>{"tbd", "tba", "tbc", "tbs", "todo", "to do", "fixme", "xxx"},
            begins)) {
        return true;
    }
    if (words.size() >= 4 && words.find_first_not_of('x') == std::string::npos) return true;
    if (words.starts_with("to be ")) {
        const std::string_view verb = std::string_view{words}.substr(6);
        return std::ranges::any_of(std::initializer_list<std::string_view>{"determined", "defined", "decided",
                                                                           "announced", "added", "written", "supplied",
                                                                           "provided", "specified", "completed",
                                                                           "confirmed", "described", "done", "filled"},
                                   [&](std::string_view v) { return begins_with_word(verb, v); });
    }
    if (is_one_of(words, {"fill in", "fill me in", "fill in here", "fill this in", "insert text here", "insert here",
                          "text here", "your text here", "enter text here", "please fill in", "coming soon"})) {
        return true;
    }
    return bracketed && begins_with_one_of(words, {"fill ", "insert ", "your ", "enter ", "describe ", "add ", "text"});
}

} // namespace

bool is_filler(std::string_view text) {
    for (std::string_view rest = ascii::trim(text);;) {
        const auto end = rest.find('\n');
        const std::string_view line = ascii::trim(rest.substr(0, end));
        if (!line.empty() && !is_filler_line(line)) return false;
        if (end == std::string_view::npos) return true;
        rest.remove_prefix(end + 1);
    }
}

bool is_not_applicable(std::string_view text) {
    return is_one_of(essence(text), {"n/a", "n.a", "na", "not applicable", "does not apply", "none/not applicable"});
}

bool says_bare_none(std::string_view text) {
    return is_one_of(essence(text), {"none", "nil", "nothing", "no", "null"});
}

bool says_none(std::string_view text) {
    if (text.size() > longest) return false;
    const std::string words = essence(text);
    return says_bare_none(text) || is_not_applicable(text) || words.empty() || words == "none known" ||
           begins_with_one_of(words, {"not applicable", "n/a", "none,", "none;", "initial ", "this is the first",
                                      "this is the initial", "first "});
}

bool says_no_change(std::string_view text) {
    if (text.size() > longest) return false;
    const std::string words = essence(text);
    if (words.find_first_of(";.,") != std::string::npos) return false; // "No changes to the syntax; a new registrant."
    return is_one_of(words, {"no change", "no changes", "unchanged", "no difference", "no differences", "same",
                             "no revision", "no revisions", "nothing changed", "nothing has changed", "as before",
                             "nothing new", "same as before", "there are no changes"}) ||
           begins_with_one_of(words,
                              {"no changes since ", "no changes from ", "no changes in this ", "no changes were ",
                               "no changes have ", "unchanged from ", "unchanged since ", "same as version "});
}

bool leaves_nid_open(std::string_view small_letters) noexcept {
    constexpr std::array<std::string_view, 3> phrases{"assigned by iana", "to be assigned", "iana assigns"};
    return std::ranges::any_of(phrases, [&](auto p) { return small_letters.find(p) != std::string_view::npos; });
}

bool says_unspecified(std::string_view text) {
    if (text.size() > longest) return false;
    std::string words = essence(text);
    if (words.starts_with("resolution is ")) words.erase(0, 14);
    if (words.starts_with("currently ")) words.erase(0, 10);
    return is_one_of(words,
                     {"not specified", "unspecified", "not yet specified", "undefined", "not defined",
                      "not yet defined", "undecided", "not decided", "not yet decided", "unknown", "not known",
                      "not stated", "not described", "not considered", "open", "out of scope", "maybe", "later"});
}

bool has_spelt_address(std::string_view small_letters) {
    for (auto at = small_letters.find(" at "); at != std::string_view::npos; at = small_letters.find(" at ", at + 1)) {
        const std::string_view rest = small_letters.substr(at + 4);
        const std::string_view word = rest.substr(0, rest.find_first_of(" \n"));
        if (word.substr(0, word.size() - (word.ends_with('.') ? 1 : 0)).contains('.')) return true;
        if (rest.substr(word.size()).starts_with(" dot ")) return true;
    }
    return false;
}

} // namespace uniform::registry
