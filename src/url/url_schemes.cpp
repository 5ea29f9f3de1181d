#include "url/url_schemes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <uniform/base/ascii.hpp>

namespace uniform {

namespace {

using detail::url_schemes_table;

// The index of the first name that begins with the letter "a", "b", ..., or of the place where one would be.
constexpr auto first_of_letter = [] {
    std::array<std::uint8_t, 'z' - 'a' + 2> first{};
    for (std::size_t i = 0; i < first.size(); ++i) {
        const auto is_before = [&](const url_scheme &s) { return static_cast<std::size_t>(s.name.front() - 'a') < i; };
        first[i] = static_cast<std::uint8_t>(std::ranges::count_if(url_schemes_table, is_before));
    }
    return first;
}();

} // namespace

std::span<const url_scheme> url_schemes() noexcept { return url_schemes_table; }

const url_scheme *find_url_scheme(std::string_view name) noexcept {
    const unsigned letter =
        name.empty() ? 0U : static_cast<unsigned char>(ascii::to_lower(name.front())) - unsigned{'a'};
    if (letter > 'z' - 'a') return nullptr;
    for (std::size_t i = first_of_letter[letter]; i < first_of_letter[letter + 1]; ++i) {
        if (ascii::equal_ignoring_case(name, url_schemes_table[i].name)) return &url_schemes_table[i];
    }
    return nullptr;
}

edition current_edition(std::string_view scheme) noexcept {
    const url_scheme *known = find_url_scheme(scheme);
    return known == nullptr ? edition::url_06 : known->editions.front();
}

} // namespace uniform
