// The commands for the service, its store, and the names, registrars and tokens in it.
#pragma once

#include <array>

#include "cli/command.hpp"

namespace uniform::cli {

extern const command serve_command, config_check_command, config_show_command, config_reference_command,
    store_migrate_command, store_verify_command, store_backup_command, store_restore_command, store_copy_command,
    store_history_command, store_confirm_clock_command, store_confirm_history_command, store_index_command,
    name_assign_command, name_mint_command, name_reserve_command, name_activate_command, name_withdraw_command,
    name_reinstate_command, name_locate_command, name_describe_command, name_show_command, name_list_command,
    name_history_command, name_resolve_command, name_import_command, name_export_command, name_harvest_command,
    registrar_add_command, registrar_change_command, registrar_list_command, registrar_show_command,
    registrar_end_command, registrar_transfer_command, registrar_transfers_command, registrar_accept_command,
    registrar_refuse_command, registrar_withdraw_command, registrar_history_command, registrar_transfer_history_command,
    token_create_command, token_list_command, token_show_command, token_revoke_command, token_history_command,
    token_sessions_command, token_end_session_command;
extern const command store_retire_command, store_promote_command, store_proof_command, store_verify_proof_command,
    store_segments_command;
extern const command webhook_create_command, webhook_list_command, webhook_show_command, webhook_deliveries_command,
    webhook_test_command, webhook_end_command;

inline constexpr std::array serve_commands{&serve_command};
inline constexpr command_group serve_group{"", "", "", serve_commands};

inline constexpr std::array config_commands{&config_check_command, &config_show_command, &config_reference_command};
inline constexpr command_group config_group{"config", "the settings of the service",
                                            "Commands for the settings of `uniform serve`, which come from a file "
                                            "(TOML), the environment and the command line: "
                                            "checking them, and printing which values apply and where they come from.",
                                            config_commands};

inline constexpr std::array store_commands{
    &store_migrate_command,      &store_verify_command,  &store_backup_command,        &store_restore_command,
    &store_copy_command,         &store_history_command, &store_confirm_clock_command, &store_confirm_history_command,
    &store_index_command,        &store_retire_command,  &store_promote_command,       &store_proof_command,
    &store_verify_proof_command, &store_segments_command};
inline constexpr command_group store_group{
    "store", "the store of the service",
    "Commands for the store, in SQLite or PostgreSQL: names, namespaces, requests, registrars, delegations, transfers "
    "and tokens, and their history. All but restore and migrate may run while the service runs.",
    store_commands};

inline constexpr std::array name_commands{&name_assign_command,   &name_mint_command,     &name_reserve_command,
                                          &name_activate_command, &name_withdraw_command, &name_reinstate_command,
                                          &name_locate_command,   &name_describe_command, &name_show_command,
                                          &name_list_command,     &name_history_command,  &name_resolve_command,
                                          &name_import_command,   &name_export_command,   &name_harvest_command};
inline constexpr command_group name_group{"name", "names, each assigned once and permanently",
                                          "Commands for the names of a service: in the store on this computer, whose "
                                          "owner has all permissions, or with --server "
                                          "at a service, with an access token.",
                                          name_commands};

inline constexpr std::array registrar_commands{
    &registrar_add_command,       &registrar_change_command,  &registrar_list_command,
    &registrar_show_command,      &registrar_end_command,     &registrar_transfer_command,
    &registrar_transfers_command, &registrar_accept_command,  &registrar_refuse_command,
    &registrar_withdraw_command,  &registrar_history_command, &registrar_transfer_history_command};
inline constexpr command_group registrar_group{
    "registrar", "registrars, and transfers between them",
    "Commands for the registrars, to whom prefixes are delegated, in the store on this computer or with --server at a "
    "service. docs/guide/registrars.md lists the permissions of each role.",
    registrar_commands};

inline constexpr std::array token_commands{&token_create_command,     &token_list_command,    &token_show_command,
                                           &token_revoke_command,     &token_history_command, &token_sessions_command,
                                           &token_end_session_command};
inline constexpr command_group token_group{"token", "access tokens",
                                           "Commands for the access tokens of a service's clients.", token_commands};

inline constexpr std::array webhook_commands{&webhook_create_command,     &webhook_list_command, &webhook_show_command,
                                             &webhook_deliveries_command, &webhook_test_command, &webhook_end_command};
inline constexpr command_group webhook_group{
    "webhook", "notifications to other servers",
    "Commands for the webhooks of a service, to which it sends what happens to registration requests.",
    webhook_commands};

} // namespace uniform::cli
