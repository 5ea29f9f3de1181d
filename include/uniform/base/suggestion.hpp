// The known name that a misspelt one probably stands for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>

namespace uniform UNIFORM_API {

/// The Levenshtein distance, with two neighbours exchanged as one change. Cost: the product of the lengths.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1); // the row before the last one
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row.back();
}

/// Decides between equally distant words: a letter is left out more often than the first one is mistaken, so that
/// "htp" is "http" rather than "hcp" or "ftp". Linear.
[[nodiscard]] inline int likeness(std::string_view word, std::string_view other) {
    std::size_t found = 0; // the letters of the word that the other has, in their order
    for (const char c : other) found += found < word.size() && c == word[found] ? 1 : 0;
    if (found == word.size()) return 2;
    return !word.empty() && other.starts_with(word[0]) ? 1 : 0;
}

/// The candidate, a string or a view, with the least distance from `word`; nullptr if each differs in more than one
/// character and more than a third of the word, or the word has more than 64.
template <std::ranges::contiguous_range Candidates>
[[nodiscard]] auto closest(std::string_view word, const Candidates &candidates) {
    decltype(std::ranges::cdata(candidates)) best = nullptr;
    if (word.size() > 64) return best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto &candidate : candidates) {
        const std::size_t d = edit_distance(word, candidate);
        if (d < least || (d == least && best != nullptr && likeness(word, *best) < likeness(word, candidate))) {
            least = d;
            best = &candidate;
        }
    }
    return best;
}

/// The candidate that the word most probably stands for: closest(), or one that begins with the word, or one that ends
/// with it without regard to letter case and to what joins words: "norm" is "normalize", "RFC 8141" is "rfc8141". Words
/// of fewer than three characters are compared by closest() alone. nullptr if there is none.
template <std::ranges::contiguous_range Candidates>
[[nodiscard]] auto most_similar(std::string_view word, const Candidates &candidates) {
    if (const auto best = closest(word, candidates); best != nullptr || word.size() < 3) return best;
    const auto bare = [](std::string_view text) {
        std::string out;
        for (const char c : text) {
            if (c != ' ' && c != '-' && c != '_') out += ascii::to_lower(c);
        }
        return out;
    };
    const auto begin = std::ranges::cdata(candidates);
    const auto end = begin + std::ranges::size(candidates);
    const auto begins = std::find_if(begin, end, [&](std::string_view one) { return one.starts_with(word); });
    if (begins != end) return begins;
    const auto ends = std::find_if(begin, end, [&](std::string_view one) { return bare(one).ends_with(bare(word)); });
    return ends != end ? ends : nullptr;
}

/// ": did you mean "NAME"?", for the end of a message; empty if no candidate is similar.
template <std::ranges::contiguous_range Candidates>
[[nodiscard]] std::string suggestion(std::string_view word, const Candidates &candidates) {
    const auto best = most_similar(word, candidates);
    return best == nullptr ? std::string{} : ": did you mean \"" + std::string{*best} + "\"?";
}

} // namespace uniform
