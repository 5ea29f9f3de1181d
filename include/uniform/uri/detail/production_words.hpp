// The productions as which a whole text can be parsed, with the words that options have for them: one list for the
// columns and the bindings. The C interface numbers them in this order (uniform-c/reference.h).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {
namespace detail {

struct production_word {
    rule production;
    std::string_view word;
};

inline constexpr std::array production_words{
    production_word{rule::uri_reference, "uri-reference"},
    production_word{rule::uri, "uri"},
    production_word{rule::absolute_uri, "absolute-uri"},
    production_word{rule::relative_ref, "relative-ref"},
    production_word{rule::absolute_uri_reference, "absolute-uri-reference"},
    production_word{rule::relative_uri, "relative-uri"},
};

// The production of that word; std::nullopt if there is none.
constexpr std::optional<rule> production_from_word(std::string_view word) noexcept {
    for (const production_word &each : production_words) {
        if (each.word == word) return each.production;
    }
    return std::nullopt;
}

// All words, with ", " between them.
inline constexpr auto production_words_text = [] {
    std::array<char, 128> text{}; // which ends with NUL
    std::size_t size = 0;
    for (const production_word &each : production_words) {
        for (const char c : size == 0 ? std::string_view{} : std::string_view{", "}) text[size++] = c;
        for (const char c : each.word) text[size++] = c;
    }
    return text;
}();
inline constexpr std::string_view production_words_listed{production_words_text.data()};

} // namespace detail
} // namespace uniform
