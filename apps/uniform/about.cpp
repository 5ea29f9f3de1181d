// uniform help, version and completion.

#include <vector>

#include <uniform/version.hpp>

#include "command_line.hpp"
#include "help.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

int help_verb(const options &o) {
    if (o.arguments.size() > 1) return fail(exit_usage, "help: one verb at a time");
    if (o.arguments.empty()) return print_all(o.man ? man_page() : help_for_all());
    const std::string &name = o.arguments.front();
    const verb_spec *verb = find_verb(name);
    if (verb != nullptr) return print_all(o.man ? man_page(*verb) : help_for(*verb));
    std::vector<std::string_view> names;
    for (const verb_spec &it : all_verbs()) names.push_back(it.name);
    const auto near = did_you_mean(name, names);
    return fail(exit_usage, "there is no verb " + in_quotes(name) +
                                (near.empty() ? std::string{} : "; did you mean " + std::string{near} + '?'));
}

int version_verb(const options &) { return print_all("uniform " + std::string{version} + '\n'); }

int completion_verb(const options &o) {
    const std::string script = o.arguments.size() == 1 ? completion_for(o.arguments.front()) : std::string{};
    if (script.empty()) return fail(exit_usage, "completion: for which shell? One of bash, zsh, fish");
    return print_all(script);
}

} // namespace uniform::command
