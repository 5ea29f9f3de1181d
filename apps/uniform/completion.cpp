#include "help.hpp"

#include <vector>

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

std::string verb_names() {
    std::string names;
    for (const verb_spec &verb : all_verbs()) {
        if (!names.empty()) names += ' ';
        names += verb.name;
    }
    return names;
}

std::string words_of(const verb_spec &verb) { return verb.words == "verbs" ? verb_names() : std::string{verb.words}; }

std::vector<opt> options_of(const verb_spec &verb) {
    std::vector<opt> all{verb.options.begin(), verb.options.end()};
    all.push_back(opt::help);
    return all;
}

std::string bash() {
    std::string out = "# bash completion for uniform\n"
                      "_uniform() {\n"
                      "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                      "    COMPREPLY=()\n"
                      "    if ((COMP_CWORD == 1)); then\n"
                      "        COMPREPLY=($(compgen -W '" +
                      verb_names() +
                      " --help --version' -- \"$current\"))\n"
                      "        return\n"
                      "    fi\n"
                      "    case $previous in\n";
    for (const option_spec &spec : all_options()) {
        if (spec.choices.empty() && !spec.takes_file) continue;
        out += "        --" + std::string{spec.long_name};
        if (spec.short_name != 0) out += std::string{"|-"} + spec.short_name;
        out += spec.takes_file
                   ? ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;\n"
                   : ") COMPREPLY=($(compgen -W " + quoted(spec.choices) + " -- \"$current\")); return ;;\n";
    }
    out += "    esac\n"
           "    case ${COMP_WORDS[1]} in\n";
    for (const verb_spec &verb : all_verbs()) {
        out += "        " + std::string{verb.name} + ") words='" + words_of(verb);
        for (opt id : options_of(verb)) out += " --" + std::string{spec_of(id).long_name};
        out += "' ;;\n";
    }
    out += "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\n"
           "complete -o default -F _uniform uniform\n";
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

std::string zsh() {
    std::string out = "#compdef uniform\n"
                      "_uniform() {\n"
                      "    local -a verbs=(\n";
    for (const verb_spec &verb : all_verbs()) {
        out += "        " + quoted(std::string{verb.name} + ':' + std::string{verb.summary}) + '\n';
    }
    out += "    )\n"
           "    if ((CURRENT == 2)); then\n"
           "        _describe verb verbs\n"
           "        return\n"
           "    fi\n"
           "    local verb=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $verb in\n";
    for (const verb_spec &verb : all_verbs()) {
        out += "        " + std::string{verb.name} + ")\n            _arguments";
        for (opt id : options_of(verb)) {
            const option_spec &spec = spec_of(id);
            std::string rest = '[' + zsh_text(sentence(spec.help)) + ']';
            if (!spec.value.empty()) {
                rest += ':' + zsh_text(spec.value) + ':';
                if (spec.takes_file) rest += "_files";
                if (!spec.choices.empty())
                    rest += '(' + std::string{spec.choices == "& ;" ? "\\& \\;" : spec.choices} + ')';
            }
            out += " \\\n                " + quoted("*--" + std::string{spec.long_name} + rest);
            if (spec.short_name != 0)
                out += " \\\n                " + quoted(std::string{"*-"} + spec.short_name + rest);
        }
        if (!verb.words.empty()) out += " \\\n                " + quoted("*:word:(" + words_of(verb) + ')');
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
                      "complete -c uniform -n __fish_use_subcommand -f\n"
                      "complete -c uniform -n __fish_use_subcommand -l help -s h -d 'Print help'\n"
                      "complete -c uniform -n __fish_use_subcommand -l version -d 'Print the version'\n";
    for (const verb_spec &verb : all_verbs()) {
        out += "complete -c uniform -n __fish_use_subcommand -a " + std::string{verb.name} + " -d " +
               fish_quoted(verb.summary) + '\n';
    }
    for (const verb_spec &verb : all_verbs()) {
        const std::string here =
            "complete -c uniform -n " + quoted("__fish_seen_subcommand_from " + std::string{verb.name});
        if (!verb.words.empty()) out += here + " -f -a " + fish_quoted(words_of(verb)) + '\n';
        for (opt id : options_of(verb)) {
            const option_spec &spec = spec_of(id);
            out += here + " -l " + std::string{spec.long_name};
            if (spec.short_name != 0) out += std::string{" -s "} + spec.short_name;
            if (!spec.value.empty()) out += spec.takes_file ? " -r -F" : " -x";
            if (!spec.choices.empty()) out += " -a " + fish_quoted(spec.choices);
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
