// The country that a request states as its preference, as a small number that can be counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace uniform::http {

/// Two letters, or none. Whether a country has this code is not checked: there are 676 of them, however many clients
/// make some up.
class country_code {
public:
    static constexpr std::size_t count = std::size_t{26} * 26;

    constexpr country_code() noexcept = default;
    /// In any case; of another text, none. "UK" is "GB", as for locators (RFC 8141 2.3.1 has "cc=uk").
    [[nodiscard]] static constexpr country_code of(std::string_view text) noexcept {
        country_code out;
        if (text.size() != 2) return out;
        const auto a = static_cast<unsigned>((text[0] | 0x20) - 'a');
        const auto b = static_cast<unsigned>((text[1] | 0x20) - 'a');
        if (a >= 26 || b >= 26) return out;
        out.number_ = static_cast<std::uint16_t>(a * 26 + b + 1);
        if (out.number_ == 'u' * 26 - 'a' * 26 + ('k' - 'a') + 1) return of("GB");
        return out;
    }
    [[nodiscard]] static constexpr country_code at(std::size_t index) noexcept { // index < count
        country_code out;
        out.number_ = static_cast<std::uint16_t>(index + 1);
        return out;
    }

    [[nodiscard]] constexpr explicit operator bool() const noexcept { return number_ != 0; }
    [[nodiscard]] constexpr std::size_t index() const noexcept { return number_ - std::size_t{1}; } // requires bool()
    [[nodiscard]] std::string text() const {                                                        // requires bool()
        return {static_cast<char>('A' + index() / 26), static_cast<char>('A' + index() % 26)};
    }
    constexpr bool operator==(const country_code &) const noexcept = default;

private:
    std::uint16_t number_ = 0;
};

/// The region of the language range that is preferred most (RFC 9110 12.5.4, RFC 5646 2.2.4): AT of "de-AT, de;q=0.9".
/// None if that range has no region, or one of three digits. Linear, without allocation.
[[nodiscard]] country_code region_of(std::string_view accept_language) noexcept;

/// The country that a request states: that of its r-component, which chooses among locators; else the region of its
/// preferred language, which is no more than a hint. Nothing else of a request is looked at, least of all its address.
[[nodiscard]] inline country_code country_stated(std::string_view of_r_component,
                                                 std::string_view accept_language) noexcept {
    const country_code asked = country_code::of(of_r_component);
    return asked || accept_language.empty() ? asked : region_of(accept_language);
}

} // namespace uniform::http
