#include "service/client_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include <uniform/json/writer.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

std::string value_text(const json::value &v) {
    if (v.is_string()) return *v.if_string();
    if (!v.is_array()) return json::to_text(v);
    std::string out;
    for (const json::value &one : v.elements()) {
        if (!out.empty()) out += ", ";
        out += value_text(one);
    }
    return out;
}

void append_members(std::string &out, const json::value &object, const std::string &indent) {
    for (const json::member &m : object.members()) {
        const json::array &elements = m.value.elements();
        out += indent + printable(m.name) + ':';
        if (m.value.is_object()) {
            out += '\n';
            append_members(out, m.value, indent + "  ");
        } else if (!elements.empty() && std::ranges::all_of(elements, &json::value::is_object)) {
            out += '\n';
            for (const json::value &one : elements) {
                const std::size_t begin = out.size();
                append_members(out, one, indent + "    ");
                if (out.size() > begin) out[begin + indent.size() + 2] = '-';
            }
        } else {
            const std::string text = printable(value_text(m.value));
            out += (text.empty() ? "" : " ") + text + '\n';
        }
    }
}

} // namespace

std::string member_of(const json::value &object, std::string_view member) {
    const json::value *const v = object.find(member);
    if (v == nullptr || v->is_null()) return {};
    return v->is_string() ? *v->if_string() : json::to_text(*v);
}

const json::array &list_in(const json::value &object, std::string_view member) {
    static const json::array none;
    const json::value *const v = object.find(member);
    return v == nullptr ? none : v->elements();
}

void remove_member(json::value &object, std::string_view member) {
    if (json::object *const all = object.if_object()) {
        std::erase_if(*all, [&](const json::member &m) { return m.name == member; });
    }
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

int print_json(const json::value &value) { return print_all(json::to_text(value) + '\n'); }

void print_cells(std::initializer_list<cell> cells) {
    std::string line;
    std::size_t spaces = 0;
    for (const cell &c : cells) {
        const std::string text = printable(c.text);
        if (!text.empty()) line += std::string(spaces, ' ') + text;
        if (text.empty()) {
            spaces += c.width + 2;
        } else {
            spaces = 2 + (c.width > text.size() ? c.width - text.size() : 0);
        }
    }
    std::cout << line << '\n';
}

std::string member_lines(const json::value &object) {
    std::string out;
    append_members(out, object, "  ");
    return out;
}

std::string joined(const json::value &object, std::string_view member) {
    std::string out;
    for (const json::value &one : list_in(object, member)) {
        if (!one.is_string()) continue;
        if (!out.empty()) out += ", ";
        out += *one.if_string();
    }
    return out;
}

std::string finding_text(const json::value &finding) {
    std::string text = member_of(finding, "level") + ": " + member_of(finding, "message");
    if (const std::string rule = member_of(finding, "rule"); !rule.empty()) text += " (" + rule + ")";
    if (const std::string line = member_of(finding, "line"); !line.empty()) text.insert(0, "line " + line + ": ");
    return text;
}

header_fields if_match_of(const if_version_option &o) {
    if (o.if_version) return {{"If-Match", '"' + std::to_string(*o.if_version) + '"'}};
    return {};
}

header_fields secret_of(const secret_option &o) {
    if (o.secret) return {{"Request-Secret", *o.secret}};
    const char *const variable = std::getenv("UNIFORM_SECRET");
    if (variable && *variable) return {{"Request-Secret", variable}};
    return {};
}

} // namespace uniform::cli
