#include "print/hidden_password.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>

namespace uniform::cli {

namespace {

constexpr std::string_view stars = "***";

struct place {
    std::size_t begin = 0;
    std::size_t size = 0;
};

constexpr std::string_view slashes = "/\\"; // browsers read both alike

// The next place, from `begin`, where an authority may start: after "//", or after the ":" of a scheme whose URLs
// browsers read with any number of slashes (the URL Standard, 4.4).
std::size_t next_authority(std::string_view text, std::size_t begin) {
    constexpr char_set of_schemes = characters::alpha | characters::digit | char_set{"+-."};
    constexpr std::array<std::string_view, 5> special{"http", "https", "ftp", "ws", "wss"};
    for (std::size_t i = text.find_first_of(":/\\", begin); i != std::string_view::npos;
         i = text.find_first_of(":/\\", i + 1)) {
        const std::size_t after = std::min(text.find_first_not_of(slashes, i + 1), text.size());
        if (text[i] != ':') {
            if (after > i + 1) return after;
            continue;
        }
        std::size_t name = i;
        while (name > begin && of_schemes.contains(text[name - 1])) --name;
        const std::string_view scheme = text.substr(name, i - name);
        if (after - i > 2 ||
            std::ranges::any_of(special, [&](auto s) { return ascii::equal_ignoring_case(s, scheme); }))
            return after;
    }
    return std::string_view::npos;
}

// The password of an authority that starts at `begin`. If there is none, `begin` is where the authority ends: no part
// of it has one. `last`: the last "@" of the text.
place find_password(std::string_view text, std::size_t begin, std::size_t last) {
    const std::size_t end = std::min(text.find_first_of("/\\?#", begin), text.size());
    const place none{end, 0};
    const std::string_view authority = text.substr(begin, end - begin);
    const std::size_t colon = authority.find(':');
    if (colon == std::string_view::npos) return none;
    std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos) { // "u:pa/ss@h": what follows the colon is no port
        const std::string_view port = authority.substr(colon + 1);
        if (authority.starts_with('[') || last < end) return none;
        if (std::ranges::all_of(port, [](char c) { return characters::digit.contains(c); })) return none;
        at = last - begin;
    }
    if (colon >= at || colon + 1 == at) return none;
    return {begin + colon + 1, at - colon - 1};
}

// The characters of a password that not every edition allows there, each one once.
std::string delimiters_of(std::string_view password) {
    // RFC 1738 5: uchar without those that are not in every edition; "%" is one where no digits follow.
    constexpr char_set common = characters::alpha | characters::digit | char_set{"-._!*'(),$+"};
    std::string kept;
    for (std::size_t i = 0; i < password.size(); ++i) {
        const bool escape = password[i] == '%' && i + 2 < password.size() &&
                            characters::hexdig.contains(password[i + 1]) &&
                            characters::hexdig.contains(password[i + 2]);
        if (!escape && !common.contains(password[i]) && !kept.contains(password[i])) kept += password[i];
    }
    return kept;
}

} // namespace

without_password_text::without_password_text(std::string_view text, passwords p, redaction r) : original_{text} {
    if (p == passwords::shown || !text.contains('@')) return; // most have none
    const std::size_t last = text.rfind('@');
    std::size_t done = 0;
    for (std::size_t at = next_authority(text, 0); at <= last; at = next_authority(text, at)) {
        const place secret = find_password(text, at, last);
        at = secret.begin + secret.size;
        if (secret.size == 0) continue;
        hidden h{secret.begin, secret.size, 0, {}};
        if (r == redaction::with_delimiters) h.kept = delimiters_of(text.substr(secret.begin, secret.size));
        text_ += text.substr(done, secret.begin - done);
        h.new_begin = text_.size();
        text_ += stars;
        text_ += h.kept;
        done = at;
        hidden_.push_back(std::move(h));
    }
    if (!hidden_.empty()) text_ += text.substr(done);
}

std::size_t without_password_text::at(std::size_t offset) const noexcept {
    std::size_t moved = offset;
    for (const hidden &h : hidden_) {
        if (offset < h.begin) break;
        if (offset < h.begin + h.size) {
            const auto kept = h.kept.find(original_[offset]);
            return kept == std::string::npos ? h.new_begin : h.new_begin + stars.size() + kept;
        }
        moved = offset - h.begin - h.size + h.new_begin + stars.size() + h.kept.size();
    }
    return moved;
}

std::string without_passwords_in(std::string_view sentence) {
    constexpr std::string_view around = " \t\n\"'<>";
    std::string out;
    while (sentence.contains('@')) {
        const std::size_t begin = std::min(sentence.find_first_not_of(around), sentence.size());
        const std::size_t end = std::min(sentence.find_first_of(around, begin), sentence.size());
        out += sentence.substr(0, begin);
        out += without_password_text{sentence.substr(begin, end - begin)}.text();
        sentence.remove_prefix(end);
    }
    return out += sentence;
}

} // namespace uniform::cli
