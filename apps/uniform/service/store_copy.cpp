// uniform store restore and copy.

#include <filesystem>
#include <string>
#include <system_error>

#include <uniform/http/server.hpp>
#include <uniform/store/copy.hpp>
#include <uniform/store/location.hpp>

#include "cli/options.hpp"
#include "print/words.hpp"
#include "run/progress.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/config.hpp"
#include "service/store_options.hpp"

namespace uniform::cli {

namespace {

using restore_options = with<store_command_options, store_row, replace_option, progress_option>;

int restore(const restore_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const std::string &file = o.arguments.front();
        const std::string location = http::store_location(c->values);
        steps progress(o.progress, "restore");
        const std::string says = store::restore(
            file, location, {.replace = o.replace, .database = http::store_options_of(c->values).database},
            [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        if (!says.empty()) fail(exit_good, says);
        const std::string shown = store::database::open(location, existing(c->values))->location();
        if (o.json) {
            return print_json(json::object{{"store", shown}, {"file", file}});
        }
        return print_all(printable(shown) + ": restored from " + printable(file) + "\n");
    });
}

using copy_options = with<store_command_options, progress_option>;

int copy(const copy_options &o) {
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const std::string &source = o.arguments[0];
        std::error_code error; // a location that cannot be examined is opened, which reports why
        if (!store::is_postgresql(source) && !std::filesystem::exists(store::path_of(source), error) && !error) {
            return fail(exit_io, "there is no store at " + source + " to copy");
        }
        if (source == o.arguments[1] ||
            (!store::is_postgresql(source) && !store::is_postgresql(o.arguments[1]) &&
             std::filesystem::equivalent(store::path_of(source), store::path_of(o.arguments[1]), error))) {
            return fail(exit_usage,
                        "source and target are the same store, " + in_quotes(store::without_password(source)));
        }
        const auto from = store::database::open(source, existing(c->values));
        const auto to = store::database::open(o.arguments[1], http::store_options_of(c->values).database);
        steps progress(o.progress, "rows");
        const std::uint64_t rows =
            store::copy(*from, *to, [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        if (o.json) {
            return print_json(json::object{{"from", from->location()}, {"to", to->location()}, {"rows", rows}});
        }
        return print_all(printable(to->location()) + ": " + std::to_string(rows) + " rows\n");
    });
}

constexpr example restore_examples[]{
    {"Restore a backup",
     "uniform store backup --store names.db monday.db; uniform store restore --store again.db monday.db"},
};
constexpr example copy_examples[]{
    {"To another file", "uniform store copy names.db copied.db"},
};

} // namespace

const command store_restore_command = command_of<restore>(
    {"store restore", "create a store from a backup", "FILE",
     "Checks the backup, and creates the store from it. The store must not exist yet (in PostgreSQL: must be empty), "
     "unless --replace permits to replace the file; the new one keeps its owner and mode. The service must not run "
     "meanwhile.",
     restore_examples});

const command store_copy_command =
    command_of<copy>({"store copy", "copy a store, also between SQLite and PostgreSQL", "FROM TO",
                      "Copies everything with the history, as it is at one moment, into a store that is empty. Both "
                      "are locations: a file, or postgresql://...",
                      copy_examples});

} // namespace uniform::cli
