// The commands for URN namespaces: registration templates, the registration process, and the settings and delegations
// of managed namespaces.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command namespace_new_command, namespace_check_command, namespace_rules_command, namespace_diff_command,
    namespace_show_command, namespace_revise_command, namespace_draft_command, namespace_submit_command,
    namespace_requests_command, namespace_request_command, namespace_template_command, namespace_comment_command,
    namespace_comments_command, namespace_decide_command, namespace_list_command, namespace_add_command,
    namespace_settings_command, namespace_zone_command, namespace_available_command, namespace_delegate_command,
    namespace_undelegate_command, namespace_delegations_command, namespace_history_command,
    namespace_request_history_command, namespace_delegation_history_command;

inline constexpr std::array namespace_commands{&namespace_new_command,
                                               &namespace_check_command,
                                               &namespace_rules_command,
                                               &namespace_diff_command,
                                               &namespace_show_command,
                                               &namespace_revise_command,
                                               &namespace_draft_command,
                                               &namespace_submit_command,
                                               &namespace_requests_command,
                                               &namespace_request_command,
                                               &namespace_template_command,
                                               &namespace_comment_command,
                                               &namespace_comments_command,
                                               &namespace_decide_command,
                                               &namespace_list_command,
                                               &namespace_add_command,
                                               &namespace_settings_command,
                                               &namespace_zone_command,
                                               &namespace_available_command,
                                               &namespace_delegate_command,
                                               &namespace_undelegate_command,
                                               &namespace_delegations_command,
                                               &namespace_history_command,
                                               &namespace_request_history_command,
                                               &namespace_delegation_history_command};
inline constexpr command_group namespace_group{
    "namespace", "registration and management of URN namespaces",
    "new, check, rules, diff, show and revise work on files with registration templates (RFC 8141 Appendix A, and the "
    "drafts "
    "before it). The other commands use the store on this computer, or with --server a service: they register "
    "namespaces (RFC 8141 section 6), and manage them.",
    namespace_commands};

} // namespace uniform::cli
