// uniform serve.

#include <csignal>
#include <expected>
#include <string>
#include <string_view>

#include <unistd.h>

#include <uniform/http/server.hpp>

#include "print/standard_output.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/options.hpp"

namespace uniform::cli {

namespace {

using serve_command_options = with<common_options, settings_options, store_row, serving_rows>;

int run_serve(const serve_command_options &o) {
    // SIGHUP ends the process until http::serve() waits for it: it is kept until then.
    sigset_t kept;
    sigemptyset(&kept);
    sigaddset(&kept, SIGHUP);
    ::pthread_sigmask(SIG_BLOCK, &kept, nullptr);
    const auto c = read_settings(o);
    if (!c) return c.error();
    const auto read_again = [&o]() -> std::expected<http::configuration, std::string> {
        auto next = try_settings(o);
        if (!next) return std::unexpected{next.error()};
        return std::move(*next);
    };
    return http::serve(*c, read_again, [](std::string_view line) {
        writer out{STDERR_FILENO}; // as the log; standard output stays free
        out.write_now(std::string{line} + '\n');
    });
}

constexpr example serve_examples[]{
    {"On a store of its own, to try it", "uniform serve --demo --store /tmp/names.db"},
    {"As a service", "uniform serve --config /etc/uniform/uniform.toml"},
    {"On PostgreSQL, with two workers",
     "uniform serve --store postgresql://uniform@db.example.org/uniform --set server.workers=2"},
};

} // namespace

const command serve_command = command_of<run_serve>(
    {"serve", "run the service: register namespaces, assign names, resolve them", "",
     "Serves HTTP on 127.0.0.1:8141, or where the settings specify, until it gets SIGTERM or SIGINT; then it finishes "
     "the requests that it has accepted. A second signal ends it at once. On SIGHUP it reads its settings, certificate "
     "and key again, and opens the log file again; `uniform config reference` says which settings need a restart. The "
     "settings come from a file, the "
     "environment and the command line (docs/reference/configuration.md), and `uniform config check` reports mistakes "
     "in them.\n\n"
     "For an empty store, an access token of an administrator is made and printed once if standard error is a "
     "terminal. Otherwise, as under systemd, nothing is made, because the token would stay in a log: create the token "
     "on the same store with `uniform token create --role administrator`, also while the service runs. With --demo, "
     "the token is written to a file, which a message names.\n\n"
     "The exit code is 0 after a signal, 2 if a setting is wrong, 3 if the store cannot be opened, or the address and "
     "port cannot be used.",
     serve_examples});

} // namespace uniform::cli
