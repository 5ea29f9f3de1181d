// The settings of the service: one table, from which the configuration file (TOML), the environment, the flags,
// `uniform config` and docs/reference/configuration.md are made.
//
// A setting is named SECTION.NAME: [server] port = 8141 in the file, UNIFORM_SERVER_PORT in the environment, and
// --set server.port=8141 on the command line. The command line has precedence over the environment, the environment
// over the file, the file over the default.
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

#include <uniform/base/accepted_value.hpp>
#include <uniform/base/api.hpp>
#include <uniform/http/setting_type.hpp>

namespace uniform UNIFORM_API {
namespace http {

/// The values, each with the name of its setting. configure() sets the defaults; without it, numbers are 0 and texts
/// empty. A new setting is a member here and a row in src/http/settings/settings_table.cpp.
struct settings {
    std::string store_location = {};                     ///< store.location
    std::string store_head_file = {};                    ///< store.head_file
    bool store_migrate = true;                           ///< store.migrate
    std::uint64_t store_cache = 0;                       ///< store.cache
    std::uint64_t store_pool = 0;                        ///< store.pool
    std::uint64_t store_group = 0;                       ///< store.group
    bool store_stale_replicas = false;                   ///< store.stale_replicas
    std::chrono::milliseconds store_replica_lag = {};    ///< store.replica_lag
    std::chrono::milliseconds store_stale_for = {};      ///< store.stale_for
    std::chrono::milliseconds store_read_timeout = {};   ///< store.read_timeout
    std::chrono::milliseconds store_write_timeout = {};  ///< store.write_timeout
    std::chrono::milliseconds store_busy_timeout = {};   ///< store.busy_timeout
    std::chrono::milliseconds store_reconnect_for = {};  ///< store.reconnect_for
    std::uint64_t store_idempotency_days = 0;            ///< store.idempotency_days
    std::chrono::milliseconds store_clock_ahead = {};    ///< store.clock_ahead
    std::chrono::milliseconds store_clock_behind = {};   ///< store.clock_behind
    std::string store_follow = {};                       ///< store.follow
    std::string store_follow_token_file = {};            ///< store.follow_token_file
    std::vector<std::string> store_follow_prefixes = {}; ///< store.follow_prefixes

    std::chrono::milliseconds history_wait = {}; ///< history.wait
    bool history_public = false;                 ///< history.public

    std::string address = {};                  ///< server.address
    std::uint64_t port = 0;                    ///< server.port
    std::string public_url = {};               ///< server.public_url
    std::uint64_t workers = 0;                 ///< server.workers
    std::uint64_t pool = 0;                    ///< server.pool
    std::uint64_t readers = 0;                 ///< server.readers
    std::uint64_t pool_queue = 0;              ///< server.pool_queue
    std::string certificate = {};              ///< server.certificate
    std::string private_key = {};              ///< server.private_key
    std::chrono::milliseconds hsts = {};       ///< server.hsts
    std::chrono::milliseconds stop_delay = {}; ///< server.stop_delay
    std::chrono::milliseconds drain_time = {}; ///< server.drain_time

    std::uint64_t head_limit = 0;                  ///< limits.head
    std::uint64_t fields_limit = 0;                ///< limits.fields
    std::uint64_t bodies = 0;                      ///< limits.bodies
    std::uint64_t unsent = 0;                      ///< limits.unsent
    std::uint64_t connections = 0;                 ///< limits.connections
    std::uint64_t connections_per_address = 0;     ///< limits.connections_per_address
    std::chrono::milliseconds head_time = {};      ///< limits.head_time
    std::chrono::milliseconds idle_time = {};      ///< limits.idle_time
    std::chrono::milliseconds body_time = {};      ///< limits.body_time
    std::uint64_t rate_address = 0;                ///< limits.rate_address
    std::uint64_t burst_address = 0;               ///< limits.burst_address
    std::uint64_t rate_api = 0;                    ///< limits.rate_api
    std::uint64_t burst_api = 0;                   ///< limits.burst_api
    std::uint64_t rate_writes = 0;                 ///< limits.rate_writes
    std::uint64_t burst_writes = 0;                ///< limits.burst_writes
    std::uint64_t rate_token = 0;                  ///< limits.rate_token
    std::uint64_t burst_token = 0;                 ///< limits.burst_token
    std::uint64_t failed_tokens = 0;               ///< limits.failed_tokens
    std::uint64_t stored_address = 0;              ///< limits.stored_address
    std::uint64_t stored_anonymous = 0;            ///< limits.stored_anonymous
    std::uint64_t streams = 0;                     ///< limits.streams
    std::uint64_t token_days = 0;                  ///< limits.token_days
    std::uint64_t longest_token_days = 0;          ///< limits.longest_token_days
    std::uint64_t rate_entries = 0;                ///< limits.rate_entries
    std::vector<std::string> trusted_proxies = {}; ///< limits.trusted_proxies

