// Options of the commands for the service and its store.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"

namespace uniform::cli {

// The settings of the service: a file, and single values.
struct settings_options {
    std::optional<std::string> config;
    std::vector<std::pair<std::string, std::string>> settings; // name and value; the last one counts
    std::vector<std::string> given_as;                         // for each the option, for messages: "--port"

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&settings_options::config>({running, 'c', "config", "FILE", "Read the settings from FILE.", "",
                                               "the file in the environment variable UNIFORM_CONFIG, or none", true}),
            option<&read_setting>({running, 0, "set", "NAME=VALUE",
                                   "Give a setting this value, for example server.workers=2. May be repeated. `uniform "
                                   "config show` lists all settings."}),
        };
    }

private:
    static option_status read_setting(settings_options &o, const option_text &text, std::string_view value);
};

// The settings that have an option of their own.
inline constexpr char store_location[] = "store.location";
inline constexpr char server_port[] = "server.port";
inline constexpr char demo_fill[] = "demo.fill";
inline constexpr char store_follow[] = "store.follow";
inline constexpr char store_follow_prefixes[] = "store.follow_prefixes";

// Without a value, for a switch, the setting becomes true.
option_status set_setting(settings_options &o, const option_text &text, std::string_view name, std::string_view value);
// "the setting server.port, 8141"; "" for a switch
std::string default_of_setting(const option_text &text, std::string_view name);

template <const auto &Name>
option_status store_setting(settings_options &o, const option_text &text, std::string_view value) {
    return set_setting(o, text, Name, value);
}
template <const auto &Name>
std::string initial_setting(const option_text &text) {
    return default_of_setting(text, Name);
}

// An option that stands for one setting, whose default is that of the setting.
template <const auto &Name>
consteval row_of<settings_options> for_setting(option_text text) {
    return {{text, &detail::store<settings_options, &store_setting<Name>>, &initial_setting<Name>}};
}

struct store_row {
    static constexpr auto rows() {
        return std::array{for_setting<store_location>(
            {heading::running, 's', "store", "LOCATION", "The store: a file, or postgresql://...", "",
             "the setting store.location, else $XDG_DATA_HOME/uniform/uniform.db or ~/.local/share/uniform/uniform.db",
             true})};
    }
};

struct serving_rows {
    static constexpr auto rows() {
        using enum heading;
        return std::array{
            for_setting<server_port>({running, 'p', "port", "N", "Listen on this port."}),
            for_setting<demo_fill>(
                {running, 0, "demo", "", "Fill an empty store with a small demonstration namespace, \"example\"."}),
            for_setting<store_follow>(
                {running, 0, "follow", "URL|FILE",
                 "Follow the service at URL, the segments of its history with the index at URL or "
                 "in FILE (index.ndjson), or a file with an export of it: apply its history to "
                 "this store, and only read.",
                 "", "the setting store.follow, or none", true}),
            for_setting<store_follow_prefixes>(
                {running, 0, "prefix", "PREFIXES",
                 "With --follow, follow only the names with these prefixes, separated by commas.", "",
                 "the setting store.follow_prefixes, or all"}),
        };
    }
};

// The options of the commands that make requests of the API: to a service, or to the store on this computer.
struct service_options : with<common_options, settings_options, store_row> {
    std::optional<std::string> server;
    std::optional<std::string> token;
    std::optional<std::string> token_file;

    // Not every command has an option for these.
    bool json = false;
    std::uint64_t limit = 0; // 0: all

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&service_options::server>({running, 0, "server", "URL",
                                              "Use the service at URL instead of the store on this computer.", "",
                                              "the environment variable UNIFORM_SERVER"}),
            option<&service_options::token>(
                {running, 0, "token", "TOKEN",
                 "Use this access token. Other users may see it for a moment in the list of processes, unlike the "
                 "token of --token-file or of the environment variable UNIFORM_TOKEN.",
                 "", "the environment variable UNIFORM_TOKEN"}),
            option<&service_options::token_file>({running, 0, "token-file", "FILE", "Use the access token in FILE.", "",
                                                  "the environment variable UNIFORM_TOKEN", true}),
        };
    }
};

struct json_row {
    static constexpr auto rows() {
        return std::array{
            option<&service_options::json>({heading::output, 'j', "json", "", "Print the result as JSON."})};
    }
};

struct limit_row {
    static constexpr auto rows() {
        return std::array{number<&service_options::limit, 1, std::uint64_t{1} << 53>(
            {heading::output, 0, "limit", "N", "Print at most N.", "", "all"})};
    }
};

struct if_version_option {
    std::optional<std::uint64_t> if_version;

    static constexpr auto rows() {
        return std::array{number<&if_version_option::if_version, 0, std::uint64_t{1} << 53>(
            {heading::rules, 0, "if-version", "NUMBER", "Make the change only if this event is still the last one."})};
    }
};

struct key_option {
    std::optional<std::string> key;

    static constexpr auto rows() {
        return std::array{
            option<&key_option::key>({heading::running, 'k', "key", "KEY",
                                      "The idempotency key of the request: a retry with the same key gets "
                                      "the first response.",
                                      "", "a new one"})};
    }
};

struct as_of_option {
    std::string as_of;

    static option_status read_as_of(as_of_option &o, const option_text &text, std::string_view value);
    static constexpr auto rows() {
        return std::array{option<&read_as_of>(
            {heading::rules, 0, "as-of", "DATE",
             "Show the state at this time (RFC 3339; a date alone is the beginning of its day in UTC).", "", "now"})};
    }
};

struct reason_option {
    std::optional<std::string> reason;

    static constexpr auto rows() {
        return std::array{
            option<&reason_option::reason>({heading::making, 0, "reason", "TEXT", "The reason, which is public."})};
    }
};

} // namespace uniform::cli
