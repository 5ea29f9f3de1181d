#include "http/operation/log_target.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/base/hex.hpp>

namespace uniform::http {

namespace {

constexpr std::string_view instead = "...";

struct character {
    char value = 0; // ASCII in lower case
    std::size_t size = 1;
};

// The character that begins here: "a", "%61", "%2561", "%252561", ...
character character_at(std::string_view text) noexcept {
    const auto lower = [](unsigned c) { return ascii::to_lower(static_cast<char>(c)); };
    if (text[0] != '%') return {lower(static_cast<unsigned char>(text[0])), 1};
    std::size_t at = 1;
    while (text.substr(at).starts_with("25")) at += 2;
    const int high = at < text.size() ? base::hex_value_or(text[at], -1) : -1;
    const int low = at + 1 < text.size() ? base::hex_value_or(text[at + 1], -1) : -1;
    if (high < 0 || low < 0) return {'%', 1};
    return {lower(static_cast<unsigned>(high * 16 + low)), at + 2};
}

// The length of the word if it begins here, else 0.
std::size_t word_at(std::string_view text, std::string_view word) noexcept {
    std::size_t at = 0;
    for (const char wanted : word) {
        if (at >= text.size()) return 0;
        const character c = character_at(text.substr(at));
        if (c.value != wanted) return 0;
        at += c.size;
    }
    return at;
}

// The length of what begins here and consists of such characters.
template <class F>
std::size_t run_at(std::string_view text, F is_one) noexcept {
    std::size_t at = 0;
    while (at < text.size()) {
        const character c = character_at(text.substr(at));
        if (!is_one(c.value)) break;
        at += c.size;
    }
    return at;
}

// The lengths of a secret: of the part that is logged, and of the part that is not.
struct hidden {
    std::size_t shown = 0;
    std::size_t left_out = 0;
};

// service::make_token_secret(): "uniform_", hexadecimal digits, "_", base64url.
hidden token_at(std::string_view text) noexcept {
    const std::size_t name = word_at(text, "uniform_");
    if (name == 0) return {};
    const std::size_t id = run_at(text.substr(name), [](char c) { return base::hex_value_or(c, -1) >= 0; });
    if (id == 0) return {};
    const std::size_t mark = word_at(text.substr(name + id), "_");
    if (mark == 0) return {};
    const std::size_t shown = name + id + mark;
    const auto of_secret = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; };
    return {shown, run_at(text.substr(shown), of_secret)};
}

// The end of the path to which an OpenID provider sends the browser back.
constexpr std::string_view openid_callback = "/openid/callback";

// `of_sign_in`: in what follows openid_callback, where "code" and "state" are secrets as well. Elsewhere "state" is a
// filter.
hidden value_at(std::string_view text, bool within_word, bool of_sign_in) noexcept {
    std::size_t name = 0;
    std::string_view ends = "&#"; // RFC 6749 A.5 and A.11: a code and a state may have ";"
    if (!within_word && of_sign_in) name = word_at(text, "code=");
    if (name == 0 && !within_word && of_sign_in) name = word_at(text, "state=");
    if (name == 0) ends = "&;#";
    if (name == 0) name = word_at(text, "access_token=");
    if (name == 0 && !within_word) name = word_at(text, "token=");
    if (name == 0 && !within_word) name = word_at(text, "secret=");
    if (name == 0) return {};
    return {name, std::min(text.find_first_of(ends, name), text.size()) - name};
}

} // namespace

std::string loggable_target(std::string_view target, std::size_t longest) {
    std::string out;
    bool within_word = false;
    bool of_sign_in = false;
    for (std::size_t at = 0; at < target.size() && out.size() < longest;) {
        const std::string_view rest = target.substr(at);
        of_sign_in = of_sign_in || word_at(rest, openid_callback) != 0;
        hidden found = value_at(rest, within_word, of_sign_in);
        if (found.shown == 0) found = token_at(rest);
        if (found.shown != 0) {
            out.append(rest, 0, found.shown).append(instead);
            at += found.shown + found.left_out;
            within_word = false;
            continue;
        }
        const character c = character_at(rest);
        within_word = ascii::is_alnum(c.value);
        out.append(rest, 0, c.size);
        at += c.size;
    }
    if (out.size() > longest) out.resize(longest);
    return out;
}

} // namespace uniform::http
