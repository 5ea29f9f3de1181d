#include "http/settings/setting_values.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <ranges>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>

#include "http/settings/settings_units.hpp"

namespace uniform::http {

namespace {

std::expected<std::uint64_t, std::string> in_range(const setting &s, std::uint64_t value) {
    const std::uint64_t most = s.most == 0 ? std::numeric_limits<std::int64_t>::max() : s.most;
    if (value < s.least) return std::unexpected{"is too small: at least " + with_unit(s.least, s.type)};
    if (value > most) return std::unexpected{"is too large: at most " + with_unit(most, s.type)};
    return value;
}

std::expected<std::uint64_t, std::string> number_of(const setting &s, std::string_view text) {
    std::uint64_t value = 0;
    const char *const end = text.data() + text.size();
    const auto [stop, why] = std::from_chars(text.data(), end, value);
    if (why == std::errc::result_out_of_range) return std::unexpected{"is too large"};
    if (why != std::errc{} && text.size() > 1 && text[0] == '-' && std::ranges::all_of(text.substr(1), ascii::is_digit))
        return std::unexpected{"is too small: at least " + with_unit(s.least, s.type)};
    if (why != std::errc{}) return std::unexpected{"is not " + std::string{form_of(s.type)}};
    std::string_view rest{stop, static_cast<std::size_t>(end - stop)};
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    for (const unit &u : units_of(s.type)) {
        const bool same = rest == u.name || (s.type == setting_type::size && rest.size() == 1 && u.name.size() == 1 &&
                                             (rest[0] & ~0x20) == u.name[0]);
        if (!same) continue;
        if (value > std::numeric_limits<std::int64_t>::max() / u.factor) return std::unexpected{"is too large"};
        return in_range(s, value * u.factor);
    }
    return std::unexpected{"is not " + std::string{form_of(s.type)}};
}

void put_number(const setting &s, settings &into, std::uint64_t value) {
    if (const auto *m = std::get_if<std::uint64_t settings::*>(&s.member)) into.**m = value;
    if (const auto *m = std::get_if<std::chrono::milliseconds settings::*>(&s.member)) {
        into.**m = std::chrono::milliseconds{static_cast<std::int64_t>(value)};
    }
}

} // namespace

std::string_view form_of(setting_type t) {
    switch (t) {
    case setting_type::size:
        return "a number of bytes, or one with K, M or G after it";
    case setting_type::duration:
        return "a duration such as \"250ms\", \"10s\", \"5m\", \"1h\" or \"7d\"";
    default:
        return "a whole number";
    }
}

std::expected<void, std::string> put_text(const setting &s, settings &into, std::string_view text) {
    switch (s.type) {
    case setting_type::choice: {
        std::vector<std::string> words;
        for (const auto part : std::views::split(s.choices, ' ')) words.emplace_back(part.begin(), part.end());
        if (std::ranges::find(words, text) == words.end()) {
            std::string list;
            for (const std::string &word : words) list += (list.empty() ? "" : ", ") + word;
            return std::unexpected{"is none of " + list + suggestion(text, words)};
        }
        [[fallthrough]];
    }
    case setting_type::text:
        if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
            return std::unexpected{"contains control characters"};
        }
        into.*std::get<std::string settings::*>(s.member) = text;
        return {};
    case setting_type::boolean:
        if (text != "true" && text != "false") return std::unexpected{"is neither true nor false"};
        into.*std::get<bool settings::*>(s.member) = text == "true";
        return {};
    case setting_type::number:
    case setting_type::size:
    case setting_type::duration: {
        const auto value = number_of(s, text);
        if (!value) return std::unexpected{value.error()};
        put_number(s, into, *value);
        return {};
    }
    case setting_type::list: {
        auto &items = into.*std::get<std::vector<std::string> settings::*>(s.member);
        items.clear();
        for (const auto part : std::views::split(text, ',')) {
            const auto item = ascii::trim({part.begin(), part.end()});
            if (!item.empty()) items.emplace_back(item);
        }
        return {};
    }
    }
    return {};
}

} // namespace uniform::http
