// Help, manual pages and completions: one source, nothing left out, and examples that run.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include <uniform/version.hpp>

#include "runner.hpp"
#include "verb_table.hpp"

namespace uniform::test {
namespace {

using command::all_groups;
using command::all_verbs;
using command::hyphenated;
using command::opt;
using command::spec_of;
using command::verb_group;
using command::verb_spec;
using command::verbs_of;

// The words of a verb's name.
words words_of(std::string_view name) {
    const auto blank = name.find(' ');
    if (blank == std::string_view::npos) return {std::string{name}};
    return {std::string{name.substr(0, blank)}, std::string{name.substr(blank + 1)}};
}

words operator+(words all, const words &more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

bool has(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(help, is_there_for_all) {
    const result r = run({"--help"});
    EXPECT_EQ(r.code, 0);
    EXPECT_EQ(r.out, run({"help"}).out);
    EXPECT_EQ(r.out, run({"-h"}).out);
    for (const verb_spec &verb : all_verbs())
        EXPECT_TRUE(has(r.out, "\n  " + std::string{verb.name} + ' ')) << verb.name;
}

TEST(help, of_a_verb_names_every_option_and_example) {
    for (const verb_spec &verb : all_verbs()) {
        const std::string name{verb.name};
        const result r = run(words_of(name) + words{"--help"});
        EXPECT_EQ(r.code, 0) << name;
        EXPECT_EQ(r.out, run(words{"help"} + words_of(name)).out);
        EXPECT_EQ(r.out, run({"help", hyphenated(name)}).out);
        for (opt id : verb.options) EXPECT_TRUE(has(r.out, " --" + std::string{spec_of(id).long_name})) << name;
        for (const auto &example : verb.examples) EXPECT_TRUE(has(r.out, example.line)) << example.line;
        for (std::size_t begin = 0, end = 0; (end = r.out.find('\n', begin)) != std::string::npos; begin = end + 1) {
            EXPECT_LE(end - begin, 100U) << r.out.substr(begin, end - begin);
        }
    }
}

TEST(help, of_a_group_names_its_verbs) {
    ASSERT_FALSE(all_groups().empty());
    for (const verb_group &group : all_groups()) {
        const std::string name{group.name};
        const result r = run({name, "--help"});
        EXPECT_EQ(r.code, 0) << name;
        EXPECT_EQ(r.out, run({"help", name}).out);
        EXPECT_EQ(r.out, run({name, "-h"}).out);
        EXPECT_TRUE(has(run({"--help"}).out, "\n  " + name + ' '));
        for (const verb_spec &verb : verbs_of(group)) {
            EXPECT_TRUE(has(r.out, "\n  " + std::string{verb.name} + ' ')) << verb.name;
        }
        const result alone = run({name});
        EXPECT_EQ(alone.code, 2) << name;
        EXPECT_TRUE(has(alone.err, "`uniform " + name + " --help`")) << alone.err;
    }
    EXPECT_TRUE(has(run({"urn", "pares"}).err, "did you mean urn parse?"));
    EXPECT_EQ(run({"urn-parse", "urn:a0:b"}).code, 2); // a page's name, not a verb's
    EXPECT_EQ(run({"help", "parse", "check"}).code, 2);
}

TEST(help, shows_examples_that_run) {
    for (const verb_spec &verb : all_verbs()) {
        for (const auto &example : verb.examples) {
            std::string line{example.line};
            if (has(line, "~/") || has(line, "man ")) continue; // they write to the user's own folders, or page
            if (verb.name == "get") continue;                   // its examples need the servers they name
            if (verb.name == "serve") continue;                 // it runs until it is ended: serve_test.cpp
            for (std::size_t at = 0; (at = line.find("uniform ", at)) != std::string::npos; at += 3)
                line.replace(at, 8, "$U ");
            // The verbs of the service find a store with a namespace where it is by default. What it does not hold they
            // may say, and that nobody listens at --server, but not that the line is wrong.
            const bool of_service = std::ranges::find(verb.options, opt::server_url) != verb.options.end();
            const result r =
                shell("export XDG_DATA_HOME=$PWD; unset UNIFORM_SERVER UNIFORM_TOKEN UNIFORM_SECRET; "
                      "printf 'name\\nurn:example:a\\n' > names.csv; "
                      "$U store migrate > made.txt; $U namespace settings example title=x > made.txt; "
                      "printf 'http://a/?q=1\\nHTTP://b/\\n' > urls.txt; printf 'x\\n' > links.txt; "
                      "printf 'a:b\\tA:b\\n' > pairs.tsv; printf 'urn:example:a\\n' > urns.txt; "
                      "printf 'see <http://a/>\\n' > notes.txt; printf '<a href=b>' > page.html; mkdir -p src; "
                      "cp notes.txt src/a.cpp; $U store migrate --store names.db > made.txt; "
                      "$U namespace new harbour | tee harbour.txt harbour-1.txt > harbour-2.txt; set -o pipefail; " +
                          line,
                      "http://a/\n");
            EXPECT_NE(r.code, 2) << example.line << '\n' << r.out;
            EXPECT_FALSE(has(r.out, " lists the options")) << example.line << '\n' << r.out;
            if (of_service && (has(line, "--server") || has(line, "UNIFORM_SERVER"))) continue;
            EXPECT_LE(r.code, 1) << example.line << '\n' << r.out;
            if (of_service) continue;
            EXPECT_FALSE(has(r.out, "uniform:")) << example.line << '\n' << r.out;
        }
    }
}

TEST(version, is_the_librarys) {
    const std::string expected = "uniform " + std::string{uniform::version} + "\n";
    EXPECT_EQ(run({"version"}).out, expected);
    EXPECT_EQ(run({"--version"}).out, expected);
    EXPECT_EQ(run({"version", "x"}).code, 2);
}

TEST(man, renders_without_a_warning) {
    if (shell("command -v groff").code != 0) GTEST_SKIP() << "groff is not installed";
    EXPECT_EQ(shell("$U help --man | groff -ww -man -Tascii 2>&1 > /dev/null").out, "");
    for (const verb_group &group : all_groups()) {
        EXPECT_EQ(shell("$U help --man " + std::string{group.name} + " | groff -ww -man -Tascii 2>&1 > /dev/null").out,
                  "")
            << group.name;
    }
    for (const verb_spec &verb : all_verbs()) {
        const std::string name{verb.name};
        const std::string page = "$U help --man " + name;
        EXPECT_EQ(shell(page + " | groff -ww -man -Tascii 2>&1 > /dev/null").out, "") << name;
        const std::string text = shell(page + " | groff -man -Tascii -P-c | col -b 2> /dev/null || true").out;
        for (opt id : verb.options)
            EXPECT_TRUE(text.empty() || has(text, "--" + std::string{spec_of(id).long_name})) << name;
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
    EXPECT_EQ(shell(load + "try uniform normalize --ru").out, "--rung\n");
    EXPECT_EQ(shell(load + "try uniform normalize --rung s").out, "simple syntax scheme\n");
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
    const auto complete = [](const std::string &line) {
        return shell(
                   "export HOME=$PWD; $U completion fish > uniform.fish; fish -c 'source uniform.fish; complete -C \"" +
                   line + "\"' | cut -f 1 | tr '\\n' ' '")
            .out;
    };
    EXPECT_EQ(complete("uniform ur"), "url urn ");
    EXPECT_EQ(complete("uniform urn pa"), "parse ");
    EXPECT_EQ(complete("uniform urn parse --js"), "--json ");
    EXPECT_EQ(complete("uniform parse --js"), "--json ");
    EXPECT_EQ(complete("uniform urn parse --edition rfc"), "rfc2141 rfc8141 ");
    EXPECT_EQ(complete("uniform parse --edition rfc"), "rfc2396 rfc2396bis-01 rfc3986 ");
    EXPECT_EQ(complete("uniform urn normalize --urn "), "lexical namespace ");
    EXPECT_EQ(complete("uniform edit --query-separator "), "& ; ");
    EXPECT_EQ(complete("uniform help urn pa"), "parse ");
    EXPECT_EQ(complete("uniform urn namespaces isb"), "isbn ");
    EXPECT_EQ(complete("uniform urn nid isbn iss"), "issn ");
    EXPECT_EQ(complete("uniform urn make uui"), "uuid ");
    EXPECT_EQ(complete("uniform urn make isbn uui"), "");
}

TEST(completion, every_shell_knows_every_option) {
    for (const char *shell_name : {"bash", "zsh", "fish"}) {
        const result r = run({"completion", shell_name});
        EXPECT_EQ(r.code, 0);
        for (const auto &spec : command::all_options()) {
            if (spec.id == opt::version) continue; // of the command, not of a verb
            const std::string name{spec.long_name};
            EXPECT_TRUE(has(r.out, "--" + name) || has(r.out, "-l " + name)) << shell_name << ' ' << name;
        }
    }
}

} // namespace
} // namespace uniform::test
