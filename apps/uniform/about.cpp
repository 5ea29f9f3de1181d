// uniform help, version and completion.

#include <vector>

#include <uniform/version.hpp>

#include "command_line.hpp"
#include "help.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

int help_verb(const options &o) {
    if (o.arguments.empty()) return print_all(o.man ? man_page() : help_for_all());
    std::string name = o.arguments.front();
    for (std::size_t i = 1; i < o.arguments.size(); ++i) name += ' ' + o.arguments[i];
    if (const verb_spec *verb = find_verb(name)) return print_all(o.man ? man_page(*verb) : help_for(*verb));
    if (const verb_group *group = find_group(name)) return print_all(o.man ? man_page(*group) : help_for(*group));
    if (o.arguments.size() > 1 && find_group(o.arguments.front()) == nullptr) {
        return fail(exit_usage, "help: one verb at a time");
    }
    return no_such_verb(name);
}

int no_such_verb(std::string_view name) {
    std::vector<std::string_view> names;
    for (const verb_spec &verb : all_verbs()) names.push_back(verb.name);
    for (const verb_group &group : all_groups()) names.push_back(group.name);
    const verb_group *group = find_group(name.substr(0, name.find(' ')));
    std::string says = "there is no verb " + in_quotes(name);
    if (const auto near = did_you_mean(name, names); !near.empty()) says += "; did you mean " + std::string{near} + '?';
    says += "\n`uniform ";
    if (group != nullptr) says += std::string{group->name} + ' ';
    return fail(exit_usage, says + "--help` lists the verbs");
}

int version_verb(const options &) { return print_all("uniform " + std::string{version} + '\n'); }

int completion_verb(const options &o) {
    const std::string script = o.arguments.size() == 1 ? completion_for(o.arguments.front()) : std::string{};
    if (script.empty()) return fail(exit_usage, "completion: for which shell? One of bash, zsh, fish");
    return print_all(script);
}

} // namespace uniform::command
