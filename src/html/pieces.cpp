#include "html/pieces.hpp"

#include <algorithm>
#include <iterator>

#include <uniform/base/ascii.hpp>

#include "html/source_text.hpp"

namespace uniform::html {

namespace {

// Elements that contain nothing, or that the next ones close: they make no depth, with an end tag or without one.
constexpr std::string_view flat[] = {
    "a",     "area",  "base",     "basefont", "bgsound", "body",  "br",    "caption", "col",   "colgroup", "dd",
    "dt",    "embed", "frame",    "head",     "hr",      "html",  "image", "img",     "input", "keygen",   "li",
    "link",  "meta",  "optgroup", "option",   "p",       "param", "rb",    "rp",      "rt",    "rtc",      "source",
    "tbody", "td",    "tfoot",    "th",       "thead",   "tr",    "track", "wbr"};
static_assert(std::ranges::is_sorted(flat));

// Their content is text, up to the end tag.
constexpr std::string_view of_text[] = {"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"};

// The number of open elements in which an end tag looks for its own: further out, it closes others.
constexpr std::size_t farthest = 16;

bool is_letter(char c) noexcept { return ascii::to_lower(c) >= 'a' && ascii::to_lower(c) <= 'z'; }

bool is_one_of(auto &words, std::string_view name) {
    return std::ranges::any_of(words, [&](std::string_view w) { return is_word(name, w); });
}

// After the ">" of the tag whose name ends at `at`; a ">" in a quoted value is none.
std::size_t end_of_tag(std::string_view text, std::size_t at) noexcept {
    bool after_equals = false;
    while (at < text.size() && text[at] != '>') {
        const char c = text[at++];
        if (after_equals && (c == '"' || c == '\'')) at = std::min(text.find(c, at), text.size() - 1) + 1;
        if (!is_space(c)) after_equals = c == '=';
    }
    return std::min(at + 1, text.size());
}

// The end tag of an element whose content is text; the end of the document if there is none.
std::size_t end_of_content(std::string_view text, std::size_t at, std::string_view name) noexcept {
    for (; (at = text.find("</", at)) != std::string_view::npos; at += 2)
        if (begins_with_word(text.substr(at + 2), name)) return at;
    return text.size();
}

} // namespace

std::vector<std::string_view> pieces_of(std::string_view document) {
    std::vector<std::string_view> pieces;
    std::vector<std::string_view> open;
    std::size_t begin = 0;
    for (std::size_t at = 0; (at = document.find('<', at)) != std::string_view::npos;) {
        const std::string_view rest = document.substr(at);
        if (rest.starts_with("<!--")) {
            const auto end = document.find("-->", at + 2); // "<!-->" is a whole comment
            if (end == std::string_view::npos) break;
            at = end + 3;
            continue;
        }
        const bool ends = rest.starts_with("</");
        const std::size_t from = at + (ends ? 2 : 1);
        if (from >= document.size() || !is_letter(document[from])) {
            ++at;
            continue;
        }
        auto to = from;
        while (to < document.size() && !is_space(document[to]) && document[to] != '>' && document[to] != '/') ++to;
        const std::string_view name = document.substr(from, to - from);
        const auto after = end_of_tag(document, to);
        if (!is_one_of(flat, name)) {
            const auto is_it = [&](std::string_view o) { return ascii::equal_ignoring_case(o, name); };
            if (ends) {
                const auto last = open.rbegin() + static_cast<std::ptrdiff_t>(std::min(open.size(), farthest));
                const auto found = std::find_if(open.rbegin(), last, is_it);
                if (found != last) open.erase(std::next(found).base(), open.end());
            } else if (open.size() == deepest) {
                pieces.push_back(document.substr(begin, at - begin));
                begin = at;
                open.assign(1, name);
            } else {
                open.push_back(name);
            }
        }
        at = after;
        if (ends) continue;
        if (const auto *const text = std::ranges::find_if(of_text, [&](auto w) { return is_word(name, w); });
            text != std::end(of_text))
            at = end_of_content(document, at, *text);
        else if (is_word(name, "plaintext"))
            break;
    }
    pieces.push_back(document.substr(begin));
    return pieces;
}

} // namespace uniform::html