    std::uint64_t cache_size = 0;              ///< cache.size
    std::chrono::milliseconds cache_poll = {}; ///< cache.poll

    std::string shared_keys = {};                   ///< shared_cache.keys
    std::chrono::milliseconds shared_max_age = {};  ///< shared_cache.max_age
    std::chrono::milliseconds stale_if_error = {};  ///< shared_cache.stale_if_error
    std::chrono::milliseconds unknown_max_age = {}; ///< shared_cache.unknown

    std::vector<std::string> purge_urls = {};     ///< purge.urls
    std::string purge_method = {};                ///< purge.method
    std::string purge_field_file = {};            ///< purge.field_file
    std::string purge_body = {};                  ///< purge.body
    std::chrono::milliseconds purge_timeout = {}; ///< purge.timeout
    std::chrono::milliseconds purge_repeat = {};  ///< purge.repeat

    std::string log_file = {};               ///< log.file
    std::string log_requests = {};           ///< log.requests
    std::chrono::milliseconds log_slow = {}; ///< log.slow
    std::uint64_t log_sample = 0;            ///< log.sample
    bool log_client_address = false;         ///< log.client_address
    std::uint64_t log_target_length = 0;     ///< log.target_length

    bool metrics_enabled = true; ///< metrics.enabled

    bool statistics_enabled = true;                  ///< statistics.enabled
    bool statistics_public = false;                  ///< statistics.public
    std::chrono::milliseconds statistics_flush = {}; ///< statistics.flush
    std::uint64_t statistics_unknown = 0;            ///< statistics.unknown
    std::uint64_t statistics_unknown_days = 0;       ///< statistics.unknown_days

    bool corrections = true;                        ///< resolution.corrections
    std::vector<std::string> added_parameters = {}; ///< resolution.added_parameters
    std::string added_suffixes = {};                ///< resolution.added_suffixes

    std::vector<std::string> location_schemes = {}; ///< locators.schemes

    bool links_check = false;                        ///< links.check
    std::uint64_t links_rate = 0;                    ///< links.rate
    std::chrono::milliseconds links_host_delay = {}; ///< links.host_delay
    std::chrono::milliseconds links_recheck = {};    ///< links.recheck
    std::chrono::milliseconds links_timeout = {};    ///< links.timeout
    std::uint64_t links_parallel = 0;                ///< links.parallel
    std::uint64_t links_dead_after = 0;              ///< links.dead_after
    bool links_robots = true;                        ///< links.robots
    bool links_soft_404 = true;                      ///< links.soft_404
    bool links_allow_private = false;                ///< links.allow_private
    std::string links_user_agent = {};               ///< links.user_agent

    bool search_index = false; ///< search.index

    bool oai_enabled = true;      ///< harvest.oai
    std::string oai_name = {};    ///< harvest.name
    std::string oai_email = {};   ///< harvest.email
    std::uint64_t oai_page = 0;   ///< harvest.page
    std::string zone_origin = {}; ///< harvest.zone

    std::string web_name = {};                   ///< web.name
    std::string web_operator = {};               ///< web.operator
    std::string web_contact = {};                ///< web.contact
    std::string web_docs = {};                   ///< web.docs
    std::chrono::milliseconds session_idle = {}; ///< web.session_idle
    std::chrono::milliseconds session_life = {}; ///< web.session_life

    std::string openid_issuer = {};                   ///< openid.issuer
    std::string openid_name = {};                     ///< openid.name
    std::string openid_client_id = {};                ///< openid.client_id
    std::string openid_client_secret = {};            ///< openid.client_secret
    std::string openid_client_secret_file = {};       ///< openid.client_secret_file
    std::vector<std::string> openid_scopes = {};      ///< openid.scopes
    std::vector<std::string> openid_rules = {};       ///< openid.rules
    std::string openid_label = {};                    ///< openid.label
    bool openid_userinfo = false;                     ///< openid.userinfo
    std::chrono::milliseconds openid_timeout = {};    ///< openid.timeout
    std::chrono::milliseconds openid_clock_skew = {}; ///< openid.clock_skew
    std::chrono::milliseconds openid_access = {};     ///< openid.access

