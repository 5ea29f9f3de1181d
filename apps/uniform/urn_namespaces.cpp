// uniform urn namespaces: what is known about the namespaces of IANA's registry.

#include <algorithm>

#include <unistd.h>

#include <uniform/namespace.hpp>

#include "columns.hpp"
#include "namespace_page.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

bool is_asked_for(const namespace_info &info, const options &o) {
    if (!o.kind.empty() && kind_word(info) != o.kind) return false;
    if (o.resolution.empty()) return true;
    return o.resolution == "known" ? !info.resolvers.empty() : to_string(info.resolution) == o.resolution;
}

void append_table(std::string &out, const std::vector<const namespace_info *> &found, bool colour) {
    std::size_t width = 0;
    for (const namespace_info *info : found) width = std::max(width, info->nid.size());
    for (const namespace_info *info : found) {
        if (colour) out += info->status == namespace_status::registered ? ansi::green : ansi::dim;
        append_column(out, info->nid, width);
        if (colour) out += ansi::plain;
        append_column(out, kind_word(*info), 12);
        out += info->title;
        while (out.ends_with(' ')) out.pop_back();
        out += '\n';
    }
}

} // namespace

int urn_namespaces_verb(const options &o) {
    const auto &registry = namespace_registry::standard();
    std::vector<const namespace_info *> found;
    int code = exit_good;
    std::string out;
    if (o.arguments.empty()) {
        for (const namespace_info &info : iana_namespaces()) found.push_back(&info);
    }
    for (std::string_view name : o.arguments) {
        if (name.size() > 4 && name.substr(0, 4).find_first_not_of("urnURN:") == std::string_view::npos &&
            name[3] == ':') {
            name.remove_prefix(4); // a whole URN, or its beginning
            name = name.substr(0, name.find(':'));
        }
        const namespace_info *info = registry.find(name);
        if (info == nullptr) {
            code = exit_bad_input;
            const std::string says = in_quotes(name) + " is not in IANA's registry of URN namespaces";
            if (o.json) {
                append_refusal(out, name, {0, error_code::not_found, rule::none, edition::rfc8141}, says);
            } else {
                fail(code, says);
            }
        } else if (o.json && is_asked_for(*info, o)) {
            append_namespace_json(out, *info); // in the order of the arguments
        } else if (!o.json) {
            found.push_back(info);
        }
    }
    std::erase_if(found, [&](const namespace_info *info) { return !is_asked_for(*info, o); });
    const bool colour = use_colour(o.colour, STDOUT_FILENO);
    if (o.json) {
        for (const namespace_info *info : found) append_namespace_json(out, *info);
    } else if (o.arguments.empty()) {
        append_table(out, found, colour);
    } else {
        for (const namespace_info *info : found) {
            if (!out.empty()) out += '\n';
            append_namespace_page(out, *info, terminal_width(STDOUT_FILENO), colour);
        }
    }
    const int printed = print_all(out);
    return printed != exit_good ? printed : code;
}

} // namespace uniform::command
