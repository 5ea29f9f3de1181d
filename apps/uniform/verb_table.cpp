#include "verb_table.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace uniform::command {

namespace {

using enum opt;

constexpr opt help_options[]{man};
constexpr example help_examples[]{
    {"Read about a verb", "uniform help normalize"},
    {"Its manual page", "uniform help --man normalize | man -l -"},
};

constexpr example completion_examples[]{
    {"bash, for this session", "source <(uniform completion bash)"},
    {"zsh", "uniform completion zsh > ~/.zfunc/_uniform"},
    {"fish", "uniform completion fish > ~/.config/fish/completions/uniform.fish"},
};

constexpr verb_spec verbs[]{
    {"help", "print help for a verb", "[VERB]", "Prints what `uniform VERB --help` prints, or the manual page.",
     help_options, help_examples, "verbs"},
    {"version", "print the version", "", "Prints the version of the command and of the library in it.", {}, {}, ""},
    {"completion",
     "print a completion script for a shell",
     "bash|zsh|fish",
     "Prints a script with which the shell completes verbs, options and their values.",
     {},
     completion_examples,
     "bash zsh fish"},
};

constexpr std::array groups{
    verb_group{"url", "Uniform Resource Locators, scheme by scheme",
               "Verbs for the parts that a scheme gives its URLs (draft-ietf-uri-url-06 of 1994 and what replaced it): "
               "reading them, making a URL of them, and the steps by which a client accesses the resource."},
    verb_group{"urn", "Uniform Resource Names",
               "Verbs for Uniform Resource Names (RFC 8141), their older editions, and the namespaces registered at "
               "IANA. Input, output and exit codes are those of the verbs for URIs."},
    verb_group{
        "namespace", "registration of URN namespaces",
        "Verbs for the registration templates of URN namespaces (RFC 8141 Appendix A, and the drafts before it), which "
        "need nothing but files: new, check, diff, show and revise. The others ask the store here, or with --server a "
        "service: for registering a namespace (RFC 8141 section 6), and how it is kept."},
    verb_group{"config", "the service's configuration",
               "Verbs for the settings of `uniform serve`, which come from a file (TOML), the environment and the "
               "command line: checking them, and showing what is in force and why."},
    verb_group{
        "store", "the service's store",
        "Verbs for the store of names, documents and their history, in SQLite or PostgreSQL. All but restore and "
        "migrate may run beside the service."},
    verb_group{"name", "names: assigned once, for ever",
               "Verbs for the names that a service keeps: on the store here, whose owner may do everything, or with "
               "--server on a service, with a token."},
    verb_group{"registrar", "registrars, and transfers between them",
               "Verbs for those to whom prefixes are delegated, on the store here or with --server on a service. What "
               "each role may do, docs/guide/registrars.md says."},
    verb_group{"token", "access tokens", "Verbs for the tokens with which others ask the service."},
};

} // namespace

std::span<const verb_spec> general_verb_table() noexcept { return verbs; }

std::span<const verb_spec> all_verbs() {
    static const std::vector<verb_spec> all = [] {
        std::vector<verb_spec> joined;
        for (const auto table :
             {uri_verb_table(), text_verb_table(), lint_verb_table(), url_verb_table(), urn_verb_table(),
              namespace_verb_table(), namespace_service_verb_table(), service_verb_table(), name_verb_table(),
              registrar_verb_table(), general_verb_table()}) {
            joined.insert(joined.end(), table.begin(), table.end());
        }
        return joined;
    }();
    return all;
}

const verb_spec *find_verb(std::string_view name) {
    for (const verb_spec &verb : all_verbs()) {
        if (verb.name == name || hyphenated(verb.name) == name) return &verb;
    }
    return nullptr;
}

std::span<const verb_group> all_groups() {
    static const std::vector<verb_group> used = [] {
        std::vector<verb_group> some;
        for (const verb_group &g : groups) {
            if (!verbs_of(g).empty()) some.push_back(g);
        }
        return some;
    }();
    return used;
}

const verb_group *find_group(std::string_view name) {
    const auto all = all_groups();
    const auto it = std::ranges::find(all, name, &verb_group::name);
    return it == all.end() ? nullptr : &*it;
}

const verb_group *group_of(const verb_spec &verb) {
    const auto blank = verb.name.find(' ');
    return blank == std::string_view::npos ? nullptr : find_group(verb.name.substr(0, blank));
}

std::span<const verb_spec> verbs_of(const verb_group &g) {
    const auto all = all_verbs();
    const auto is_in = [&](const verb_spec &verb) {
        return verb.name.size() > g.name.size() && verb.name.starts_with(g.name) && verb.name[g.name.size()] == ' ';
    };
    const auto first = std::ranges::find_if(all, is_in);
    const auto last = std::find_if_not(first, all.end(), is_in);
    return {first, last};
}

std::string hyphenated(std::string_view name) {
    std::string joined{name};
    std::ranges::replace(joined, ' ', '-');
    return joined;
}

std::string_view common_description() noexcept {
    return "Records are the arguments, or the lines of files (--file), or the lines of standard input. A carriage "
           "return "
           "before a line end is left out, a byte order mark at the start of a file too, and empty lines are skipped. "
           "With -0, records end with NUL. \"--\" ends the options: what follows are arguments, also when it begins "
           "with "
           "\"-\".\n\n"
           "A record that is not valid is reported on standard error as FILE:LINE:COLUMN (the column counts bytes, "
           "from "
           "1; for arguments the line is the number of the argument) with the rule and its document, and the run goes "
           "on.";
}

std::string_view exit_codes() noexcept {
    return "  0  all is well\n"
           "  1  some input is not valid, or not equivalent\n"
           "  2  the command line is wrong\n"
           "  3  something could not be read or written";
}

} // namespace uniform::command
