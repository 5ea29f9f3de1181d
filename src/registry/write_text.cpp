// Writing the text form, as Appendix A prints it.

#include <uniform/registry/template.hpp>

#include "registry/template_lines.hpp"

namespace uniform::registry {

namespace {

constexpr std::string_view indent = "   ";

// Short texts are on the line of their label, and so is a NID with remarks: reading returns it if its other lines have
// no indentation of their own.
bool goes_beside(std::string_view text, std::string_view name, bool is_nid) {
    constexpr std::size_t width = 72;
    if (text.front() == ' ') return false;
    if (text.find('\n') == std::string_view::npos) return is_nid || name.size() + 3 + text.size() <= width;
    if (!is_nid) return false;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
        if (text[end + 1] != ' ' && text[end + 1] != '\n') return true;
    }
    return false;
}

void append_lines(std::string &out, std::string_view text, bool first_is_beside) {
    bool beside = first_is_beside;
    for (;;) {
        const auto end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        if (!beside && !line.empty()) out += indent;
        out += line;
        out += '\n';
        if (end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
        beside = false;
    }
}

} // namespace

std::string write_template(const namespace_template &t) {
    std::string out;
    for (const entry &e : t.entries) {
        if (!out.empty()) out += '\n';
        const field_rule *rule = e.id ? find_rule(t.edition, *e.id) : nullptr;
        const std::string_view name = rule != nullptr ? rule->name : std::string_view{e.name};
        out += name;
        out += ':';
        const std::string text = normal_text(e.text);
        if (text.empty()) {
            out += '\n';
        } else if (goes_beside(text, name, e.id == field::namespace_identifier)) {
            out += "  ";
            append_lines(out, text, true);
        } else {
            out += '\n';
            append_lines(out, text, false);
        }
    }
    return out;
}

} // namespace uniform::registry
