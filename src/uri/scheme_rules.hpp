// The reader of the rules of scheme_info::equivalence, and the lists of parameters and fields that they are about.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform::detail::rules {

using text_list = std::vector<std::string>;

// Calls `f` with each part of `list`, an empty list having none, until it returns true; whether it did.
template <class F>
bool any_part(std::string_view list, char separator, F f) {
    if (list.empty()) return false;
    for (;;) {
        const std::size_t end = std::min(list.find(separator), list.size());
        if (f(list.substr(0, end))) return true;
        if (end == list.size()) return false;
        list.remove_prefix(end + 1);
    }
}

inline text_list split(std::string_view list, char separator) {
    text_list parts;
    (void)any_part(list, separator, [&](std::string_view part) {
        parts.emplace_back(part);
        return false;
    });
    if (list.empty()) parts.emplace_back();
    return parts;
}

inline bool lists(std::string_view list, std::string_view name) {
    return any_part(list, ',', [&](std::string_view part) { return part == name; });
}

// The text after "=" in the rule of that name, "" if nothing does.
inline std::optional<std::string_view> rule_of(const scheme_info &info, std::string_view name) {
    std::optional<std::string_view> found;
    (void)any_part(info.equivalence, ' ', [&](std::string_view word) {
        if (!word.starts_with(name) || (word.size() > name.size() && word[name.size()] != '=')) return false;
        found = word.substr(std::min(name.size() + 1, word.size()));
        return true;
    });
    return found;
}

inline std::string_view name_of(std::string_view parameter) { return parameter.substr(0, parameter.find('=')); }

inline std::string_view value_of(std::string_view parameter) {
    const std::size_t equals = parameter.find('=');
    return equals == std::string_view::npos ? std::string_view{} : parameter.substr(equals + 1);
}

// Whether that parameter or field is there, and no other of its name: of two, each says something of the other.
inline bool has_alone(const text_list &list, std::string_view parameter) {
    const auto named = [&](const std::string &p) { return name_of(p) == name_of(parameter); };
    return std::ranges::count_if(list, named) == 1 && std::ranges::find(list, parameter) != list.end();
}

// Letters, but not the digits of percent-encoded octets, from `begin` to `end`.
inline void fold_letters(std::string &text, std::size_t begin = 0, std::size_t end = std::string::npos) {
    end = std::min(end, text.size());
    for (std::size_t i = begin; i < end; ++i) {
        if (text[i] == '%') {
            i += 2;
        } else {
            text[i] = ascii::to_lower(text[i]);
        }
    }
}

// std::stable_sort of libstdc++ 12 uses what Clang calls deprecated.
template <class Projection>
void sort_stably(text_list &list, Projection by) {
    std::vector<std::pair<std::size_t, std::string>> numbered;
    for (std::string &text : list) numbered.emplace_back(numbered.size(), std::move(text));
    std::ranges::sort(numbered, {}, [&](const auto &n) { return std::pair{by(n.second), n.first}; });
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = std::move(numbered[i].second);
}

// The parts of a path and its query.
struct scheme_text {
    std::string userinfo; // with its "@"
    std::string main;
    text_list parameters;
    text_list fields;
    bool has_query = false;
    char separator = '&';

    scheme_text(std::string_view text, const scheme_info &info) {
        if (rule_of(info, "user")) {
            const std::size_t at = text.rfind('@');
            if (at != std::string_view::npos) {
                userinfo = text.substr(0, at + 1);
                text.remove_prefix(at + 1);
            }
        }
        const std::size_t mark = std::min(text.find('?'), text.size());
        has_query = mark != text.size();
        if (const auto given = rule_of(info, "separated"); given && !given->empty()) separator = given->front();
        if (has_query) fields = split(text.substr(mark + 1), separator);
        const std::string_view path = text.substr(0, mark);
        const std::size_t end = std::min(path.find(';'), path.size());
        main = path.substr(0, end);
        if (end != path.size()) parameters = split(path.substr(end + 1), ';');
    }

    [[nodiscard]] std::string str() const {
        std::string out = userinfo + main;
        for (const std::string &parameter : parameters) (out += ';') += parameter;
        for (std::size_t i = 0; has_query && i < fields.size(); ++i) (out += i == 0 ? '?' : separator) += fields[i];
        return out;
    }
};

// Rewrites the parts of a URI by the rules of its scheme.
void rewrite_by_rules(scheme_text &text, const scheme_info &info);

// Applies the rules that are about one part of a path or a query: attributes, positions, digests, numbers, names.
void rewrite_parts(scheme_text &text, const scheme_info &info);

} // namespace uniform::detail::rules
