#include "client_text.hpp"

#include <cstdlib>
#include <iostream>

#include "words.hpp"

namespace uniform::command {

using nlohmann::json;

std::string member_of(const json &object, std::string_view member) {
    if (!object.is_object()) return {};
    const auto at = object.find(member);
    if (at == object.end() || at->is_null()) return {};
    if (at->is_string()) return at->get<std::string>();
    return at->dump(-1, ' ', false, json::error_handler_t::replace);
}

void print_member(std::string_view label, std::string_view value) {
    if (value.empty()) return;
    constexpr std::size_t width = 19;
    std::string head = "  " + std::string{label};
    head.resize(std::max(head.size() + 1, width), ' ');
    for (std::string_view rest = value; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        std::cout << head << printable(line) << '\n';
        head.assign(width, ' ');
    }
}

void print_cells(std::initializer_list<cell> cells) {
    std::string line;
    std::size_t blanks = 0;
    for (const cell &c : cells) {
        const std::string text = printable(c.text);
        if (!text.empty()) line += std::string(blanks, ' ') + text;
        if (text.empty()) {
            blanks += c.width + 2;
        } else {
            blanks = 2 + (c.width > text.size() ? c.width - text.size() : 0);
        }
    }
    std::cout << line << '\n';
}

std::string joined(const json &object, std::string_view member) {
    std::string out;
    const auto at = object.find(member);
    if (at == object.end() || !at->is_array()) return out;
    for (const json &one : *at) {
        if (!one.is_string()) continue;
        if (!out.empty()) out += ", ";
        out += one.get<std::string>();
    }
    return out;
}

std::string_view value_or_empty(const options &o, std::string_view name) noexcept {
    const std::string *const value = o.value_of(name);
    return value ? std::string_view{*value} : std::string_view{};
}

std::vector<std::pair<std::string, std::string>> if_match_of(const options &o) {
    if (const std::string *const version = o.value_of("if-version")) return {{"If-Match", '"' + *version + '"'}};
    return {};
}

std::vector<std::pair<std::string, std::string>> secret_of(const options &o) {
    if (const std::string *const secret = o.value_of("secret")) return {{"Request-Secret", *secret}};
    const char *const variable = std::getenv("UNIFORM_SECRET");
    if (variable && *variable) return {{"Request-Secret", variable}};
    return {};
}

} // namespace uniform::command
