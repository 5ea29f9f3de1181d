// The content of the pages of the store and of the settings (routes_store.cpp). They show `store_state`,
// `replica_state` and `setting_row`, as the operations of the API do; what depends on the reader's language is beside
// them.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/administration/operation_page.hpp"
#include "http/operation/store_state.hpp"

namespace uniform::http {

namespace pages {

/// The members of a store and of a replica that the page shows as they are.
template <>
struct table_of<store_state> {
    static constexpr std::tuple members{member{"location", &store_state::location},
                                        member{"server", &store_state::server}, member{"schema", &store_state::schema},
                                        member{"head", &store_state::head},
                                        member{"from_replica", &store_state::read_from_replica}};
};
template <>
struct table_of<replica_state> {
    static constexpr std::tuple members{member{"name", &replica_state::name},
                                        member{"address", &replica_state::address},
                                        member{"state", &replica_state::state}, member{"sync", &replica_state::sync}};
};

} // namespace pages

namespace administration {

struct shown_replica {
    replica_state replica = {};
    std::string bytes_behind = {}; ///< empty: not known, as the next one
    std::string behind = {};

    static constexpr std::tuple members{members_of{&shown_replica::replica},
                                        member{"bytes_behind", &shown_replica::bytes_behind},
                                        member{"behind", &shown_replica::behind}};
};

struct store_model {
    static constexpr std::string_view page_template = "operation_store";

    manage::common_part common = {};
    store_state store = {};
    std::vector<figure> figures = {};
    std::string_view uniform_version = {};
    std::string last_event = {}; ///< empty: there is none
    std::string index = {};      ///< the state of the search index
    bool is_postgresql = false;
    std::string replica_behind = {}; ///< empty: the state is not that of a replica
    std::string primary_away = {};   ///< for how long; empty: it answers
    bool has_replicas = false;
    std::vector<shown_replica> replicas = {};
    std::string_view right = {}; ///< the right to see all of them

    static constexpr std::tuple members{members_of{&store_model::common},
                                        members_of{&store_model::store},
                                        member{"figures", &store_model::figures},
                                        member{"uniform", &store_model::uniform_version},
                                        member{"last_event", &store_model::last_event},
                                        member{"index", &store_model::index},
                                        member{"is_postgresql", &store_model::is_postgresql},
                                        member{"replica_behind", &store_model::replica_behind},
                                        member{"primary_away", &store_model::primary_away},
                                        member{"has_replicas", &store_model::has_replicas},
                                        member{"replicas", &store_model::replicas},
                                        member{"right", &store_model::right}};
};

/// A setting as it is, and where it comes from. Its table has the members that the page shows as they are.
struct setting_row {
    std::string_view name = {};
    std::string value = {};
    std::string_view fallback = {};
    std::string source = {};        ///< "default", "file", "environment", "flag"; "program" if it is not known
    std::string place = {};         ///< "uniform.toml:3:8"
    std::string after_restart = {}; ///< the value after a restart; empty: the same
    bool changes_while_running = false;
    std::string_view help = {};
    bool is_default = false;

    static constexpr std::tuple members{member{"name", &setting_row::name},
                                        member{"value", &setting_row::value},
                                        member{"place", &setting_row::place},
                                        member{"after_restart", &setting_row::after_restart},
                                        member{"changes_while_running", &setting_row::changes_while_running},
                                        member{"help", &setting_row::help},
                                        member{"is_default", &setting_row::is_default}};
};

struct shown_setting {
    setting_row setting = {};
    std::string source = {}; ///< in the reader's language

    static constexpr std::tuple members{members_of{&shown_setting::setting}, member{"source", &shown_setting::source}};
};

struct settings_section {
    std::string_view section = {}; ///< "server"
    std::vector<shown_setting> settings = {};

    static constexpr std::tuple members{member{"section", &settings_section::section},
                                        member{"settings", &settings_section::settings}};
};

struct settings_model {
    static constexpr std::string_view page_template = "operation_settings";

    manage::common_part common = {};
    std::string q = {}; ///< typed in the form
    bool only_changed = false;
    bool is_asked = false; ///< for something
    bool has_settings = false;
    std::vector<settings_section> sections = {};
    std::string_view signal = {}; ///< the signal that has the file read again

    static constexpr std::tuple members{members_of{&settings_model::common},
                                        member{"q", &settings_model::q},
                                        member{"only_changed", &settings_model::only_changed},
                                        member{"is_asked", &settings_model::is_asked},
                                        member{"has_settings", &settings_model::has_settings},
                                        member{"sections", &settings_model::sections},
                                        member{"signal", &settings_model::signal}};
};

} // namespace administration

} // namespace uniform::http
