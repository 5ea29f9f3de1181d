// How the service is configured: one table of settings, from which the configuration file (TOML), the environment, the
// flags, `uniform config` and docs/reference/configuration.md follow.
//
// A setting is named SECTION.NAME: [server] port = 8141 in the file, UNIFORM_SERVER_PORT in the environment, and
// --set server.port=8141 on the command line. The command line wins over the environment, that over the file, that over
// the default.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace uniform::http {

/// The values. Every member is one row of the table, all_settings().
struct settings {
    // [store]
    std::string store_location = {}; ///< empty: default_store()
    bool store_migrate = true;
    std::uint64_t store_cache = 0;
    std::uint64_t store_pool = 0;
    std::uint64_t store_group = 0;
    bool store_stale_replicas = false;
    std::chrono::milliseconds store_busy_timeout{};
    std::chrono::milliseconds store_reconnect_for{};
    std::uint64_t store_answers_days = 0;

    // [server]
    std::string address = {};
    std::uint64_t port = 0;
    std::string public_url = {}; ///< empty: made of address and port
    std::uint64_t workers = 0;
    std::uint64_t pool = 0;
    std::uint64_t pool_queue = 0;
    std::string certificate = {};
    std::string private_key = {};
    std::chrono::milliseconds stop_delay{};
    std::chrono::milliseconds drain_time{};

    // [limits]
    std::uint64_t head_limit = 0;
    std::uint64_t fields_limit = 0;
    std::uint64_t connections = 0;
    std::uint64_t connections_per_address = 0;
    std::chrono::milliseconds head_time{};
    std::chrono::milliseconds idle_time{};
    std::chrono::milliseconds body_time{};
    std::uint64_t rate_address = 0;
    std::uint64_t burst_address = 0;
    std::uint64_t rate_api = 0;
    std::uint64_t burst_api = 0;
    std::uint64_t rate_writes = 0;
    std::uint64_t burst_writes = 0;
    std::uint64_t rate_token = 0;
    std::uint64_t burst_token = 0;
    std::uint64_t failed_tokens = 0;
    std::uint64_t streams = 4;
    std::uint64_t token_days = 0;
    std::uint64_t longest_token_days = 0;
    std::uint64_t rate_entries = 0;
    std::vector<std::string> trusted_proxies = {};

    // [cache]
    std::uint64_t cache_size = 0;
    std::chrono::milliseconds cache_poll{};

    // [log]
    std::string log_requests = {};
    std::chrono::milliseconds log_slow{};
    std::uint64_t log_sample = 0;
    bool log_client_address = false;
    std::uint64_t log_target_length = 0;

    // [metrics]
    bool metrics_enabled = true;

    // [statistics]
    bool statistics_enabled = true;
    std::chrono::milliseconds statistics_flush{};
    std::uint64_t statistics_unknown = 0;

    // [links]
    bool links_check = false;
    std::uint64_t links_rate = 0;
    std::chrono::milliseconds links_host_delay{};
    std::chrono::milliseconds links_recheck{};
    std::chrono::milliseconds links_timeout{};
    std::uint64_t links_parallel = 0;
    std::uint64_t links_dead_after = 0;
    bool links_robots = true;
    bool links_soft_404 = true;
    bool links_allow_private = false;
    std::string links_user_agent = {};

    // [harvest]
    bool oai_enabled = true;
    std::string oai_name = {};
    std::string oai_email = {};
    std::uint64_t oai_page = 0;
    std::string zone_origin = {};

    // [demo]
    bool demo = false;
};

/// What a value looks like in the file, the environment and a flag.
enum class setting_type : std::uint8_t {
    text,
    choice,   ///< one of the words
    boolean,  ///< true, false
    number,   ///< 42
    size,     ///< 4096, or with a unit "64K", "64M", "1G" (powers of 1024)
    duration, ///< "250ms", "10s", "5m", "1h", "7d"; a bare number counts seconds
    list,     ///< in TOML an array of strings; elsewhere separated by commas
};
[[nodiscard]] std::string_view to_string(setting_type t) noexcept;

/// Where a value is kept.
using setting_member = std::variant<std::string settings::*, bool settings::*, std::uint64_t settings::*,
                                    std::chrono::milliseconds settings::*, std::vector<std::string> settings::*>;

/// One row of the table.
struct setting {
    std::string_view name;         ///< "server.port"
    setting_type type;             ///< how it is written
    std::string_view fallback;     ///< the default, as text
    std::string_view sentence;     ///< what it does
    setting_member member;         ///< where its value is
    std::uint64_t least = 0;       ///< of a number, size, or duration in milliseconds
    std::uint64_t most = 0;        ///< 0: no other limit than that of its type
    std::string_view choices = {}; ///< of a choice: words separated by spaces
    bool secret = false;           ///< may hold a password: `uniform config show` hides it
};

[[nodiscard]] std::span<const setting> all_settings() noexcept;
[[nodiscard]] const setting *find_setting(std::string_view name) noexcept;
/// "UNIFORM_SERVER_PORT".
[[nodiscard]] std::string environment_name(const setting &s);

/// $XDG_DATA_HOME/uniform/uniform.db, or ~/.local/share/uniform/uniform.db.
[[nodiscard]] std::string default_store();

/// Where a value comes from.
enum class setting_source : std::uint8_t { fallback, file, environment, flag };
[[nodiscard]] std::string_view to_string(setting_source s) noexcept;

/// One thing that is wrong. `where` is "uniform.toml:3:8", "UNIFORM_SERVER_PORT" or "--set server.port".
struct settings_problem {
    std::string where = {};
    std::string says = {};
};

/// The values, and for each row of the table where it comes from.
struct configuration {
    http::settings values = {};
    std::vector<setting_source> sources = {}; ///< in the order of all_settings()
    std::vector<std::string> places = {};     ///< "uniform.toml:3:8"; empty for defaults
};

/// What is read.
struct settings_input {
    std::string file_name = {};                                        ///< for messages
    std::optional<std::string> file = {};                              ///< its text
    std::vector<std::pair<std::string, std::string>> environment = {}; ///< those that begin with "UNIFORM_"
    std::vector<std::pair<std::string, std::string>> flags = {};       ///< name of the setting, value
};

/// Puts defaults, file, environment and flags together and checks them, also against each other. Every problem that
/// there is, in that order.
[[nodiscard]] std::expected<configuration, std::vector<settings_problem>> configure(const settings_input &in);

/// The value as it would be written in the file: "8141", "\"10s\"", "[\"10.0.0.0/8\"]".
[[nodiscard]] std::string value_of(const setting &s, const settings &values, bool hide_secrets);

/// All of it as a configuration file, each value with its source as a comment; defaults, and values of which something
/// is hidden, are comments.
[[nodiscard]] std::string to_toml(const configuration &c, bool hide_secrets);
[[nodiscard]] std::string to_json(const configuration &c, bool hide_secrets);

/// docs/reference/configuration.md.
[[nodiscard]] std::string settings_reference();

} // namespace uniform::http
