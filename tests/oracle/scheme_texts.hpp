// Texts of schemes, cut and put together again: what the oracle's two files of scheme rules have in common. Not the
// library's, which they judge.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace oracle {

using texts = std::vector<std::string>;

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// In lower case, but for the digits of triplets.
inline std::string folded(std::string text) {
    for (std::size_t i = 0; i < text.size(); i += text[i] == '%' ? 3 : 1) text[i] = lower(text[i]);
    return text;
}

inline texts cut(const std::string &text, char delimiter) {
    texts parts(1);
    for (const char c : text) {
        if (c == delimiter)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

inline std::string joined(const texts &parts, char delimiter) {
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : std::string{delimiter}) + parts[i];
    return text;
}

inline std::string name_of(const std::string &part) { return part.substr(0, part.find('=')); }

// By name, those of one name as they were.
inline texts sorted(const texts &parts) {
    std::multimap<std::string, std::string> by_name; // keeps the order of equal names
    for (const std::string &part : parts) by_name.emplace(name_of(part), part);
    texts result;
    for (const auto &[name, part] : by_name) result.push_back(part);
    return result;
}

} // namespace oracle
