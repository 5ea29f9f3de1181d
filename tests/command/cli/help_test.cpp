// Help, manual pages and completions: one source, nothing left out, and examples that run.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/version.hpp>

#include "cli/commands.hpp"
#include "cli/help.hpp"
#include "command/noted_head.hpp"
#include "command/runner.hpp"

namespace uniform::test {
namespace {

using cli::all_commands;
using cli::all_groups;
using cli::hyphenated;

// The words of a command's name.
words words_of(std::string_view name) {
    const auto space = name.find(' ');
    if (space == std::string_view::npos) return {std::string{name}};
    return {std::string{name.substr(0, space)}, std::string{name.substr(space + 1)}};
}

words operator+(words all, const words &more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

TEST(help, lists_all_commands) {
    const result r = run({"--help"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, cli::help_for_all());
    EXPECT_EQ(r.out, run({"help"}).out);
    EXPECT_EQ(r.out, run({"-h"}).out);
    for (const cli::command *c : all_commands()) {
        EXPECT_TRUE(has(r.out, "\n  " + std::string{c->name} + ' ')) << c->name;
    }
}

TEST(help, of_a_command_has_every_option_and_example) {
    for (const cli::command *c : all_commands()) {
        const std::string text = cli::help_for(*c);
        c->for_each_option(
            [&](const cli::option_row &row) { EXPECT_TRUE(has(text, " --" + std::string{row.name})) << c->name; });
        for (const auto &example : c->examples) {
            std::string indented = "\n  " + std::string{example.line} + '\n';
            for (std::size_t at = 1; (at = indented.find('\n', at)) + 1 != indented.size(); at += 3) {
                indented.insert(at + 1, "  ");
            }
            EXPECT_TRUE(has(text, indented)) << indented;
        }
        for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
            EXPECT_LE(end - begin, 100U) << text.substr(begin, end - begin);
        }
    }
}

TEST(help, is_printed_for_the_words_of_a_command) {
    for (const char *name : {"parse", "urn check", "name assign", "version"}) {
        const result r = run(words_of(name) + words{"--help"});
        EXPECT_EQ(r.code, 0) << name;
        EXPECT_EQ(r.out, cli::help_for(*cli::find_command(name)));
        EXPECT_EQ(r.out, run(words{"help"} + words_of(name)).out);
        EXPECT_EQ(r.out, run({"help", hyphenated(name)}).out);
    }
}

TEST(help, of_a_group_lists_its_commands) {
    for (const cli::command_group *group : all_groups()) {
        if (group->name.empty()) continue;
        const std::string name{group->name};
        const std::string text = cli::help_for(*group);
        for (const cli::command *c : group->commands) {
            EXPECT_TRUE(has(text, "\n  " + std::string{c->name} + ' ')) << c->name;
            EXPECT_TRUE(c->name.starts_with(name + ' ')) << c->name;
        }
    }
    const result r = run({"urn", "--help"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, cli::help_for(*cli::find_group("urn")));
    EXPECT_EQ(r.out, run({"help", "urn"}).out);
    EXPECT_EQ(r.out, run({"urn", "-h"}).out);
}

TEST(help, prints_the_initial_values_of_options) {
    const auto values_of = [](std::string_view command, std::string_view option) {
        std::string values = "no such option";
        cli::find_command(command)->for_each_option([&](const cli::option_row &row) {
            if (row.name == option) values = cli::values_of(row);
        });
        return values;
    };
    EXPECT_EQ(values_of("unique", "level"), "One of simple, case, percent, path, syntax, scheme, protocol; default: "
                                            "syntax.");
    EXPECT_EQ(values_of("unique", "urn"), "One of uri, both, lexical, namespace; default: both.");
    EXPECT_EQ(values_of("unique", "edition"), "One of rfc3986, rfc3987, rfc2396bis-01, rfc2396; default: rfc3986.");
    EXPECT_EQ(values_of("unique", "max-length"), "Default: 16M.");
    EXPECT_EQ(values_of("unique", "threads"), "Default: one for each core.");
    EXPECT_EQ(values_of("unique", "count"), "");
    EXPECT_EQ(values_of("get", "timeout"), "Default: 60.");
    EXPECT_EQ(values_of("name mint", "count"), "Default: 1.");
    EXPECT_EQ(values_of("schemes", "status"), "One of permanent, provisional, historical; default: all.");
    EXPECT_EQ(values_of("name list", "prefix"), "Default: all names.");
    EXPECT_EQ(values_of("token list", "token"), "Default: the environment variable UNIFORM_TOKEN.");
}

// A folder in which the examples find what they name; the commands of the service find a store with a namespace, and a
// service at $SERVICE.
constexpr std::string_view prepare =
    "unset UNIFORM_SERVER UNIFORM_TOKEN UNIFORM_SECRET; "
    "uniform() { \"$U\" \"$@\"; }; export -f uniform; export U; "
    "mkfifo log; $U serve --port 0 --store service.db 2> log & service=$!; trap 'kill $service; wait $service' EXIT; "
    "exec 4< log; while read -r line <&4; do [[ $line == *started* ]] && break; done; cat <&4 > rest & "
    "[[ $line =~ '\"url\":\"'([^\\\"]*) ]]; export SERVICE=${BASH_REMATCH[1]}; mkdir base; cd base; export "
    "XDG_DATA_HOME=$PWD; "
    "printf 'name\\nurn:example:a\\n' | tee names.csv > newer.csv; "
    "$U store migrate > made.txt; $U namespace add example title=x > made.txt; "
    "printf 'http://a/?q=1\\nHTTP://b/\\n' > urls.txt; printf 'x\\n' > links.txt; "
    "printf 'a:b\\tA:b\\n' > pairs.tsv; printf 'urn:example:a\\n' > urns.txt; "
    "printf 'see <http://a/>\\n' > notes.txt; printf '<a href=b>' > page.html; mkdir src; "
    "cp notes.txt src/a.cpp; $U store migrate --store names.db > made.txt; "
    "printf '<registry/>' | tee urn-namespaces.xml > urn-namespaces-1.csv; "
    "$U namespace new harbour | sed 's/^Syntax:/&\\n   nss = 3DIGIT [\"-\" 3DIGIT]\\n/' | "
    "tee harbour.txt harbour-1.txt > harbour-2.txt; printf 'port = 3DIGIT\\n' > grammar.abnf; "
    "printf '{\"path\":[\"a\",\"b\"],\"query\":{\"q\":\"1\"}}' > values.json; "
    "printf 'http://a/{x}\\n' > templates.txt; printf '12:%064d' 7 > lost; note_head \"$(cat lost)\" noted; "
    "$U store migrate --store mirror.db > made.txt; $U store retire --store mirror.db | sed -n 's/^head //p' > head; "
    "cd ..; "
    "try() { cp -r base now; cd now; export XDG_DATA_HOME=$PWD; printf 'http://a/\\n' | bash -c \"set -o pipefail; "
    "$1\" 2>&1; "
    "printf '\\0%s\\0' $?; cd ..; rm -r now; }; ";

TEST(help, has_examples_that_run) {
    std::vector<std::pair<const cli::command *, std::string>> lines;
    std::string script{note_head};
    script += prepare;
    for (const cli::command *c : all_commands()) {
        if (c->name == "get") continue;          // its examples need the servers that they name
        if (c->name == "name harvest") continue; // neither can it find the repository
        if (c->name == "serve") continue;        // it runs until it is ended: serve_test.cpp
        for (const auto &example : c->examples) {
            std::string line{example.line};
            constexpr std::string_view service = "http://127.0.0.1:8141";
            for (std::size_t i; (i = line.find(service)) != std::string::npos;)
                line.replace(i, service.size(), "$SERVICE");
            if (has(line, "~/") || has(line, "man ")) continue; // they write to the user's own folders, or page
            lines.emplace_back(c, line);
            std::string word = "try '";
            for (const char letter : line) word += letter == '\'' ? "'\\''" : std::string{letter};
            script += word + "'\n";
        }
    }
    const std::string out = shell(script).out;
    std::size_t at = 0;
    for (const auto &[c, line] : lines) {
        const std::size_t end = out.find('\0', at);
        ASSERT_NE(end, std::string::npos) << line << '\n' << out.substr(at);
        const std::string printed = out.substr(at, end - at);
        const std::size_t last = out.find('\0', end + 1);
        const int code = std::stoi(out.substr(end + 1, last - end - 1));
        at = last + 1;
        // The command may report names that the store does not contain, and that there is no service at --server, but
        // no mistake.
        EXPECT_NE(code, 2) << line << '\n' << printed;
        EXPECT_FALSE(has(printed, "explains the options")) << line << '\n' << printed;
        bool of_service = false;
        c->for_each_option([&](const cli::option_row &row) { of_service |= row.name == "server"; });
        if (of_service && (has(line, "--server") || has(line, "UNIFORM_SERVER"))) continue;
        EXPECT_LE(code, 1) << line << '\n' << printed;
        EXPECT_TRUE(of_service || !has(printed, "uniform:")) << line << '\n' << printed;
    }
}

TEST(version, is_that_of_the_library) {
    const std::string expected = "uniform " + std::string{uniform::version} + "\n";
    EXPECT_EQ(run({"version"}).out, expected);
    EXPECT_EQ(run({"--version"}).out, expected);
    EXPECT_EQ(run({"version", "x"}).code, 2);
}

TEST(man, renders_without_a_warning) {
    if (shell("command -v groff").code != 0) GTEST_SKIP() << "groff is not installed";
    std::string names = "''";
    for (const cli::command_group *group : all_groups()) {
        if (!group->name.empty()) names += ' ' + std::string{group->name};
    }
    for (const cli::command *c : all_commands()) names += ' ' + hyphenated(c->name);
    EXPECT_EQ(shell("for name in " + names +
                    "; do $U help --man $name > page; groff -ww -man -Tutf8 page 2>&1 > text || "
                    "echo $name; done")
                  .out,
              "");
    for (const cli::command *c : all_commands()) {
        const std::string page = cli::man_page(*c);
        c->for_each_option([&](const cli::option_row &row) {
            std::string name;
            for (const char letter : row.name) name += letter == '-' ? "\\-" : std::string{letter};
            EXPECT_TRUE(has(page, "\\-\\-" + name)) << c->name << ' ' << row.name;
        });
    }
}

TEST(man, has_the_sections_of_a_manual_page) {
    for (const char *section : {"NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "EXAMPLES", "SEE ALSO"}) {
        EXPECT_TRUE(has(run({"help", "--man"}).out, std::string{".SH "} + section + '\n')) << section;
        EXPECT_TRUE(has(run({"help", "--man", "edit"}).out, std::string{".SH "} + section + '\n')) << section;
        EXPECT_TRUE(has(run({"help", "--man", "urn"}).out, std::string{".SH "} + section + '\n')) << section;
    }
}

TEST(completion, bash_completes) {
    const std::string load =
        "source <($U completion bash); try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _uniform; "
        "echo \"${COMPREPLY[*]}\"; }; ";
    EXPECT_EQ(shell("$U completion bash | bash -n").out, "");
    EXPECT_EQ(shell(load + "try uniform nor").out, "normalize\n");
    EXPECT_EQ(shell(load + "try uniform normalize --lev").out, "--level\n");
    EXPECT_EQ(shell(load + "try uniform normalize --level s").out, "simple syntax scheme\n");
    EXPECT_EQ(shell(load + "try uniform normalize -e rfc2").out, "rfc2396bis-01 rfc2396\n");
    EXPECT_EQ(shell(load + "touch list.txt; try uniform check -f li").out, "list.txt\n");
    EXPECT_EQ(shell(load + "try uniform completion f").out, "fish\n");
    EXPECT_EQ(shell(load + "try uniform help res").out, "resolve\n");
    EXPECT_EQ(shell(load + "try uniform ur").out, "url urn\n");
    EXPECT_EQ(shell(load + "try uniform urn pa").out, "parse\n");
    EXPECT_EQ(shell(load + "try uniform urn parse --jso").out, "--json\n");
    EXPECT_EQ(shell(load + "try uniform urn parse -e rfc").out, "rfc8141 rfc2141\n");
    EXPECT_EQ(shell(load + "try uniform help urn-pa").out, "urn-parse\n");
    EXPECT_EQ(shell(load + "try uniform help urn pa").out, "parse\n");
    EXPECT_EQ(shell(load + "try uniform urn namespaces isb").out, "isbn\n");
    EXPECT_EQ(shell(load + "try uniform urn nid isbn iss").out, "issn\n");
    EXPECT_EQ(shell(load + "try uniform urn make uui").out, "uuid\n");
    EXPECT_EQ(shell(load + "try uniform urn make isbn uui").out, "\n"); // a name, not a NID
}

TEST(completion, zsh_loads) {
    if (shell("command -v zsh").code != 0) GTEST_SKIP() << "zsh is not installed";
    EXPECT_EQ(shell("$U completion zsh > _uniform; zsh -n _uniform").out, "");
}

TEST(completion, fish_completes) {
    if (shell("command -v fish").code != 0) GTEST_SKIP() << "fish is not installed";
    EXPECT_EQ(shell("$U completion fish > uniform.fish; fish -n uniform.fish").out, "");
    // fish 4 also lists words that have the letters of the typed one in their order, which it shows only where nothing
    // begins with it.
    const auto complete = [](const std::string &line) {
        return shell(
                   "export HOME=$PWD; $U completion fish > uniform.fish; fish -c 'source uniform.fish; complete -C \"" +
                   line + "\"' | cut -f 1 | grep -e '^" + line.substr(line.rfind(' ') + 1) + "' | tr '\\n' ' '")
            .out;
    };
    EXPECT_EQ(complete("uniform ur"), "url urn ");
    EXPECT_EQ(complete("uniform urn pa"), "parse ");
    EXPECT_EQ(complete("uniform urn parse --js"), "--json ");
    EXPECT_EQ(complete("uniform parse --js"), "--json ");
    EXPECT_EQ(complete("uniform urn parse --edition rfc"), "rfc2141 rfc8141 ");
    EXPECT_EQ(complete("uniform parse --edition rfc"), "rfc2396 rfc2396bis-01 rfc3986 rfc3987 ");
    EXPECT_EQ(complete("uniform urn normalize --urn "), "lexical namespace ");
    EXPECT_EQ(complete("uniform edit --summary "), "json text ");
    EXPECT_EQ(complete("uniform help urn pa"), "parse ");
    EXPECT_EQ(complete("uniform urn namespaces isb"), "isbn ");
    EXPECT_EQ(complete("uniform urn nid isbn iss"), "issn ");
    EXPECT_EQ(complete("uniform urn make uui"), "uuid ");
    EXPECT_EQ(complete("uniform urn make isbn uui"), "");
}

TEST(completion, has_every_option_for_every_shell) {
    for (const char *shell_name : {"bash", "zsh", "fish"}) {
        const result r = run({"completion", shell_name});
        EXPECT_EQ(r.code, 0);
        for (const cli::command *c : all_commands()) {
            c->for_each_option([&](const cli::option_row &row) {
                const std::string name{row.name};
                EXPECT_TRUE(has(r.out, "--" + name) || has(r.out, "-l " + name)) << shell_name << ' ' << name;
            });
        }
    }
}

} // namespace
} // namespace uniform::test
