// The algorithms behind the check characters of ISBN, ISSN, ISNI, LEI and the rest.
//
//     compute(check_algorithm::isbn_13_mod10, "978951018435")->view()   -> "6"
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>

namespace uniform UNIFORM_API {

/// The algorithms that compute check characters.
enum class check_algorithm : std::uint8_t {
    isbn_10_mod11,    ///< weights 10 to 2 over nine digits, modulo 11, "X" for ten
    isbn_13_mod10,    ///< weights 1 and 3 over twelve digits, modulo 10
    issn_mod11,       ///< weights 8 to 2 over seven digits, modulo 11, "X" for ten
    iso7064_mod37_36, ///< ISO 7064 MOD 37,36 over digits and letters
    iso7064_mod11_2,  ///< ISO 7064 MOD 11-2 over digits, "X" for ten
    iso7064_mod97_10, ///< ISO 7064 MOD 97-10 over digits and letters; two characters
    luhn,             ///< every second digit from the right doubled, modulo 10
    gs1_mod10,        ///< weights 3 and 1 from the right, modulo 10
    eic_mod37,        ///< weights 16 to 2 over fifteen digits, letters and "-", modulo 37
    nbn_de,           ///< the German National Library's, over the whole URN without its last digit
};
/// Their names.
inline constexpr auto check_algorithm_names =
    enum_table<check_algorithm>({{check_algorithm::isbn_10_mod11, "isbn-10-mod11"},
                                 {check_algorithm::isbn_13_mod10, "isbn-13-mod10"},
                                 {check_algorithm::issn_mod11, "issn-mod11"},
                                 {check_algorithm::iso7064_mod37_36, "iso7064-mod37-36"},
                                 {check_algorithm::iso7064_mod11_2, "iso7064-mod11-2"},
                                 {check_algorithm::iso7064_mod97_10, "iso7064-mod97-10"},
                                 {check_algorithm::luhn, "luhn"},
                                 {check_algorithm::gs1_mod10, "gs1-mod10"},
                                 {check_algorithm::eic_mod37, "eic-mod37"},
                                 {check_algorithm::nbn_de, "nbn-de"}});

/// "isbn-10-mod11", ..., "nbn-de".
[[nodiscard]] constexpr std::string_view to_string(check_algorithm a) noexcept { return check_algorithm_names.name(a); }

/// One check character, or the two of MOD 97-10.
struct check_characters {
    std::array<char, 2> text{};
    std::uint8_t size = 0;
    [[nodiscard]] constexpr std::string_view view() const noexcept UNIFORM_LIFETIMEBOUND { return {text.data(), size}; }
    friend constexpr bool operator==(const check_characters &, const check_characters &) = default;
};

/// The number of check characters that the algorithm gives: 2 for MOD 97-10, 1 for the others.
[[nodiscard]] constexpr std::size_t check_size(check_algorithm a) noexcept {
    return a == check_algorithm::iso7064_mod97_10 ? 2 : 1;
}

namespace detail {

// 0-9, A-Z in any case, and "-" (for EIC); 255 for the rest
constexpr unsigned check_value(char c) noexcept {
    if (ascii::is_digit(c)) return static_cast<unsigned>(c - '0');
    if (ascii::is_upper(c)) return static_cast<unsigned>(c - 'A') + 10;
    if (ascii::is_lower(c)) return static_cast<unsigned>(c - 'a') + 10;
    return c == '-' ? 36 : 255;
}
inline constexpr std::string_view check_symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-";

// The German National Library's table: a character as one digit or two.
constexpr std::string_view nbn_digits(char c) noexcept {
    constexpr std::string_view letters = "18141915162122232425422627132829311232331134353637"
                                         "38"; // a to z, two digits each
    if (c >= '0' && c <= '8') return std::string_view{"123456789"}.substr(static_cast<std::size_t>(c - '0'), 1);
    c = ascii::to_lower(c);
    if (ascii::is_lower(c)) return letters.substr(static_cast<std::size_t>(c - 'a') * 2, 2);
    switch (c) {
    case '9':
        return "41";
    case '-':
        return "39";
    case ':':
        return "17";
    case '_':
        return "43";
    case '/':
        return "45";
    case '.':
        return "47";
    case '+':
        return "49";
    default:
        return {};
    }
}

} // namespace detail

/// The check character for `payload`, which has no separators and no check character. Letters may be in any case.
/// Nothing when the payload has a character or a length that the algorithm does not take, or when it gives no character
/// (EIC: such a code is not issued). Linear.
[[nodiscard]] constexpr std::optional<check_characters> compute(check_algorithm a, std::string_view payload) noexcept {
    const auto one = [](char c) { return check_characters{{c, '\0'}, 1}; };
    const auto digit = [](std::uint64_t v) { return static_cast<char>('0' + v); };
    const bool letters = a == check_algorithm::iso7064_mod37_36 || a == check_algorithm::iso7064_mod97_10;
    if (a != check_algorithm::nbn_de) {
        const unsigned limit = a == check_algorithm::eic_mod37 ? 37 : letters ? 36 : 10;
        for (const char c : payload) {
            if (detail::check_value(c) >= limit) return std::nullopt;
        }
    }
    const std::size_t n = payload.size();
    if (n == 0) return std::nullopt;
    std::uint64_t sum = 0;
    switch (a) {
    case check_algorithm::isbn_10_mod11:
    case check_algorithm::issn_mod11: {
        if (n != (a == check_algorithm::issn_mod11 ? 7U : 9U)) return std::nullopt;
        for (std::size_t i = 0; i < n; ++i) sum += (n + 1 - i) * detail::check_value(payload[i]);
        const std::uint64_t v = (11 - sum % 11) % 11;
        return one(v == 10 ? 'X' : digit(v));
    }
    case check_algorithm::isbn_13_mod10:
        if (n != 12) return std::nullopt;
        [[fallthrough]];
    case check_algorithm::gs1_mod10:
        for (std::size_t i = 0; i < n; ++i)
            sum += ((n - i) % 2 == 1 ? std::uint64_t{3} : std::uint64_t{1}) * detail::check_value(payload[i]);
        return one(digit((10 - sum % 10) % 10));
    case check_algorithm::luhn:
        for (std::size_t i = 0; i < n; ++i) {
            const unsigned d = detail::check_value(payload[i]) * ((n - i) % 2 == 1 ? 2U : 1U);
            sum += d > 9 ? d - 9 : d;
        }
        return one(digit((10 - sum % 10) % 10));
    case check_algorithm::iso7064_mod37_36: {
        unsigned p = 36;
        for (const char c : payload) {
            p = (p + detail::check_value(c)) % 36;
            p = (p == 0 ? 36 : p) * 2 % 37;
        }
        return one(detail::check_symbols[(37 - p) % 36]);
    }
    case check_algorithm::iso7064_mod11_2: {
        for (const char c : payload) sum = (sum + detail::check_value(c)) * 2 % 11;
        const std::uint64_t v = (12 - sum) % 11;
        return one(v == 10 ? 'X' : digit(v));
    }
    case check_algorithm::iso7064_mod97_10: {
        for (const char c : payload) {
            const unsigned v = detail::check_value(c);
            sum = (sum * (v > 9 ? 100 : 10) + v) % 97;
        }
        const std::uint64_t v = 98 - sum * 100 % 97;
        return check_characters{{digit(v / 10), digit(v % 10)}, 2};
    }
    case check_algorithm::eic_mod37: {
        if (n != 15) return std::nullopt;
        for (std::size_t i = 0; i < n; ++i) sum += (16 - i) * detail::check_value(payload[i]);
        const char c = detail::check_symbols[36 - (sum + 36) % 37];
        if (c == '-') return std::nullopt;
        return one(c);
    }
    case check_algorithm::nbn_de: {
        std::uint64_t position = 0;
        std::uint64_t last = 1;
        for (const char c : payload) {
            const std::string_view digits = detail::nbn_digits(c);
            if (digits.empty()) return std::nullopt;
            for (const char d : digits) {
                last = static_cast<std::uint64_t>(d - '0');
                sum += ++position * last;
            }
        }
        return one(digit(sum / last % 10)); // the table has no 0 at the end of an entry
    }
    }
    return std::nullopt;
}

} // namespace uniform
