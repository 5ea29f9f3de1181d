#include "print/hidden_password.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/uri/parse.hpp>

namespace uniform::cli {

namespace {

constexpr std::string_view stars = "***";

struct place {
    std::size_t begin = 0;
    std::size_t size = 0;
};

// After the first ":" of a text's part, if that is before the "@".
place between(std::string_view text, std::size_t begin, std::size_t at) {
    const std::size_t colon = text.find(':', begin);
    if (at == std::string_view::npos || colon >= at) return {};
    return {colon + 1, at - colon - 1};
}

// Of a text that is no URI reference, or whose password has a character that ends the authority.
place guess(std::string_view text) {
    constexpr char_set of_schemes = characters::alpha | characters::digit | char_set{"+-."};
    std::size_t begin = 0;
    while (begin < text.size() && of_schemes.contains(text[begin])) ++begin;
    begin = begin > 0 && begin < text.size() && text[begin] == ':' ? begin + 1 : 0;
    const std::string_view slashes = text.substr(begin, 2);
    if (slashes != "//" && slashes != "\\\\" && slashes != "/\\" && slashes != "\\/") return {};
    begin += 2;
    const std::size_t end = std::min(text.find_first_of("/\\?#", begin), text.size());
    if (const std::size_t at = text.substr(0, end).rfind('@'); at != std::string_view::npos && at >= begin) {
        return between(text, begin, at);
    }
    // "u:pa/ss@h": what follows the colon is no port.
    const std::size_t colon = text.find(':', begin);
    if (text.substr(begin).starts_with('[') || colon >= end) return {};
    const std::string_view port = text.substr(colon + 1, end - colon - 1);
    if (port.empty() || std::ranges::all_of(port, [](char c) { return characters::digit.contains(c); })) return {};
    return between(text, begin, text.rfind('@'));
}

place find_password(std::string_view text) {
    if (text.find('@') == std::string_view::npos) return {}; // as most have none
    const auto reference = parse_uri_reference(text, {.max_length = 0xFFFFFFFE});
    if (!reference) return guess(text);
    const auto authority = reference->authority();
    if (!authority) return {};
    const auto begin = static_cast<std::size_t>(authority->data() - text.data());
    const auto at = authority->rfind('@');
    return at == std::string_view::npos ? place{} : between(text, begin, begin + at);
}

} // namespace

without_password_text::without_password_text(std::string_view text, passwords p, redaction r) : original_{text} {
    if (p == passwords::shown) return;
    const place secret = find_password(text);
    if (secret.size == 0) return;
    begin_ = secret.begin;
    size_ = secret.size;
    if (r == redaction::with_delimiters) {
        // RFC 1738 5: uchar without those that are not in every edition; "%" is one where no digits follow.
        constexpr char_set common = characters::alpha | characters::digit | char_set{"-._!*'(),$+"};
        const std::string_view hidden = text.substr(begin_, size_);
        for (std::size_t i = 0; i < hidden.size(); ++i) {
            const bool escape = hidden[i] == '%' && i + 2 < hidden.size() &&
                                characters::hexdig.contains(hidden[i + 1]) &&
                                characters::hexdig.contains(hidden[i + 2]);
            if (!escape && !common.contains(hidden[i]) && !kept_.contains(hidden[i])) kept_ += hidden[i];
        }
    }
    text_ = text.substr(0, begin_);
    text_ += stars;
    text_ += kept_;
    new_size_ = stars.size() + kept_.size();
    text_ += text.substr(begin_ + size_);
}

std::size_t without_password_text::at(std::size_t offset) const noexcept {
    if (offset < begin_ || size_ == 0) return offset;
    if (offset >= begin_ + size_) return offset - size_ + new_size_;
    const auto kept = kept_.find(original_[offset]);
    return kept == std::string::npos ? begin_ : begin_ + stars.size() + kept;
}

std::string without_passwords_in(std::string_view sentence) {
    constexpr char_set of_schemes = characters::alpha | characters::digit | char_set{"+-."};
    std::string out;
    while (sentence.contains('@')) {
        const auto slashes = sentence.find("://");
        if (slashes == std::string_view::npos) break;
        std::size_t begin = slashes;
        while (begin > 0 && of_schemes.contains(sentence[begin - 1])) --begin;
        const std::size_t end = std::min(sentence.find_first_of(" \t\n\"'<>", slashes), sentence.size());
        out += sentence.substr(0, begin);
        out += without_password_text{sentence.substr(begin, end - begin)}.text();
        sentence.remove_prefix(end);
    }
    return out += sentence;
}

} // namespace uniform::cli
