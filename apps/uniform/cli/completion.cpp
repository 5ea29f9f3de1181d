#include "cli/help.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <uniform/urn/namespace.hpp>

#include "cli/commands.hpp"

namespace uniform::cli {

namespace {

// In a shell's single quotes.
std::string shell_quoted(std::string_view text) {
    std::string out = "'";
    for (char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + '\'';
}

// The candidates for the first word, each with its description: commands, and groups in the place of their commands.
struct word {
    std::string_view name;
    std::string_view summary;
};

std::vector<word> words_of(std::span<const command *const> commands) {
    std::vector<word> words;
    for (const command *c : commands) words.push_back({last_word(c->name), c->summary});
    return words;
}

std::vector<word> first_words() {
    std::vector<word> words;
    for (const command_group *g : all_groups()) {
        if (!g->name.empty()) {
            words.push_back({g->name, g->summary});
        } else {
            std::ranges::copy(words_of(g->commands), std::back_inserter(words));
        }
    }
    return words;
}

std::string joined(const std::vector<word> &words) {
    std::string names;
    for (const word &it : words) {
        if (!names.empty()) names += ' ';
        names += it.name;
    }
    return names;
}

// The second words of a group's commands.
std::string second_words(const command_group &group) { return joined(words_of(group.commands)); }

template <class F>
void for_each_named_group(F f) {
    for (const command_group *g : all_groups()) {
        if (!g->name.empty()) f(*g);
    }
}

// "commands" are the arguments of `uniform help`; commands of groups with a hyphen, so that each is one word.
std::string argument_words(const command &c) {
    if (c.words == "nids" || c.words == "nid") {
        std::string nids;
        for (const namespace_info &info : iana_namespaces()) {
            if (!nids.empty()) nids += ' ';
            nids += info.nid;
        }
        return nids;
    }
    if (c.words != "commands") return std::string{c.words};
    std::string names = joined(first_words());
    for (const command *it : all_commands()) {
        if (group_of(*it) != nullptr) names += ' ' + hyphenated(it->name);
    }
    return names;
}

// The options of all commands, each row once.
const std::vector<const option_row *> &all_rows() {
    static const std::vector<const option_row *> all = [] {
        std::vector<const option_row *> rows;
        for (const command *c : all_commands()) {
            c->for_each_option([&](const option_row &row) {
                if (std::ranges::find(rows, &row) == rows.end()) rows.push_back(&row);
            });
        }
        return rows;
    }();
    return all;
}

// Whether the option has the same name or letter as one with other values, so that what follows depends on the command.
bool is_ambiguous(const option_text &text) {
    return std::ranges::any_of(all_rows(), [&](const option_row *row) {
        const option_text &other = *row;
        return (other.name == text.name || (text.letter != 0 && other.letter == text.letter)) &&
               (other.choices != text.choices || other.takes_file != text.takes_file);
    });
}

bool has_values(const option_text &text) { return !text.choices.empty() || text.takes_file; }

// "--file|-f"
std::string bash_pattern(const option_text &text, const std::string &before) {
    std::string out = before + "--" + std::string{text.name};
    if (text.letter != 0) out += '|' + before + '-' + text.letter;
    return out;
}

std::string bash_values(const option_text &text) {
    return text.takes_file
               ? ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
               : ") COMPREPLY=($(compgen -W " + shell_quoted(text.choices) + " -- \"$current\")); return ;;\n";
}

std::string bash() {
    std::string out = "# bash completion for uniform\n"
                      "_uniform() {\n"
                      "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                      "    local command=${COMP_WORDS[1]}\n"
                      "    COMPREPLY=()\n"
                      "    if ((COMP_CWORD == 1)); then\n"
                      "        COMPREPLY=($(compgen -W '" +
                      joined(first_words()) +
                      " --help --version' -- \"$current\"))\n"
                      "        return\n"
                      "    fi\n"
                      "    case $command in\n";
    for_each_named_group([&](const command_group &group) {
        out += "        " + std::string{group.name} + ") words='" + second_words(group) + " --help' ;;\n";
    });
    out += "    esac\n"
           "    if [[ $command == help ]] && ((COMP_CWORD == 3)); then\n"
           "        case $previous in\n";
    for_each_named_group([&](const command_group &group) {
        out += "        " + std::string{group.name} + ") COMPREPLY=($(compgen -W '" + second_words(group) +
               "' -- \"$current\")); return ;;\n";
    });
    out += "        esac\n"
           "    fi\n"
           "    if [[ $words ]]; then\n"
           "        if ((COMP_CWORD == 2)); then\n"
           "            COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "            return\n"
           "        fi\n"
           "        command+=-${COMP_WORDS[2]}\n"
           "        words=\n"
           "    fi\n"
           "    case $command:$previous in\n";
    for (const command *c : all_commands()) {
        c->for_each_option([&](const option_row &row) {
            if (!has_values(row) || !is_ambiguous(row)) return;
            out += "        " + bash_pattern(row, hyphenated(c->name) + ':') + bash_values(row);
        });
    }
    for (const option_row *row : all_rows()) {
        if (!has_values(*row) || is_ambiguous(*row)) continue;
        out += "        " + bash_pattern(*row, "*:") + bash_values(*row);
    }
    out += "    esac\n"
           "    case $command in\n";
    for (const command *c : all_commands()) {
        out += "        " + hyphenated(c->name) + ") words='";
        if (c->words != "nid") out += argument_words(*c);
        c->for_each_option([&](const option_row &row) { out += " --" + std::string{row.name}; });
        out += '\'';
        if (c->words == "nid") out += "; ((COMP_CWORD == 3)) && words+=' " + argument_words(*c) + '\'';
        out += " ;;\n";
    }
    out += "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o default -F _uniform uniform\n";
    return out;
}

// Words for zsh and fish, which read them as they read a command line.
std::string shell_words(std::string_view choices) {
    std::string out;
    for (char c : choices) {
        if (c == '&' || c == ';') out += '\\';
        out += c;
    }
    return out;
}

// A description for zsh's _arguments: no ":" and no brackets that it would read as its own.
std::string zsh_text(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

// The first sentence of a description.
std::string_view sentence(std::string_view help) {
    const auto end = help.find(". ");
    help = help.substr(0, end);
    return help.ends_with('.') ? help.substr(0, help.size() - 1) : help;
}

void append_zsh_words(std::string &out, std::string_view array, const std::vector<word> &words) {
    out += "    " + std::string{array} + "=(\n";
    for (const word &it : words) {
        out += "        " + shell_quoted(std::string{it.name} + ':' + std::string{it.summary}) + '\n';
    }
    out += "    )\n";
}

std::string zsh() {
    std::string out = "#compdef uniform\n"
                      "_uniform() {\n"
                      "    local -a commands\n";
    append_zsh_words(out, "commands", first_words());
    out += "    if ((CURRENT == 2)); then\n"
           "        _describe command commands\n"
           "        return\n"
           "    fi\n"
           "    local command=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    commands=()\n"
           "    case $command in\n";
    for_each_named_group([&](const command_group &group) {
        out += "    " + std::string{group.name} + ")\n";
        append_zsh_words(out, "commands", words_of(group.commands));
        out += "    ;;\n";
    });
    out += "    esac\n"
           "    if (($#commands)); then\n"
           "        if ((CURRENT == 2)); then\n"
           "            _describe command commands\n"
           "            return\n"
           "        fi\n"
           "        command+=-$words[2]\n"
           "        shift words\n"
           "        ((CURRENT--))\n"
           "    fi\n"
           "    if [[ $command == help ]] && ((CURRENT == 3)); then\n"
           "        case $words[2] in\n";
    for_each_named_group([&](const command_group &group) {
        out += "        " + std::string{group.name} + ") compadd -- " + second_words(group) + "; return ;;\n";
    });
    out += "        esac\n"
           "    fi\n"
           "    case $command in\n";
    for (const command *c : all_commands()) {
        out += "        " + hyphenated(c->name) + ")\n            _arguments";
        c->for_each_option([&](const option_row &row) {
            const option_text &text = row;
            std::string rest = '[' + zsh_text(sentence(text.help)) + ']';
            if (!text.value.empty()) {
                rest += ':' + zsh_text(text.value) + ':';
                if (text.takes_file) rest += "_files";
                if (!text.choices.empty()) rest += '(' + shell_words(text.choices) + ')';
            }
            out += " \\\n                " + shell_quoted("*--" + std::string{text.name} + rest);
            if (text.letter != 0) out += " \\\n                " + shell_quoted(std::string{"*-"} + text.letter + rest);
        });
        if (!c->words.empty()) {
            out += " \\\n                " +
                   shell_quoted((c->words == "nid" ? "1:word:(" : "*:word:(") + argument_words(*c) + ')');
        }
        out += "\n            ;;\n";
    }
    out += "    esac\n"
           "}\n"
           "if [[ $funcstack[1] == _uniform ]]; then _uniform \"$@\"; else compdef _uniform uniform; fi\n";
    return out;
}

// For fish's single quotes.
std::string fish_quoted(std::string_view text) {
    std::string out = "'";
    for (char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + '\'';
}

std::string fish() {
    std::string out = "# fish completion for uniform\n"
                      "# Whether the words after `uniform` begin with these.\n"
                      "function __uniform_command\n"
                      "    set -l words (commandline -opc)\n"
                      "    test (count $words) -gt (count $argv); or return 1\n"
                      "    set -l last (math 1 + (count $argv))\n"
                      "    test \"$words[2..$last]\" = \"$argv\"\n"
                      "end\n"
                      "# Whether there is a word for each of these and no more.\n"
                      "function __uniform_group\n"
                      "    __uniform_command $argv; and test (count (commandline -opc)) -eq (math 1 + (count $argv))\n"
                      "end\n"
                      "complete -c uniform -n __fish_use_subcommand -f\n"
                      "complete -c uniform -n __fish_use_subcommand -l help -s h -d 'Print help'\n"
                      "complete -c uniform -n __fish_use_subcommand -l version -d 'Print the version'\n";
    for (const word &it : first_words()) {
        out += "complete -c uniform -n __fish_use_subcommand -a " + std::string{it.name} + " -d " +
               fish_quoted(it.summary) + '\n';
    }
    for_each_named_group([&](const command_group &group) {
        const std::string name{group.name};
        for (const word &it : words_of(group.commands)) {
            out += "complete -c uniform -n " + shell_quoted("__uniform_group " + name) + " -f -a " +
                   std::string{it.name} + " -d " + fish_quoted(it.summary) + '\n';
        }
        out += "complete -c uniform -n " + shell_quoted("__uniform_group help " + name) + " -f -a " +
               fish_quoted(second_words(group)) + '\n';
    });
    for (const command *c : all_commands()) {
        const std::string name{c->name};
        const std::string here = "complete -c uniform -n " + shell_quoted("__uniform_command " + name);
        if (c->words == "nid") {
            out += "complete -c uniform -n " + shell_quoted("__uniform_group " + name) + " -f -a " +
                   fish_quoted(argument_words(*c)) + '\n';
        } else if (c->words == "commands") { // once, with or without --man
            out += "complete -c uniform -n '__uniform_group help; or __uniform_group help --man' -f -a " +
                   fish_quoted(argument_words(*c)) + '\n';
        } else if (!c->words.empty()) {
            out += here + " -f -a " + fish_quoted(argument_words(*c)) + '\n';
        }
        c->for_each_option([&](const option_row &row) {
            const option_text &text = row;
            out += here + " -l " + std::string{text.name};
            if (text.letter != 0) out += std::string{" -s "} + text.letter;
            if (!text.value.empty()) out += text.takes_file ? " -r -F" : " -x";
            if (!text.choices.empty()) out += " -a " + fish_quoted(shell_words(text.choices));
            out += " -d " + fish_quoted(sentence(text.help)) + '\n';
        });
    }
    return out;
}

} // namespace

std::string completion_for(std::string_view shell) {
    if (shell == "bash") return bash();
    if (shell == "zsh") return zsh();
    if (shell == "fish") return fish();
    return {};
}

} // namespace uniform::cli
