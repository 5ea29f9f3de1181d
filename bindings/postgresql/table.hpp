// The boundary of the functions that scripts/generate_bindings.py writes.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <uniform/syntax/edition_use.hpp>

#include "columns/functions/functions.hpp"
#include "postgresql/answered.hpp"
#include "postgresql/table_arguments.hpp"

namespace uniform::postgresql {

inline bool is_one_of(std::initializer_list<std::string_view> words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// The answer with the result of a function: null for none and for a text that it refuses.
template <class F>
answer answered(allocate memory, F f) noexcept {
    return guarded(memory, [&] {
        auto made = f();
        using optional = typename decltype(made)::value_type;
        return made ? *std::move(made) : optional{};
    });
}

} // namespace uniform::postgresql
