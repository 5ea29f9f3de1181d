// The boundary of the functions that scripts/generate_bindings.py writes.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "columns/functions/functions.hpp"
#include "identifier.hpp"
#include "module.hpp"

namespace uniform::python {

// The word, which is to be one of them; ValueError for others.
inline std::string_view one_of(std::initializer_list<std::string_view> words, std::string_view option,
                               std::string_view word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) raise_name(option, word);
    return word;
}

// The result of a function as an object: None for none, UniformError for a refusal.
template <class T>
nb::object given_object(columns::scalar::outcome<T> &&given, std::string_view text) {
    if (!given) {
        if (const auto *why = std::get_if<error>(&given.error().why)) raise(*why, text);
        const columns::scalar::refusal_in_words w = in_words(given.error(), text);
        raise({w.says, std::string{w.code}, w.offset, std::string{w.production}, std::string{w.document},
               std::string{w.section}},
              text);
    }
    if (!*given) return nb::none();
    return nb::cast(**std::move(given));
}

} // namespace uniform::python
