#include "links/soft_404.hpp"

#include <algorithm>
#include <array>

#include <uniform/base/ascii.hpp>

namespace uniform::links {

namespace {

// FNV-1a, and a last mix: all bits are to depend on the whole word.
std::uint64_t hash_of(std::string_view word) noexcept {
    std::uint64_t h = 0xcbf29ce484222325U;
    for (const char c : word) h = (h ^ static_cast<unsigned char>(ascii::to_lower(c))) * 0x100000001b3U;
    h ^= h >> 33U;
    h *= 0xff51afd7ed558ccdU;
    return h ^ h >> 33U;
}

constexpr std::size_t most_words = 128;

// Broder 1997: of two sets, how much of what either has both have, estimated by the least hashes of both.
bool nearly_the_same(const std::vector<std::uint64_t> &a, const std::vector<std::uint64_t> &b) noexcept {
    std::size_t either = 0;
    std::size_t both = 0;
    for (auto i = a.begin(), j = b.begin(); either < most_words && (i != a.end() || j != b.end()); ++either) {
        if (j == b.end() || (i != a.end() && *i < *j)) {
            ++i;
        } else if (i == a.end() || *j < *i) {
            ++j;
        } else {
            ++both;
            ++i;
            ++j;
        }
    }
    return either >= 10 && both * 100 >= either * 85;
}

bool begins(std::string_view text, std::string_view name) noexcept {
    if (text.size() < name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (ascii::to_lower(text[i]) != name[i]) return false;
    }
    return true;
}

// After the next `</name`, or the end.
std::size_t end_of(std::string_view body, std::size_t from, std::string_view name) noexcept {
    for (std::size_t i = body.find("</", from); i != std::string_view::npos; i = body.find("</", i + 2)) {
        if (begins(body.substr(i + 2), name)) return i;
    }
    return body.size();
}

// Lower case, white space as single spaces, without tags.
std::string title_of(std::string_view text) {
    std::string out;
    bool tag = false;
    for (const char c : text.substr(0, 300)) {
        if (c == '<') tag = true;
        if (tag) {
            tag = c != '>';
            if (!out.empty() && out.back() != ' ') out += ' ';
        } else if (!ascii::is_space(c)) {
            out += ascii::to_lower(c);
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    while (out.ends_with(' ')) out.pop_back();
    return out;
}

constexpr std::size_t tiny_page = 10;
constexpr std::size_t short_page = 60;

constexpr std::array<std::string_view, 14> phrases{
    "404",          "410 gone",         "not found",      "no longer available", "does not exist",
    "page is gone", "page unavailable", "nicht gefunden", "existiert nicht",     "page introuvable",
    "non trovata",  "no encontrada",    "niet gevonden",  "nie znaleziono"};
// The words that may stand before these without another meaning.
constexpr std::array<std::string_view, 11> subjects{
    "", "error ", "404 ", "page ", "file ", "document ", "seite ", "pagina ", "p\u00e1gina ", "this ", "error 404 "};

constexpr bool mark(char c) noexcept { return std::string_view{"-|:.!,)(/"}.contains(c); }

// A title. Short, so that a work about lost objects is not taken for one: a phrase by itself, or between marks: "Not
// Found - A Library", "A Library | 404".
bool says_so(std::string_view title) noexcept {
    if (title.size() > 60) return false;
    for (const std::string_view phrase : phrases) {
        const std::size_t at = title.find(phrase);
        if (at == std::string_view::npos) continue;
        std::string_view before = title.substr(0, at);
        const std::string_view after = title.substr(at + phrase.size());
        for (const std::string_view s : subjects) {
            if (s.empty() || !before.ends_with(s)) continue;
            const std::string_view rest = before.substr(0, before.size() - s.size());
            if (rest.empty() || rest.back() == ' ') {
                before = rest;
                break;
            }
        }
        const bool begins_there =
            before.empty() || (before.size() > 1 && before.back() == ' ' && mark(before[before.size() - 2]));
        const bool ends_there = after.empty() || mark(after.front()) ||
                                (after.size() > 1 && after.front() == ' ' && mark(after[1])) ||
                                (phrase == "404" && after.front() == ' ');
        if (begins_there && ends_there) return true;
    }
    return false;
}

// All that a page says, in a few words: a sentence may be around the phrase. The number alone may be one of a room.
bool tiny_page_says_so(std::string_view text) noexcept {
    return std::ranges::any_of(phrases, [&](std::string_view phrase) {
        const std::size_t at = text.find(phrase);
        if (at == std::string_view::npos || phrase == "404") return false;
        const std::string_view after = text.substr(at + phrase.size());
        return (at == 0 || text[at - 1] == ' ') && (after.empty() || after.front() == ' ' || mark(after.front()));
    });
}

} // namespace

page_sample sample_of(int status, std::string_view url, std::string_view body) {
    page_sample s{.status = status, .url = std::string{url}};
    for (std::size_t i = 0; i < body.size();) {
        const char c = body[i];
        if (c == '<') {
            const std::string_view tag = body.substr(i + 1);
            std::size_t close = body.find('>', i);
            close = close == std::string_view::npos ? body.size() : close + 1;
            if (begins(tag, "title")) {
                const std::size_t end = end_of(body, close, "title");
                if (s.title.empty()) s.title = title_of(body.substr(close, end - close));
                i = body.find('>', end);
                i = i == std::string_view::npos ? body.size() : i + 1;
            } else if (begins(tag, "script") || begins(tag, "style")) {
                const std::size_t end = end_of(body, close, begins(tag, "script") ? "script" : "style");
                i = body.find('>', end);
                i = i == std::string_view::npos ? body.size() : i + 1;
            } else {
                if (s.heading.empty() && (begins(tag, "h1") || begins(tag, "h2"))) {
                    const std::string_view near = body.substr(close, 1000);
                    s.heading = title_of(near.substr(0, end_of(near, 0, begins(tag, "h1") ? "h1" : "h2")));
                }
                i = close;
            }
            continue;
        }
        if (ascii::is_space(c)) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < body.size() && !ascii::is_space(body[end]) && body[end] != '<') ++end;
        s.words.push_back(hash_of(body.substr(i, end - i)));
        ++s.length;
        if (s.length < tiny_page) {
            if (!s.text.empty()) s.text += ' ';
            s.text += title_of(body.substr(i, end - i));
        }
        i = end;
    }
    if (s.length >= tiny_page) s.text.clear();
    std::ranges::sort(s.words);
    s.words.erase(std::unique(s.words.begin(), s.words.end()), s.words.end());
    if (s.words.size() > most_words) s.words.resize(most_words);
    return s;
}

std::string soft_404(const page_sample &page, const page_sample &probe) {
    if (probe.status >= 200 && probe.status < 300) {
        if (!page.url.empty() && page.url == probe.url) {
            return "redirects to the same page as a nonexistent URL of the host";
        }
        if (nearly_the_same(page.words, probe.words)) {
            return "has the same content as a nonexistent URL of the host";
        }
    }
    if (says_so(page.title)) return "has the title \"" + page.title + "\"";
    if (page.length < short_page && says_so(page.heading)) return "has the heading \"" + page.heading + "\"";
    if (says_so(page.text) || tiny_page_says_so(page.text)) return "has only the text \"" + page.text + "\"";
    return {};
}

} // namespace uniform::links
