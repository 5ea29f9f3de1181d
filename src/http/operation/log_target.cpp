#include "http/operation/log_target.hpp"

#include <algorithm>
#include <optional>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>

namespace uniform::http {

namespace {

constexpr std::string_view word = "access_token=";
constexpr std::string_view instead = "...";

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
    const int high = at < text.size() ? base::hex_value_or(text[at], -1) : -1;
    const int low = at + 1 < text.size() ? base::hex_value_or(text[at + 1], -1) : -1;
    if (high < 0 || low < 0) return {'%', 1};
    return {lower(static_cast<unsigned>(high * 16 + low)), at + 2};
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
