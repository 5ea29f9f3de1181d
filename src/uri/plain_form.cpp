#include "uri/plain_form.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/utf8.hpp>
#include <uniform/uri/device_name.hpp>

namespace uniform::detail {

namespace {

// Successive characters whose forms are successive characters of US-ASCII, or one with a text.
struct forms {
    char32_t first;
    std::uint32_t number;
    std::string_view form; // of the first
    likeness kind = likeness::becomes;
};
constexpr forms all_forms[]{
#include "uri/plain_forms.inc"
};
static_assert(std::ranges::is_sorted(all_forms, {}, &forms::first));

constexpr std::array<char, 128> us_ascii = [] {
    std::array<char, 128> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<char>(i);
    return all;
}();

struct found_form {
    likeness kind = likeness::none;
    std::string_view form = {};
};

found_form form_of(char32_t c) noexcept {
    const auto after = std::ranges::upper_bound(all_forms, c, {}, &forms::first);
    if (after == std::begin(all_forms)) return {};
    const forms &f = *std::prev(after);
    if (c - f.first >= f.number) return {};
    if (f.number == 1) return {f.kind, f.form};
    return {f.kind, {&us_ascii[static_cast<unsigned char>(f.form.front()) + (c - f.first)], 1}};
}

} // namespace

std::string_view plain_form(char32_t c) noexcept {
    const found_form found = form_of(c);
    return found.kind == likeness::becomes ? found.form : std::string_view{};
}

likeness likeness_of(char32_t c) noexcept {
    const found_form found = form_of(c);
    return found.form.find_first_of("/\\:.") == std::string_view::npos ? likeness::none : found.kind;
}

std::string plain_name(std::string_view name) {
    std::string out;
    while (!name.empty()) {
        const base::utf8_sequence s = base::utf8_sequence_at(name);
        const std::string_view octets = name.substr(0, s.size);
        const char32_t c = s.valid ? base::character_of(octets) : U'\0';
        if (const std::string_view plain = plain_form(c); !plain.empty()) {
            out += plain;
        } else if (!base::is_joiner(c)) {
            out += octets;
        }
        name.remove_prefix(s.size);
    }
    return out;
}

} // namespace uniform::detail

namespace uniform {

bool is_device_name(std::string_view name) {
    constexpr std::size_t shortest = 3;
    constexpr std::size_t longest = 7;
    const auto shown = [](std::string_view text) {
        text = text.substr(0, text.find_first_of(".:"));
        return text.substr(0, text.find_last_not_of(' ') + 1);
    };
    name = shown(name);
    const bool is_us_ascii = std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (name.size() < shortest || (is_us_ascii && name.size() > longest)) return false;
    const std::string whole = ascii::lower_copy(is_us_ascii ? std::string{name} : detail::plain_name(name));
    const std::string_view plain = shown(whole);
    if (plain.size() < shortest || plain.size() > longest) return false;
    if (plain.starts_with("com") || plain.starts_with("lpt")) {
        const std::string_view number = plain.substr(3);
        if (number.size() == 1 && number[0] >= '1' && number[0] <= '9') return true;
    }
    constexpr std::array<std::string_view, 8> others{"aux", "clock$", "con", "conin$", "conout$", "lpt", "nul", "prn"};
    return std::ranges::binary_search(others, plain);
}

} // namespace uniform
