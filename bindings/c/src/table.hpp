// The boundary of the functions that scripts/generate_bindings.py writes.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "boundary.hpp"
#include "columns/functions/functions.hpp"

namespace uniform::c {

// The word, which is to be one of them.
inline std::string_view one_of(std::initializer_list<std::string_view> words, const char *word, const char *otherwise) {
    const std::string_view given = checked(word) == '\0' ? std::string_view{} : std::string_view{word};
    if (std::find(words.begin(), words.end(), given) == words.end()) throw bad_argument{otherwise};
    return given;
}

// The word of a constant, which is its place among them.
inline std::string_view one_of(std::initializer_list<std::string_view> words, std::int32_t constant,
                               const char * /*otherwise*/) {
    if (constant < 0 || static_cast<std::size_t>(constant) >= words.size()) throw bad_argument{"an unknown constant"};
    return words.begin()[constant];
}

inline uniform_status refuse(uniform_error *error, const columns::scalar::refusal &r, std::string_view text) {
    if (const auto *why = std::get_if<uniform::error>(&r.why)) return refuse(error, *why, text, r.argument);
    const columns::scalar::refusal_in_words w = in_words(r, text);
    return refuse(error, {w.offset, w.code, w.says, w.production, w.document, w.section}, r.argument);
}

// The status for the result of a function, which is written to `out`, or to `error`.
template <class T, class Out>
uniform_status give_outcome(const columns::scalar::outcome<T> &given, std::string_view text, Out *out,
                            uniform_error *error) {
    if (!given) return refuse(error, given.error(), text);
    if (!*given) return UNIFORM_NONE;
    if constexpr (std::is_convertible_v<const T &, std::string_view>) {
        assign(out, **given);
    } else {
        checked(out) = static_cast<std::int32_t>(**given);
    }
    return UNIFORM_OK;
}

} // namespace uniform::c
