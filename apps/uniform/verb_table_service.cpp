// The verbs of the service: serve, and the groups "config" and "store".

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt serve_options[]{config_file, store_location, port, opt::demo, opt::setting};
constexpr example serve_examples[]{
    {"On a store of its own, to try it", "uniform serve --demo --store /tmp/names.db"},
    {"As a service", "uniform serve --config /etc/uniform/uniform.toml"},
    {"On PostgreSQL, with two workers",
     "uniform serve --store postgresql://uniform@db.example.org/uniform --set server.workers=2"},
};

constexpr opt config_options[]{config_file, store_location, port, opt::demo, opt::setting, json_result};
constexpr opt config_check_options[]{config_file, store_location, port, opt::demo, opt::setting, quiet};
constexpr example config_check_examples[]{
    {"Before the service is started anew",
     "printf '[server]\\nport = 8080\\n' > names.toml; uniform config check names.toml"},
};
constexpr example config_show_examples[]{
    {"All settings, as a file to begin with", "uniform config show > uniform.toml"},
    {"Where does the port come from?", "UNIFORM_SERVER_PORT=80 uniform config show | grep '^port'"},
};
constexpr example config_reference_examples[]{
    {"The page of the reference", "uniform config reference > configuration.md"},
};

constexpr opt migrate_options[]{config_file, store_location, opt::setting, json_result};
constexpr opt verify_options[]{config_file, store_location, opt::setting, opt::known, json_result, quiet, no_progress};
constexpr opt backup_options[]{config_file, store_location, opt::setting, opt::replace_store, json_result, no_progress};
constexpr opt restore_options[]{config_file,        store_location, opt::setting,
                                opt::replace_store, json_result,    no_progress};
constexpr opt copy_options[]{config_file, opt::setting, json_result, no_progress};
constexpr example migrate_examples[]{
    {"Make a store, or bring it up to date", "uniform store migrate --store names.db"},
};
constexpr example verify_examples[]{
    {"Has anything been tampered with?", "uniform store verify --store names.db"},
    {"The head, to be noted somewhere else", "uniform store verify --store names.db --json | tee head.json"},
};
constexpr example backup_examples[]{
    {"While the service runs", "uniform store backup --store names.db names-backup.db"},
};
constexpr example restore_examples[]{
    {"Go back to a backup",
     "uniform store backup --store names.db monday.db; uniform store restore --store again.db monday.db"},
};
constexpr example copy_examples[]{
    {"Into another file", "uniform store copy names.db copied.db"},
};

constexpr verb_spec verbs[]{
    {"serve", "run the service: register namespaces, assign names, resolve them", "",
     "Answers HTTP on 127.0.0.1:8141, or where the settings say, until it gets SIGTERM or SIGINT; then it finishes "
     "what "
     "it has accepted. A second signal ends it at once. The settings come from a file, the environment and the command "
     "line (docs/reference/configuration.md), and `uniform config check` tells what is wrong with them. An empty store "
     "gets an administrator's token, which is printed once.\n\n"
     "The exit code is 0 after a signal, 2 when a setting is wrong, 3 when the store cannot be opened or the address "
     "not be listened on.",
     serve_options, serve_examples, ""},
    {"config check", "check the service's settings", "[FILE]",
     "Reads the file (or the one of --config or UNIFORM_CONFIG), the environment and the command line, and reports on "
     "standard error what is wrong, with line and column. The exit code is 1 then.",
     config_check_options, config_check_examples, ""},
    {"config show", "print the settings in force, and where each comes from", "[FILE]",
     "Prints all settings as a configuration file, with the place that each value comes from as a comment; with --json "
     "as one object. Defaults are comments, too, and so is a value with a password, which is not shown.",
     config_options, config_show_examples, ""},
    {"config reference",
     "print the reference of all settings",
     "",
     "Prints a page in Markdown.",
     {},
     config_reference_examples,
     ""},
    {"store migrate", "make a store, or bring its schema up to date", "",
     "Makes the tables that are missing, in one transaction for each version. The service must not run meanwhile. Make "
     "a backup first: there is no way back.",
     migrate_options, migrate_examples, ""},
    {"store verify", "check a store against its history", "",
     "Reads the whole history and computes every hash in its chain anew, and holds every name and document against its "
     "last event. What does not fit goes to standard error, and the exit code is 1. Prints how much there was, and the "
     "head: the number and hash of the last event. A head noted somewhere else proves later, with --known, that "
     "nothing "
     "before it was changed.",
     verify_options, verify_examples, ""},
    {"store backup", "copy a store to a file while the service runs", "FILE",
     "Writes the store as it is at one moment to an SQLite file, which appears when it is whole. From PostgreSQL, too. "
     "A file that is there already is kept, unless --replace says that it may go; a file of the store itself always "
     "is.",
     backup_options, backup_examples, ""},
    {"store restore", "make a store of a backup", "FILE",
     "Checks the backup, and makes the store of it, which must not be there yet (in PostgreSQL: be empty) unless "
     "--replace says that the file may go; the new one keeps its owner and mode. The service must not run meanwhile.",
     restore_options, restore_examples, ""},
    {"store copy", "copy a store, also from SQLite to PostgreSQL and back", "FROM TO",
     "Copies everything, history and all, as it is at one moment, into a store that is empty. Both are locations: a "
     "file, or postgresql://...",
     copy_options, copy_examples, ""},
};

} // namespace

std::span<const verb_spec> service_verb_table() noexcept { return verbs; }

} // namespace uniform::command
