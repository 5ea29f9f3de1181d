#include "print/template_text.hpp"

#include <utility>

namespace uniform::cli {

std::expected<std::vector<template_piece>, template_fault> split_template(std::string_view text) {
    std::vector<template_piece> result;
    std::string literal;
    const auto flush = [&] {
        if (literal.empty()) return;
        result.push_back({.text = std::exchange(literal, {})});
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\') {
            constexpr std::string_view letters = "tnr0\\";
            constexpr std::string_view meanings{"\t\n\r\0\\", 5};
            const auto at = i + 1 < text.size() ? letters.find(text[i + 1]) : std::string_view::npos;
            if (at == std::string_view::npos)
                return std::unexpected{template_fault{i, "expected t, n, r, 0 or \\ after \"\\\""}};
            literal += meanings[at];
            ++i;
        } else if (c == '{' && i + 1 < text.size() && text[i + 1] == '{') {
            literal += '{';
            ++i;
        } else if (c == '}') {
            if (i + 1 == text.size() || text[i + 1] != '}') {
                return std::unexpected{template_fault{i, "\"}\" without \"{\"; }} prints a brace"}};
            }
            literal += '}';
            ++i;
        } else if (c == '{') {
            const auto end = text.find('}', i);
            if (end == std::string_view::npos) {
                return std::unexpected{template_fault{i, "\"{\" without \"}\"; {{ prints a brace"}};
            }
            flush();
            result.push_back({true, i + 1, std::string{text.substr(i + 1, end - i - 1)}});
            i = end;
        } else {
            literal += c;
        }
    }
    flush();
    return result;
}

} // namespace uniform::cli
