// The settings of the service: one table (settings_rows.hpp), from which the configuration file (TOML), the
// environment, the flags, `uniform config` and docs/reference/configuration.md are made.
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

#include <uniform/base/api.hpp>
#include <uniform/http/setting_type.hpp>

namespace uniform UNIFORM_API {
namespace http {

/// The values: a member for each row of settings_rows.hpp. configure() sets the defaults; without it, numbers are 0 and
/// texts empty.
struct settings {
/// @cond
#define TEXT(member, ...) std::string member = {};
#define CHOICE(member, ...) std::string member = {};
#define BOOLEAN(member, name, fallback, help) bool member = fallback;
#define NUMBER(member, ...) std::uint64_t member = 0;
#define SIZE(member, ...) std::uint64_t member = 0;
#define DURATION(member, ...) std::chrono::milliseconds member{};
#define LIST(member, ...) std::vector<std::string> member = {};
#include <uniform/http/settings_rows.hpp>
    /// @endcond
};

/// The destination of a value.
using setting_member = std::variant<std::string settings::*, bool settings::*, std::uint64_t settings::*,
                                    std::chrono::milliseconds settings::*, std::vector<std::string> settings::*>;

/// One row of the table.
struct setting {
    std::string_view name;         ///< "server.port"
    setting_type type;             ///< its syntax
    std::string_view fallback;     ///< the default, as text
    std::string_view help;         ///< one sentence
    setting_member member;         ///< its destination
    std::uint64_t least = 0;       ///< of a number, a size, or a duration in milliseconds
    std::uint64_t most = 0;        ///< 0: no limit but that of the type
    std::string_view choices = {}; ///< of a choice: words separated by spaces
    bool secret = false;           ///< may contain a password, which `uniform config show` does not print
    bool hidden = false;           ///< is a secret as a whole
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
