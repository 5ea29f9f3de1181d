#include <uniform/idna/spoofing.hpp>

#include <algorithm>

#include "ucd/normal_forms.hpp"
#include "ucd/properties.hpp"
#include "ucd/security.hpp"

namespace uniform::idna {

namespace {

constexpr char32_t combining_dot_above = U'\u0307';

// UTS 39 5.2: whether a text is less than Highly Restrictive. A single script is, and so is Latin with the scripts of
// Chinese, of Japanese or of Korean.
bool is_of_mixed_scripts(std::u32string_view word) {
    ucd::script_set common = ucd::script_set{}.set();
    ucd::script_set but_latin = common;
    for (const char32_t c : word) {
        const ucd::script_set scripts = ucd::augmented_scripts_of(c);
        common &= scripts;
        if ((scripts & ucd::latin_script()).none()) but_latin &= scripts;
    }
    return common.none() && (but_latin & ucd::mixed_with_latin()).none();
}

// The scripts of a word, in the order of their names.
std::string scripts_of(std::u32string_view word) {
    ucd::script_set there;
    for (const char32_t c : word) there.set(static_cast<std::size_t>(ucd::script_of(c)));
    std::string names;
    for (std::size_t s = static_cast<std::size_t>(ucd::script::inherited) + 1; s < there.size(); ++s) {
        if (!there.test(s)) continue;
        if (!names.empty()) names += ", ";
        names += ucd::name_of(static_cast<ucd::script>(s));
    }
    return names;
}

// UTS 39 5.4: a nonspacing mark twice behind one character.
bool has_repeated_marks(std::u32string_view word) {
    std::u32string marks;
    const auto repeats = [&] {
        std::ranges::sort(marks);
        return std::ranges::adjacent_find(marks) != marks.end();
    };
    for (const char32_t c : ucd::nfd(word)) {
        if (ucd::properties_of(c).mark == ucd::mark_kind::nonspacing) {
            marks += c;
            continue;
        }
        if (repeats()) return true;
        marks.clear();
    }
    return repeats();
}

// UTS 39 5.4: U+0307 behind a letter whose dot hides it, also with marks between them that are elsewhere.
bool has_hidden_dot(std::u32string_view word) {
    bool hides = false;
    for (const char32_t c : word) {
        if (hides && c == combining_dot_above) return true;
        const auto where = ucd::properties_of(c).combining_class;
        if (where == 0 || where == ucd::properties_of(combining_dot_above).combining_class)
            hides = ucd::hides_dot_above(c);
    }
    return false;
}

// UTS 39 5.3
bool has_mixed_numbers(std::u32string_view word) {
    char32_t system = 0;
    for (const char32_t c : word) {
        const char32_t zero = ucd::zero_of(c);
        if (zero == 0 || zero == system) continue;
        if (system != 0) return true;
        system = zero;
    }
    return false;
}

// UTS 39 3.1
bool has_restricted(std::u32string_view word) {
    return std::ranges::any_of(word, [](char32_t c) { return c >= 0x80 && !ucd::is_for_identifiers(c); });
}

// UTS 39 4: two texts are confusable when their skeletons are the same. People expect an ASCII word, so
// each character beyond ASCII is replaced by its skeleton; "" when one of them has none in ASCII.
std::string ascii_form(std::u32string_view word) {
    std::string out;
    for (const char32_t c : word) {
        if (c < 0x80) {
            out += static_cast<char>(c);
            continue;
        }
        const std::string_view like = ucd::ascii_lookalike(c);
        if (like.empty()) return {};
        out += like;
    }
    return out;
}

} // namespace

spoofing spoofing_of(std::string_view word) {
    const std::u32string characters = ucd::characters_of(word);
    spoofing found;
    if (is_of_mixed_scripts(characters)) {
        found.scripts = scripts_of(characters);
        // One script alone can fail as well, by characters that are of no script; that is not a mixture.
        found.mixed_scripts = found.scripts.contains(',');
    }
    found.mixed_numbers = has_mixed_numbers(characters);
    found.invisible = has_repeated_marks(characters) || has_hidden_dot(characters);
    found.restricted = has_restricted(characters);
    found.looks_like = ascii_form(characters);
    return found;
}

} // namespace uniform::idna
