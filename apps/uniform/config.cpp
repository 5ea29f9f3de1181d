// uniform config check, show and reference.

#include "config.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include <uniform/http/server.hpp>
#include <uniform/store/within_reach.hpp>

#include "verbs.hpp"

namespace uniform::command {

std::expected<http::configuration, int> read_settings(const options &o, const std::string &file, int wrong,
                                                      bool quiet) {
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
        // A folder can be opened, but not read.
        if (!stream || (text.fail() && stream.peek() != std::ifstream::traits_type::eof()) || stream.bad()) {
            return std::unexpected{fail(exit_io, in.file_name + ": " + std::strerror(errno == 0 ? EISDIR : errno))};
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
    if (!quiet) {
        for (const auto &p : c.error()) fail(wrong, p.where + ": " + p.says);
    }
    return std::unexpected{wrong};
}

namespace {

std::expected<std::string, int> only_file(const options &o) {
    if (o.arguments.size() > 1) return std::unexpected{fail(exit_usage, "config: one file at a time")};
    return o.arguments.empty() ? std::string{} : o.arguments.front();
}

} // namespace

int config_check_verb(const options &o) {
    const auto file = only_file(o);
    if (!file) return file.error();
    const auto c = read_settings(o, *file, exit_bad_input, o.quiet);
    if (!c) return c.error();
    if (const auto says = store::why_out_of_reach(http::store_location(c->values), http::store_options_of(c->values));
        !says.empty()) {
        if (!o.quiet) fail(exit_bad_input, "store.location: " + says);
        return exit_bad_input;
    }
    for (const auto &[name, path] : {std::pair{"server.certificate", c->values.certificate},
                                     std::pair{"server.private_key", c->values.private_key}}) {
        if (path.empty() || ::access(path.c_str(), R_OK) == 0) continue;
        const std::string why = std::strerror(errno);
        if (!o.quiet) fail(exit_bad_input, std::string{name} + ": " + path + " cannot be read: " + why);
        return exit_bad_input;
    }
    if (const auto says = http::what_is_wrong_with_tls(c->values); !says.empty()) {
        if (!o.quiet) fail(exit_bad_input, "server.certificate, server.private_key: " + says);
        return exit_bad_input;
    }
    return exit_good;
}

int config_show_verb(const options &o) {
    const auto file = only_file(o);
    if (!file) return file.error();
    const auto c = read_settings(o, *file, exit_bad_input);
    if (!c) return c.error();
    return print_all(o.json ? http::to_json(*c, true) : http::to_toml(*c, true));
}

int config_reference_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "config reference takes no arguments");
    return print_all(http::settings_reference());
}

} // namespace uniform::command
