// uniform urn namespaces: looks namespaces up in IANA's registry.

#include <algorithm>

#include <unistd.h>

#include <uniform/urn/namespace.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/terminal.hpp"
#include "print/text_columns.hpp"
#include "print/words.hpp"
#include "run/inputs.hpp"
#include "run/typed_arguments.hpp"
#include "urn/commands.hpp"
#include "urn/namespace_page.hpp"
#include "urn/nid_suggestion.hpp"

namespace uniform::cli {

namespace {

struct urn_namespaces_command_options : with<common_options, colour_option> {
    bool json = false;
    std::string kind;
    std::string resolution;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&urn_namespaces_command_options::kind>({output, 'k', "kind", "KIND",
                                                           "Print only the namespaces of that kind.",
                                                           "formal informal unregistered", "all"}),
            option<&urn_namespaces_command_options::resolution>({output, 0, "resolution", "WHAT",
                                                                 "Print only some namespaces: yes and no, those whose "
                                                                 "registration states that their names can or cannot "
                                                                 "be resolved; unknown, those whose registration does "
                                                                 "not state it; known, those of which a resolver is "
                                                                 "known.",
                                                                 "yes no unknown known", "all"}),
            option<&urn_namespaces_command_options::json>({output, 'j', "json", "", "Print one JSON object a line."}),
        };
    }
};

bool is_selected(const namespace_info &info, const urn_namespaces_command_options &o) {
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

int run_urn_namespaces(const urn_namespaces_command_options &o) {
    const auto &registry = namespace_registry::standard();
    std::vector<const namespace_info *> found;
    int code = exit_good;
    std::string out;
    if (o.arguments.empty()) {
        found = registry.entries();
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
            const std::string says =
                in_quotes(name) + " is not in IANA's registry of URN namespaces" + nid_suggestion(name);
            if (o.json) {
                append_rejected(out, name, {0, error_code::not_found, rule::none, edition::rfc8141}, says);
            } else {
                fail(code, says);
            }
        } else if (o.json && is_selected(*info, o)) {
            append_namespace_json(out, *info); // in the order of the arguments
        } else if (!o.json) {
            found.push_back(info);
        }
    }
    std::erase_if(found, [&](const namespace_info *info) { return !is_selected(*info, o); });
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
    const int printed = print_all(out, colour ? own_colours::yes : own_colours::no);
    return printed != exit_good ? printed : code;
}

constexpr example urn_namespaces_examples[]{
    {"The entry of one namespace", "uniform urn namespaces isbn"},
    {"All of them", "uniform urn namespaces"},
    {"Those with a known resolver", "uniform urn namespaces --resolution known"},
};

} // namespace

const command urn_namespaces_command = command_of<run_typed<run_urn_namespaces>>(
    {"urn namespaces", "look namespaces up in IANA's registry", "[NID...]",
     "Prints the registry entries of the named namespaces, with their sources: syntax, equivalence, check characters, "
     "components, resolvers, and examples. Without arguments, it prints a line for each namespace. A URN may be given "
     "instead of its NID. The exit code is 1 if there is no entry for one.",
     urn_namespaces_examples, "nids"});

} // namespace uniform::cli
