#include "ucd/properties.hpp"

#include <algorithm>
#include <span>

#include <uniform/base/utf8.hpp>

#include "ucd/tables.hpp"

namespace uniform::ucd {

namespace {

#include "ucd/characters.inc"

// A value of a mapping is the number of a difference, or, from here on, that of a pair or of a longer text.
constexpr unsigned longer = 0x8000;

constexpr char32_t by_delta(char32_t c, unsigned delta) noexcept {
    return static_cast<char32_t>(static_cast<std::int32_t>(c) + deltas[delta]);
}

// UAX 15 section 16 (The Unicode Standard 3.12)
constexpr char32_t s_base = 0xAC00;
constexpr char32_t l_base = 0x1100;
constexpr char32_t v_base = 0x1161;
constexpr char32_t t_base = 0x11A7;
constexpr char32_t l_count = 19;
constexpr char32_t v_count = 21;
constexpr char32_t t_count = 28;
constexpr char32_t s_count = l_count * v_count * t_count;

constexpr char32_t code_point = (1U << 21) - 1;

} // namespace

std::string_view version() noexcept { return unicode_version; }

properties properties_of(char32_t c) noexcept {
    std::uint32_t packed = records[record_numbers[c]];
    const auto take = [&packed](unsigned bits) {
        const auto value = static_cast<std::uint8_t>(packed & ((1U << bits) - 1));
        packed >>= bits;
        return value;
    };
    properties p{};
    p.combining_class = take(8);
    p.bidi = static_cast<bidi_class>(take(4));
    p.joining = static_cast<joining_type>(take(3));
    p.mark = static_cast<mark_kind>(take(2));
    p.status = static_cast<idna_status>(take(3));
    p.property = static_cast<idna_property>(take(2));
    p.nfc = static_cast<quick_check>(take(2));
    return p;
}

void append_mapping(std::u32string &out, char32_t c) {
    const unsigned value = mappings[c];
    if (value < longer) {
        out += by_delta(c, value);
        return;
    }
    const auto *const at = &mapped_texts[value - longer];
    std::string text(at + 1, at + 1 + *at);
    for (std::string_view rest = text; !rest.empty();) {
        const auto size = base::utf8_sequence_at(rest).size;
        out += base::character_of(rest.substr(0, size));
        rest.remove_prefix(size);
    }
}

char32_t lower_case(char32_t c) noexcept { return by_delta(c, lower_cases[c]); }

decomposition decomposition_of(char32_t c) noexcept {
    if (c >= s_base && c < s_base + s_count) {
        const char32_t s = c - s_base;
        const char32_t t = s % t_count;
        if (t != 0) return {c - t, t_base + t};
        return {l_base + s / (v_count * t_count), v_base + s / t_count % v_count};
    }
    const unsigned value = decompositions[c];
    if (value < longer) return {by_delta(c, value), 0};
    const std::uint64_t pair = pairs[value - longer];
    return {static_cast<char32_t>(pair >> 42), static_cast<char32_t>(pair >> 21) & code_point};
}

char32_t composite_of(char32_t first, char32_t second) noexcept {
    if (first >= l_base && first < l_base + l_count && second >= v_base && second < v_base + v_count)
        return s_base + ((first - l_base) * v_count + (second - v_base)) * t_count;
    if (first >= s_base && first < s_base + s_count && (first - s_base) % t_count == 0 && second > t_base &&
        second < t_base + t_count)
        return first + (second - t_base);
    const std::uint64_t wanted = std::uint64_t{first} << 21 | second;
    const auto composing = std::span{pairs}.first(composing_pairs);
    const auto found = std::ranges::lower_bound(composing, wanted, {}, [](std::uint64_t p) { return p >> 21; });
    if (found == composing.end() || *found >> 21 != wanted) return 0;
    return static_cast<char32_t>(*found) & code_point;
}

} // namespace uniform::ucd
