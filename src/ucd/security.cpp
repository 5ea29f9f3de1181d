#include "ucd/security.hpp"

#include <algorithm>
#include <iterator>
#include <span>

#include "ucd/tables.hpp"

namespace uniform::ucd {

namespace {

#include "ucd/security.inc"

// The script, and those of Script_Extensions.
std::span<const std::uint8_t> set_of(char32_t c) noexcept {
    const auto *const at = &script_sets[script_set_starts[value_in(script_ranges, c)]];
    return {at + 1, *at};
}

consteval std::size_t number_of(std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(script_names, name) - std::begin(script_names));
}

// Writing systems, as if they were scripts.
constexpr std::size_t hanb = 253;
constexpr std::size_t jpan = 254;
constexpr std::size_t kore = 255;
static_assert(std::size(script_names) < hanb);

// NUL, which is no character beyond US-ASCII, begins no text.
constexpr unsigned text_bits = 11;

} // namespace

script script_of(char32_t c) noexcept { return static_cast<script>(set_of(c).front()); }

std::string_view name_of(script s) noexcept { return script_names[static_cast<std::size_t>(s)]; }

script_set augmented_scripts_of(char32_t c) noexcept {
    script_set scripts;
    for (const std::uint8_t s : set_of(c).subspan(1)) {
        if (static_cast<script>(s) == script::common || static_cast<script>(s) == script::inherited)
            return script_set{}.set();
        scripts.set(s);
    }
    const auto has = [&](std::size_t s) { return scripts.test(s); };
    if (has(number_of("Han"))) scripts.set(hanb).set(jpan).set(kore);
    if (has(number_of("Hiragana")) || has(number_of("Katakana"))) scripts.set(jpan);
    if (has(number_of("Hangul"))) scripts.set(kore);
    if (has(number_of("Bopomofo"))) scripts.set(hanb);
    return scripts;
}

script_set latin_script() noexcept { return script_set{}.set(number_of("Latin")); }
script_set mixed_with_latin() noexcept { return script_set{}.set(hanb).set(jpan).set(kore); }

bool is_for_identifiers(char32_t c) noexcept { return value_in(allowed_ranges, c) != 0; }

bool hides_dot_above(char32_t c) noexcept { return value_in(dotted_ranges, c) != 0; }

char32_t zero_of(char32_t c) noexcept {
    const auto after = std::ranges::upper_bound(zeros, std::uint32_t{c});
    if (after == std::begin(zeros)) return 0;
    const char32_t zero = *std::prev(after);
    return c - zero < 10 ? zero : 0;
}

std::string_view ascii_lookalike(char32_t c) noexcept {
    const auto found =
        std::ranges::lower_bound(lookalikes, std::uint32_t{c}, {}, [](std::uint32_t l) { return l >> text_bits; });
    if (found == std::end(lookalikes) || *found >> text_bits != c) return {};
    const char *const at = &lookalike_texts[*found & ((1U << text_bits) - 1)];
    return {at + 1, static_cast<std::size_t>(*at)};
}

} // namespace uniform::ucd
