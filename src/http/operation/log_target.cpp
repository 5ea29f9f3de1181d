#include "http/operation/log_target.hpp"

#include <algorithm>
#include <optional>

#include <uniform/base/ascii.hpp>

namespace uniform::http {

namespace {

constexpr std::string_view word = "access_token=";
constexpr std::string_view instead = "...";

std::optional<unsigned> hex_value(char c) noexcept {
    if (ascii::is_digit(c)) return static_cast<unsigned>(c - '0');
    const char l = static_cast<char>(c | 0x20);
    if (l >= 'a' && l <= 'f') return static_cast<unsigned>(l - 'a' + 10);
    return std::nullopt;
}

struct character {
    char value = 0; // ASCII in lower case
    std::size_t size = 1;
};

// The character that begins here: "a", "%61", "%2561" or "%252561".
character character_at(std::string_view text) noexcept {
    const auto lower = [](unsigned c) { return ascii::to_lower(static_cast<char>(c)); };
    if (text[0] != '%') return {lower(static_cast<unsigned char>(text[0])), 1};
    std::size_t at = 1;
    for (int again = 0; again < 2 && text.substr(at).starts_with("25"); ++again) at += 2;
    const auto high = at < text.size() ? hex_value(text[at]) : std::nullopt;
    const auto low = at + 1 < text.size() ? hex_value(text[at + 1]) : std::nullopt;
    if (!high || !low) return {'%', 1};
    return {lower(*high << 4U | *low), at + 2};
}

// The length of the word if it begins here.
std::optional<std::size_t> word_at(std::string_view text) noexcept {
    std::size_t at = 0;
    for (const char wanted : word) {
        if (at >= text.size()) return std::nullopt;
        const character c = character_at(text.substr(at));
        if (c.value != wanted) return std::nullopt;
        at += c.size;
    }
    return at;
}

} // namespace

std::string loggable_target(std::string_view target, std::size_t longest) {
    std::string out;
    for (std::size_t at = 0; at < target.size() && out.size() < longest;) {
        const std::string_view rest = target.substr(at);
        const auto size = word_at(rest);
        if (!size) {
            out += target[at++];
            continue;
        }
        out.append(rest, 0, *size).append(instead);
        at = std::min(target.find_first_of("&;#", at + *size), target.size());
    }
    if (out.size() > longest) out.resize(longest);
    return out;
}

} // namespace uniform::http
