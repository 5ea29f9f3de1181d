#include "http/pages/texts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include <uniform/base/ascii.hpp>

#include "http/pages/language_tags.hpp"

namespace uniform::http::pages {

namespace {

constexpr auto all_languages = [] {
    std::array<language, language_count> out{};
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<language>(i);
    return out;
}();

struct text_row {
    std::string_view key;
    std::array<std::string_view, language_count> texts;
};
constexpr text_row all_texts[]{
#include "web_texts.inc"
};

// The next element of a list separated by `separator`, without white space around it.
std::string_view next_of(std::string_view &list, char separator) noexcept {
    const std::string_view first = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(list.size(), first.size() + 1));
    return ascii::trim(first);
}

// RFC 6265 4.2.1
std::optional<language> chosen_in(std::string_view cookies) noexcept {
    while (!cookies.empty()) {
        const std::string_view cookie = next_of(cookies, ';');
        if (cookie.starts_with("lang=")) return language_tagged(cookie.substr(5));
    }
    return std::nullopt;
}

// RFC 9110 12.4.2: "0.8" in thousandths; 1000 without one that can be read.
int quality_of(std::string_view parameters) noexcept {
    while (!parameters.empty()) {
        std::string_view p = next_of(parameters, ';');
        if (!p.starts_with("q=") && !p.starts_with("Q=")) continue;
        p.remove_prefix(2);
        if (!p.starts_with("0")) return 1000;
        p.remove_prefix(std::min<std::size_t>(p.size(), 2));
        int value = 0;
        int scale = 100;
        for (const char c : p.substr(0, 3)) {
            if (!ascii::is_digit(c)) break;
            value += (c - '0') * scale;
            scale /= 10;
        }
        return value;
    }
    return 1000;
}

// RFC 4647 3.4: the range, then what is left of it without its last subtags.
std::optional<language> language_in(std::string_view range) noexcept {
    for (;;) {
        if (const auto known = language_tagged(range)) return known;
        const std::size_t end = range.rfind('-');
        if (end == std::string_view::npos) return std::nullopt;
        range = range.substr(0, end);
    }
}

} // namespace

std::span<const language> languages() noexcept { return all_languages; }

std::string_view tag_of(language l) noexcept { return language_tags[static_cast<std::size_t>(l)]; }
std::string_view name_of(language l) noexcept { return text(l, "language.name"); }

std::optional<language> language_tagged(std::string_view tag) noexcept {
    const auto found =
        std::ranges::find_if(all_languages, [&](language l) { return ascii::equal_ignoring_case(tag_of(l), tag); });
    return found == all_languages.end() ? std::nullopt : std::optional{*found};
}

language language_of(const request &r) noexcept {
    if (const auto chosen = chosen_in(r.value("Cookie"))) return *chosen;
    language best = language::english;
    int most = 0;
    std::string_view list = r.value("Accept-Language");
    while (!list.empty()) {
        std::string_view element = next_of(list, ',');
        const std::string_view range = next_of(element, ';');
        const auto known = range == "*" ? std::optional{language::english} : language_in(range);
        if (!known) continue;
        if (const int quality = quality_of(element); quality > most) {
            most = quality;
            best = *known;
        }
    }
    return best;
}

std::string_view text(language l, std::string_view key) noexcept {
    const auto at = std::ranges::lower_bound(all_texts, key, {}, &text_row::key);
    return at != std::ranges::end(all_texts) && at->key == key ? at->texts[static_cast<std::size_t>(l)] : key;
}

bool is_text(language l, std::string_view what) noexcept {
    return std::ranges::any_of(all_texts, [&](const text_row &r) {
        const std::string_view text = r.texts[static_cast<std::size_t>(l)];
        const std::size_t open = text.find("{}");
        if (open == std::string_view::npos) return text == what;
        return what.size() + 2 >= text.size() && what.starts_with(text.substr(0, open)) &&
               what.ends_with(text.substr(open + 2));
    });
}

std::string number(language l, std::uint64_t n) {
    const std::string_view separator = text(l, "language.thousands");
    std::string digits = std::to_string(n);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, separator);
    return digits;
}

} // namespace uniform::http::pages
