#include "print/words.hpp"

#include <algorithm>
#include <cstring>

#include <uniform/syntax/error.hpp>

#include "print/hidden_password.hpp"

namespace uniform::cli {

bool is_printable(std::string_view text) noexcept {
    // Without a branch for each byte, so that the compiler makes vector instructions of it.
    unsigned char odd = 0;
    for (const char c : text) {
        const auto above = static_cast<unsigned char>(static_cast<unsigned char>(c) - 0x20); // 0 to 0x5E are printable
        odd = static_cast<unsigned char>(odd | (above > 0x5E));
    }
    return odd == 0;
}

std::string printable(std::string_view text) {
    if (is_printable(text)) return std::string{text};
    const std::string drawn = print(error{}, text, {.width = 4 * text.size() + 20});
    return drawn.substr(0, drawn.find('\n'));
}

std::string shown_text(std::string_view text) { return printable(without_password_text{text}.text()); }

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view near = did_you_mean(word, candidates);
    return near.empty() ? std::string{} : ": did you mean " + in_quotes(near) + '?';
}

std::string file_error(std::string_view name, int number) {
    return std::string{without_password_text{name}.text()} + ": " + std::strerror(number);
}

std::string not_of_form(std::string_view text, std::string_view form) {
    return in_quotes(text) + " is not of the form " + std::string{form};
}

std::string exclusive(std::string_view one, std::string_view other) {
    return std::string{one} + " and " + std::string{other} + " exclude each other";
}

std::string shell_word(std::string_view text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+,-./:=@^_%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string{text};
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + '\'';
}

std::string with_separators(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

} // namespace uniform::cli
