#include "print/words.hpp"

#include <algorithm>
#include <vector>

#include <uniform/base/ascii.hpp>

namespace uniform::cli {

namespace {

// In lower case and without what joins words: "RFC 8141" as "rfc8141".
std::string bare(std::string_view word) {
    std::string out;
    for (const char c : word) {
        if (c == ' ' || c == '-' || c == '_') continue;
        out += ascii::to_lower(c);
    }
    return out;
}

// Decides between equally near words: a letter was left out more often than the first one was mistaken, so that "htp"
// is "http" rather than "hcp" or "ftp".
int likeness(std::string_view word, std::string_view other) {
    std::size_t found = 0; // the letters of the word that the other has, in their order
    for (const char c : other) found += found < word.size() && c == word[found] ? 1 : 0;
    if (found == word.size()) return 2;
    return !word.empty() && other.starts_with(word[0]) ? 1 : 0;
}

} // namespace

std::string_view did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    // The distance of Damerau and Levenshtein, with neighbours swapped as one step.
    const auto distance = [&](std::string_view other) {
        std::vector<std::vector<std::size_t>> d(word.size() + 1, std::vector<std::size_t>(other.size() + 1));
        for (std::size_t i = 0; i <= word.size(); ++i) d[i][0] = i;
        for (std::size_t j = 0; j <= other.size(); ++j) d[0][j] = j;
        for (std::size_t i = 1; i <= word.size(); ++i) {
            for (std::size_t j = 1; j <= other.size(); ++j) {
                const std::size_t change = d[i - 1][j - 1] + (word[i - 1] == other[j - 1] ? 0 : 1);
                d[i][j] = std::min({change, d[i - 1][j] + 1, d[i][j - 1] + 1});
                if (i > 1 && j > 1 && word[i - 1] == other[j - 2] && word[i - 2] == other[j - 1]) {
                    d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[word.size()][other.size()];
    };
    if (word.size() > 40) return {};
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (std::string_view candidate : candidates) {
        const std::size_t d = distance(candidate);
        if (d < least || (d == least && !best.empty() && likeness(word, best) < likeness(word, candidate))) {
            least = d;
            best = candidate;
        }
    }
    if (best.empty() && word.size() >= 3) { // a beginning is near enough: "norm"; and an end: "8141"
        for (std::string_view candidate : candidates) {
            if (candidate.starts_with(word)) return candidate;
        }
        for (std::string_view candidate : candidates) {
            if (bare(candidate).ends_with(bare(word))) return candidate;
        }
    }
    return best;
}

} // namespace uniform::cli
