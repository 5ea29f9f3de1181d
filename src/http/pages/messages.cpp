#include "http/pages/messages.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>

#include "http/pages/escape.hpp"
#include "http/pages/language_tags.hpp"

namespace uniform::http::pages {

namespace {

struct row {
    std::string_view key;                               // the message or the word in English
    std::array<std::string_view, language_count> texts; // empty: there is no translation
};
constexpr row all_messages[]{
#include "web_messages.inc"
};
constexpr row all_words[]{
// sorted by key
#include "web_words.inc"
};

constexpr std::size_t longest_message = 2000;
constexpr std::size_t longest_word = 60;
constexpr int deepest = 4;            // messages in messages
constexpr int most_patterns = 20'000; // that are tried for one message, with those in it
constexpr char backtick_of_value = '\x01';

enum class placeholder : std::uint8_t { any, word, message, numbered };

struct place {
    std::size_t at = std::string_view::npos;
    std::size_t size = 0;
    placeholder is = placeholder::any;
};

// Other braces are text.
place next_place(std::string_view text) noexcept {
    for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("{}")) return {at, 2, placeholder::any};
        if (rest.starts_with("{word}")) return {at, 6, placeholder::word};
        if (rest.starts_with("{message}")) return {at, 9, placeholder::message};
        if (rest.size() > 2 && ascii::is_digit(rest[1]) && rest[2] == '}') return {at, 3, placeholder::numbered};
    }
    return {};
}

// A message with placeholders between its literals: there is one literal more. They are found from the left to the
// right, the last one at the end, so that nothing is tried twice.
struct pattern {
    std::vector<std::string_view> literals = {};
    std::vector<placeholder> placeholders = {};
    std::size_t literal_bytes = 0;
    const row *of = nullptr;
};

pattern pattern_of(const row &r) {
    pattern out{.of = &r};
    std::string_view rest = r.key;
    for (place p = next_place(rest); p.size != 0; p = next_place(rest)) {
        out.literals.push_back(rest.substr(0, p.at));
        out.placeholders.push_back(p.is);
        rest.remove_prefix(p.at + p.size);
    }
    out.literals.push_back(rest);
    for (const std::string_view l : out.literals) out.literal_bytes += l.size();
    return out;
}

struct catalogue {
    std::unordered_map<std::string_view, const row *> exact;
    std::vector<pattern> patterns; // those that say most come first
};

const catalogue &compiled() {
    static const catalogue out = [] {
        catalogue c;
        for (const row &r : all_messages) {
            pattern p = pattern_of(r);
            if (p.placeholders.empty()) {
                c.exact.emplace(r.key, &r);
            } else {
                c.patterns.push_back(std::move(p));
            }
        }
        const auto rank = [](const pattern &p) {
            return std::pair{-static_cast<std::ptrdiff_t>(p.literal_bytes), p.of->key};
        };
        std::ranges::sort(c.patterns, {}, rank);
        return c;
    }();
    return out;
}

std::optional<std::vector<std::string_view>> match(const pattern &p, std::string_view text) {
    const std::string_view last = p.literals.back();
    if (text.size() < p.literal_bytes || !text.starts_with(p.literals.front()) || !text.ends_with(last)) {
        return std::nullopt;
    }
    text.remove_prefix(p.literals.front().size());
    text.remove_suffix(last.size());
    std::vector<std::string_view> out;
    for (std::size_t i = 1; i + 1 < p.literals.size(); ++i) {
        const std::size_t at = text.find(p.literals[i]);
        if (at == std::string_view::npos) return std::nullopt;
        out.push_back(text.substr(0, at));
        text.remove_prefix(at + p.literals[i].size());
    }
    out.push_back(text);
    return out;
}

bool is_word(std::string_view text) noexcept {
    return text.size() <= longest_word && !text.contains('"') && !text.contains(": ");
}

