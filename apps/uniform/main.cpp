// The command `uniform`: finds the verb, reads its options, and runs it.

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include "command_line.hpp"
#include "help.hpp"
#include "rules.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace uniform::command {

namespace {

using run_function = int (*)(const options &);

run_function function_of(std::string_view name) {
    constexpr std::pair<std::string_view, run_function> all[]{
        {"parse", parse_verb},
        {"check", check_verb},
        {"normalize", normalize_verb},
        {"compare", compare_verb},
        {"resolve", resolve_verb},
        {"relativize", relativize_verb},
        {"edit", edit_verb},
        {"unique", unique_verb},
        {"explain", explain_verb},
        {"schemes", schemes_verb},
        {"find", find_in_text_verb},
        {"complete", complete_verb},
        {"lint", lint_verb},
        {"urn parse", urn_parse_verb},
        {"urn check", urn_check_verb},
        {"urn normalize", urn_normalize_verb},
        {"urn compare", urn_compare_verb},
        {"urn convert", urn_convert_verb},
        {"urn guess", urn_guess_verb},
        {"urn make", urn_make_verb},
        {"urn nid", urn_nid_verb},
        {"urn namespaces", urn_namespaces_verb},
        {"get", get_verb},
        {"url parse", url_parse_verb},
        {"url make", url_make_verb},
        {"url plan", url_plan_verb},
        {"namespace new", namespace_new_verb},
        {"namespace check", namespace_check_verb},
        {"namespace diff", namespace_diff_verb},
        {"namespace show", namespace_show_verb},
        {"namespace revise", namespace_revise_verb},
        {"serve", serve_verb},
        {"config check", config_check_verb},
        {"config show", config_show_verb},
        {"config reference", config_reference_verb},
        {"store migrate", store_migrate_verb},
        {"store verify", store_verify_verb},
        {"store backup", store_backup_verb},
        {"store restore", store_restore_verb},
        {"store copy", store_copy_verb},
        {"name assign", name_assign_verb},
        {"name mint", name_mint_verb},
        {"name reserve", name_reserve_verb},
        {"name activate", name_activate_verb},
        {"name withdraw", name_withdraw_verb},
        {"name locate", name_locate_verb},
        {"name describe", name_describe_verb},
        {"name show", name_show_verb},
        {"name list", name_list_verb},
        {"name history", name_history_verb},
        {"name resolve", name_resolve_verb},
        {"name import", name_import_verb},
        {"name export", name_export_verb},
        {"namespace draft", namespace_draft_verb},
        {"namespace submit", namespace_submit_verb},
        {"namespace requests", namespace_requests_verb},
        {"namespace request", namespace_request_verb},
        {"namespace template", namespace_template_verb},
        {"namespace comment", namespace_comment_verb},
        {"namespace comments", namespace_comments_verb},
        {"namespace decide", namespace_decide_verb},
        {"namespace list", namespace_list_verb},
        {"namespace settings", namespace_settings_verb},
        {"namespace zone", namespace_zone_verb},
        {"namespace available", namespace_available_verb},
        {"namespace delegate", namespace_delegate_verb},
        {"namespace undelegate", namespace_undelegate_verb},
        {"namespace delegations", namespace_delegations_verb},
        {"namespace history", namespace_history_verb},
        {"namespace request-history", namespace_request_history_verb},
        {"namespace delegation-history", namespace_delegation_history_verb},
        {"registrar add", registrar_add_verb},
        {"registrar change", registrar_change_verb},
        {"registrar list", registrar_list_verb},
        {"registrar show", registrar_show_verb},
        {"registrar end", registrar_end_verb},
        {"registrar transfer", registrar_transfer_verb},
        {"registrar transfers", registrar_transfers_verb},
        {"registrar accept", registrar_accept_verb},
        {"registrar refuse", registrar_refuse_verb},
        {"registrar withdraw", registrar_withdraw_verb},
        {"registrar history", registrar_history_verb},
        {"registrar transfer-history", registrar_transfer_history_verb},
        {"token create", token_create_verb},
        {"token list", token_list_verb},
        {"token show", token_show_verb},
        {"token revoke", token_revoke_verb},
        {"token history", token_history_verb},
        {"help", help_verb},
        {"version", version_verb},
        {"completion", completion_verb},
    };
    for (const auto &[known, run] : all) {
        if (known == name) return run;
    }
    return nullptr;
}

int run(std::span<const char *const> words) {
    if (words.empty()) {
        fail(exit_usage,
             "what is to be done? Usage: uniform VERB [OPTION...] [ARGUMENT...]\n`uniform --help` lists the verbs");
        return exit_usage;
    }
    std::string name = words.front();
    if (name == "--help" || name == "-h") return print_all(help_for_all());
    if (name == "--version") return version_verb({});
    words = words.subspan(1);
    if (const verb_group *group = find_group(name)) {
        if (words.empty()) {
            return fail(exit_usage, "what is to be done? Usage: uniform " + name +
                                        " VERB [OPTION...] [ARGUMENT...]\n`uniform " + name +
                                        " --help` lists the verbs");
        }
        const std::string_view second = words.front();
        if (second == "--help" || second == "-h") return print_all(help_for(*group));
        name += ' ';
        name += second;
        words = words.subspan(1);
    }
    const verb_spec *verb = find_verb(name);
    if (verb == nullptr || verb->name != name) return no_such_verb(name);
    auto read = read_command_line(*verb, words);
    if (!read) {
        return fail(exit_usage, read.error() + "\n`uniform " + name + " --help` lists the options");
    }
    options &o = *read;
    if (o.help) return print_all(help_for(*verb));
    const bool takes_files = std::ranges::find(verb->options, opt::file) != verb->options.end();
    const bool base_first = verb->arguments.starts_with("[BASE]") && !o.base && !o.pairs;
    const bool nid_first = verb->arguments.starts_with("NID ");
    if (takes_files && !o.files.empty() && o.arguments.size() > (base_first || nid_first ? 1U : 0U)) {
        return fail(exit_usage, "records are either arguments or in files: " + o.arguments.back());
    }
    if (verb->name == "version" && !o.arguments.empty()) return fail(exit_usage, "version takes no arguments");
    o.to_terminal = is_terminal(STDOUT_FILENO);
    rules rules_of_run;
    if (const auto done = rules_of_run.read(o); !done) return fail(done.error().code, done.error().says);
    return function_of(name)(o);
}

} // namespace

} // namespace uniform::command

