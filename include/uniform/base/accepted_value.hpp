// The row that an option of the command and a setting of the service have in common: name, help, accepted values and
// default. A value is one of some words, or a number between limits, with a unit; the command line and the
// configuration of the service read and write theirs here. (docs/decisions/0047)
//
//     read_number("64K", {1, 1 << 20, counted::bytes})    -> 65536
//     number_text(65536, counted::bytes)                  -> "64K"
//     read_choice("slow", "off errors slow all")          -> 2
//     values_in_words({.choices = "off slow"}, "slow")    -> "One of off, slow; default: slow."
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>

namespace uniform UNIFORM_API {
namespace base {

/// The unit that a number counts, and so the units that may be behind it.
enum class counted : std::uint8_t {
    items,        ///< 42
    bytes,        ///< 4096, or with a unit "64K", "64M", "1G" (powers of 1024), in either case
    milliseconds, ///< "250ms", "10s", "5m", "1h", "7d"; a bare number counts seconds
};

/// A unit, and how many of what is counted it is.
struct counted_unit {
    std::string_view name; ///< "" is what a bare number counts
    std::uint64_t factor;
};
namespace detail {
inline constexpr std::array<counted_unit, 1> units_of_items{{{"", 1}}};
inline constexpr std::array<counted_unit, 4> units_of_bytes{
    {{"", 1}, {"K", 1U << 10U}, {"M", 1U << 20U}, {"G", 1U << 30U}}};
inline constexpr std::array<counted_unit, 6> units_of_time{
    {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};
} // namespace detail

/// The units of what is counted, the smallest first, after that of a bare number.
[[nodiscard]] constexpr std::span<const counted_unit> units_of(counted what) noexcept {
    if (what == counted::bytes) return detail::units_of_bytes;
    if (what == counted::milliseconds) return detail::units_of_time;
    return detail::units_of_items;
}

/// The limits of a number, both included. A limit is at most the greatest std::int64_t.
struct number_limits {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    counted what = counted::items;
};

/// Why a text is no number between limits.
enum class number_fault : std::uint8_t {
    form,      ///< it is no number, or has another unit
    too_small, ///< it is less than the least
    too_large, ///< it is more than the most
    overflow,  ///< it does not fit into 63 bits
};

/// The form of a number: "a whole number".
[[nodiscard]] constexpr std::string_view form_of(counted what) noexcept {
    if (what == counted::bytes) return "a number of bytes, or one with K, M or G after it";
    if (what == counted::milliseconds) return "a duration such as \"250ms\", \"10s\", \"5m\", \"1h\" or \"7d\"";
    return "a whole number";
}

/// The shortest way to write a number, with the largest unit of which it is a multiple. Allocates.
[[nodiscard]] inline std::string number_text(std::uint64_t value, counted what) {
    const counted_unit &bare = units_of(what).front();
    for (const counted_unit &u : std::views::reverse(units_of(what))) {
        if (u.name.empty() && what == counted::milliseconds) continue;
        if (value % u.factor == 0 && (value != 0 || u.factor == bare.factor)) {
            return std::to_string(value / u.factor) + std::string{u.name};
        }
    }
    return std::to_string(value);
}

/// Reads decimal digits and a unit, between which may be spaces. Linear.
[[nodiscard]] inline std::expected<std::uint64_t, number_fault> read_number(std::string_view text,
                                                                            const number_limits &limits) {
    std::uint64_t value = 0;
    const char *const end = text.data() + text.size();
    const auto [stop, why] = std::from_chars(text.data(), end, value);
    if (why == std::errc::result_out_of_range) return std::unexpected{number_fault::overflow};
    if (why != std::errc{}) {
        const bool negative = text.size() > 1 && text[0] == '-' && std::ranges::all_of(text.substr(1), ascii::is_digit);
        return std::unexpected{negative ? number_fault::too_small : number_fault::form};
    }
    std::string_view unit{stop, static_cast<std::size_t>(end - stop)};
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    for (const counted_unit &u : units_of(limits.what)) {
        if (unit != u.name && (limits.what != counted::bytes || !ascii::equal_ignoring_case(unit, u.name))) continue;
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / u.factor)
            return std::unexpected{number_fault::overflow};
        value *= u.factor;
        if (value < limits.least) return std::unexpected{number_fault::too_small};
        if (value > limits.most) return std::unexpected{number_fault::too_large};
        return value;
    }
    return std::unexpected{number_fault::form};
}

/// The end of a sentence that begins with the text: "is too large: at most 64K". Allocates.
[[nodiscard]] inline std::string message(number_fault fault, const number_limits &limits) {
    switch (fault) {
    case number_fault::form:
        return "is not " + std::string{form_of(limits.what)};
    case number_fault::too_small:
        return "is too small: at least " + number_text(limits.least, limits.what);
    case number_fault::too_large:
        return "is too large: at most " + number_text(limits.most, limits.what);
    default:
        return "is too large";
    }
}

/// Words, separated by one space each. Allocates.
[[nodiscard]] inline std::vector<std::string_view> words_of(std::string_view choices UNIFORM_LIFETIMEBOUND) {
    std::vector<std::string_view> words;
    for (const auto word : std::views::split(choices, ' ')) words.emplace_back(word.begin(), word.end());
    return words;
}

/// The same for a person: "off, errors, slow, all". Allocates.
[[nodiscard]] inline std::string list_of(std::string_view choices) {
    std::string list;
    for (const std::string_view word : words_of(choices)) list.append(list.empty() ? "" : ", ").append(word);
    return list;
}

/// The place of the word among the choices; nullopt if it is none of them. Allocates.
[[nodiscard]] inline std::optional<std::size_t> find_choice(std::string_view word, std::string_view choices) {
    const auto words = words_of(choices);
    const auto at = std::ranges::find(words, word);
    return at == words.end() ? std::nullopt : std::optional{static_cast<std::size_t>(at - words.begin())};
}

/// The place of the word among the choices. The error is the end of a sentence that begins with the word: "is none of
/// off, slow: did you mean "slow"?". Allocates.
[[nodiscard]] inline std::expected<std::size_t, std::string> read_choice(std::string_view word,
                                                                         std::string_view choices) {
    if (const auto at = find_choice(word, choices)) return *at;
    const auto words = words_of(choices);
    return std::unexpected{"is none of " + list_of(choices) + suggestion(word, words)};
}

/// A number between limits. A number of bytes with a unit may be 1 or 2 above the most, which it then is: "4G" where
/// 4G-2 bytes are possible. The error is the end of a sentence that begins with the text. Linear.
[[nodiscard]] inline std::expected<std::uint64_t, std::string> read_within(std::string_view text,
                                                                           const number_limits &limits) {
    number_limits wider = limits;
    const bool has_unit = limits.what == counted::bytes && !text.empty() && !ascii::is_digit(text.back());
    if (has_unit && wider.most <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) - 2)
        wider.most += 2;
    const auto n = read_number(text, wider);
    if (n) return std::min(*n, limits.most);
    return std::unexpected{message(n.error() == number_fault::overflow ? number_fault::too_large : n.error(), limits)};
}

/// A row of a table of options or settings. Each kind of table derives its rows from it and adds the destination.
struct accepted_value {
    std::string_view name = {};     ///< "recheck", "links.recheck"
    std::string_view help = {};     ///< sentences
    std::string_view choices = {};  ///< the accepted words, separated by spaces; empty: other values
    std::string_view fallback = {}; ///< the default; empty: there is none, or the destination's initializer is it
    number_limits limits = {};      ///< of a number
    bool takes_file = false;        ///< the value is the name of a file, which shells complete
};

/// The accepted words and this default in a sentence, for help: "One of off, slow; default: slow."; empty if there are
/// neither. Allocates.
[[nodiscard]] inline std::string values_in_words(const accepted_value &v, std::string_view fallback) {
    std::string says;
    if (!v.choices.empty()) says = "One of " + list_of(v.choices);
    if (!fallback.empty()) says.append(says.empty() ? "Default: " : "; default: ").append(fallback);
    if (!says.empty()) says += '.';
    return says;
}

} // namespace base
} // namespace uniform