// The translation with what stands at the placeholders, by number or in their order.
std::string filled(std::string_view text, const std::vector<std::string> &parts) {
    std::string out;
    std::size_t next = 0;
    for (place p = next_place(text); p.size != 0; p = next_place(text)) {
        out += text.substr(0, p.at);
        const std::size_t n = p.is == placeholder::numbered ? static_cast<std::size_t>(text[p.at + 1] - '0') : next++;
        if (n < parts.size()) out += parts[n];
        text.remove_prefix(p.at + p.size);
    }
    return out += text;
}

// One message, with those in it. Backticks in values are marked: those of the catalogue stand around code.
class translation {
public:
    explicit translation(language l) noexcept : in_{l} {}

    std::optional<std::string> of(std::string_view message, int depth) {
        const catalogue &c = compiled();
        const auto at = c.exact.find(message);
        if (at != c.exact.end() && has(*at->second)) return capital(text_of(*at->second), depth);
        if (depth == 0) return std::nullopt;
        for (const pattern &p : c.patterns) {
            if (!has(*p.of)) continue;
            if (--left_ < 0) return std::nullopt;
            const auto found = match(p, message);
            if (!found) continue;
            const auto parts = parts_of(p, *found, depth);
            if (!parts) continue;
            const bool begins = p.literals.front().empty() && p.placeholders.front() == placeholder::message;
            std::string out = filled(text_of(*p.of), *parts);
            return begins ? capital(out, depth) : out;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] std::string_view text_of(const row &r) const noexcept {
        return r.texts[static_cast<std::size_t>(in_)];
    }
    [[nodiscard]] bool has(const row &r) const noexcept { return !text_of(r).empty(); }

    // A sentence begins with a capital letter, which what begins it may not have as a part of one.
    [[nodiscard]] std::string capital(std::string_view text, int depth) const {
        std::string out{text};
        const bool is_whole = depth == deepest || text.ends_with('.');
        if (is_whole && in_ != language::english && !out.empty()) out.front() = ascii::to_upper(out.front());
        return out;
    }

    std::optional<std::vector<std::string>> parts_of(const pattern &p, const std::vector<std::string_view> &found,
                                                     int depth) {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (p.placeholders[i] == placeholder::message) {
                auto inner = of(found[i], depth - 1);
                if (!inner) return std::nullopt;
                out.push_back(std::move(*inner));
                continue;
            }
            const bool is_named = p.placeholders[i] == placeholder::word;
            if (is_named && !is_word(found[i])) return std::nullopt;
            std::string &part = out.emplace_back(is_named ? label_of(in_, found[i]) : found[i]);
            std::ranges::replace(part, '`', backtick_of_value);
        }
        return out;
    }

    language in_;
    int left_ = most_patterns;
};

std::optional<std::string> marked(language l, std::string_view message) {
    return message.size() > longest_message ? std::nullopt : translation{l}.of(message, deepest);
}

} // namespace

std::string_view label_of(language l, std::string_view word) noexcept {
    const auto at = std::ranges::lower_bound(all_words, word, {}, &row::key);
    return at != std::ranges::end(all_words) && at->key == word ? at->texts[static_cast<std::size_t>(l)] : word;
}

std::optional<std::string> translated(language l, std::string_view message) {
    auto out = marked(l, message);
    if (out) std::ranges::replace(*out, backtick_of_value, '`');
    return out;
}

std::string message_html(language l, std::string_view message) {
    if (message.empty()) return {};
    if (const auto known = marked(l, message)) return html_with_code(*known);
    if (l == language::english || is_text(l, message)) return escaped(message);
    const auto in_english = marked(language::english, message);
    return "<span lang=\"en\">" + (in_english ? html_with_code(*in_english) : escaped(message)) + "</span>";
}

std::string html_with_code(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find('`');
        const std::size_t close = open == std::string_view::npos ? open : text.find('`', open + 1);
        const bool has_code = close != std::string_view::npos;
        std::string before{has_code ? text.substr(0, open) : text};
        std::ranges::replace(before, backtick_of_value, '`');
        out += escaped(before);
        if (!has_code) break;
        out.append("<code>").append(escaped(text.substr(open + 1, close - open - 1))).append("</code>");
        text.remove_prefix(close + 1);
    }
    return out;
}

} // namespace uniform::http::pages
