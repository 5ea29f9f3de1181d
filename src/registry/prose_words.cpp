#include "registry/prose_words.hpp"

#include <utility>

#include <uniform/base/ascii.hpp>

namespace uniform::registry {

void replace_all(std::string &text, std::string_view old, std::string_view now) {
    for (auto at = text.find(old); at != std::string::npos; at = text.find(old, at + now.size())) {
        text.replace(at, old.size(), now);
    }
}

std::string words_of(std::string_view sentence) {
    std::string words{" "};
    for (const char c : sentence) {
        // Other alphabets are no words known here, and no spaces.
        const bool letter = ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80;
        if (letter || c == '\'')
            words += c;
        else if (words.back() != ' ')
            words += ' ';
    }
    if (words.back() != ' ') words += ' ';
    constexpr std::pair<std::string_view, std::string_view> spellings[]{
        {"n't ", " not "}, {"'", " "}, {" uppercase ", " upper case "}, {" lowercase ", " lower case "}, {"  ", " "},
    };
    for (const auto &[old, now] : spellings) replace_all(words, old, now);
    return words;
}

bool all_words(std::string_view words, some_words known) {
    for (std::size_t at = 1; at < words.size();) {
        const std::size_t end = words.find(' ', at);
        if (!is_one_of(words.substr(at, end - at), known)) return false;
        at = end + 1;
    }
    return true;
}

} // namespace uniform::registry