namespace {

// What others could read in the list of processes: a token, a secret and the password of a store are blotted out where
// the system keeps them.
void blot_out(char *text) {
    for (; *text != '\0'; ++text) *text = 'x';
}
// "postgresql://user:password@host/names?password=...": by itself, behind "--store=", in a setting. A password that is
// not encoded may hold any character.
void hide_password(char *word) {
    std::string lower{word};
    for (char &c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    std::size_t at = std::string::npos;
    for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
        if (const auto found = lower.find(scheme); found != std::string::npos) at = found + scheme.size();
    }
    if (at == std::string::npos) return;
    const std::size_t host = lower.rfind('@');
    const std::size_t colon = lower.find(':', at);
    if (host != std::string::npos && colon < host) std::fill(word + colon + 1, word + host, 'x');
    for (std::size_t i = lower.find("password=", at); i != std::string::npos; i = lower.find("password=", i)) {
        i += 9;
        std::fill(word + i, word + std::min(lower.find('&', i), lower.size()), 'x');
    }
}
void hide_secrets(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        hide_password(argv[i]);
        for (const std::string_view name : {"--token", "--secret"}) {
            const std::string_view word{argv[i]};
            if (word == name && i + 1 < argc) {
                blot_out(argv[++i]);
                break;
            }
            if (word.starts_with(name) && word.substr(name.size()).starts_with('=')) {
                blot_out(argv[i] + name.size() + 1);
                break;
            }
        }
    }
}

} // namespace

int main(int argc, char **argv) {
    // A closed pipe is an error of write(2) like others, so that it can end the run quietly.
    std::signal(SIGPIPE, SIG_IGN);
    try {
        const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
        hide_secrets(argc, argv);
        std::vector<const char *> pointers;
        for (const std::string &word : words) pointers.push_back(word.c_str());
        return uniform::command::run(pointers);
    } catch (const std::bad_alloc &) {
        return uniform::command::fail(uniform::command::exit_io, "out of memory");
    } catch (const std::exception &e) {
        return uniform::command::fail(uniform::command::exit_io, e.what());
    }
}
