// uniform help, version and completion.

#include "cli/about.hpp"

#include <string>

#include <uniform/version.hpp>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

struct help_options : with<common_options> {
    bool man = false;

    static constexpr auto rows() {
        return std::array{
            option<&help_options::man>({heading::output, 0, "man", "", "Print the manual page as roff, for man(1)."})};
    }
};

int help(const help_options &o) {
    if (o.arguments.empty()) return print_all(o.man ? man_page() : help_for_all());
    std::string name = o.arguments.front();
    for (std::size_t i = 1; i < o.arguments.size(); ++i) name += ' ' + o.arguments[i];
    if (const command *c = find_command(name)) return print_all(o.man ? man_page(*c) : help_for(*c));
    if (const command_group *g = find_group(name)) return print_all(o.man ? man_page(*g) : help_for(*g));
    return no_such_command(name);
}

constexpr example help_examples[]{
    {"Read about a command", "uniform help normalize"},
    {"Its manual page", "uniform help --man normalize | man -l -"},
};

int show_version(const common_options & /*o*/) { return print_version(); }

int completion(const common_options &o) {
    const std::string script = completion_for(o.arguments.front());
    if (!script.empty()) return print_all(script);
    return usage_error(o, in_quotes(o.arguments.front()) + ' ' +
                              base::read_choice(o.arguments.front(), completion_command.words).error());
}

constexpr example completion_examples[]{
    {"bash, for this session", "source <(uniform completion bash)"},
    {"zsh", "uniform completion zsh > ~/.zfunc/_uniform"},
    {"fish", "uniform completion fish > ~/.config/fish/completions/uniform.fish"},
};

} // namespace

int print_version() { return print_all("uniform " + std::string{version} + '\n'); }

const command help_command =
    command_of<help>({"help", "print the help of a command", "[COMMAND...]",
                      "Prints what `uniform COMMAND --help` prints, or the manual page.", help_examples, "commands"});

const command version_command = command_of<show_version>(
    {"version", "print the version", "", "Prints the version of the command and of the library in it.", {}});

const command completion_command =
    command_of<completion>({"completion", "print a completion script for a shell", "bash|zsh|fish",
                            "Prints a script with which the shell completes commands, options and their values.",
                            completion_examples, "bash zsh fish"});

} // namespace uniform::cli
