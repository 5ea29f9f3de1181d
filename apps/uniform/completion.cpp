#include "help.hpp"

#include <algorithm>
#include <vector>

#include <uniform/namespace.hpp>

namespace uniform::command {

namespace {

// For a shell's single quotes.
std::string quoted(std::string_view text) {
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

// What can stand as the first word, with what it does: verbs, and groups in the place of their verbs.
struct word {
    std::string_view name;
    std::string_view summary;
};

std::vector<word> first_words() {
    std::vector<word> words;
    for (const verb_spec &verb : all_verbs()) {
        const verb_group *group = group_of(verb);
        if (group == nullptr) {
            words.push_back({verb.name, verb.summary});
        } else if (words.back().name != group->name) {
            words.push_back({group->name, group->summary});
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

// The second words of a group's verbs.
std::string second_words(const verb_group &group) {
    std::vector<word> words;
    for (const verb_spec &verb : verbs_of(group)) words.push_back({last_word(verb.name), {}});
    return joined(words);
}

// "verbs" are all that `uniform help` knows; verbs of groups with a hyphen, so that each is one word.
std::string words_of(const verb_spec &verb) {
    if (verb.words == "nids" || verb.words == "nid") {
        std::string nids;
        for (const namespace_info &info : iana_namespaces()) {
            if (!nids.empty()) nids += ' ';
            nids += info.nid;
        }
        return nids;
    }
    if (verb.words != "verbs") return std::string{verb.words};
    std::string names = joined(first_words());
    for (const verb_spec &it : all_verbs()) {
        if (group_of(it) != nullptr) names += ' ' + hyphenated(it.name);
    }
    return names;
}

// Whether another option has the same name and other values, so that what follows depends on the verb.
bool is_ambiguous(const option_spec &spec) {
    return std::ranges::count(all_options(), spec.long_name, &option_spec::long_name) > 1;
}

std::vector<opt> options_of(const verb_spec &verb) {
    std::vector<opt> all{verb.options.begin(), verb.options.end()};
    all.push_back(opt::help);
    return all;
}

// "--file|-f"
std::string bash_pattern(const option_spec &spec, const std::string &before) {
    std::string out = before + "--" + std::string{spec.long_name};
    if (spec.short_name != 0) out += '|' + before + '-' + spec.short_name;
    return out;
}

std::string bash_values(const option_spec &spec) {
    return spec.takes_file ? ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
                           : ") COMPREPLY=($(compgen -W " + quoted(spec.choices) + " -- \"$current\")); return ;;\n";
}

std::string bash() {
    std::string out = "# bash completion for uniform\n"
                      "_uniform() {\n"
                      "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                      "    local verb=${COMP_WORDS[1]}\n"
                      "    COMPREPLY=()\n"
                      "    if ((COMP_CWORD == 1)); then\n"
                      "        COMPREPLY=($(compgen -W '" +
                      joined(first_words()) +
                      " --help --version' -- \"$current\"))\n"
                      "        return\n"
                      "    fi\n"
                      "    case $verb in\n";
    for (const verb_group &group : all_groups()) {
        out += "        " + std::string{group.name} + ") words='" + second_words(group) + " --help' ;;\n";
    }
    out += "    esac\n"
           "    if [[ $verb == help ]] && ((COMP_CWORD == 3)); then\n"
           "        case $previous in\n";
    for (const verb_group &group : all_groups()) {
        out += "        " + std::string{group.name} + ") COMPREPLY=($(compgen -W '" + second_words(group) +
               "' -- \"$current\")); return ;;\n";
    }
    out += "        esac\n"
           "    fi\n"
           "    if [[ $words ]]; then\n"
           "        if ((COMP_CWORD == 2)); then\n"
           "            COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "            return\n"
           "        fi\n"
           "        verb+=-${COMP_WORDS[2]}\n"
           "        words=\n"
           "    fi\n"
           "    case $verb:$previous in\n";
    for (const verb_spec &verb : all_verbs()) {
        for (opt id : verb.options) {
            const option_spec &spec = spec_of(id);
            if (spec.choices.empty() || !is_ambiguous(spec)) continue;
            out += "        " + bash_pattern(spec, hyphenated(verb.name) + ':') + bash_values(spec);
        }
    }
    for (const option_spec &spec : all_options()) {
        if ((spec.choices.empty() && !spec.takes_file) || is_ambiguous(spec)) continue;
        out += "        " + bash_pattern(spec, "*:") + bash_values(spec);
    }
    out += "    esac\n"
           "    case $verb in\n";
    for (const verb_spec &verb : all_verbs()) {
        out += "        " + hyphenated(verb.name) + ") words='";
        if (verb.words != "nid") out += words_of(verb);
        for (opt id : options_of(verb)) out += " --" + std::string{spec_of(id).long_name};
        out += '\'';
        if (verb.words == "nid") out += "; ((COMP_CWORD == 3)) && words+=' " + words_of(verb) + '\'';
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

// A description for zsh's _arguments: no ":" and no brackets that it would take for its own.
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
        out += "        " + quoted(std::string{it.name} + ':' + std::string{it.summary}) + '\n';
    }
    out += "    )\n";
}

std::string zsh() {
    std::string out = "#compdef uniform\n"
                      "_uniform() {\n"
                      "    local -a verbs\n";
    append_zsh_words(out, "verbs", first_words());
    out += "    if ((CURRENT == 2)); then\n"
           "        _describe verb verbs\n"
           "        return\n"
           "    fi\n"
           "    local verb=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    verbs=()\n"
           "    case $verb in\n";
    for (const verb_group &group : all_groups()) {
        std::vector<word> words;
        for (const verb_spec &verb : verbs_of(group)) words.push_back({last_word(verb.name), verb.summary});
        out += "    " + std::string{group.name} + ")\n";
        append_zsh_words(out, "verbs", words);
        out += "    ;;\n";
    }
    out += "    esac\n"
           "    if (($#verbs)); then\n"
           "        if ((CURRENT == 2)); then\n"
           "            _describe verb verbs\n"
           "            return\n"
           "        fi\n"
           "        verb+=-$words[2]\n"
           "        shift words\n"
           "        ((CURRENT--))\n"
           "    fi\n"
           "    if [[ $verb == help ]] && ((CURRENT == 3)); then\n"
           "        case $words[2] in\n";
    for (const verb_group &group : all_groups()) {
        out += "        " + std::string{group.name} + ") compadd -- " + second_words(group) + "; return ;;\n";
    }
    out += "        esac\n"
           "    fi\n"
           "    case $verb in\n";
    for (const verb_spec &verb : all_verbs()) {
        out += "        " + hyphenated(verb.name) + ")\n            _arguments";
        for (opt id : options_of(verb)) {
            const option_spec &spec = spec_of(id);
            std::string rest = '[' + zsh_text(sentence(spec.help)) + ']';
            if (!spec.value.empty()) {
                rest += ':' + zsh_text(spec.value) + ':';
                if (spec.takes_file) rest += "_files";
                if (!spec.choices.empty()) rest += '(' + shell_words(spec.choices) + ')';
            }
            out += " \\\n                " + quoted("*--" + std::string{spec.long_name} + rest);
            if (spec.short_name != 0)
                out += " \\\n                " + quoted(std::string{"*-"} + spec.short_name + rest);
        }
        if (!verb.words.empty())
            out += " \\\n                " +
                   quoted((verb.words == "nid" ? "1:word:(" : "*:word:(") + words_of(verb) + ')');
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
                      "function __uniform_verb\n"
                      "    set -l words (commandline -opc)\n"
                      "    test (count $words) -gt (count $argv); or return 1\n"
                      "    set -l last (math 1 + (count $argv))\n"
                      "    test \"$words[2..$last]\" = \"$argv\"\n"
                      "end\n"
                      "# Whether there is a word for each of these and no more.\n"
                      "function __uniform_group\n"
                      "    __uniform_verb $argv; and test (count (commandline -opc)) -eq (math 1 + (count $argv))\n"
                      "end\n"
                      "complete -c uniform -n __fish_use_subcommand -f\n"
                      "complete -c uniform -n __fish_use_subcommand -l help -s h -d 'Print help'\n"
                      "complete -c uniform -n __fish_use_subcommand -l version -d 'Print the version'\n";
    for (const word &it : first_words()) {
        out += "complete -c uniform -n __fish_use_subcommand -a " + std::string{it.name} + " -d " +
               fish_quoted(it.summary) + '\n';
    }
    for (const verb_group &group : all_groups()) {
        for (const verb_spec &verb : verbs_of(group)) {
            out += "complete -c uniform -n " + quoted("__uniform_group " + std::string{group.name}) + " -f -a " +
                   std::string{last_word(verb.name)} + " -d " + fish_quoted(verb.summary) + '\n';
        }
        out += "complete -c uniform -n " + quoted("__uniform_group help " + std::string{group.name}) + " -f -a " +
               fish_quoted(second_words(group)) + '\n';
    }
    for (const verb_spec &verb : all_verbs()) {
        const std::string here = "complete -c uniform -n " + quoted("__uniform_verb " + std::string{verb.name});
        if (verb.words == "nid") {
            out += "complete -c uniform -n " + quoted("__uniform_group " + std::string{verb.name}) + " -f -a " +
                   fish_quoted(words_of(verb)) + '\n';
        } else if (verb.words == "verbs") { // once, with or without --man
            out += "complete -c uniform -n '__uniform_group help; or __uniform_group help --man' -f -a " +
                   fish_quoted(words_of(verb)) + '\n';
        } else if (!verb.words.empty()) {
            out += here + " -f -a " + fish_quoted(words_of(verb)) + '\n';
        }
        for (opt id : options_of(verb)) {
            const option_spec &spec = spec_of(id);
            out += here + " -l " + std::string{spec.long_name};
            if (spec.short_name != 0) out += std::string{" -s "} + spec.short_name;
            if (!spec.value.empty()) out += spec.takes_file ? " -r -F" : " -x";
            if (!spec.choices.empty()) out += " -a " + fish_quoted(shell_words(spec.choices));
            out += " -d " + fish_quoted(sentence(spec.help)) + '\n';
        }
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

} // namespace uniform::command