    std::uint64_t draft_size = 0;                 ///< registration.draft_size
    std::uint64_t drafts_per_address = 0;         ///< registration.drafts_per_address
    std::chrono::milliseconds draft_life = {};    ///< registration.draft_life
    std::uint64_t received_size = 0;              ///< registration.received_size
    std::chrono::milliseconds received_life = {}; ///< registration.received_life

    bool webhooks_send = true;                       ///< webhooks.send
    std::chrono::milliseconds webhooks_timeout = {}; ///< webhooks.timeout
    std::chrono::milliseconds webhooks_retry = {};   ///< webhooks.retry
    std::uint64_t webhooks_attempts = 0;             ///< webhooks.attempts
    std::chrono::milliseconds webhooks_keep = {};    ///< webhooks.keep
    bool webhooks_allow_private = false;             ///< webhooks.allow_private

    bool demo = false; ///< demo.fill
};

/// The destination of a value.
using setting_member = std::variant<std::string settings::*, bool settings::*, std::uint64_t settings::*,
                                    std::chrono::milliseconds settings::*, std::vector<std::string> settings::*>;

/// One row of the table: its name ("server.port"), help, accepted values and default are those of the base.
struct setting : base::accepted_value {
    setting_type type;     ///< its syntax
    setting_member member; ///< its destination
    bool secret = false;   ///< may contain a password, which `uniform config show` does not print
    bool hidden = false;   ///< is a secret as a whole
};

/// All settings, in the order of the documents.
[[nodiscard]] std::span<const setting> all_settings() noexcept;
/// The setting of that name ("server.port"); nullptr when there is none.
[[nodiscard]] const setting *find_setting(std::string_view name) noexcept;
/// Whether a running service takes a new value of the setting when it gets SIGHUP. The others need a restart.
[[nodiscard]] bool changes_while_running(const setting &s) noexcept;
/// The settings whose values differ.
[[nodiscard]] std::vector<const setting *> differences(const settings &a, const settings &b);
/// "UNIFORM_SERVER_PORT".
[[nodiscard]] std::string environment_name(const setting &s);

/// $XDG_DATA_HOME/uniform/uniform.db, or ~/.local/share/uniform/uniform.db.
[[nodiscard]] std::string default_store();

/// Whether a text is the URL of a service, as clients of its API name it: http or https, with a host, without user,
/// query and fragment. Linear.
[[nodiscard]] bool is_service_url(std::string_view text) noexcept;

/// The source of a value.
enum class setting_source : std::uint8_t { fallback, file, environment, flag };
/// The word for it in `uniform config show`.
[[nodiscard]] std::string_view to_string(setting_source s) noexcept;

/// One error of a configuration. `where` is "uniform.toml:3:8", "UNIFORM_SERVER_PORT" or "--set server.port".
struct settings_problem {
    std::string where = {};
    std::string detail = {};
};

/// The values, and the source of each.
struct configuration {
    http::settings values = {};
    std::vector<setting_source> sources = {}; ///< in the order of all_settings()
    std::vector<std::string> places = {};     ///< "uniform.toml:3:8"; empty for defaults
};

/// The input of configure().
struct settings_input {
    std::string file_name = {};                                        ///< for messages
    std::optional<std::string> file = {};                              ///< its text
    std::vector<std::pair<std::string, std::string>> environment = {}; ///< those that begin with "UNIFORM_"
    std::vector<std::pair<std::string, std::string>> flags = {};       ///< name of the setting, value
};

/// Combines defaults, file, environment and flags and checks them, also against each other. Errors: all of them, in the
/// order of the file, then the others.
[[nodiscard]] std::expected<configuration, std::vector<settings_problem>> configure(const settings_input &in);

/// The value as it would be written in the file: "8141", "\"10s\"", "[\"10.0.0.0/8\"]".
[[nodiscard]] std::string value_of(const setting &s, const settings &values, bool hide_secrets);

/// All of it as a configuration file, each value with its source as a comment; defaults, and values of which something
/// is hidden, are comments.
[[nodiscard]] std::string to_toml(const configuration &c, bool hide_secrets);
/// The same as one JSON object.
[[nodiscard]] std::string to_json(const configuration &c, bool hide_secrets);

/// docs/reference/configuration.md.
[[nodiscard]] std::string settings_reference();

} // namespace http
} // namespace uniform
