#include "html/lists.hpp"

#include <uniform/base/ascii.hpp>

namespace uniform::html {

namespace {

using spans = std::vector<span_of_text>;

template <class Is>
std::size_t skip(std::string_view text, std::size_t i, Is is) {
    while (i < text.size() && is(text[i])) ++i;
    return i;
}

constexpr bool is_no_space(char c) noexcept { return !is_space(c); }

spans separated_by_spaces(std::string_view text) {
    spans result;
    for (std::size_t i = skip(text, 0, is_space); i < text.size();) {
        const std::size_t last = skip(text, i, is_no_space);
        result.push_back({i, last});
        i = skip(text, last, is_space);
    }
    return result;
}

spans separated_by_commas(std::string_view text) {
    spans result;
    for (std::size_t i = 0; i <= text.size();) {
        const std::size_t last = skip(text, i, [](char c) { return c != ','; });
        const std::size_t first = skip(text, i, is_space);
        if (first < last) result.push_back({first, last}); // an empty member names no archive
        i = last + 1;
    }
    return result;
}

// HTML 4.8.4.2.2, "parsing a srcset attribute": white space ends the URL; commas at its end belong to the list;
// descriptors go on to a comma outside of parentheses.
spans candidates(std::string_view text) {
    spans result;
    for (std::size_t i = 0;;) {
        i = skip(text, i, [](char c) { return is_space(c) || c == ','; });
        if (i >= text.size()) return result;
        const std::size_t end = skip(text, i, is_no_space);
        std::size_t last = end;
        while (text[last - 1] == ',') --last; // the first character is none
        result.push_back({i, last});
        i = end;
        if (last != end) continue;
        bool inside = false;
        for (; i < text.size() && (inside || text[i] != ','); ++i) {
            if (text[i] == '(') inside = true;
            if (text[i] == ')') inside = false;
        }
    }
}

// HTML 4.2.5.3, "shared declarative refresh steps".
spans refresh(std::string_view text) {
    std::size_t i = skip(text, 0, is_space);
    const std::size_t seconds = i;
    i = skip(text, i, ascii::is_digit);
    if (i == seconds && (i == text.size() || text[i] != '.')) return {};
    i = skip(text, i, [](char c) { return ascii::is_digit(c) || c == '.'; });
    if (i == text.size() || (text[i] != ';' && text[i] != ',' && !is_space(text[i]))) return {};
    i = skip(text, i, is_space);
    if (i < text.size() && (text[i] == ';' || text[i] == ',')) ++i;
    i = skip(text, i, is_space);
    if (i == text.size()) return {};
    if (begins_with_word(text.substr(i), "url")) {
        const std::size_t equals = skip(text, i + 3, is_space);
        if (equals < text.size() && text[equals] == '=') i = skip(text, equals + 1, is_space);
    }
    if (i < text.size() && (text[i] == '\'' || text[i] == '"')) {
        const char quote = text[i++];
        return {{i, skip(text, i, [quote](char c) { return c != quote; })}};
    }
    return {{i, text.size()}};
}

} // namespace

std::vector<span_of_text> references_of(std::string_view value, form f) {
    switch (f) {
    case form::spaces:
        return separated_by_spaces(value);
    case form::commas:
        return separated_by_commas(value);
    case form::srcset:
        return candidates(value);
    case form::refresh:
        return refresh(value);
    case form::one:
    case form::style:
        break;
    }
    return {{0, value.size()}};
}

} // namespace uniform::html
