#include "cli/option.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>

#include <uniform/base/ascii.hpp>

#include "print/words.hpp"

namespace uniform::cli::detail {

namespace {

std::vector<std::string_view> words_of(std::string_view choices) {
    std::vector<std::string_view> words;
    for (const auto word : std::views::split(choices, ' ')) words.emplace_back(word.begin(), word.end());
    return words;
}

constexpr std::string_view unit_letters = "KMG";

} // namespace

std::expected<std::size_t, std::string> choice_in(const option_text &text, std::string_view value) {
    const auto words = words_of(text.choices);
    const auto at = std::ranges::find(words, value);
    if (at != words.end()) return static_cast<std::size_t>(at - words.begin());
    return std::unexpected{in_quotes(value) + " is none of " + list_of(text) + suggestion(value, words)};
}

std::string_view choice_at(const option_text &text, std::size_t index) noexcept {
    std::string_view rest = text.choices;
    for (; index > 0; --index) rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));
    return rest.substr(0, rest.find(' '));
}

std::string list_of(const option_text &text) {
    std::string list;
    for (const std::string_view word : words_of(text.choices)) {
        if (!list.empty()) list += ", ";
        list += word;
    }
    return list;
}

std::size_t choices_in(const option_text &text) noexcept { return count_of(text.choices); }

std::expected<std::uint64_t, std::string> number_in(std::string_view value, std::uint64_t least, std::uint64_t most,
                                                    unit u) {
    const auto wrong = [&](std::string_view why) { return std::unexpected{in_quotes(value) + std::string{why}}; };
    std::uint64_t number = 0;
    const char *const last = value.data() + value.size();
    const auto [end, problem] = std::from_chars(value.data(), last, number);
    std::string_view rest{end, last};
    const std::string_view form =
        u == unit::bytes ? " is not a number of bytes, or one with K, M or G after it" : " is not a whole number";
    const std::string too_large = " is too large: at most " + number_text(most, u);
    if (problem == std::errc::result_out_of_range) return wrong(too_large);
    if (problem != std::errc{} && value.size() > 1 && value[0] == '-' &&
        std::ranges::all_of(value.substr(1), ascii::is_digit))
        return wrong(" is too small: at least " + number_text(least, u));
    if (problem != std::errc{}) return wrong(form);
    if (u == unit::bytes && rest.size() == 1) {
        const auto at = unit_letters.find(static_cast<char>(rest[0] & ~0x20));
        if (at != std::string_view::npos) {
            const auto shift = 10 * (at + 1);
            if (number > (most >> shift) + 1) return wrong(too_large);
            number = std::min(number << shift, most); // 4G where at most 4G-2 is possible
            rest = {};
        }
    }
    if (!rest.empty()) return wrong(form);
    if (number > most) return wrong(too_large);
    if (number < least) return wrong(" is too small: at least " + number_text(least, u));
    return number;
}

std::string number_text(std::uint64_t number, unit u) {
    std::size_t letter = 0;
    if (u == unit::bytes) {
        for (; letter < unit_letters.size() && number != 0 && number % 1024 == 0; ++letter) number /= 1024;
    }
    std::string text = std::to_string(number);
    if (letter != 0) text += unit_letters[letter - 1];
    return text;
}

} // namespace uniform::cli::detail
