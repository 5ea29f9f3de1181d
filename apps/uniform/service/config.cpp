// uniform config check, show and reference.

#include "service/config.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <unistd.h>

#include <uniform/http/server.hpp>
#include <uniform/store/open_error.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "service/commands.hpp"

namespace uniform::cli {

namespace {

// A setting that was given on the command line is named like its last option: "--port", not "--set server.port".
std::string given_as(const settings_options &o, const std::string &where) {
    for (std::size_t i = o.settings.size(); i-- > 0;) {
        if (where == "--set " + o.settings[i].first) return o.given_as[i];
    }
    return where;
}

struct settings_failure {
    int code = exit_usage;
    std::vector<std::string> messages = {};
};

// `wrong` is the exit code for mistakes.
std::expected<http::configuration, settings_failure> load(const settings_options &o, const std::string &file,
                                                          int wrong) {
    http::settings_input in{.flags = o.settings};
    in.file_name = file;
    if (in.file_name.empty() && o.config) in.file_name = *o.config;
    if (in.file_name.empty()) {
        if (const char *named = std::getenv("UNIFORM_CONFIG"); named != nullptr) in.file_name = named;
    }
    if (!in.file_name.empty()) {
        std::ifstream stream(in.file_name, std::ios::binary);
        std::stringstream text;
        if (stream) text << stream.rdbuf();
        // A directory can be opened, but not read.
        if (!stream || (text.fail() && stream.peek() != std::ifstream::traits_type::eof()) || stream.bad()) {
            return std::unexpected{
                settings_failure{.code = exit_io, .messages = {file_error(in.file_name, errno == 0 ? EISDIR : errno)}}};
        }
        in.file = std::move(text).str();
    }
    for (char **one = environ; *one != nullptr; ++one) {
        const std::string_view text{*one};
        const auto at = text.find('=');
        if (text.starts_with("UNIFORM_") && at != std::string_view::npos) {
            in.environment.emplace_back(text.substr(0, at), text.substr(at + 1));
        }
    }
    auto c = http::configure(in);
    if (c) return *std::move(c);
    settings_failure failure{.code = wrong};
    for (const auto &p : c.error()) failure.messages.push_back(given_as(o, p.where) + ": " + p.detail);
    return std::unexpected{std::move(failure)};
}

using options = with<common_options, settings_options, store_row, serving_rows>;
using check_options = with<options, quiet_option>;
using show_options = with<options, json_result_option>;

std::string file_of(const common_options &o) { return o.arguments.empty() ? std::string{} : o.arguments.front(); }

int check(const check_options &o) {
    const auto c = read_settings(o, file_of(o), exit_bad_input, o.quiet);
    if (!c) return c.error();
    const auto wrong = [&](const std::string &says) { return o.quiet ? exit_bad_input : fail(exit_bad_input, says); };
    if (const auto says = store::open_error(http::store_location(c->values), http::store_options_of(c->values));
        !says.empty()) {
        return wrong("store.location: " + says);
    }
    for (const auto &[name, path] : {std::pair{"server.certificate", c->values.certificate},
                                     std::pair{"server.private_key", c->values.private_key}}) {
        if (path.empty() || ::access(path.c_str(), R_OK) == 0) continue;
        return wrong(std::string{name} + ": " + file_error(path, errno));
    }
    if (const auto says = http::what_is_wrong_with_tls(c->values); !says.empty()) {
        return wrong("server.certificate, server.private_key: " + says);
    }
    return exit_good;
}

int show(const show_options &o) {
    const auto c = read_settings(o, file_of(o), exit_bad_input);
    if (!c) return c.error();
    return print_all(o.json ? http::to_json(*c, true) : http::to_toml(*c, true));
}

int reference(const common_options & /*o*/) { return print_all(http::settings_reference()); }

constexpr example check_examples[]{
    {"Before the service is restarted",
     "printf '[server]\\nport = 8080\\n' > names.toml; uniform config check names.toml"},
};
constexpr example show_examples[]{
    {"All settings, as a file to begin with", "uniform config show > uniform.toml"},
    {"Where does the port come from?", "UNIFORM_SERVER_PORT=80 uniform config show | grep '^port'"},
};
constexpr example reference_examples[]{
    {"The page of the reference", "uniform config reference > configuration.md"},
};

} // namespace

std::expected<http::configuration, int> read_settings(const settings_options &o, const std::string &file, int wrong,
                                                      bool quiet) {
    auto c = load(o, file, wrong);
    if (c) return *std::move(c);
    for (const std::string &message : c.error().messages) {
        if (!quiet || c.error().code == exit_io) fail(c.error().code, message);
    }
    return std::unexpected{c.error().code};
}

std::expected<http::configuration, std::string> try_settings(const settings_options &o) {
    auto c = load(o, {}, exit_usage);
    if (c) return *std::move(c);
    std::string all;
    for (const std::string &message : c.error().messages) all += (all.empty() ? "" : "; ") + message;
    return std::unexpected{std::move(all)};
}

const command config_check_command =
    command_of<check>({"config check", "check the settings of the service", "[FILE]",
                       "Reads the file (or that of --config or UNIFORM_CONFIG), the environment and the command line, "
                       "and reports mistakes on standard error, with line and column. The exit code is 1 if there are "
                       "any.",
                       check_examples});

const command config_show_command =
    command_of<show>({"config show", "print the settings that apply, and where each comes from", "[FILE]",
                      "Prints all settings as a configuration file, with the source of each value as a comment; with "
                      "--json as one object. Defaults are comments as well, and so is a value that contains a "
                      "password, which is not shown.",
                      show_examples});

const command config_reference_command = command_of<reference>(
    {"config reference", "print the reference of all settings", "", "Prints a page in Markdown.", reference_examples});

} // namespace uniform::cli
