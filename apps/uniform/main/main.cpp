// The program `uniform`: finds the command and runs it.

#include <csignal>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "cli/about.hpp"
#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "cli/redact.hpp"
#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "registry/registry_file.hpp"

namespace uniform::cli {

namespace {

int missing_command(const std::string &usage) {
    return fail(exit_usage, "missing command\nUsage: " + usage + " COMMAND [OPTION...] [ARGUMENT...]\n`" + usage +
                                " --help` lists the commands");
}

int run(std::span<const char *const> words) {
    if (words.empty()) return missing_command("uniform");
    std::string name = words.front();
    if (name == "--help" || name == "-h") return print_all(help_for_all());
    if (name == "--version") return print_version();
    if (name.starts_with('-')) return no_such_option(name);
    words = words.subspan(1);
    if (const command_group *group = find_group(name)) {
        const std::string_view second = words.empty() ? std::string_view{} : words.front();
        if (second == "--help" || second == "-h") return print_all(help_for(*group));
        if (group->otherwise != nullptr && (words.empty() || second.starts_with('-'))) {
            return group->otherwise->run(*group->otherwise, words);
        }
        if (words.empty()) return missing_command("uniform " + name);
        if (second.starts_with('-')) return no_such_option(second, group);
        name += ' ';
        name += second;
        words = words.subspan(1);
    }
    const command *c = find_command(name);
    if (c == nullptr || c->name != name) return no_such_command(name);
    return c->run(*c, words);
}

} // namespace

} // namespace uniform::cli

int main(int argc, char **argv) {
    // A write(2) to a closed pipe fails then as other writes do, and the run ends without a message.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        if (uniform::cli::is_terminal(STDOUT_FILENO)) uniform::cli::redirect_cout();
        uniform::cli::redact_secrets({argv, static_cast<std::size_t>(argc)});
        std::vector<const char *> pointers;
        pointers.reserve(words.size());
        for (const std::string &word : words) pointers.push_back(word.c_str());
        uniform::cli::use_registry_file();
        return uniform::cli::run(pointers);
    } catch (const std::bad_alloc &) {
        return uniform::cli::fail(uniform::cli::exit_io, "out of memory");
    } catch (const std::exception &e) {
        return uniform::cli::fail(uniform::cli::exit_io, e.what());
    }
}
