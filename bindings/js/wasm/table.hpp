// The boundary of the functions that scripts/generate_bindings.py writes.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>
#include <utility>

#include "columns/functions/functions.hpp"
#include "wire.hpp"

namespace uniform::js {

// Leaves the result of a function, or why there is none, in the result buffer. A text is given as it is, all else as
// JSON.
template <class T>
answer give_outcome(columns::scalar::outcome<T> &&given, std::string_view text) {
    if (!given) {
        if (const auto *why = std::get_if<error>(&given.error().why)) return fail(*why, text);
        const columns::scalar::refusal_in_words w = in_words(given.error(), text);
        give_json([&](json::writer &out) {
            out.begin_object().member("code", w.code).member("offset", units{text}.before(w.offset));
            out.member("byteOffset", w.offset).member("rule", w.production);
            source(out, w.document, w.section).member("reason", w.says).end_object();
        });
        return failed;
    }
    if constexpr (std::is_constructible_v<std::string, T>) {
        if (*given) return give(std::string{**std::move(given)});
        return give_json([](json::writer &out) { out.null(); });
    } else {
        return give_json([&](json::writer &out) { *given ? out.add(**given) : out.null(); });
    }
}

} // namespace uniform::js
