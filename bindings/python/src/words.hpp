// The words that options take. Each list stands here or in the library, once: the functions read an option by it, and
// uniform/types.py has it as a Literal, which tests/stubs.py makes of option_words().
#pragma once

#include <array>
#include <span>
#include <string_view>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/text/find.hpp>
#include <uniform/uri/detail/production_words.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/normalize_options.hpp>
#include <uniform/urn/namespace.hpp>

#include "text.hpp"

namespace uniform::python {

// By which rules URNs are compared.
enum class urn_rules : bool { lexical, of_namespace };

template <class T>
struct word {
    std::string_view name;
    T value;
};

inline constexpr auto productions = [] {
    std::array<word<rule>, detail::production_words.size()> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = {detail::production_words[i].word, detail::production_words[i].production};
    return out;
}();
inline constexpr std::array treatments_of_excess{
    word{"keep", excess_dots::keep},
    word{"drop", excess_dots::drop},
    word{"refuse", excess_dots::refuse},
};
inline constexpr std::array choices_of_schemes{
    word{"likely", found_schemes::likely},
    word{"registered", found_schemes::registered},
    word{"any", found_schemes::any},
};
inline constexpr std::array equivalences_of_urns{
    word{"namespace", urn_rules::of_namespace},
    word{"lexical", urn_rules::lexical},
};

// Enumerators that the library names, by to_string().
inline constexpr std::array host_rules{idna::rules::uts46, idna::rules::idna2008, idna::rules::browser};
inline constexpr std::array interpretations{interpretation::rfc3987, interpretation::whatwg, interpretation::typed};
inline constexpr std::array validation_levels{validation_level::lenient, validation_level::normal,
                                              validation_level::strict};
// Without "protocol", which needs what was observed of servers.
inline constexpr std::span levels = std::span{comparison_levels}.first<comparison_levels.size() - 1>();
static_assert(comparison_levels.back() == comparison_level::protocol);

// The components that have a place in a reference.
inline constexpr std::array<std::string_view, 8> component_names{"scheme", "authority", "userinfo", "host",
                                                                 "port",   "path",      "query",    "fragment"};

// The value of the word. ValueError for others: no `what` has the name.
template <class T, std::size_t n>
[[nodiscard]] T value_of_word(const std::array<word<T>, n> &words, std::string_view what, std::string_view name) {
    for (const word<T> &w : words) {
        if (w.name == name) return w.value;
    }
    raise_name(what, name);
}

// The enumerator of that name. ValueError for others.
template <class T, std::size_t n>
[[nodiscard]] T value_of_word(const std::array<T, n> &values, std::string_view what, std::string_view name) {
    for (const T v : values) {
        if (to_string(v) == name) return v;
    }
    raise_name(what, name);
}

} // namespace uniform::python
