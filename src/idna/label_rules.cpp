#include "idna/label_rules.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ucd/properties.hpp"

namespace uniform::idna::detail {

namespace {

constexpr char32_t zero_width_non_joiner = U'\u200C';
constexpr char32_t zero_width_joiner = U'\u200D';
constexpr std::uint8_t virama = 9; // Canonical_Combining_Class

// RFC 5892 appendix A.1: (Joining_Type:{L,D})(Joining_Type:T)*\u200C(Joining_Type:T)*(Joining_Type:{R,D})
bool joins_around(std::u32string_view label, std::size_t at) {
    using enum ucd::joining_type;
    const auto joining = [&](std::size_t i) { return ucd::properties_of(label[i]).joining; };
    std::size_t before = at;
    while (before > 0 && joining(before - 1) == t) --before;
    if (before == 0 || (joining(before - 1) != l && joining(before - 1) != d)) return false;
    std::size_t after = at + 1;
    while (after < label.size() && joining(after) == t) ++after;
    return after < label.size() && (joining(after) == r || joining(after) == d);
}

} // namespace

bool is_right_to_left(std::u32string_view label) {
    using enum ucd::bidi_class;
    return std::ranges::any_of(label, [](char32_t c) {
        const auto is = ucd::properties_of(c).bidi;
        return is == r || is == al || is == an;
    });
}

bool satisfies_bidi(std::u32string_view label) {
    using enum ucd::bidi_class;
    if (label.empty()) return true;
    const auto first = ucd::properties_of(label.front()).bidi;
    const bool left = first == l;
    if (!left && first != r && first != al) return false; // 1
    bool european = false;
    bool arabic = false;
    auto last = first; // but for NSM at the end
    for (const char32_t c : label) {
        const auto is = ucd::properties_of(c).bidi;
        switch (is) {
        case l:
            if (!left) return false; // 2
            break;
        case r:
        case al:
        case an:
            if (left) return false; // 5
            arabic = arabic || is == an;
            break;
        case en:
            european = true;
            break;
        case es:
        case cs:
        case et:
        case on:
        case bn:
        case nsm:
            break;
        case other:
            return false; // 2, 5
        }
        if (is != nsm) last = is;
    }
    if (left) return last == l || last == en;                                              // 6
    return (last == r || last == al || last == en || last == an) && !(european && arabic); // 3, 4
}

bool has_joiners_in_context(std::u32string_view label) {
    for (std::size_t i = 0; i < label.size(); ++i) {
        if (label[i] != zero_width_non_joiner && label[i] != zero_width_joiner) continue;
        if (i > 0 && ucd::properties_of(label[i - 1]).combining_class == virama) continue;
        if (label[i] == zero_width_joiner || !joins_around(label, i)) return false;
    }
    return true;
}

bool begins_with_mark(std::u32string_view label) {
    return !label.empty() && ucd::properties_of(label.front()).mark != ucd::mark_kind::none;
}

} // namespace uniform::idna::detail
