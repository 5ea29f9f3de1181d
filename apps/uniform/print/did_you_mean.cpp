#include "print/words.hpp"

#include <uniform/base/suggestion.hpp>

namespace uniform::cli {

std::string_view did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view *const best = most_similar(word, candidates);
    return best == nullptr ? std::string_view{} : *best;
}

} // namespace uniform::cli
