#include "print/words.hpp"
#include <uniform/base/suggestion.hpp>

#include <string>

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

} // namespace

std::string_view did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
    if (const std::string_view *const best = closest(word, candidates)) return *best;
    if (word.size() >= 3) { // a beginning is near enough: "norm"; and an end: "8141"
        for (std::string_view candidate : candidates) {
            if (candidate.starts_with(word)) return candidate;
        }
        for (std::string_view candidate : candidates) {
            if (bare(candidate).ends_with(bare(word))) return candidate;
        }
    }
    return {};
}

} // namespace uniform::cli
