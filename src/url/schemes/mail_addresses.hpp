// The addresses of a header field.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace uniform::detail {

// The addresses of a header field "to": between commas that no quotation marks or brackets enclose.
inline void append_addresses(std::vector<std::string> &to, std::string_view list) {
    bool quoted = false;
    bool bracketed = false;
    const auto take = [&](std::string_view address) {
        const auto begin = address.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) return;
        to.emplace_back(address.substr(begin, address.find_last_not_of(" \t\r\n") + 1 - begin));
    };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const char c = list[i];
        if (quoted && c == '\\') {
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '[' || c == ']')) {
            bracketed = c == '[';
        } else if (!quoted && !bracketed && c == ',') {
            take(list.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    take(list.substr(begin));
}

} // namespace uniform::detail
