#include "cli/option.hpp"

#include <algorithm>

#include "print/words.hpp"

namespace uniform::cli::detail {

std::expected<std::size_t, std::string> choice_in(const option_text &text, std::string_view value) {
    auto index = base::read_choice(value, text.choices);
    if (!index) return std::unexpected{in_quotes(value) + ' ' + index.error()};
    return index;
}

std::string_view choice_at(const option_text &text, std::size_t index) noexcept {
    std::string_view rest = text.choices;
    for (; index > 0; --index) rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()));
    return rest.substr(0, rest.find(' '));
}

std::size_t choices_in(const option_text &text) noexcept { return count_of(text.choices); }

std::expected<std::uint64_t, std::string> number_in(const option_text &text, std::string_view value) {
    // A setting may have a space before its unit.
    auto n = value.contains(' ') ? std::unexpected{base::message(base::number_fault::form, text.limits)}
                                 : base::read_within(value, text.limits);
    if (!n) return std::unexpected{in_quotes(value) + ' ' + n.error()};
    return n;
}

} // namespace uniform::cli::detail
