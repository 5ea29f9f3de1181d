// The verbs, one file each; all of them return an exit code.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/reference.hpp>

#include "options.hpp"
#include "rules.hpp"
#include "template.hpp"

namespace uniform::command {

[[nodiscard]] int parse_verb(const options &o);
[[nodiscard]] int check_verb(const options &o);
[[nodiscard]] int normalize_verb(const options &o);
[[nodiscard]] int compare_verb(const options &o);
[[nodiscard]] int resolve_verb(const options &o);
[[nodiscard]] int relativize_verb(const options &o);
[[nodiscard]] int edit_verb(const options &o);
[[nodiscard]] int unique_verb(const options &o);
[[nodiscard]] int explain_verb(const options &o);
[[nodiscard]] int schemes_verb(const options &o);
[[nodiscard]] int find_in_text_verb(const options &o);
[[nodiscard]] int complete_verb(const options &o);
[[nodiscard]] int lint_verb(const options &o);
[[nodiscard]] int get_verb(const options &o);
[[nodiscard]] int help_verb(const options &o);
[[nodiscard]] int version_verb(const options &o);
[[nodiscard]] int completion_verb(const options &o);

[[nodiscard]] int urn_parse_verb(const options &o);
[[nodiscard]] int urn_check_verb(const options &o);
[[nodiscard]] int urn_normalize_verb(const options &o);
[[nodiscard]] int urn_compare_verb(const options &o);
[[nodiscard]] int urn_convert_verb(const options &o);
[[nodiscard]] int urn_guess_verb(const options &o);
[[nodiscard]] int urn_make_verb(const options &o);
[[nodiscard]] int urn_nid_verb(const options &o);
[[nodiscard]] int urn_namespaces_verb(const options &o);

[[nodiscard]] int url_parse_verb(const options &o);
[[nodiscard]] int url_make_verb(const options &o);
[[nodiscard]] int url_plan_verb(const options &o);

[[nodiscard]] int namespace_new_verb(const options &o);
[[nodiscard]] int namespace_check_verb(const options &o);
[[nodiscard]] int namespace_diff_verb(const options &o);
[[nodiscard]] int namespace_show_verb(const options &o);
[[nodiscard]] int namespace_revise_verb(const options &o);

[[nodiscard]] int serve_verb(const options &o);
[[nodiscard]] int config_check_verb(const options &o);
[[nodiscard]] int config_show_verb(const options &o);
[[nodiscard]] int config_reference_verb(const options &o);
[[nodiscard]] int store_migrate_verb(const options &o);
[[nodiscard]] int store_verify_verb(const options &o);
[[nodiscard]] int store_backup_verb(const options &o);
[[nodiscard]] int store_restore_verb(const options &o);
[[nodiscard]] int store_copy_verb(const options &o);

[[nodiscard]] int name_assign_verb(const options &o);
[[nodiscard]] int name_mint_verb(const options &o);
[[nodiscard]] int name_reserve_verb(const options &o);
[[nodiscard]] int name_activate_verb(const options &o);
[[nodiscard]] int name_withdraw_verb(const options &o);
[[nodiscard]] int name_locate_verb(const options &o);
[[nodiscard]] int name_describe_verb(const options &o);
[[nodiscard]] int name_show_verb(const options &o);
[[nodiscard]] int name_list_verb(const options &o);
[[nodiscard]] int name_history_verb(const options &o);
[[nodiscard]] int name_resolve_verb(const options &o);
[[nodiscard]] int name_import_verb(const options &o);
[[nodiscard]] int name_export_verb(const options &o);

[[nodiscard]] int namespace_draft_verb(const options &o);
[[nodiscard]] int namespace_submit_verb(const options &o);
[[nodiscard]] int namespace_requests_verb(const options &o);
[[nodiscard]] int namespace_request_verb(const options &o);
[[nodiscard]] int namespace_template_verb(const options &o);
[[nodiscard]] int namespace_comment_verb(const options &o);
[[nodiscard]] int namespace_comments_verb(const options &o);
[[nodiscard]] int namespace_decide_verb(const options &o);
[[nodiscard]] int namespace_list_verb(const options &o);
[[nodiscard]] int namespace_settings_verb(const options &o);
[[nodiscard]] int namespace_zone_verb(const options &o);
[[nodiscard]] int namespace_available_verb(const options &o);
[[nodiscard]] int namespace_delegate_verb(const options &o);
[[nodiscard]] int namespace_undelegate_verb(const options &o);
[[nodiscard]] int namespace_delegations_verb(const options &o);
[[nodiscard]] int namespace_history_verb(const options &o);
[[nodiscard]] int namespace_request_history_verb(const options &o);
[[nodiscard]] int namespace_delegation_history_verb(const options &o);

[[nodiscard]] int registrar_add_verb(const options &o);
[[nodiscard]] int registrar_change_verb(const options &o);
[[nodiscard]] int registrar_list_verb(const options &o);
[[nodiscard]] int registrar_show_verb(const options &o);
[[nodiscard]] int registrar_end_verb(const options &o);
[[nodiscard]] int registrar_transfer_verb(const options &o);
[[nodiscard]] int registrar_transfers_verb(const options &o);
[[nodiscard]] int registrar_accept_verb(const options &o);
[[nodiscard]] int registrar_refuse_verb(const options &o);
[[nodiscard]] int registrar_withdraw_verb(const options &o);
[[nodiscard]] int registrar_history_verb(const options &o);
[[nodiscard]] int registrar_transfer_history_verb(const options &o);

[[nodiscard]] int token_create_verb(const options &o);
[[nodiscard]] int token_list_verb(const options &o);
[[nodiscard]] int token_show_verb(const options &o);
[[nodiscard]] int token_revoke_verb(const options &o);
[[nodiscard]] int token_history_verb(const options &o);

// What several verbs do alike.

// Says that there is no such verb, and which one may be meant.
[[nodiscard]] int no_such_verb(std::string_view name);

// "uniform: SAYS" on standard error; returns the code.
int fail(int code, std::string_view says);

// Writes all of the text to standard output; exit_io when that does not work.
[[nodiscard]] int print_all(std::string_view text);

// The template of --get, or a usage error with a caret, already printed.
[[nodiscard]] std::expected<std::optional<output_template>, int> template_of(const options &o);

// What every record is put against: --base, or the first argument.
struct base_of_run {
    std::string text;          // "" with --pairs
    std::size_t arguments = 0; // how many of them it took
};
[[nodiscard]] std::expected<base_of_run, int> find_base(const options &o);

// Says that the base is not valid; returns the exit code.
[[nodiscard]] int bad_base(const options &o, const base_of_run &base, const error &why);

// {"input": ..., "valid": false, "error": {...}} as one line.
void append_refusal(std::string &out, std::string_view input, const error &why, std::string_view message = {},
                    bool valid = false);

} // namespace uniform::command
